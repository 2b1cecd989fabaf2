# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the formats of a run against each other and against what others
have specified, by the program as it is built, $PGPBENCH, on the run files of
write_sample_runs in the current directory.
"""
import csv
import io
import json
import os
import re
import statistics
import subprocess
import unittest

PGPBENCH = os.environ["PGPBENCH"]
SAMPLES = ["full", "disk_full", "single", "no_agent", "two", "budget"]
LIMIT_S = 30

# https://go.dev/design/14313-benchmark-format
SETTING = re.compile(r"^[a-z][^\sA-Z]*:[ \t]+\S.*$")
NAME = re.compile(r"^Benchmark[A-Z]\S*$")


def report(name, form, *options):
    return subprocess.run([PGPBENCH, "report", "-f", form, *options,
                           f"{name}.json"], capture_output=True, text=True,
                          check=True, timeout=LIMIT_S,
                          env=dict(os.environ, LC_ALL="C")).stdout


def rows(name):
    return {row["cell"]: row for row
            in csv.DictReader(io.StringIO(report(name, "csv")))}


def measured(name):
    return {cell: row for cell, row in rows(name).items() if row["real_ns"]}


def cells_of(line):
    """The words of a row, of text or Markdown alike."""
    return line.replace("===>", " ").replace("|", " ").replace(
        "\\", "").split()


class Gobench(unittest.TestCase):
    def samples(self, name):
        """Every value by benchmark and unit."""
        found = {}
        lines = report(name, "gobench").splitlines()
        blank = lines.index("")
        for line in lines[:blank]:
            self.assertRegex(line, SETTING)
        for line in lines[blank + 1:]:
            fields = line.split()
            self.assertGreaterEqual(len(fields), 4, line)
            self.assertEqual(len(fields) % 2, 0, line)
            self.assertRegex(fields[0], NAME)
            self.assertGreater(int(fields[1]), 0)
            for value, unit in zip(fields[2::2], fields[3::2]):
                found.setdefault((fields[0], unit), []).append(float(value))
        return found

    def benchmark_of(self, row):
        name = f"Benchmark{row['operation'].capitalize()}"
        name += f"/engine={row['engine']}"
        if row["key"]:
            name += f"/key={row['key']}"
        if row["fixture"]:
            name += f"/fixture={row['fixture']}/copies={row['copies']}"
        return name

    def test_medians_of_its_samples_are_those_of_the_csv(self):
        for name in SAMPLES:
            samples = self.samples(name)
            for row in measured(name).values():
                values = samples[self.benchmark_of(row), "ns/op"]
                self.assertEqual(len(values), int(row["n"]))
                self.assertEqual(statistics.median(values),
                                 float(row["real_ns"]))
                if row["cpu_ns"]:
                    self.assertEqual(statistics.median(
                        samples[self.benchmark_of(row), "cpu-ns/op"]),
                        float(row["cpu_ns"]))

    def test_failed_cells_have_no_line(self):
        samples = self.samples("disk_full")
        self.assertNotIn(("BenchmarkDecrypt/engine=gpg/key=dsa1024"
                          "/fixture=COPYING/copies=20", "ns/op"), samples)


class Hyperfine(unittest.TestCase):
    # Of hyperfine's own export, src/benchmark/benchmark_result.rs.
    FIELDS = {"command", "mean", "stddev", "median", "user", "system", "min",
              "max", "times", "exit_codes", "parameters"}

    def test_results_have_its_fields_and_our_figures(self):
        for name in SAMPLES:
            results = json.loads(report(name, "hyperfine"))["results"]
            expected = measured(name)
            self.assertEqual([result["command"] for result in results],
                             list(expected))
            for result in results:
                row = expected[result["command"]]
                self.assertEqual(set(result), self.FIELDS)
                self.assertEqual(len(result["times"]), int(row["n"]))
                self.assertEqual(result["exit_codes"], [0] * int(row["n"]))
                for key, column in (("median", "real_ns"),
                                    ("min", "real_min_ns"),
                                    ("max", "real_max_ns")):
                    self.assertAlmostEqual(result[key] * 1e9,
                                           float(row[column]), places=3)

    def test_a_script_of_its_kind_reads_it(self):
        """What scripts/advanced_statistics.py of hyperfine works out."""
        for result in json.loads(report("full", "hyperfine"))["results"]:
            times = result["times"]
            self.assertAlmostEqual(statistics.mean(times), result["mean"], 9)
            self.assertAlmostEqual(statistics.stdev(times), result["stddev"],
                                   9)
            self.assertAlmostEqual(statistics.median(times), result["median"],
                                   12)
            self.assertEqual((min(times), max(times)),
                             (result["min"], result["max"]))
            self.assertEqual(result["parameters"]["engine"], "gpg")

    def test_one_sample_has_no_deviation(self):
        for result in json.loads(report("single", "hyperfine"))["results"]:
            self.assertIsNone(result["stddev"])


class Markdown(unittest.TestCase):
    def test_its_tables_have_the_figures_of_the_text(self):
        for name in SAMPLES:
            text = report(name, "text").splitlines()
            said = report(name, "markdown")
            found = [cells_of(line) for line in said.splitlines()]
            for line in text:
                if line.startswith("===> "):
                    self.assertIn(cells_of(line), found, line)

    def test_each_row_has_as_many_bars_as_its_headings(self):
        for name in SAMPLES:
            bars = None
            for line in report(name, "markdown", "--budget").splitlines():
                if not line.startswith("|"):
                    bars = None
                    continue
                count = len(re.findall(r"(?<!\\)\|", line))
                bars = bars or count
                self.assertEqual(count, bars, line)

    def test_no_line_is_blank_twice(self):
        for name in SAMPLES:
            self.assertNotIn("\n\n\n", report(name, "markdown", "--budget"))


class Line(unittest.TestCase):
    def test_it_has_a_line_for_each_engine_with_the_medians_of_the_text(self):
        for name in SAMPLES:
            lines = report(name, "line").splitlines()
            engines = {row["engine"] for row in rows(name).values()}
            self.assertEqual(len(lines), len(engines))
        line = report("full", "line")
        for row in report("full", "text").splitlines():
            if row.startswith("===> "):
                _, title, median, *_ = row.split()
                self.assertIn(f"{title.lower()} {median} ms", line)
        self.assertIn("gpg 2.2.40, libgcrypt 1.10.1, dsa1024/elg1024, "
                      "COPYING x1:", line)
        self.assertIn("decrypt disk full", report("disk_full", "line"))


if __name__ == "__main__":
    unittest.main()
