# SPDX-License-Identifier: GPL-3.0-or-later
"""Children that were there before: a shell that has some and becomes
pgpbench.  They are not gpg, and not ours to end."""
import json
import os
import pathlib
import signal
import time

import place

# A child that burns CPU time, one that sleeps, and then we are pgpbench.
SCRIPT = """\
exec 3>&1 4>&2 >/dev/null 2>&1
(exec 3>&- 4>&-; ulimit -t 60; while :; do :; done) & echo $! > busy
sleep 60 3>&- 4>&- & echo $! > asleep
exec >&3 2>&4 3>&- 4>&-
exec "$@"
"""


class Apart(place.Place):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.end_children)

    def end_children(self):
        for name in ("busy", "asleep"):
            if (self.path / name).exists() and self.is_alive(name):
                os.kill(self.pid_of(name), signal.SIGKILL)
        deadline = time.monotonic() + 5
        while place.processes_that_mention(str(self.path)):
            if time.monotonic() > deadline:
                break  # which check_nothing_is_left will say
            time.sleep(0.01)

    def pid_of(self, name):
        return int((self.path / name).read_text())

    def is_alive(self, name):
        stat = pathlib.Path(f"/proc/{self.pid_of(name)}/stat")
        return stat.exists() and stat.read_text().split()[2] != "Z"

    def with_children(self, *arguments):
        return ("-c", SCRIPT, "sh", place.PGPBENCH, *arguments)

    def test_they_are_neither_counted_nor_ended(self):
        outcome = self.bench(*self.with_children(
            "-r", "3", "-w", "0", "-x", "1", "-f", "json", place.COPYING),
            program=["sh"])
        self.assertEqual(outcome.status, 0, outcome.err)
        for cell in outcome.cells().values():
            plain = cell["plain"]
            for real_ns, cpu_ns in zip(plain["real_ns"], plain["gpg_cpu_ns"]):
                # One gpg cannot use more CPU time than there was.
                self.assertLess(cpu_ns, 2 * real_ns, cell["name"])
        self.assertTrue(self.is_alive("busy"))
        self.assertTrue(self.is_alive("asleep"))

    def test_the_status_is_that_of_the_run(self):
        outcome = self.bench(*self.with_children("-r", "none"),
                             program=["sh"])
        self.assertEqual(outcome.status, 2)

    def test_a_signal_reaches_the_run_which_cleans_up(self):
        with self.start(*self.with_children("-r", "1000", "--export-json",
                                            "run.json", place.COPYING),
                        program=["sh"]) as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertIn("signal 2", err)
        self.assertFalse(json.loads((self.path / "run.json").read_text())
                         ["complete"])
        self.assertTrue(self.is_alive("asleep"))
        self.assertEqual(list(self.tmp.iterdir()), [])

    def test_who_kills_the_one_they_know_ends_both(self):
        with self.start(*self.with_children("-r", "1000", place.COPYING),
                        program=["sh"]) as process:
            time.sleep(1)
            process.kill()
            process.communicate(timeout=10)
        deadline = time.monotonic() + 5
        while list(self.tmp.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(list(self.tmp.iterdir()), [])


place.main()
