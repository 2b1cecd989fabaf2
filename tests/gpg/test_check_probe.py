# SPDX-License-Identifier: GPL-3.0-or-later
"""check: whether the probe loads here, what it sees, and what it costs."""
import json
import os
import pathlib
import shutil
import unittest

import place

PROBE = os.environ["PROBE"]
STATIC = os.environ["PROBE_STATIC"]

SEEN = ("probe_library", "probe_ledger", "probe_gpg", "probe_gcrypt",
        "probe_compress", "probe_agent", "probe_agent_gcrypt")
COSTS = ("probe_call", "probe_process")

# What stands in a wrapper's way to where it is watched.
WHERE_WATCHED = "case $LD_PRELOAD in *pgpbench-probe*)"


class CheckProbe(place.Place):
    def probe(self, *arguments, **how):
        """The facts of the probe; nothing else may be wrong for them."""
        outcome = self.bench("check", "-f", "json", *arguments, **how)
        self.assertEqual(outcome.err, "")
        self.assertEqual(outcome.status, 0, outcome.out)
        facts = json.loads(outcome.out)
        self.assertIs(facts["works"], True)
        return facts["probe"]

    def assert_weak(self, fact, word):
        self.assertEqual(fact["state"], "weak")
        self.assertIn(word, fact["value"])
        self.assertIsNotNone(fact["remedy"])

    def test_it_loads_into_gpg_and_its_agent(self):
        facts = self.probe()
        for name in SEEN:
            self.assertEqual(facts[name]["state"], "ok", name)
        self.assertEqual(facts["probe_library"]["path"],
                         os.path.realpath(PROBE))
        self.assertIn("into gpg:", facts["probe_gpg"]["value"])
        self.assertIn("libgcrypt.so.20", facts["probe_gcrypt"]["value"])
        self.assertIn("libz.so.1", facts["probe_compress"]["value"])
        self.assertEqual(set(facts), {*SEEN, *COSTS})

    def test_a_cost_has_its_spread_or_no_number(self):
        facts = self.probe()
        for name in COSTS:
            fact = facts[name]
            if fact["ns"] is None:
                self.assertRegex(fact["value"], "none that shows|not known")
            else:
                self.assertGreater(fact["ns"], 0)
                self.assertRegex(fact["value"], r"^\d\S* .s \(\S+ .s to \S+ "
                                 r".s\), \d+ % of ")

    def test_a_gpg_that_it_does_not_reach_is_weak(self):
        gpg = self.wrapper(
            "--version", f"{WHERE_WATCHED} exec {STATIC};; esac")
        facts = self.probe("-e", gpg)
        self.assert_weak(facts["probe_gpg"], "static")
        for name in ("probe_gcrypt", "probe_compress", "probe_process"):
            self.assertIsNone(facts[name]["state"], name)
        self.assertIsNone(facts["probe_process"]["ns"])
        self.assertEqual(facts["probe_agent"]["state"], "ok")

    def test_nor_an_agent_behind_it(self):
        gpg = self.program(
            "gpg", f'exec env -u LD_PRELOAD {place.real_gpg()} "$@"')
        facts = self.probe("-e", gpg)
        self.assert_weak(facts["probe_gpg"], "static")
        self.assert_weak(facts["probe_agent"], "static")
        self.assertIsNone(facts["probe_agent_gcrypt"]["state"])

    def test_a_gpg_that_does_not_bear_it_is_weak(self):
        gpg = self.wrapper("--version", f"{WHERE_WATCHED} exit 3;; esac")
        facts = self.probe("-e", gpg)
        self.assert_weak(facts["probe_gpg"], "does not succeed")
        self.assertIsNone(facts["probe_process"]["ns"])

    def test_nor_one_whose_agent_does_not_start(self):
        gpg = self.wrapper("--import",
                           f"{WHERE_WATCHED} exit 3;; esac")
        outcome = self.bench("check", "-f", "json", "-e", gpg)
        facts = json.loads(outcome.out)["probe"]
        self.assert_weak(facts["probe_agent"], "does not answer")

    @unittest.skipUnless(shutil.which("gpg1"), "no gpg 1.4")
    def test_of_gpg_1_it_sees_compression_only(self):
        facts = self.probe("-e", "gpg1")
        for name in ("probe_gpg", "probe_compress"):
            self.assertEqual(facts[name]["state"], "ok", name)
        for name in ("probe_gcrypt", "probe_agent"):
            self.assertIsNone(facts[name]["state"], name)
            self.assertIn("not used by this gpg", facts[name]["value"])

    def without_library(self, *arguments):
        """check by a copy outside the build tree."""
        copy = self.path / "pgpbench"
        copy.write_bytes(pathlib.Path(place.PGPBENCH).read_bytes())
        copy.chmod(0o755)
        environment = dict(self.environment,
                           PGPBENCH_DATADIR=str(place.SOURCE))
        outcome = self.bench("check", *arguments, program=[copy],
                             env=environment)
        if "libpgpbench-probe.so is not found" not in outcome.out:
            self.skipTest("it is installed")
        self.assertEqual(outcome.status, 0, outcome.out)
        return outcome

    def test_without_the_library_all_else_works(self):
        outcome = self.without_library("-f", "json")
        facts = json.loads(outcome.out)
        self.assert_weak(facts["probe"]["probe_library"], "not found")
        for name in (*SEEN[1:], *COSTS):
            self.assertIsNone(facts["probe"][name]["state"], name)
        self.assertEqual(facts["methods"]["signature"]["state"], "ok")

    def test_quiet_has_a_line_for_what_is_not_there(self):
        words = " ".join(self.without_library("-q").out.split())
        self.assertIn("library weak libpgpbench-probe.so is not found remedy: "
                      "install pgpbench, or set PGPBENCH_DATADIR", words)
        self.assertNotIn("ledger", words)
        self.assertNotIn("cost per", self.bench("check", "-q").out)

    def test_it_is_tried_where_the_home_goes_elsewhere(self):
        long = self.tmp / ("d" * 100)
        long.mkdir()
        facts = self.probe(env=dict(self.environment, TMPDIR=str(long)))
        self.assertEqual(facts["probe_agent"]["state"], "ok")
        self.assertEqual(list(long.iterdir()), [])
        long.rmdir()

    def test_a_gpg_that_hangs_with_it_ends_in_time(self):
        for verb in ("--version", "--import"):
            with self.subTest(verb=verb):
                gpg = self.wrapper(
                    verb, f"{WHERE_WATCHED} sleep 1000;; esac")
                outcome = self.bench("check", "-f", "json", "-e", gpg,
                                     "--timeout", "1")
                self.assertLess(outcome.seconds, 30)
                facts = json.loads(outcome.out)["probe"]
                name = ("probe_gpg" if verb == "--version" else "probe_agent")
                self.assertEqual(facts[name]["state"], "weak")
                self.check_nothing_is_left()


if __name__ == "__main__":
    place.main()
