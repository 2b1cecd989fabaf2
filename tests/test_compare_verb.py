# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the verb "compare", by the program as it is built, $PGPBENCH, on
run files that are made here from one of write_sample_runs in the current
directory.  It needs no gpg.
"""
import copy
import csv
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PGPBENCH = os.environ["PGPBENCH"]
LIMIT_S = 30
COLUMNS = ["cell", "metric", "base", "other", "ratio", "low", "high",
           "verdict", "n_base", "n_other"]
SIGN = "dsa1024/sign/COPYING/x1"


def scaled(run, factor, operation=None):
    """RUN with all times of OPERATION (none: of all) FACTOR times as long."""
    run = copy.deepcopy(run)
    for cell in run["cells"]:
        if operation in (None, cell["operation"]):
            for kind in ("plain", "probed"):
                for metric, values in cell[kind].items():
                    if metric.endswith("_ns"):
                        cell[kind][metric] = [
                            None if value is None else round(value * factor)
                            for value in values]
    return run


def merged(first, second):
    """The engine of SECOND as a second one of FIRST."""
    run = copy.deepcopy(first)
    run["engines"].append(dict(second["engines"][0], name="other"))
    for cell in second["cells"]:
        name = cell["name"].split("/", 1)[1]
        run["cells"].append(dict(cell, engine="other", name=f"other/{name}"))
    return run


class Compare(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.full = json.loads(pathlib.Path("full.json").read_text())

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.path = pathlib.Path(place.name)

    def write(self, name, run):
        (self.path / name).write_text(json.dumps(run))
        return name

    def compare(self, *arguments, **how):
        return subprocess.run([PGPBENCH, "compare", *arguments],
                              cwd=self.path, timeout=LIMIT_S, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=dict(os.environ, LC_ALL="C"), **how)

    def rows(self, *arguments):
        """The records of the CSV, by cell and metric."""
        outcome = self.compare("-f", "csv", *arguments)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        reader = csv.DictReader(io.StringIO(outcome.stdout))
        self.assertEqual(reader.fieldnames, COLUMNS)
        return {(row["cell"], row["metric"]): row for row in reader}

    def real(self, *arguments):
        return {cell: row for (cell, metric), row
                in self.rows(*arguments).items() if metric == "real_ns"}

    def assert_refused(self, outcome, *words):
        self.assertEqual(outcome.returncode, 2, outcome.stderr)
        self.assertEqual(outcome.stdout, "")
        self.assertEqual(outcome.stderr.count("\n"), 1, outcome.stderr)
        for word in words:
            self.assertIn(word, outcome.stderr)

    def two(self, factor, operation=None):
        return (self.write("old.json", self.full),
                self.write("new.json", scaled(self.full, factor, operation)))

    def test_the_same_run_twice_shows_nothing(self):
        for row in self.real(*self.two(1)).values():
            self.assertEqual((row["verdict"], float(row["ratio"])), ("~", 1))
            self.assertEqual(row["base"], row["other"])

    def test_what_is_slower_is_found_and_how_much(self):
        for cell, row in self.real(*self.two(1.1, "sign")).items():
            is_sign = "/sign/" in cell
            self.assertEqual(row["verdict"], "slower" if is_sign else "~")
            self.assertAlmostEqual(float(row["ratio"]), 1.1 if is_sign else 1,
                                   places=4)
            self.assertLess(float(row["low"]), float(row["ratio"]) + 1e-9)
            self.assertEqual((row["n_base"], row["n_other"]), ("24", "24"))

    def test_files_swapped_give_the_inverse(self):
        old, new = self.two(1.25)
        there, back = self.real(old, new), self.real(new, old)
        self.assertEqual(set(there), set(back))
        for cell, row in there.items():
            self.assertAlmostEqual(float(row["ratio"]) *
                                   float(back[cell]["ratio"]), 1, places=4)
            self.assertAlmostEqual(float(row["low"]) *
                                   float(back[cell]["high"]), 1, places=4)
            self.assertEqual((row["verdict"], back[cell]["verdict"]),
                             ("slower", "faster"))

    def test_engines_of_one_file_are_compared_in_pairs(self):
        run = merged(self.full, scaled(self.full, 1.1, "decrypt"))
        name = self.write("both.json", run)
        rows = self.real(name)
        self.assertEqual(len(rows), 9)
        for cell, row in rows.items():
            self.assertEqual(row["verdict"],
                             "slower" if "/decrypt/" in cell else "~")
        text = self.compare(name).stdout
        self.assertIn("other (other) against gpg (base), paired by round",
                      text)
        # The report of the run has the same tables.
        report = subprocess.run([PGPBENCH, "report", self.path / name],
                                capture_output=True, text=True, check=True,
                                timeout=LIMIT_S).stdout
        self.assertIn(text[text.index("other (other)"):], report)

    def test_several_others_are_told_apart(self):
        names = [*self.two(1.1), self.write("third.json", self.full)]
        rows = self.real(*names)
        self.assertEqual(rows[f"new/{SIGN}"]["verdict"], "slower")
        self.assertEqual(rows[f"third/{SIGN}"]["verdict"], "~")
        run = self.write("both.json", merged(self.full, self.full))
        self.assertIn(f"both:other/{SIGN}", self.real("old.json", run))

    def test_files_of_one_name_are_told_apart_by_their_paths(self):
        for place in ("a", "b"):
            (self.path / place).mkdir()
            self.write(f"{place}/run.json", self.full)
        text = self.compare("a/run.json", "b/run.json").stdout
        self.assertIn("b/run (other) against a/run (base)", text)

    def test_stages_say_where_the_difference_is(self):
        text = self.compare(*self.two(2, "encrypt")).stdout
        self.assertNotIn("where the difference is", text)
        self.assertNotIn(f"where     {SIGN}", text)
        self.assertRegex(text, r"where     dsa1024/encrypt/COPYING/x1: \+\S+ ms")
        everywhere = self.compare("--budget", "old.json", "new.json").stdout
        self.assertIn(f"where     {SIGN}", everywhere)
        self.assertEqual(everywhere.count("where the difference is"), 9)

    def test_what_must_be_the_same_is_named(self):
        for change, name in (
                (lambda run: run["settings"].update(pool="cold"), "pool"),
                (lambda run: run["settings"].update(data="memory"), "data"),
                (lambda run: run["keys"][0].update(subkey="x"), "key"),
                (lambda run: [cell["used"].update(compress="BZIP2")
                              for cell in run["cells"]], "compression")):
            old, new = self.two(1.5)
            run = json.loads((self.path / new).read_text())
            change(run)
            self.write(new, run)
            rows = self.real(old, new)
            self.assertEqual(rows[SIGN]["verdict"], "?", name)
            self.assertAlmostEqual(float(rows[SIGN]["ratio"]), 1.5, places=4)
            self.assertIn(f"{name} differs", self.compare(old, new).stdout)
            self.assertEqual(self.real("--anyway", old, new)[SIGN]["verdict"],
                             "slower")

    def test_other_machines_are_not_tested(self):
        old, new = self.two(1.5)
        run = json.loads((self.path / new).read_text())
        run["machine"]["cpu"] = "Agenda \x1b[31mVR3"
        self.write(new, run)
        self.assertEqual({row["verdict"] for row in
                          self.real(old, new).values()}, {"?"})
        text = self.compare(old, new).stdout
        self.assertIn("ratios without a test", text)
        self.assertNotIn("\x1b", text)

    def test_a_failed_cell_says_why(self):
        old = self.write("old.json", self.full)
        full = pathlib.Path("disk_full.json").resolve()
        row = self.real(old, str(full))["dsa1024/decrypt/COPYING/x20"]
        self.assertEqual((row["verdict"], row["other"], row["ratio"]),
                         ("-", "", ""))
        self.assertIn("disk full", self.compare(old, str(full)).stdout)

    def test_one_sample_has_a_ratio_and_no_more(self):
        old = self.write("old.json", self.full)
        single = str(pathlib.Path("single.json").resolve())
        row = self.real(old, single)[SIGN]
        self.assertEqual((row["verdict"], row["low"], row["n_other"]),
                         ("~", "", "1"))
        self.assertIn("too few samples", self.compare(old, single).stdout)

    def test_fail_above_is_status_3(self):
        old, new = self.two(1.1, "verify")
        self.assertEqual(self.compare("--fail-above", "20", old,
                                      new).returncode, 0)
        outcome = self.compare("--fail-above", "5", old, new)
        self.assertEqual(outcome.returncode, 3)
        self.assertIn("verify", outcome.stderr)
        self.assertEqual(outcome.stderr.count("\n"), 1)
        self.assertIn("===> Verify", outcome.stdout)
        # Faster is no fault, and without a test there is none.
        self.assertEqual(self.compare("--fail-above", "5", new,
                                      old).returncode, 0)
        single = str(pathlib.Path("single.json").resolve())
        self.assertEqual(self.compare("--fail-above", "0", new,
                                      single).returncode, 0)

    def test_fail_above_says_what_it_could_not_judge(self):
        old, new = self.two(2)
        run = json.loads((self.path / new).read_text())
        run["settings"]["pool"] = "cold"
        self.write(new, run)
        outcome = self.compare("--fail-above", "5", old, new)
        self.assertEqual(outcome.returncode, 0)
        self.assertIn("could not judge 9 cells", outcome.stderr)

    def test_sides_have_names_of_their_own(self):
        for name in ("a.json", "a", "b.json"):
            self.write(name, self.full)
        rows = self.rows("b.json", "a.json", "a")
        self.assertIn((f"a/{SIGN}", "real_ns"), rows)
        self.assertIn((f"a#2/{SIGN}", "real_ns"), rows)

    def test_cells_that_guards_keep_apart_are_in_no_mean(self):
        old, new = self.two(2)
        run = json.loads((self.path / new).read_text())
        for cell in run["cells"]:
            if cell["operation"] == "encrypt":
                cell["used"]["cipher"] = "3DES"
        self.write(new, run)
        text = self.compare(old, new).stdout
        self.assertNotIn("Encrypt 2", text[text.index("mean "):])
        self.assertRegex(text, r"all 2\.\d+ \(6\)")
        self.assertRegex(self.compare("--anyway", old, new).stdout,
                         r"all 2\.\d+ \(8\)")

    def test_a_stage_that_was_nothing_is_seen(self):
        old, new = self.two(2, "encrypt")
        run = json.loads((self.path / old).read_text())
        for cell in run["cells"]:
            if cell["operation"] == "encrypt":
                cell["probed"]["entropy_ns"] = [
                    0 for _ in cell["probed"]["entropy_ns"]]
        self.write(old, run)
        name = "dsa1024/encrypt/COPYING/x20"
        row = self.rows(old, new)[name, "entropy_ns"]
        self.assertEqual((row["ratio"], row["verdict"]), ("", "slower"))

    def test_a_busy_machine_is_told(self):
        old, new = self.two(1)
        run = json.loads((self.path / new).read_text())
        run["machine"]["load"] = [9.0, 9.0]
        self.write(new, run)
        self.assertIn("note: new: the machine was busy",
                      self.compare(old, new).stdout)

    def history(self, factors):
        """A file of runs, each night a factor of the first."""
        runs = []
        for night, factor in enumerate(factors, 1):
            run = scaled(self.full, factor, "sign")
            run["started"] = f"2026-12-{night:02}T02:00:00Z"
            runs.append(json.dumps(run) + "\n")
        (self.path / "nightly.jsonl").write_text("".join(runs))
        return "nightly.jsonl"

    def drift(self, *arguments):
        """The words of each cell's row, by its name."""
        outcome = self.compare(*arguments)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        found = {}
        for line in outcome.stdout.splitlines():
            words = line.split()
            if words and words[0].startswith(("dsa1024/", "-/")):
                found[words[0]] = words[1:]
        return found, outcome.stdout

    def test_drift_is_shown_for_each_cell(self):
        name = self.history([1, 1.1, 0.9, 1.2, 1.3])
        rows, text = self.drift("--since", "9", name)
        self.assertEqual(len(rows), 9)
        # 4.69 ms; the newest 30 % more; the median of the ten slopes.
        self.assertEqual(rows[SIGN][:5], ["4.69", "ms", "6.10", "ms", "+30%"])
        self.assertEqual(rows[SIGN][5:8], ["slower", "-10%", "+30%"])
        self.assertEqual(rows[SIGN][9], "5")
        self.assertEqual(rows["dsa1024/verify/COPYING/x1"][4:8],
                         ["+0.0%", "~", "+0.0%", "+0.0%"])
        self.assertIn("2026-12-05T02:00:00Z (newest) against "
                      "2026-12-01T02:00:00Z (first)", text)

    def test_since_is_a_number_of_runs_or_a_date(self):
        name = self.history([1, 1.1, 0.9, 1.2, 1.3])
        for since in ("3", "2026-12-03"):
            rows, text = self.drift("--since", since, name)
            self.assertEqual(rows[SIGN][9], "3")
            self.assertIn("against 2026-12-03T02:00:00Z (first)", text)
        for since in ("1", "2026-12-05", "2027-01"):
            self.assert_refused(self.compare("--since", since, name),
                                "5 runs", since)
        self.assert_refused(self.compare("--since", "2", name, name),
                            "--since")
        old, _ = self.two(1)
        self.assert_refused(self.compare("--since", "2", old), "1 run,")

    def test_each_engine_drifts_by_itself(self):
        runs = []
        for factor in (1, 1.2):
            run = merged(scaled(self.full, factor),
                         scaled(self.full, 3 / factor))
            runs.append(json.dumps(run) + "\n")
        (self.path / "both.jsonl").write_text("".join(runs))
        text = self.compare("--since", "2", "both.jsonl").stdout
        signs = [line.split() for line in text.splitlines()
                 if line.startswith(SIGN)]
        self.assertEqual([words[5:7] for words in signs],
                         [["+20%", "slower"], ["-17%", "faster"]])

    def test_a_file_of_runs_is_as_many_sides(self):
        name = self.history([1, 1.1, 0.9])
        rows = self.real(name)
        self.assertEqual(len(rows), 2 * 9)
        self.assertEqual(rows[f"2026-12-02T02:00:00Z/{SIGN}"]["verdict"],
                         "slower")
        outcome = subprocess.run([PGPBENCH, "report", self.path / name],
                                 capture_output=True, text=True,
                                 timeout=LIMIT_S)
        self.assertEqual((outcome.returncode, outcome.stdout), (2, ""))
        self.assertIn("3 runs", outcome.stderr)

    def test_a_table_has_a_row_for_each_run(self):
        names = [*self.two(2, "sign"), self.write("third.json", self.full),
                 "raq2"]
        outcome = self.compare("--table", "--sort", "sign/COPYING/x20", "-f",
                               "csv", *names)
        rows = list(csv.DictReader(io.StringIO(outcome.stdout)))
        self.assertEqual([row["name"] for row in rows],
                         ["old", "third", "new", "raq2"])
        self.assertEqual(float(rows[2][SIGN]), 2 * float(rows[0][SIGN]))
        self.assertEqual(rows[3]["-/start/-/x1"], "")
        told = json.loads(self.compare("--table", "-f", "json",
                                       *names).stdout)["rows"]
        self.assertEqual([row["name"] for row in told],
                         ["old", "new", "third", "raq2"])
        for row in told:
            same = next(one for one in rows if one["name"] == row["name"])
            for cell, value in row["real_ns"].items():
                self.assertEqual(same[cell],
                                 "" if value is None else f"{value:g}"
                                 if value != int(value) else str(int(value)))
        text = self.compare("--table", "--sort", "gpg", *names).stdout
        self.assertRegex(text, r"(?m)^raq2 +1\.0\.5 +- +Cobalt RaQ2$")
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80)
        for sort in ("sign", "nothing"):
            self.assert_refused(self.compare("--table", "--sort", sort,
                                             *names), "--sort", sort)
        self.assert_refused(self.compare("--sort", "name", *names), "--sort")

    def test_noise_is_what_is_asked(self):
        old, new = self.two(1.02)
        self.assertEqual(self.real(old, new)[SIGN]["verdict"], "slower")
        self.assertEqual(self.real("--noise", "3", old, new)[SIGN]["verdict"],
                         "~")
        old, new = self.two(1.009)
        self.assertEqual(self.real(old, new)[SIGN]["verdict"], "~")
        self.assertEqual(self.real("--noise", "0", old, new)[SIGN]["verdict"],
                         "slower")

    def test_json_says_the_same_as_csv(self):
        old, new = self.two(1.1, "sign")
        outcome = self.compare("-f", "json", old, new)
        told = json.loads(outcome.stdout)
        self.assertEqual(told["schema"], "pgpbench-compare")
        rows = self.rows(old, new)
        seen = 0
        for cell in told["others"][0]["cells"]:
            for metric, figure in cell.items():
                if not metric.endswith("_ns"):
                    continue
                row = rows[cell["name"], metric]
                seen += 1
                self.assertEqual(figure["verdict"], row["verdict"])
                for key in ("base", "other", "ratio", "low", "high"):
                    if figure[key] is None:
                        self.assertEqual(row[key], "")
                    else:
                        self.assertAlmostEqual(float(row[key]), figure[key],
                                               delta=1e-6 * figure[key])
        self.assertEqual(seen, len(rows))

    def test_exports_get_the_same(self):
        old, new = self.two(1.1)
        csv_text = self.compare("-f", "csv", old, new).stdout
        outcome = self.compare("--export-csv", "out.csv", "--export-text",
                               "out.txt", old, new)
        self.assertEqual((self.path / "out.csv").read_text(), csv_text)
        self.assertEqual((self.path / "out.txt").read_text(), outcome.stdout)

    def test_no_line_is_wider_than_80_columns(self):
        for factor in (0.001, 1, 1000):
            text = self.compare("--budget", *self.two(factor)).stdout
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, line)
            for word in ("nan", "inf"):
                self.assertNotIn(f" {word}", text)

    def test_a_dash_is_standard_input_once(self):
        old, new = self.two(1.1)
        with open(self.path / new, encoding="utf-8") as file:
            outcome = self.compare(old, "-", stdin=file)
        self.assertEqual(outcome.returncode, 0)
        self.assertIn("===> Sign", outcome.stdout)
        self.assert_refused(self.compare("-", "-"), "standard input")

    def test_what_cannot_be_compared_is_refused(self):
        old, new = self.two(1)
        self.assert_refused(self.compare(), "run files")
        self.assert_refused(self.compare(old), "another run file")
        self.assert_refused(self.compare(old, "none.json"), "none.json")
        (self.path / "bad.json").write_text('{"schema": ')
        self.assert_refused(self.compare(old, "bad.json"), "bad.json")
        for option, value in (("--noise", "-1"), ("--fail-above", "x"),
                              ("--fail-above", "")):
            self.assert_refused(self.compare(option, value, old, new), option)

    def test_a_run_without_engine_is_refused(self):
        old = self.write("old.json", self.full)
        bare = self.write("bare.json", dict(self.full, engines=[], cells=[]))
        self.assert_refused(self.compare(old, bare), "bare.json", "engine")


if __name__ == "__main__":
    unittest.main()
