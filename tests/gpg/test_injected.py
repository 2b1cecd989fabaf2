# SPDX-License-Identifier: GPL-3.0-or-later
"""What is delayed from outside, one kind of call at a time, is found in its
own figure and in no other."""
import os
import subprocess

import place
import probedrun
from probedrun import NS_PER_MS, name_of

# The preload is a user's own, and slows pgpbench too.
SLOW_WORLD = os.environ["SLOW_WORLD"]

# What is delayed in which operations, by how much, and where it is seen.
DELAYED = {
    "entropy": (50, ("encrypt",), "entropy_ns"),
    "sync": (100, ("sign", "encrypt", "decrypt"), "flash_sync_ns"),
    "write": (50, ("sign", "verify", "encrypt", "decrypt"), "flash_write_ns"),
}
VERBS = {"sign": "--sign", "verify": "--verify", "encrypt": "--encrypt",
         "decrypt": "--decrypt"}
RUNS = 5

# By how much others may move on a machine that others use.
NOISE_NS = 15 * NS_PER_MS

CPU = ("cpu_ns", "client_cpu_ns")
# Sums of others: of these real and compute move with what they hold.
SINGLE = ("entropy_ns", *probedrun.FLASH, *probedrun.STAGES, *CPU)


def least(cell, key):
    """A machine that stalls makes it longer, never shorter."""
    return min(cell["probed"][key])


class Injected(probedrun.ProbedRun):
    def slowed(self, operation, kind, delay_ms):
        """A run of OPERATION in a world where KIND is slow: its cell, and how
        many delayed calls each sample made."""
        log = self.path / "log"
        log.unlink(missing_ok=True)
        self.environment.update(LD_PRELOAD=SLOW_WORLD, SLOW_KIND=kind,
                                SLOW_MS=str(delay_ms), SLOW_LOG=str(log))
        outcome = self.probe("--probe", "always", "-r", str(RUNS), "-o",
                             operation, place.COPYING)
        counts = self.counts(log.read_text().splitlines(), operation, kind)
        return outcome.cells()[name_of(operation)], counts[-RUNS:]

    def counts(self, lines, operation, kind):
        """The calls of KIND from each start of gpg for OPERATION to the sync
        of its output; of gpg only where there is none."""
        counts = []
        gpg = None
        for pid, what, *words in map(str.split, lines):
            if what == "start":
                gpg = pid if VERBS[operation] in words else None
                counts += [0] if gpg else []
            elif gpg and (operation != "verify" or pid == gpg):
                counts[-1] += what == kind
                gpg = gpg if what != "sync" else None
        return counts

    def test_each_kind_of_delay_moves_its_own_figure_only(self):
        for kind, (delay_ms, operations, key) in DELAYED.items():
            for operation in operations:
                with self.subTest(kind=kind, operation=operation):
                    before, _ = self.slowed(operation, kind, 0)
                    after, counts = self.slowed(operation, kind, delay_ms)
                    self.assert_moved(before, after, key,
                                      [count * delay_ms * NS_PER_MS
                                       for count in counts])

    def test_flash_that_syncs_for_seconds_is_slow_and_no_failure(self):
        """gpg has ended long before, and nothing hangs."""
        self.environment.update(LD_PRELOAD=SLOW_WORLD, SLOW_KIND="sync",
                                SLOW_MS="1700")
        outcome = self.measure("-o", "sign", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        cell = outcome.cells()["gpg/dsa1024/sign/COPYING/x1"]
        self.assertGreater(cell["plain"]["real_ns"][0], 1700 * NS_PER_MS)

    def assert_moved(self, before, after, key, delays_ns):
        self.assertGreater(min(delays_ns), 0)
        self.assert_is(least(before, key), after["probed"][key], delays_ns)
        for other in SINGLE:
            if other != key:
                moved = least(after, other) - least(before, other)
                self.assertLess(abs(moved), NOISE_NS, other)

    def assert_is(self, before_ns, values, delays_ns):
        """None of VALUES is less than was injected, and at least one is no
        more."""
        excess = [(value - before_ns - delay) / delay
                  for value, delay in zip(values, delays_ns, strict=True)]
        self.assertGreater(min(excess), -0.05, (values, delays_ns))
        self.assertLess(min(excess), 0.05, (values, delays_ns))

    def traced(self, operation, inject):
        """The same run under strace, which delays what INJECT says."""
        strace = ["strace", "-f", "-qq", "--seccomp-bpf", "-o",
                  str(self.path / "trace"), "-e", "trace=fdatasync,getrandom",
                  *inject, place.PGPBENCH]
        if subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"],
                          capture_output=True).returncode != 0:
            self.skipTest("strace does not work here")
        # The leak checker of a sanitized build refuses to be traced.
        self.environment["ASAN_OPTIONS"] = "detect_leaks=0"
        outcome = self.probe("--probe", "always", "-r", str(RUNS), "-o",
                             operation, place.COPYING, program=strace)
        return outcome.cells()[name_of(operation)]

    def test_strace_can_inject_syncs(self):
        before = self.traced("sign", [])
        after = self.traced("sign", [
            "-e", "inject=fdatasync:delay_enter=100000"])
        self.assert_moved(before, after, "flash_sync_ns",
                          [100 * NS_PER_MS] * RUNS)

    def test_strace_can_inject_entropy(self):
        """libc's malloc draws 8 bytes for itself as each program starts, of
        which gpg is one, and nobody can see that but as a start."""
        before = self.traced("encrypt", [])
        after = self.traced("encrypt", [
            "-e", "inject=getrandom:delay_enter=50000"])
        self.assertEqual(after["probed"]["entropy_calls"][1:],
                         [1] * (RUNS - 1))
        self.assert_is(least(before, "entropy_ns"),
                       after["probed"]["entropy_ns"],
                       [calls * 50 * NS_PER_MS
                        for calls in after["probed"]["entropy_calls"]])
        for key in SINGLE:
            if key not in ("entropy_ns", "stage_startup_ns"):
                self.assertLess(abs(least(after, key) - least(before, key)),
                                NOISE_NS, key)


if __name__ == "__main__":
    place.main()
