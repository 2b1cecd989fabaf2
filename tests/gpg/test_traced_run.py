# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls and bytes of one timed operation, against what strace saw of the
whole run: gpg's, the agent's and pgpbench's own."""
import re
import subprocess

import place
import probedrun
import traced
from probedrun import OPERATIONS, name_of

TIMED = re.compile(r"^(\d+\.\d+) (.*)$")
EXECUTED = re.compile(r'execve\("[^"]*", (\[.*?\])')
VERBS = {"start": "--version", "generate": "--gen-key",
         **{operation: f"--{operation}" for operation in OPERATIONS}}
# gpg reads its keyrings by stdio, in blocks of 4096 bytes; there are no more
# than two, and of each a block may be read in one call or in several.
BUFFERED_BYTES = 4096
BUFFERED_CALLS = 2


class Call(traced.Call):
    """One system call, and when it began."""

    def __init__(self, time_s, *parts):
        super().__init__(*parts)
        self.time_s = time_s


class Trace:
    """The calls of each process, by its pid."""

    def __init__(self, directory):
        self.calls = {}
        self.words = {}
        for file in directory.iterdir():
            self.read(int(file.suffix[1:]), file.read_text(errors="replace"))

    def read(self, pid, text):
        self.calls[pid] = []
        for line in text.splitlines():
            time_s, said = TIMED.match(line).groups()
            executed = EXECUTED.match(said)
            parts = traced.LINE.match(said)
            if executed:
                self.words[pid] = executed.group(1)
            elif parts:
                self.calls[pid].append(Call(float(time_s), *parts.groups()))

    def pids(self, word):
        """The processes whose last program had WORD among its arguments."""
        return [pid for pid, words in self.words.items() if f'"{word}"' in
                words]

    def of(self, pid):
        return traced.with_threads(pid, self.calls)


class TracedRun(probedrun.ProbedRun):
    def trace(self, operation, *arguments):
        """One probed sample of OPERATION under strace: it, and the trace."""
        if subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"],
                          capture_output=True).returncode != 0:
            self.skipTest("strace does not work here")
        directory = self.path / "trace"
        directory.mkdir()
        self.addCleanup(place.shutil.rmtree, directory, True)
        # The leak checker of a sanitized build refuses to be traced.
        self.environment["ASAN_OPTIONS"] = "detect_leaks=0"
        names = ",".join(("execve", *traced.WATCHED))
        outcome = self.probe(
            "--probe", "always", "-r", "1", "-o", operation, *arguments,
            program=["strace", "-ff", "-y", "-ttt", "-qq", "-s", "1000", "-o",
                     str(directory / "t"), "-e", f"trace={names}",
                     place.PGPBENCH])
        trace = Trace(directory)
        place.shutil.rmtree(directory)
        cells = [cell for cell in outcome.run_file()["cells"]
                 if cell["operation"] == operation]
        return {key: values[0] for key, values in
                cells[0]["probed"].items()}, trace

    def client_calls(self, trace, operation):
        """pgpbench's on the payload, from when it opens that for good to when
        it closes it; the last before gpg starts is for good."""
        client = [pid for pid, words in trace.words.items()
                  if place.PGPBENCH in words][0]
        gpg = self.gpg_of(trace, operation)
        start_s = trace.of(gpg)[0].time_s
        calls = trace.of(client)
        opened = [i for i, call in enumerate(calls) if call.name == "openat"
                  and "/payload-" in call.path() and call.time_s < start_s]
        ends = 1 if operation == "verify" else 2
        found, closed = [], 0
        for call in calls[opened[-ends]:]:
            if "/payload-" in call.path():
                found.append(call)
                closed += call.name == "close"
            if closed == ends:
                break
        return found

    def gpg_of(self, trace, operation):
        """The first that does it; the proof comes later, and the message for
        it is made by another one."""
        return min(trace.pids(VERBS[operation]),
                   key=lambda pid: trace.of(pid)[0].time_s)

    def agent_calls(self, trace, operation, client):
        """The agent's while gpg ran."""
        gpg = trace.of(self.gpg_of(trace, operation))
        agents = trace.pids("--daemon")
        return [call for pid in trace.calls for call in trace.of(pid)
                if self.is_of_agent(trace, pid, agents) and
                gpg[0].time_s <= call.time_s <= gpg[-1].time_s]

    def is_of_agent(self, trace, pid, agents):
        """The agent is the child of who was told to be it."""
        return any(call.name in ("clone", "clone3") and call.answer == pid and
                   "CLONE_THREAD" not in call.words
                   for agent in agents for call in trace.of(agent))

    def expected(self, trace, operation):
        """The sums of what the three did below the work directory."""
        calls = list(trace.of(self.gpg_of(trace, operation)))
        client = self.client_calls(trace, operation)
        calls += client + self.agent_calls(trace, operation, client)
        return traced.accounts(calls, self.tmp.resolve())

    def test_calls_and_bytes_of_a_run_are_those_that_strace_saw(self):
        for copies in ("1", "20"):
            for operation in OPERATIONS:
                with self.subTest(operation=operation, copies=copies):
                    sample, trace = self.trace(operation, "-x", copies,
                                               place.COPYING)
                    self.assert_traced(sample, self.expected(trace, operation))

    def assert_traced(self, sample, expected):
        calls, size = expected["entropy"]
        self.assertEqual((sample["entropy_calls"], sample["entropy_bytes"]),
                         (calls, size))
        self.assertEqual(sample["flash_write_bytes"],
                         expected["flash_write"][1])
        self.assertAlmostEqual(sample["flash_read_bytes"],
                               expected["flash_read"][1],
                               delta=BUFFERED_BYTES)
        self.assertAlmostEqual(
            sample["flash_calls"], sum(
                expected[kind][0] for kind in expected if kind != "entropy"),
            delta=BUFFERED_CALLS)

    def test_a_cold_pool_is_filled_as_strace_saw(self):
        sample, trace = self.trace("encrypt", "--pool", "cold", place.COPYING)
        expected = self.expected(trace, "encrypt")
        self.assertGreater(expected["entropy"][0], 1)
        self.assert_traced(sample, expected)


if __name__ == "__main__":
    place.main()
