# SPDX-License-Identifier: GPL-3.0-or-later
"""A work directory that is too small: what fits has figures, what does not
is "disk full".  Needs root, to mount a small tmpfs."""
import os
import subprocess
import unittest

import place


@unittest.skipUnless(place.is_root(), "only root can mount a tmpfs")
class DiskFull(place.Place):
    def setUp(self):
        super().setUp()
        self.medium = self.path / "medium"
        self.medium.mkdir()

    def mount(self, size):
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs",
             self.medium], capture_output=True, timeout=20)
        if mounted.returncode != 0:
            self.skipTest("no tmpfs can be mounted here")
        self.addCleanup(subprocess.run, ["umount", self.medium], check=True,
                        timeout=20)

    def measure_there(self, *arguments):
        return self.bench("--work-dir", self.medium, "-r", "2", "-f", "json",
                          *arguments)

    def assert_full_are(self, full, outcome):
        """The cells whose names end so are "disk full", the others have
        figures."""
        cells = outcome.cells()
        self.assertEqual(outcome.status, 1, outcome.err)
        self.assertEqual(len(cells), 9)
        for name, cell in cells.items():
            if name.endswith(full):
                self.assertIsNotNone(cell["failure"], name)
                self.assertEqual(cell["failure"]["what"], "disk full", name)
                self.assertEqual(cell["plain"], {"round": []})
            else:
                self.assertIsNone(cell["failure"], name)
                self.assertEqual(len(cell["plain"]["real_ns"]), 2)
        self.assertEqual(os.listdir(self.medium), [])

    def test_twenty_copies_without_room_are_disk_full(self):
        """Twenty copies are 352 KiB."""
        self.mount("300k")
        self.assert_full_are(("/x20",), self.measure_there(place.COPYING))

    def test_of_twenty_copies_that_has_figures_which_fits(self):
        """Beside the input there is room for the message encrypted, 10 KiB,
        but not for the one signed, 125 KiB, nor for a second plaintext."""
        self.mount("460k")
        self.assert_full_are(("/sign/COPYING/x20", "/verify/COPYING/x20",
                              "/decrypt/COPYING/x20"),
                             self.measure_there(place.COPYING))

    def test_the_report_has_the_words_in_place_of_the_figures(self):
        self.mount("300k")
        outcome = self.bench("--work-dir", self.medium, "-r", "2",
                             place.COPYING)
        self.assertEqual(outcome.status, 1)
        rows = [line for line in outcome.out.splitlines()
                if line.startswith("===>")]
        self.assertEqual(len(rows), 8)
        self.assertEqual(["disk full" in row for row in rows],
                         [False] * 4 + [True] * 4)

    def test_an_output_that_does_not_fit_is_disk_full(self):
        """The input fits, but the message of random bytes beside it does
        not."""
        self.mount("600k")
        large = self.write("random", os.urandom(400_000))
        outcome = self.measure_there("-x", "1", large)
        self.assertEqual(outcome.status, 1, outcome.err)
        for name, cell in outcome.cells().items():
            if cell["operation"] != "start":
                self.assertEqual(cell["failure"]["what"], "disk full", name)
        self.assertEqual(os.listdir(self.medium), [])

    def test_a_medium_without_room_for_a_home_is_refused(self):
        self.mount("4k")
        outcome = self.bench("--work-dir", self.medium, place.COPYING)
        self.assert_refused(outcome, str(self.medium), "disk full")
        self.assertEqual(os.listdir(self.medium), [])

    def test_a_medium_without_room_for_a_key_is_refused(self):
        self.mount("28k")
        outcome = self.bench("--work-dir", self.medium, place.COPYING)
        self.assert_refused(outcome, "disk full")
        self.assertEqual(os.listdir(self.medium), [])

    def test_a_read_only_medium_is_refused(self):
        self.mount("400k")
        subprocess.run(["mount", "-o", "remount,ro", self.medium],
                       check=True, timeout=20)
        outcome = self.bench("--work-dir", self.medium, place.COPYING)
        self.assert_refused(outcome, str(self.medium), "cannot be written")


if __name__ == "__main__":
    place.main()
