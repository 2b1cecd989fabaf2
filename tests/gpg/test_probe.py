# SPDX-License-Identifier: GPL-3.0-or-later
"""What the probe books of a real gpg, against what strace saw; that what is
delayed from outside is found where it belongs; that gpg does not notice."""
import os
import shlex
import shutil
import subprocess

import place
import probed
import traced

NS_PER_MS = 1000000
DELAY_MS = 30

# What one gpg command does of each kind; it never syncs.
DELAYED = {
    "entropy": (["getrandom"], []),
    "flash_write": (["write"], ["w/in.new", "h/random_seed"]),
    "flash_read": (["read"], ["w/in", "h/pubring.kbx"]),
    "flash_meta": (["link", "unlink", "rename"], []),
}

RUNS = 3

# Of probe/ledger.h.
SEES_GCRYPT = 1
SEES_COMPRESS = 2

# By how much the others may move.
NOISE_MS = 15

UNBUFFERED = ("entropy", "flash_write", "flash_sync", "flash_meta")
BOOKS = (*UNBUFFERED, "flash_read")


class Probe(probed.Probed):
    def operations(self):
        return self.sign(), self.verify(), self.encrypt(), self.decrypt()

    def test_calls_and_bytes_on_the_payload_are_those_that_strace_saw(self):
        for words in self.operations():
            with self.subTest(words):
                rows, calls = self.trace(words, self.work)
                row = rows.only("gpg")
                self.assert_traced(row, calls, self.work, BOOKS)

    def test_so_are_those_in_the_home_but_for_buffered_reads(self):
        for words in self.operations():
            with self.subTest(words):
                rows, calls = self.trace(words, self.gnupg)
                row = rows.only("gpg")
                self.assert_traced_but_for_buffers(row, calls, self.gnupg)

    def test_the_agent_is_watched_like_gpg(self):
        rows, calls = self.trace(self.sign(), self.gnupg)
        agents = [row for row in rows if row.calls("pubkey")
                  and row.name == "gpg-agent"]
        self.assertEqual(len(agents), 1)
        self.assertTrue(agents[0].has_ended)
        self.assertGreater(agents[0].calls("ipc"), 0)
        self.assert_traced(agents[0], calls, self.gnupg, BOOKS)

    def trace(self, words, directory):
        """gpg with an agent of its own, or strace would wait for it."""
        command = self.script(shlex.join(["gpg", *words]))
        return traced.run(self, command, directory=directory)

    def test_gpg_1_is_watched_too(self):
        gpg1 = shutil.which("gpg1")
        if not gpg1:
            self.skipTest("no gpg1")
        words = ["gpg1", "--batch", "--trust-model", "always"]
        self.quietly(*words, "--import", str(place.KEY))
        rows, calls = traced.run(self, [
            *words, "--yes", "-o", "in.new", "-e", "-r", "dsa1024", "in"])
        row = rows.only("gpg1")
        self.assert_traced_but_for_buffers(row, calls, self.root)
        self.assertGreater(row.ns("compress"), 0)
        self.assertGreater(row.calls("entropy"), 0)
        self.assertEqual(row.calls("cipher") + row.calls("hash"), 0)
        self.assertEqual(row.sees, SEES_COMPRESS)

    def test_what_a_program_is_linked_with_is_known(self):
        self.assertEqual(self.watch("gpg", "--version").only("gpg").sees,
                         SEES_GCRYPT | SEES_COMPRESS)
        self.assertEqual(self.watch("sh", "-c", ":").only("sh").sees, 0)

    def assert_traced(self, row, calls, directory, names):
        expected = traced.accounts(calls[row.pid], directory)
        for name in names:
            got = (row.calls(name), row.bytes(name))
            self.assertEqual(got, expected[name], name)

    def assert_traced_but_for_buffers(self, row, calls, directory):
        self.assert_traced(row, calls, directory, UNBUFFERED)
        read = traced.accounts(calls[row.pid], directory)
        # gpg reads its keyrings by stdio, in blocks of 4096 bytes; there are
        # no more than two.
        self.assertAlmostEqual(row.bytes("flash_read"), read["flash_read"][1],
                               delta=8192)

    def test_what_is_delayed_moves_its_own_account_only(self):
        before = self.least(
            [self.watch("gpg", *self.encrypt()).only("gpg")
             for _ in range(RUNS)])
        for name, (system_calls, files) in DELAYED.items():
            with self.subTest(name):
                runs = [self.delay(system_calls, files) for _ in range(RUNS)]
                after = self.least([row for row, _ in runs])
                # Another run may make more of them, but not the shortest.
                delayed = min(count for _, count in runs)
                self.assertGreater(delayed, 0)
                self.assert_moved(before, after, name, delayed * DELAY_MS)

    def least(self, rows):
        """The shortest time on each account, ms: a disk that stalls makes it
        longer, never shorter."""
        return {name: min(row.ns(name) for row in rows) / NS_PER_MS
                for name in probed.ACCOUNTS}

    def delay(self, system_calls, files):
        rows, count = traced.delay(self, ["gpg", *self.encrypt()],
                                   DELAY_MS * 1000, system_calls,
                                   [str(self.root / file) for file in files])
        return rows.only("gpg"), count

    def assert_moved(self, before, after, name, expected):
        for other in probed.ACCOUNTS:
            moved = after[other] - before[other]
            if other == name:
                self.assertGreater(moved, 0.95 * expected)
                self.assertLess(moved, 1.05 * expected + NOISE_MS)
            else:
                self.assertLess(abs(moved), NOISE_MS, other)

    def test_gpg_says_and_does_the_same(self):
        for words in (self.sign(), self.verify(), self.encrypt(),
                      self.decrypt(), ["--verify", "no-such-file"],
                      ["--no-such-option"], ["--list-packets", "in.gpg"]):
            with self.subTest(words):
                plain = self.quietly("gpg", *words, status=None)
                watched = self.watch("gpg", *words)
                self.assertEqual(watched.status, plain.returncode)
                self.assertEqual(watched.out, plain.stdout)
                self.assertEqual(watched.err, plain.stderr)

    def test_what_time_goes_by_is_explained(self):
        row = self.watch("gpg", *self.encrypt()).only("gpg")
        booked = sum(row.ns(name) for name in probed.ACCOUNTS)
        self.assertLessEqual(booked, row.ended - row.loaded)
        self.assertLess(row.loaded, row.main)
        self.assertLess(row.main, row.ended)
        self.assertEqual(row.peak_rss_bytes, 0)  # nobody asked for it

    def test_the_first_word_is_what_comes_through_a_pipe(self):
        rows = self.watch("sh", "-c", "cat in | gpg -e -r dsa1024 >out.gpg")
        row = rows.only("gpg")
        self.assertLess(row.main, row.first_word)
        self.assertLess(row.first_word, row.ended)
        self.assertLess(row.before_first_word_ns, row.first_word - row.loaded)

    def test_a_users_own_preload_stays_in_force_behind_it(self):
        slow = os.environ["PROBE_SLOW"]
        row = self.watch("gpg", *self.encrypt(), LD_PRELOAD=slow).only("gpg")
        self.assertGreater(row.calls("entropy"), 0)
        self.assertGreaterEqual(row.ns("entropy"),
                                row.calls("entropy") * 20 * NS_PER_MS)

    def test_libraries_are_listed_with_their_build_ids(self):
        rows = self.watch("gpg", "--version", options=["-l"])
        self.assertGreater(rows.only("gpg").peak_rss_bytes, 1000000)
        libraries = rows.only("gpg").libraries
        self.assertEqual(libraries[0]["path"],
                         os.path.realpath(shutil.which("gpg")))
        names = [os.path.basename(one["path"]) for one in libraries]
        self.assertIn("libgcrypt.so.20", names)
        self.assertIn("libz.so.1", names)
        for one in libraries:
            file = subprocess.run(["readelf", "-n", one["path"]],
                                  capture_output=True, text=True)
            self.assertIn(f"Build ID: {one['build_id']}", file.stdout)

    def test_a_static_program_has_no_slot(self):
        rows = self.watch(os.environ["PROBE_STATIC"])
        self.assertEqual(rows.rows, [])

    def test_a_ledger_of_another_kind_is_left_alone(self):
        for content in (b"", b"x" * 4096, b"\0" * (1 << 20)):
            file = self.write("ledger", content)
            run = self.quietly("gpg", "--version", LD_PRELOAD=probed.PROBE,
                               PGPBENCH_LEDGER=str(file))
            self.assertEqual(run.stderr, "")
            self.assertEqual(file.read_bytes(), content)


if __name__ == "__main__":
    place.main()
