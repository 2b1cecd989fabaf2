# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the verbs that need no gpg, "report" and "list", by the program as
it is built, $PGPBENCH, on the run files of write_sample_runs in the current
directory.
"""
import csv
import io
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PGPBENCH = os.environ["PGPBENCH"]
TESTS = pathlib.Path(__file__).resolve().parent
KEYS = TESTS.parent / "keys"
SAMPLES = ["full", "disk_full", "single", "no_agent", "two"]
LIMIT_S = 30


def pgpbench(*arguments, **how):
    """What came of it."""
    how.setdefault("stdout", subprocess.PIPE)
    environment = dict(os.environ, LC_ALL="C")
    environment.update(how.pop("env", {}))
    return subprocess.run([PGPBENCH, *arguments], stderr=subprocess.PIPE,
                          timeout=LIMIT_S, env=environment, **how)


class Verbs(unittest.TestCase):
    def assert_refused(self, outcome, *words):
        """Exit status 2 and one line that says each of WORDS."""
        err = outcome.stderr.decode()
        self.assertEqual(outcome.returncode, 2, err)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertTrue(err.startswith("pgpbench: "), err)
        for word in words:
            self.assertIn(word, err)


class Report(Verbs):
    def golden(self, name):
        return (TESTS / f"golden/{name}.txt").read_bytes()

    def test_a_run_file_is_shown_as_the_run_was_byte_for_byte(self):
        for name in SAMPLES:
            with self.subTest(name):
                outcome = pgpbench("report", f"{name}.json")
                self.assertEqual(outcome.stdout, self.golden(name))
                self.assertEqual(outcome.stderr, b"")

    def test_a_dash_is_standard_input(self):
        with open("full.json", "rb") as file:
            outcome = pgpbench("report", "-", stdin=file)
        self.assertEqual(outcome.stdout, self.golden("full"))

    def test_failed_cells_of_a_run_are_no_failure_of_the_report(self):
        self.assertEqual(pgpbench("report", "disk_full.json").returncode, 0)

    def test_json_is_the_run_file_again(self):
        outcome = pgpbench("report", "-f", "json", "full.json")
        self.assertEqual(outcome.stdout,
                         pathlib.Path("full.json").read_bytes())

    def test_csv_is_read_by_any_reader_of_csv(self):
        outcome = pgpbench("report", "--format=csv", "disk_full.json")
        rows = list(csv.DictReader(io.StringIO(outcome.stdout.decode(),
                                               newline=""), strict=True))
        self.assertEqual(len(rows), 9)
        self.assertEqual(rows[1]["cell"], "gpg/dsa1024/sign/COPYING/x1")
        self.assertEqual(rows[1]["real_ns"], "4690000")
        self.assertEqual(rows[1]["real_min_ns"], "4647790")
        self.assertEqual(rows[0]["key"], "")
        self.assertEqual(rows[8]["failure"], "disk full")
        self.assertEqual(rows[8]["real_ns"], "")

    def test_the_options_of_the_view_are_those_of_run(self):
        outcome = pgpbench("report", "full.json", "-u", "us", "--color=always")
        self.assertIn(b"times in us", outcome.stdout)
        self.assertIn(b"\x1b[1m", outcome.stdout)
        self.assertIn(b"--export-csv", pgpbench("report", "-h").stdout)

    def test_exports_go_beside_the_report_or_over_the_run_file(self):
        with tempfile.TemporaryDirectory() as place:
            run = pathlib.Path(place, "run.json")
            run.write_bytes(pathlib.Path("two.json").read_bytes())
            text = pathlib.Path(place, "report.txt")
            outcome = pgpbench("report", str(run), "--export-text", str(text),
                               "--export-csv", str(run))
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            self.assertEqual(outcome.stdout, self.golden("two"))
            self.assertEqual(text.read_bytes(), self.golden("two"))
            self.assertTrue(run.read_bytes().startswith(b"cell,"))
            self.assertEqual(len(os.listdir(place)), 2)

    def test_a_file_that_is_no_run_is_told_with_its_position(self):
        whole = pathlib.Path("full.json").read_text()
        hostile = {
            "": "it is empty",
            "\ufeff{}": "byte order mark",
            "[]": "its schema is not",
            whole[:1000]: "run.json:",
            whole.replace('"version": 1', '"version": 99'): "99",
            whole.replace('"copies": 20', '"copies": 0', 1): "copies",
            whole.replace("[", "[" * 3000, 1): "run.json:8:",
            "\0\0\0": "run.json:1:",
        }
        with tempfile.TemporaryDirectory() as place:
            run = pathlib.Path(place, "run.json")
            export = pathlib.Path(place, "out.csv")
            for content, words in hostile.items():
                with self.subTest(words):
                    run.write_text(content)
                    outcome = pgpbench("report", str(run), "--export-csv",
                                       str(export))
                    self.assert_refused(outcome, str(run), words)
                    self.assertEqual(outcome.stdout, b"")
                    self.assertFalse(export.exists())

    def test_what_cannot_be_read_is_told(self):
        self.assert_refused(pgpbench("report", "/nowhere/run.json"),
                            "/nowhere/run.json: cannot be read (No such")
        self.assert_refused(pgpbench("report", "/"), "Is a directory")

    def test_it_takes_exactly_one_run(self):
        self.assert_refused(pgpbench("report"), "wrong usage", "one run file")
        self.assert_refused(pgpbench("report", "full.json", "two.json"),
                            "wrong usage", "one run file")

    def test_budgets_are_shown_and_exported_on_demand(self):
        with tempfile.TemporaryDirectory() as place:
            text = pathlib.Path(place, "report.txt")
            outcome = pgpbench("report", "--budget", "budget.json",
                               "--export-text", str(text))
            self.assertEqual(outcome.stdout, self.golden("budget"))
            self.assertEqual(text.read_bytes(), self.golden("budget"))

    def test_options_of_run_alone_are_refused_by_name(self):
        self.assert_refused(pgpbench("report", "--runs", "3", "full.json"),
                            "--runs", "no such option")

    def test_a_reader_that_has_gone_is_no_news(self):
        read, write = os.pipe()
        os.close(read)
        outcome = pgpbench("report", "full.json", stdout=write)
        os.close(write)
        self.assertEqual(outcome.returncode, 128 + 13)
        self.assertEqual(outcome.stderr, b"")

    def test_a_full_disk_is_told(self):
        with open("/dev/full", "wb") as full:
            for format_name in ("text", "json", "csv"):
                self.assert_refused(
                    pgpbench("report", "-f", format_name, "full.json",
                             stdout=full),
                    "cannot be written (No space left on device)")
        self.assert_refused(
            pgpbench("report", "full.json", "--export-csv", "/dev/full"),
            "/dev/full: cannot be written")


class FirstWord(Verbs):
    def test_options_may_stand_before_the_verb(self):
        golden = (TESTS / "golden/full.txt").read_bytes()
        for words in (["-q", "report", "full.json"],
                      ["--color", "never", "report", "full.json"],
                      ["-f", "text", "report", "--", "full.json"]):
            outcome = pgpbench(*words)
            self.assertEqual(outcome.stdout, golden, outcome.stderr)
        self.assertEqual(pgpbench("--verbose", "list", "formats").stdout,
                         pgpbench("list", "formats").stdout)

    def test_what_belongs_to_another_verb_is_refused_by_it(self):
        self.assert_refused(pgpbench("-k", "run", "report", "full.json"),
                            "-k", "no such option")

    def test_exports_into_links_of_one_file_are_refused(self):
        with tempfile.TemporaryDirectory() as place:
            one = pathlib.Path(place, "one")
            other = pathlib.Path(place, "other")
            one.write_text("mine")
            os.link(one, other)
            self.assert_refused(
                pgpbench("report", "full.json", "--export-json", str(one),
                         "--export-csv", str(other)),
                str(other), "--export-json goes there already")
            self.assertEqual(one.read_text(), "mine")


class Advice(unittest.TestCase):
    def test_notices_advise_only_options_that_are_built(self):
        help_text = pgpbench("run", "--help").stdout.decode()
        for source in (TESTS.parent / "src/report").glob("notice*.c"):
            for option in re.findall(r"--[a-z][a-z-]+", source.read_text()):
                self.assertIn(f"{option} ", help_text, source)


class List(Verbs):
    def lines(self, topic, **how):
        outcome = pgpbench("list", topic, **how)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual(outcome.stderr, b"")
        return outcome.stdout.decode().splitlines()

    def test_each_topic_is_a_line_for_each_with_its_name_first(self):
        names = {topic: [line.split()[0] for line in self.lines(topic)]
                 for topic in ("operations", "metrics", "formats", "keys",
                               "stages")}
        self.assertEqual(names["operations"],
                         ["start", "generate", "sign", "verify", "encrypt",
                          "decrypt"])
        self.assertEqual(names["metrics"][0], "real_ns")
        self.assertIn("compute_ns", names["metrics"])
        self.assertEqual(names["stages"],
                         ["startup", "setup", "compress", "hash", "cipher",
                          "pubkey", "random", "ipc", "finish", "other",
                          "overlap"])
        self.assertEqual(names["formats"][:3], ["text", "json", "csv"])
        self.assertEqual(names["keys"],
                         sorted(path.stem for path in KEYS.glob("*.asc")))

    def test_lines_are_narrow_and_their_columns_aligned(self):
        for topic in ("operations", "metrics", "formats", "stages"):
            lines = self.lines(topic)
            self.assertLessEqual(max(map(len, lines)), 80)
            starts = {len(line) - len(line.split(None, 1)[1])
                      for line in lines}
            self.assertEqual(len(starts), 1, topic)

    def test_keys_are_listed_with_files_that_are_there(self):
        for line in self.lines("keys"):
            name, path = line.split(None, 1)
            self.assertTrue(pathlib.Path(path).is_file(), path)
            self.assertEqual(pathlib.Path(path).stem, name)

    def test_references_are_run_files_by_name(self):
        outcome = pgpbench("list", "references")
        self.assertEqual((outcome.returncode, outcome.stderr), (0, b""))
        lines = outcome.stdout.decode().splitlines()
        names = [line.split()[0] for line in lines]
        self.assertEqual(names, ["486dx100", "agenda-vr3-optimized",
                                 "agenda-vr3-unoptimized", "celeron-400",
                                 "raq2"])
        for line in lines:
            self.assertIn("gpg 1.0.5, 2001-05", line)
        for name in names:
            outcome = pgpbench("report", name)
            self.assertEqual((outcome.returncode, outcome.stderr), (0, b""))
            self.assertIn(b"a published table, started 2001-05",
                          outcome.stdout)

    def test_a_published_figure_has_no_more_digits_than_it_had(self):
        outcome = pgpbench("compare", "agenda-vr3-optimized",
                           "agenda-vr3-unoptimized")
        rows = [line.split() for line in outcome.stdout.decode().splitlines()
                if line.startswith("===>")]
        # As they were posted, whole seconds; the ratios by hand.
        self.assertEqual([row[2:5] for row in rows[:7]],
                         [["4", "11", "2.8"], ["3", "10", "3.3"],
                          ["4", "12", "3.0"], ["4", "12", "3.0"],
                          ["10", "26", "2.6"], ["7", "22", "3.1"],
                          ["9", "21", "2.3"]])
        self.assertEqual(" ".join(rows[7][2:]),
                         "- agenda-vr3-unoptimized: disk full")
        report = pgpbench("report", "raq2").stdout.decode()
        self.assertRegex(report, r"===> Sign +450 +n=1 +410 +~40 ")

    def test_anything_else_is_wrong_usage_that_names_the_choices(self):
        for words in ([], ["nothing"], ["keys", "metrics"], [""]):
            self.assert_refused(
                pgpbench("list", *words), "wrong usage",
                "one of operations, keys, metrics, formats, stages, "
                "references;")

    def test_how_much_is_said_can_be_chosen_as_elsewhere(self):
        for option in ("-q", "-v", "--color=never"):
            self.assertEqual(pgpbench("list", "keys", option).stdout,
                             pgpbench("list", "keys").stdout)

    def test_a_full_disk_is_told(self):
        with open("/dev/full", "wb") as full:
            self.assert_refused(pgpbench("list", "keys", stdout=full),
                                "the list cannot be written")


if __name__ == "__main__":
    unittest.main()
