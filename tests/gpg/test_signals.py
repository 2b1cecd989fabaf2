# SPDX-License-Identifier: GPL-3.0-or-later
"""A signal at any moment: status 128+N, nothing left, the record readable."""
import json
import os
import signal
import time

import place

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# What few send, but ends a program as well.
RARE_SIGNALS = (signal.SIGQUIT, signal.SIGUSR1, signal.SIGXCPU,
                signal.SIGVTALRM, signal.SIGPROF, signal.SIGPWR)
# Before, while and after the scene is set, and in the measuring.
MOMENTS_S = (0.02, 0.06, 0.12, 0.3, 0.8, 1.5)


class Signals(place.Place):
    def interrupt(self, number, moment_s, *arguments, whole_group=False):
        """How a run ends that NUMBER is sent to after so many seconds; to
        the WHOLE_GROUP as a terminal does."""
        with self.start(*arguments, place.COPYING,
                        start_new_session=True) as process:
            time.sleep(moment_s)
            sent = time.monotonic()
            if whole_group:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            try:
                out, err = process.communicate(timeout=20)
            except Exception:
                process.kill()
                place.kill_those_that_mention(str(self.path))
                raise
        return place.Outcome(process.returncode, out, err,
                             time.monotonic() - sent)

    def assert_interrupted(self, number, outcome):
        # A shell says 128+N of what died of signal N as well: so it is when
        # the signal comes before it is caught, and nothing has been made.
        self.assertIn(outcome.status, (128 + number, -number), outcome.err)
        self.assertEqual(outcome.out, "")
        self.assertLess(outcome.seconds, 5)

    def test_each_signal_at_any_moment_leaves_nothing(self):
        for number in SIGNALS:
            for moment_s in MOMENTS_S:
                with self.subTest(signal=number, moment_s=moment_s):
                    outcome = self.interrupt(number, moment_s, "-r", "1000")
                    self.assert_interrupted(number, outcome)
                    self.check_nothing_is_left()

    def test_rare_signals_leave_nothing_either(self):
        for number in RARE_SIGNALS:
            with self.subTest(signal=number):
                outcome = self.interrupt(number, 0.8, "-r", "1000")
                self.assert_interrupted(number, outcome)
                self.check_nothing_is_left()

    def test_writing_the_payload_can_be_interrupted(self):
        """4 GiB of copies of one byte, which take minutes to write."""
        one = self.write("one", b"x")
        with self.start("-x", "4294967295", one) as process:
            time.sleep(1.5)
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
        self.assertLess(time.monotonic() - sent, 5)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)

    def test_a_signal_to_the_whole_group_leaves_nothing(self):
        for moment_s in MOMENTS_S:
            with self.subTest(moment_s=moment_s):
                outcome = self.interrupt(signal.SIGINT, moment_s, "-r",
                                         "1000", whole_group=True)
                self.assert_interrupted(signal.SIGINT, outcome)
                self.check_nothing_is_left()

    def test_it_is_said_which_signal_it_was(self):
        outcome = self.interrupt(signal.SIGTERM, 1, "-r", "1000")
        self.assertEqual(outcome.status, 128 + signal.SIGTERM)
        self.assertEqual(len(outcome.error_lines()), 1, outcome.err)
        self.assertIn("interrupted by signal 15", outcome.err)

    def test_a_hanging_gpg_does_not_hold_a_signal_up(self):
        for verb in ("--version", "--import", "--print-md", "--sign",
                     "--verify", "--encrypt", "--decrypt"):
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(verb=verb, signal=number):
                    gpg = self.wrapper(verb, "sleep 1000")
                    outcome = self.interrupt(number, 0.5, "-e", gpg)
                    self.assert_interrupted(number, outcome)
                    self.check_nothing_is_left()

    def test_a_gpg_that_ignores_signals_does_not_hold_one_up(self):
        gpg = self.wrapper("--sign", "trap '' INT TERM HUP; sleep 1000")
        outcome = self.interrupt(signal.SIGINT, 0.5, "-e", gpg,
                                 whole_group=True)
        self.assert_interrupted(signal.SIGINT, outcome)

    def test_a_gpg_that_does_not_read_does_not_hold_a_signal_up(self):
        gpg = self.wrapper("--sign", "sleep 1000")
        outcome = self.interrupt(signal.SIGTERM, 0.5, "-e", gpg, "-x",
                                 "1,100", "-o", "sign")
        self.assert_interrupted(signal.SIGTERM, outcome)

    def test_what_was_measured_is_in_the_run_file(self):
        path = self.path / "run.json"
        outcome = self.interrupt(signal.SIGINT, 2, "-r", "1000", "-x", "1",
                                 "--export-json", path)
        self.assertEqual(outcome.status, 128 + signal.SIGINT)
        run = json.loads(path.read_text())
        self.assertIs(run["complete"], False)
        self.assertEqual(len(run["cells"]), 5)
        for cell in run["cells"]:
            self.assertGreater(len(cell["plain"]["real_ns"]), 0)
            # The stop is no failure of the cell it came upon.
            self.assertIsNone(cell["failure"])

    def test_a_run_file_that_exists_is_whole_whenever_the_signal_comes(self):
        for moment_s in MOMENTS_S:
            with self.subTest(moment_s=moment_s):
                path = self.path / f"run-{moment_s}.json"
                self.interrupt(signal.SIGTERM, moment_s, "-r", "1000",
                               "--export-json", path)
                if path.exists():
                    run = json.loads(path.read_text())
                    self.assertIs(run["complete"], False)
                left = [entry.name for entry in self.path.iterdir()
                        if entry.name.startswith(path.name + ".")]
                self.assertEqual(left, [])

    def test_an_older_run_file_survives_a_signal_before_measuring(self):
        path = self.write("run.json", b"what was there")
        gpg = self.wrapper("--import", "sleep 1000")
        outcome = self.interrupt(signal.SIGTERM, 0.5, "-e", gpg,
                                 "--export-json", path)
        self.assertEqual(outcome.status, 128 + signal.SIGTERM)
        self.assertEqual(path.read_bytes(), b"what was there")

    def test_a_second_signal_changes_nothing(self):
        with self.start("-r", "1000", place.COPYING) as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)
        self.assertIn(process.returncode, (128 + signal.SIGINT,
                                           128 + signal.SIGTERM))


if __name__ == "__main__":
    place.main()
