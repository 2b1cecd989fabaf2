# SPDX-License-Identifier: GPL-3.0-or-later
"""report: from the run file the very report that the run printed."""
import csv
import io

import place


class Report(place.Place):
    def setUp(self):
        super().setUp()
        self.file = self.path / "run.json"

    def assert_same(self, *arguments, status=0, view=()):
        """What a run prints in every format, and what report prints of its
        file."""
        exports = {name: self.path / f"exported.{name}"
                   for name in ("text", "csv")}
        wanted = [word for name, path in exports.items()
                  for word in (f"--export-{name}", path)]
        printed = self.bench("-r", "2", "-w", "0", "--export-json", self.file,
                             *wanted, *view, *arguments)
        self.assertEqual(printed.status, status, printed.err)
        again = self.bench("report", *view, self.file)
        self.assertEqual((again.status, again.err), (0, ""))
        self.assertGreater(len(printed.out), 200)
        self.assertEqual(again.out, printed.out)
        for name, path in exports.items():
            again = self.bench("report", "-f", name, *view, self.file)
            self.assertEqual((again.status, again.err), (0, ""))
            self.assertEqual(again.out, path.read_text(), name)
        again = self.bench("report", "-f", "json", self.file)
        self.assertEqual(again.out, self.file.read_text())
        return printed

    def test_a_report_is_the_runs_own_byte_for_byte(self):
        self.assert_same(place.COPYING)

    def test_so_it_is_of_several_keys_files_and_a_generated_key(self):
        self.assert_same("-k", "rsa1024", "-k", "ed25519", "-g", "ed25519",
                         "-x", "1,2", place.COPYING,
                         self.write("two words", b"text"))

    def test_so_it_is_of_an_empty_file(self):
        self.assert_same(self.write("e0", b""))

    def test_so_it_is_in_memory_with_settings_that_are_not_the_defaults(self):
        self.assert_same("--data", "memory", "--cipher", "AES256", "--digest",
                         "SHA512", "--compress", "none", "--armor",
                         "--gpg-option", "no-emit-version", "-k", "rsa1024",
                         place.COPYING)

    def test_so_it_is_of_an_engine_without_agent(self):
        self.assert_same("-e", "gpg1", place.COPYING)

    def test_so_it_is_with_options_of_the_view(self):
        self.assert_same(place.COPYING, view=("-u", "us"))
        printed = self.bench("-r", "1", "-x", "1", "--color", "always",
                             "--export-json", self.file, place.COPYING)
        self.assertIn("\x1b[1m", printed.out)
        again = self.bench("report", "--color", "always", self.file)
        self.assertEqual(again.out, printed.out)

    def test_so_it_is_of_cells_that_failed(self):
        gpg = self.wrapper("--encrypt", "exit 2")
        printed = self.assert_same("-e", gpg, place.COPYING, status=1)
        self.assertIn("gpg failed", printed.out)

    def test_so_it_is_where_the_home_had_to_move(self):
        deep = self.tmp / ("d" * 100)
        deep.mkdir()
        self.environment["TMPDIR"] = str(deep)
        printed = self.assert_same(place.COPYING)
        deep.rmdir()
        self.assertIn("the home is in /tmp/pgpbench.",
                      " ".join(printed.out.split()))

    def test_so_it_is_of_a_run_that_a_signal_ended(self):
        """It prints nothing itself, but its file is a report."""
        process = self.start("-m", "1000", "-M", "1000", "--max-time", "50",
                             "--precision", "0.001", "--export-json",
                             self.file, place.COPYING)
        while not self.file.exists() and process.poll() is None:
            place.time.sleep(0.05)
        process.terminate()
        process.communicate(timeout=20)
        again = self.bench("report", self.file)
        self.assertEqual((again.status, again.err), (0, ""))
        self.assertIn("===> Sign", again.out)
        self.assertIn("the run was stopped before its end", " ".join(again.out.split()))

    def test_a_row_of_csv_is_a_cell_with_its_median(self):
        self.assert_same("-x", "1,20", place.COPYING)
        rows = list(csv.DictReader(io.StringIO(self.bench(
            "report", "-f", "csv", self.file).out)))
        cells = place.json.loads(self.file.read_text())["cells"]
        self.assertEqual([row["cell"] for row in rows],
                         [cell["name"] for cell in cells])
        for row, cell in zip(rows, cells):
            real = cell["plain"]["real_ns"]
            # Of two samples the median is the mean.
            self.assertAlmostEqual(float(row["real_ns"]), sum(real) / 2,
                                   delta=1)

    def test_report_reads_standard_input(self):
        self.assert_same("-o", "sign", place.COPYING)
        with open(self.file, "rb") as file:
            said = place.subprocess.run(
                [place.PGPBENCH, "report", "-"], stdin=file, timeout=20,
                capture_output=True, env=self.environment)
        self.assertEqual((said.returncode, said.stderr), (0, b""))
        self.assertEqual(said.stdout.decode(),
                         self.bench("report", self.file).out)

    def test_report_starts_no_gpg(self):
        self.assert_same("-o", "sign", place.COPYING)
        expected = self.bench("report", self.file).out
        self.environment["PATH"] = "/nonexistent"
        self.environment["TMPDIR"] = "/nonexistent"
        self.assertEqual(self.bench("report", self.file).out, expected)


if __name__ == "__main__":
    place.main()
