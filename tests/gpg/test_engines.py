# SPDX-License-Identifier: GPL-3.0-or-later
"""Several engines in one run: each in its own homes and environment, measured
side by side, and told apart."""

import place

OPERATIONS = ("sign", "verify", "encrypt", "decrypt")
PROBE_LIBRARY_NAMES = ("libpgpbench-probe.so", "libpgpbench-hwf.so")


class Engines(place.Place):
    def measure_well(self, *arguments):
        outcome = self.measure(*arguments, place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        return outcome

    def logged(self, name):
        """A gpg that notes the homes and the variable MARK it is called
        with; its path, and where it notes them."""
        log = self.path / f"{name}.log"
        path = self.program(name, f"""\
echo "$GNUPGHOME ${{MARK-unset}} ${{LD_LIBRARY_PATH-unset}}" >>{log}
exec {place.real_gpg()} "$@\"""")
        return path, log

    def test_engines_are_called_by_their_names(self):
        run = self.measure_well("-o", "start", "-e", "gpg", "-e",
                                f"old={place.real_gpg()}", "-e", "gpg", "-e",
                                self.wrapper("none", ":")).run_file()
        self.assertEqual([engine["name"] for engine in run["engines"]],
                         ["gpg", "old", "gpg#2", "gpg#3"])
        self.assertEqual([cell["name"] for cell in run["cells"]],
                         [f"{name}/-/start/-/x1"
                          for name in ("gpg", "old", "gpg#2", "gpg#3")])

    def test_each_has_its_own_homes_and_environment(self):
        first, first_log = self.logged("one")
        second, second_log = self.logged("two")
        self.environment["MARK"] = "users"
        self.environment.pop("LD_LIBRARY_PATH", None)
        outcome = self.bench(
            "-r", "1", "-x", "1", "-f", "json", "-e", f"{first},MARK=a b",
            "-e", f"{second},LD_LIBRARY_PATH=/nonexistent", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        seen = [set(log.read_text().splitlines())
                for log in (first_log, second_log)]
        homes = [{line.split()[0] for line in lines} for lines in seen]
        self.assertEqual([len(of_one) for of_one in homes], [2, 2])
        self.assertEqual(homes[0] & homes[1], set())
        self.assertEqual({line.split(None, 1)[1] for line in seen[0]},
                         {"a b unset"})
        self.assertEqual({line.split(None, 1)[1] for line in seen[1]},
                         {"users /nonexistent"})
        engines = outcome.run_file()["engines"]
        self.assertEqual(engines[0]["environment"], ["MARK=a b"])
        self.assertEqual(engines[1]["environment"],
                         ["LD_LIBRARY_PATH=/nonexistent"])

    def test_their_samples_are_of_the_same_rounds(self):
        outcome = self.bench("-m", "4", "-M", "30", "--max-time", "4", "-x",
                             "1", "-f", "json", "-e", "a=gpg", "-e", "b=gpg",
                             place.COPYING)
        cells = outcome.cells()
        self.assertEqual(outcome.status, 0)
        for operation in OPERATIONS:
            name = f"dsa1024/{operation}/COPYING/x1"
            for kind in ("plain", "probed"):
                self.assertEqual(cells[f"a/{name}"][kind]["round"],
                                 cells[f"b/{name}"][kind]["round"])

    def test_all_cpu_is_accounted_for(self):
        """Two agents of each engine are there at once."""
        run = self.bench("-r", "2", "-x", "1", "-f", "json", "-k", "rsa4096",
                         "-e", "a=gpg", "-e", "b=gpg",
                         place.COPYING).run_file()
        for cell in run["cells"]:
            if cell["operation"] in ("sign", "decrypt"):
                self.assertGreater(min(cell["plain"]["agent_cpu_ns"]), 1000000)
                self.assertGreater(min(cell["probed"]["agent_cpu_ns"]),
                                   1000000)

    def test_libraries_are_read_of_each(self):
        run = self.bench("-r", "1", "-x", "1", "-f", "json", "-o", "sign",
                         "-e", "gpg,hwf=all", "-e", "gpg1",
                         place.COPYING).run_file()
        for engine in run["engines"]:
            libraries = {library["name"]: library
                         for library in engine["libraries"]}
            self.assertIn("libz.so.1", libraries)
            self.assertRegex(libraries["libz.so.1"]["build_id"],
                             "^[0-9a-f]{8,}$")
            for own in PROBE_LIBRARY_NAMES:
                self.assertNotIn(own, libraries)
        names = [[library["name"] for library in engine["libraries"]]
                 for engine in run["engines"]]
        self.assertIn("gpg", names[0])
        self.assertIn("gpg-agent", names[0])
        self.assertIn("libgcrypt.so.20", names[0])
        self.assertIn("gpg1", names[1])
        self.assertNotIn("libgcrypt.so.20", names[1])

    def test_what_one_lacks_the_other_has(self):
        outcome = self.measure("-e", "gpg", "-e", "gpg1", "-k", "ed25519",
                               place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (1, ""))
        cells = outcome.cells()
        for operation in OPERATIONS:
            name = f"ed25519/{operation}/COPYING/x1"
            self.assertIsNone(cells[f"gpg/{name}"]["failure"])
            self.assertIn("algorithm", cells[f"gpg1/{name}"]["failure"]
                          ["advice"])

    def test_a_key_that_is_made_is_the_same_for_all(self):
        outcome = self.measure_well("-g", "rsa1024", "-e", "gpg1", "-e", "gpg")
        run = outcome.run_file()
        self.assertEqual(len(run["keys"]), 1)
        self.assertEqual(run["keys"][0]["origin"], "generated")
        self.assertEqual(len(run["cells"]), 2 * (2 + len(OPERATIONS)))

    def test_what_the_first_cannot_make_the_second_does(self):
        outcome = self.measure("-g", "ed25519/cv25519", "-e", "gpg1", "-e",
                               "gpg", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (1, ""))
        for name, cell in outcome.cells().items():
            is_lacking = name.startswith("gpg1/ed25519")
            self.assertEqual(cell["failure"] is not None, is_lacking, name)

    def test_a_failing_engine_leaves_the_other_its_cells(self):
        broken = self.wrapper("--encrypt", "exit 2")
        outcome = self.measure("-e", f"bad={broken}", "-e", "good=gpg",
                               place.COPYING)
        self.assertEqual(outcome.status, 1)
        for name, cell in outcome.cells().items():
            fails = name.startswith("bad/") and ("encrypt" in name or
                                                 "decrypt" in name)
            self.assertEqual(cell["failure"] is not None, fails, name)

    def test_features_are_off_without_root(self):
        run = self.measure_well("-e", "gpg", "-e",
                                "soft=gpg,hwf=none").run_file()
        self.assertEqual([engine["hwf"] for engine in run["engines"]],
                         ["all", "none"])
        lists = [engine["libgcrypt"]["hwflist"]
                 for engine in run["engines"]]
        self.assertEqual(lists[1].strip(":"), "")

    def test_a_gpg_without_libgcrypt_cannot_do_without_its_features(self):
        self.assert_refused(self.bench("-e", "gpg", "-e", "gpg1,hwf=none",
                                       place.COPYING), "gpg1", "hwf=none")

    def test_features_that_stay_are_no_hwf_none(self):
        deaf = self.program("gpg", f"""\
unset LD_PRELOAD
exec {place.real_gpg()} "$@\"""")
        if not self.has_features():
            self.skipTest("this CPU has no features to turn off")
        self.assert_refused(self.bench("-e", f"{deaf},hwf=none",
                                       place.COPYING), "gpg", "hwf=none")

    def has_features(self):
        run = self.measure_well("-o", "start").run_file()
        return run["engines"][0]["libgcrypt"]["hwflist"].strip(":") != ""

    def test_all_engines_are_checked_before_anything_is_measured(self):
        started = self.path / "started"
        first = self.program("gpg", f"""\
[ "$1" = --version ] || touch {started}
exec {place.real_gpg()} "$@\"""")
        self.assert_refused(self.bench("-e", first, "-e", "/nonexistent/gpg",
                                       place.COPYING), "/nonexistent/gpg")
        self.assert_refused(self.bench("-e", first, "-e", "/bin/true",
                                       place.COPYING), "/bin/true")

    def test_more_than_can_be_kept_apart_are_refused(self):
        engines = [word for _ in range(9) for word in ("-e", "gpg")]
        self.assert_refused(self.bench(*engines, place.COPYING), "--engine",
                            "9")

    def test_a_signal_leaves_nothing_of_any(self):
        with self.start("-r", "1000", "-e", "a=gpg", "-e", "b=gpg1", "-e",
                        "c=gpg", place.COPYING) as process:
            while not list(self.tmp.glob("pgpbench.*/payload-*")):
                self.assertIsNone(process.poll())
            process.terminate()
            process.communicate(timeout=place.LIMIT_S)
        self.assertEqual(process.returncode, 128 + 15)


if __name__ == "__main__":
    place.main()
