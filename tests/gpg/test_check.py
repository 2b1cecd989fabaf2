# SPDX-License-Identifier: GPL-3.0-or-later
"""check: what it finds here, what it finds missing, and what it cleans up."""
import json
import os
import pathlib
import signal
import time
import unittest

import place

TOPICS = ("methods", "probe", "clocks", "programs", "places")


class Check(place.Place):
    def facts(self, *arguments, **how):
        """Exit status and the JSON object."""
        outcome = self.bench("check", "-f", "json", *arguments, **how)
        self.assertEqual(outcome.err, "")
        return outcome.status, json.loads(outcome.out)

    def without(self, **variables):
        """The environment with VARIABLES instead."""
        return dict(self.environment, **variables)

    def test_all_that_is_needed_works_here(self):
        status, facts = self.facts()
        self.assertEqual(status, 0)
        self.assertIs(facts["works"], True)
        self.assertEqual(facts["schema"], "pgpbench-check")
        for name in ("signature", "gpg_cpu", "agent_cpu", "client_cpu"):
            fact = facts["methods"][name]
            self.assertEqual(fact["state"], "ok", name)
            self.assertGreater(fact["ns"], 0, name)
        for name in ("clock_resolution", "clock_step", "clock_reading",
                     "cpu_tick", "empty_real", "empty_cost"):
            self.assertGreater(facts["clocks"][name]["ns"], 0, name)
        self.assertEqual(facts["programs"]["gpg"]["path"], place.real_gpg())
        self.assertEqual(facts["programs"]["keys"]["path"],
                         str(place.SOURCE / "keys"))
        self.assertEqual(facts["places"]["work_dir"]["path"], str(self.tmp))
        self.assertEqual(facts["leftovers"], [])

    def test_what_is_not_in_order_has_a_remedy(self):
        for arguments in ((), ("--work-dir", "/proc"), ("-e", "/bin/true")):
            _, facts = self.facts(*arguments)
            for topic in TOPICS:
                for name, fact in facts[topic].items():
                    self.assertEqual(fact["state"] in ("weak", "missing"),
                                     fact["remedy"] is not None, name)

    def test_the_text_says_the_same_in_80_columns_of_ascii(self):
        _, facts = self.facts()
        outcome = self.bench("check", "-v")
        self.assertEqual(outcome.status, 0)
        self.assertEqual(outcome.err, "")
        self.assertTrue(outcome.out.isascii())
        for line in outcome.out.splitlines():
            self.assertLessEqual(len(line), 80, line)
            self.assertEqual(line, line.rstrip())
        words = " ".join(outcome.out.split())
        for name in ("gpg", "gpgme", "libgcrypt", "libassuan", "jansson"):
            self.assertIn(facts["programs"][name]["value"], words)

    def test_without_a_gpg_it_names_what_to_do(self):
        environment = self.without(PATH="/nonexistent")
        outcome = self.bench("check", env=environment)
        self.assertEqual(outcome.status, 1)
        words = " ".join(outcome.out.split())
        self.assertIn("gpg missing", words)
        self.assertIn("remedy: not in PATH (/nonexistent): install the "
                      "package gpg", words)
        status, facts = self.facts(env=environment)
        self.assertEqual(status, 1)
        self.assertIs(facts["works"], False)
        self.assertIsNone(facts["methods"]["signature"]["state"])

    def test_what_is_no_gpg_is_missing(self):
        for gpg in ("/bin/true", "/nonexistent", str(place.COPYING)):
            status, facts = self.facts("-e", gpg)
            self.assertEqual(status, 1, gpg)
            self.assertEqual(facts["programs"]["gpg"]["state"], "missing")

    def test_a_gpg_that_hangs_ends_in_time(self):
        for verb in ("--version", "--import", "--sign"):
            with self.subTest(verb=verb):
                gpg = self.wrapper(verb, "sleep 1000")
                outcome = self.bench("check", "-e", gpg, "--timeout", "1")
                self.assertEqual(outcome.status, 1)
                self.assertLess(outcome.seconds, 30)
                self.check_nothing_is_left()

    def test_a_gpg_that_cannot_sign_is_found_out(self):
        gpg = self.wrapper("--sign", "echo 'gpg: no' >&2; exit 2")
        status, facts = self.facts("-e", gpg)
        self.assertEqual(status, 1)
        self.assertEqual(facts["methods"]["signature"]["state"], "missing")
        self.assertEqual(facts["methods"]["gpg_cpu"]["state"], "ok")

    def test_another_version_of_the_agent_is_weak(self):
        gpg = self.wrapper("--version", "echo 'gpg (GnuPG) 2.9.9'; exit 0")
        status, facts = self.facts("-e", gpg)
        self.assertEqual(facts["programs"]["gpg_agent"]["state"], "weak")
        self.assertIn("2.9.9", facts["programs"]["gpg_agent"]["value"])
        self.assertEqual(status, 0)

    @unittest.skipUnless(os.path.exists("/usr/bin/gpg1"), "no gpg 1.4")
    def test_gpg_1_needs_no_agent(self):
        status, facts = self.facts("-e", "/usr/bin/gpg1")
        self.assertEqual(status, 0)
        self.assertIsNone(facts["programs"]["gpg_agent"]["state"])
        self.assertEqual(facts["methods"]["signature"]["state"], "ok")

    def test_no_data_is_missing(self):
        # A copy outside the build tree does not find it.
        copy = self.path / "pgpbench"
        copy.write_bytes(pathlib.Path(place.PGPBENCH).read_bytes())
        copy.chmod(0o755)
        outcome = self.bench("check", "-q", program=[copy])
        if "test keys" not in outcome.out:
            self.skipTest("it is installed")
        self.assertEqual(outcome.status, 1)
        self.assertIn("remedy: set PGPBENCH_DATADIR", outcome.out)

    @unittest.skipUnless(os.access("/dev/shm", os.W_OK), "no /dev/shm")
    def test_input_on_tmpfs_cannot_be_evicted(self):
        status, facts = self.facts("--work-dir", "/dev/shm")
        if facts["places"]["work_dir"]["value"] != "tmpfs":
            self.skipTest("/dev/shm is no tmpfs")
        self.assertEqual(status, 0)
        self.assertEqual(facts["methods"]["eviction"]["state"], "weak")
        self.assertIn("tmpfs", facts["methods"]["eviction"]["value"])

    def test_a_long_path_for_temporary_files_moves_the_home(self):
        long = self.tmp / ("d" * 100)
        long.mkdir()
        status, facts = self.facts(env=self.without(TMPDIR=str(long)))
        self.assertEqual(status, 0)
        self.assertEqual(facts["places"]["home"]["state"], "weak")
        self.assertIn("in /tmp/pgpbench.", facts["places"]["home"]["value"])
        self.assertIn("too long", facts["places"]["home"]["value"])
        self.assertEqual(list(long.iterdir()), [])
        long.rmdir()

    def test_wrong_usage_is_refused_by_name(self):
        for arguments, word in ((("file",), "options only"),
                                (("-f", "csv"), "--format"),
                                (("--key", "x"), "--key"),
                                (("--timeout", "-1"), "--timeout")):
            self.assert_refused(self.bench("check", *arguments), word)

    def test_help_names_every_option(self):
        outcome = self.bench("check", "--help")
        self.assertEqual(outcome.status, 0)
        for name in ("engine", "work-dir", "home-dir", "timeout", "clean",
                     "format", "verbose", "quiet", "help", "color"):
            self.assertIn(f"--{name}", outcome.out)

    def test_a_signal_ends_it_and_leaves_nothing(self):
        gpg = self.wrapper("--import", "sleep 1000")
        with self.start("check", "-e", gpg) as process:
            time.sleep(1)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)

    def start_run(self, *arguments):
        """A run that goes on until it is ended, its home and agent made;
        the process and its directory."""
        process = self.start("-r", "100000", "--max-time", "1000", *arguments,
                             place.COPYING, start_new_session=True)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            found = [path for path in self.tmp.glob("pgpbench.??????")
                     if list(path.glob("payload-*"))]
            if found:
                return process, found[0]
            time.sleep(0.02)
        process.kill()
        self.fail("the run did not begin")

    def agents_of(self, directory):
        """One for the plain home, one for the probed."""
        return [line for line in place.processes_that_mention(
            f"{directory}/") if "gpg-agent" in line]

    def test_a_killed_run_is_named_and_cleaned_up(self):
        process, directory = self.start_run()
        process.kill()
        process.communicate()
        self.assertEqual(len(self.agents_of(directory)), 2)

        outcome = self.bench("check")
        self.assertEqual(outcome.status, 0)
        self.assertIn(str(directory), outcome.out)
        self.assertIn("check --clean", outcome.out)
        _, facts = self.facts()
        left, = facts["leftovers"]
        agents = sorted(int(line.split(":")[0])
                        for line in self.agents_of(directory))
        self.assertEqual(left["path"], str(directory))
        self.assertEqual(left["owner_pid"], process.pid)
        self.assertEqual(sorted(left["process_pids"]), agents)
        self.assertIs(left["removed"], False)
        self.assertTrue(directory.exists())

        outcome = self.bench("check", "--clean")
        self.assertEqual(outcome.status, 0, outcome.out)
        self.assertIn(f"removed ok {directory}", " ".join(outcome.out.split()))
        for agent in agents:
            self.assertRegex(" ".join(outcome.out.split()),
                             rf"ended: (\d+, )*{agent}")
        self.check_nothing_is_left()

    def test_it_is_cleaned_up_even_without_a_gpg(self):
        process, directory = self.start_run()
        process.kill()
        process.communicate()
        outcome = self.bench("check", "--clean",
                             env=self.without(PATH="/nonexistent"))
        self.assertEqual(outcome.status, 1)
        self.assertFalse(directory.exists())
        self.assertEqual(self.agents_of(directory), [])

    def test_a_living_run_is_left_alone(self):
        process, directory = self.start_run()
        agents = self.agents_of(directory)
        status, facts = self.facts("--clean")
        self.assertEqual(status, 0)
        self.assertEqual(facts["leftovers"], [])
        self.assertIsNone(process.poll())
        self.assertEqual(self.agents_of(directory), agents)
        self.assertTrue((directory / "home").is_dir())
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM, err)

    def test_the_home_that_went_to_tmp_is_cleaned_up_too(self):
        long = self.tmp / ("d" * 100)
        long.mkdir()
        environment = self.without(TMPDIR=str(long))
        process = self.start("-r", "100000", "--max-time", "1000",
                             place.COPYING, env=environment,
                             start_new_session=True)
        deadline = time.monotonic() + 20
        while (not list(long.glob("pgpbench.??????/payload-*"))
               and time.monotonic() < deadline):
            time.sleep(0.02)
        process.kill()
        process.communicate()
        status, facts = self.facts("--clean", env=environment)
        self.assertEqual(status, 0)
        ours = [left for left in facts["leftovers"]
                if left["owner_pid"] == process.pid]
        self.assertEqual(len(ours), 3)  # the directory and two homes
        for left in ours:
            self.assertFalse(os.path.exists(left["path"]))
        self.assertEqual(list(long.iterdir()), [])
        long.rmdir()


if __name__ == "__main__":
    place.main()
