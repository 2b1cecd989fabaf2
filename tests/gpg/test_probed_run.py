# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs with the probe: who has what, that each sample's parts are its real
time, and that the budget is the same wherever it is printed."""
import csv
import io

import place
import probedrun
from probedrun import name_of


class Probed(probedrun.ProbedRun):
    def test_by_default_some_samples_are_probed_and_some_plain(self):
        outcome = self.bench("-f", "json", "--max-time", "4", place.COPYING)
        self.assertEqual(outcome.status, 0, outcome.err)
        self.assert_sums(outcome)
        self.assertEqual(len(outcome.cells()), 9)
        for name, cell in outcome.cells().items():
            self.assertGreaterEqual(len(cell["plain"]["real_ns"]), 1, name)
            self.assertGreaterEqual(len(cell["probed"]["real_ns"]), 1, name)
            self.assert_seen(cell)

    def test_at_least_3_and_one_for_every_4_plain(self):
        for runs, probed in (("1", [0, 1, 2]), ("9", [0, 4, 8]),
                             ("13", [0, 4, 8, 12])):
            with self.subTest(runs):
                outcome = self.probe("-o", "start,sign", "-r", runs,
                                     place.COPYING)
                for cell in outcome.cells().values():
                    self.assertEqual(cell["plain"]["round"],
                                     list(range(int(runs))))
                    self.assertEqual(cell["probed"]["round"], probed)

    def test_always_fills_probed_only(self):
        outcome = self.probe("--probe", "always", "-r", "2", place.COPYING)
        for name, cell in outcome.cells().items():
            self.assertEqual(cell["plain"], {"round": []}, name)
            self.assertEqual(cell["probed"]["round"], [0, 1], name)
            self.assert_seen(cell)

    def test_never_fills_plain_only(self):
        outcome = self.probe("--probe", "never", "-r", "2", place.COPYING)
        for name, cell in outcome.cells().items():
            self.assertEqual(cell["probed"], {"round": []}, name)
            self.assertEqual(cell["plain"]["round"], [0, 1], name)

    def test_sums_hold_whatever_is_asked(self):
        empty = self.write("empty", b"")
        elsewhere = self.tmp / "elsewhere"
        elsewhere.mkdir()
        self.addCleanup(elsewhere.rmdir)
        for words in (["--data", "memory", place.COPYING], [empty],
                      ["--data", "memory", empty], ["-o", "start"],
                      ["--home-dir", elsewhere, place.COPYING],
                      ["--compress", "none", "-x", "1,300", place.COPYING],
                      ["--compress", "bzip2", "--armor", place.COPYING],
                      ["--cache", "warm", "--pool", "cold", "-k", "ed25519",
                       place.COPYING],
                      ["-g", "dsa1024/elg1024", place.COPYING]):
            with self.subTest(words):
                outcome = self.probe(*words)
                for cell in outcome.cells().values():
                    self.assertEqual(cell["probed"]["round"], [0, 1, 2])
                    self.assert_seen(cell)

    def test_payload_in_memory_is_no_flash(self):
        megabyte = self.write("m", bytes(1 << 20))
        outcome = self.probe("--data", "memory", "--compress", "none",
                             megabyte)
        for operation in probedrun.OPERATIONS:
            probed = outcome.cells()[name_of(operation, "m/x1")]["probed"]
            self.assertLess(max(probed["flash_read_bytes"]), 1 << 18)
            self.assertLess(max(probed["flash_write_bytes"]), 1 << 18)
            self.assertEqual(max(probed["flash_sync_ns"]), 0)

    def test_a_home_elsewhere_is_flash_too(self):
        elsewhere = self.tmp / "elsewhere"
        elsewhere.mkdir()
        self.addCleanup(elsewhere.rmdir)
        read, written = [], []
        for words in ((), ("--home-dir", elsewhere)):
            outcome = self.probe("-o", "encrypt", *words, place.COPYING)
            probed = outcome.cells()[name_of("encrypt")]["probed"]
            read.append(probed["flash_read_bytes"])
            written.append(max(probed["flash_write_bytes"]))
        self.assertEqual(*read)
        # A number of the message may have a byte less.
        self.assertAlmostEqual(*written, delta=4)

    def test_gpg1_has_what_does_not_need_libgcrypt(self):
        outcome = self.probe("-e", "gpg=gpg1", place.COPYING)
        self.assertEqual(outcome.err, "")
        for operation in probedrun.OPERATIONS:
            cell = outcome.cells()[name_of(operation)]
            self.assert_seen(cell, but_for=probedrun.OF_GCRYPT)
            probed = cell["probed"]
            self.assertGreater(min(probed["stage_compress_ns"]), 0)
            self.assertGreater(min(probed["stage_startup_ns"]), 0)
            self.assertGreater(min(probed["flash_ns"]), 0)
        # gpg 1.4 reads the devices.
        encrypt = outcome.cells()[name_of("encrypt")]
        self.assertGreater(min(encrypt["probed"]["entropy_calls"]), 0)

    def test_the_budget_of_a_report_is_the_runs_own_byte_for_byte(self):
        for words in ((), ("-e", "gpg1"), ("--probe", "always"),
                      ("--probe", "never")):
            with self.subTest(words):
                file = self.path / "run.json"
                printed = self.bench("-r", "2", "-w", "0", "--budget",
                                     "--export-json", file, *words,
                                     place.COPYING)
                self.assertEqual(printed.status, 0, printed.err)
                again = self.bench("report", "--budget", file)
                self.assertEqual((again.status, again.err), (0, ""))
                self.assertEqual(again.out, printed.out)

    def test_each_cell_has_its_budget(self):
        outcome = self.bench("-r", "1", "-x", "1,2", "--budget", place.COPYING)
        self.assertEqual(outcome.status, 0, outcome.err)
        lines = outcome.out.splitlines()
        for title, count in (("Sign", 2), ("Verify", 2), ("Encrypt", 2),
                             ("Decrypt", 2), ("Start", 1)):
            heads = [line for line in lines
                     if line.startswith(f"---> {title} ")]
            self.assertEqual(len(heads), count, outcome.out)
            for line in heads:
                self.assertIn("100.0%", line)
        for line in lines:
            self.assertLessEqual(len(line), 80, line)

    def test_csv_has_the_stages_of_the_run_file(self):
        file = self.path / "run.json"
        outcome = self.bench("-r", "1", "-x", "1", "-f", "csv",
                             "--export-json", file, place.COPYING)
        rows = list(csv.DictReader(io.StringIO(outcome.out)))
        cells = place.json.loads(file.read_text())["cells"]
        self.assertEqual(len(rows), len(cells))
        for row, cell in zip(rows, cells):
            self.assertEqual(row["cell"], cell["name"])
            for key in probedrun.PROBED:
                # Of three samples the median is the second.
                middle = sorted(cell["probed"][key])[1]
                self.assertEqual(float(row[key]), middle, key)


if __name__ == "__main__":
    place.main()
