# SPDX-License-Identifier: GPL-3.0-or-later
"""No CPU time goes missing: the record against what the kernel counted."""
import ctypes
import os
import resource
import time

import place

PR_SET_CHILD_SUBREAPER = 36
PARTS = ("gpg_cpu_ns", "agent_cpu_ns", "client_cpu_ns")


def adopt_orphans():
    """What pgpbench does not wait for comes to us, and is counted too."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def reap_all(limit_s=10):
    """Wait for every process below us, as long as there is one."""
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            time.sleep(0.01)
    raise TimeoutError("a process below us does not end")


def waited_cpu_ns():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1e9


def recorded_cpu_ns(run):
    return run["setup_cpu_ns"] + sum(
        sum(cell[kind].get(part, [])) for cell in run["cells"]
        for kind in ("plain", "probed") for part in PARTS)


class Account(place.Place):
    @classmethod
    def setUpClass(cls):
        adopt_orphans()

    def assert_account_is_whole(self, *arguments):
        before = waited_cpu_ns()
        outcome = self.bench("-f", "json", *arguments)
        reap_all()
        counted = waited_cpu_ns() - before
        recorded = recorded_cpu_ns(outcome.run_file())
        # What is used after the record was written cannot be in it, and a
        # sample takes the agent's share at another moment than gpg's.
        self.assertGreater(recorded, 0.95 * counted)
        self.assertLess(recorded, 1.04 * counted)
        return outcome

    def test_samples_and_setup_are_all_cpu_time_of_small_operations(self):
        outcome = self.assert_account_is_whole("-r", "8", "-x", "1,20",
                                               place.COPYING)
        self.assertEqual(outcome.status, 0)

    def test_samples_and_setup_are_all_cpu_time_of_large_operations(self):
        outcome = self.assert_account_is_whole(
            "-r", "1", "-w", "0", "-x", "1",
            self.write("large", os.urandom(10_000_000)))
        self.assertEqual(outcome.status, 0)

    def test_the_account_is_whole_where_a_cell_fails(self):
        gpg = self.wrapper("--encrypt", "exit 2")
        outcome = self.assert_account_is_whole(
            "-r", "4", "-x", "1", "-e", gpg, "-o", "sign,encrypt",
            place.COPYING)
        self.assertEqual(outcome.status, 1)

    def test_the_account_is_whole_of_an_engine_without_agent(self):
        outcome = self.assert_account_is_whole("-r", "4", "-x", "1", "-e",
                                               "gpg1", place.COPYING)
        self.assertEqual(outcome.status, 0)


if __name__ == "__main__":
    place.main()
