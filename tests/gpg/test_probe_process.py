# SPDX-License-Identifier: GPL-3.0-or-later
"""What the probe books of a process that does one thing so often that it
must come out exactly: threads, forks, signals, all ways to end."""
import os
import signal

import place
import probed

THREADS = 64

# What tests/probe_patient.c does in one round of "work", and its file opened
# and closed.
WORK = {"entropy": (1, 5), "flash_read": (1, 2), "flash_write": (1, 3)}


class Process(probed.Probed):
    def assert_books(self, row, expected):
        got = {name: (row.calls(name), row.bytes(name))
               for name in probed.ACCOUNTS if row.calls(name) > 0}
        self.assertEqual(got, expected)

    def assert_worked(self, row, rounds, opened=1):
        expected = {name: (calls * rounds, size * rounds)
                    for name, (calls, size) in WORK.items()}
        self.assert_books(row, {**expected, "flash_meta": (2 * opened, 0)})

    def test_every_call_is_booked_once(self):
        rows = self.patient("work", 1000)
        self.assertEqual(rows.status, 0)
        self.assert_worked(rows.only("probe_patient"), 1000)

    def test_64_threads_lose_nothing(self):
        rows = self.patient("threads", 500)
        self.assertEqual(rows.status, 0)
        self.assert_worked(rows.only("probe_patient"), 500 * THREADS, THREADS)

    def test_children_have_their_own_slots(self):
        rows = self.patient("fork", 100)
        self.assertEqual(rows.status, 0)
        self.assertEqual(len({row.pid for row in rows}), 5)
        for row in rows:
            self.assert_worked(row, 100)
            self.assertTrue(row.has_ended)

    def test_signal_handlers_may_call_at_any_moment(self):
        rows = self.patient("signals", 20000)
        row = rows.only("probe_patient")
        self.assertEqual(rows.status, 0)
        # A write in the midst of a draw, a read or a write is part of it.
        handled = int(rows.out)
        self.assertGreater(handled, 0)
        self.assertEqual(row.calls("flash_read"), 20000)
        self.assertGreaterEqual(row.calls("flash_write"), 20000)
        self.assertLessEqual(row.calls("flash_write"), 20000 + handled)

    def test_a_process_may_leave_by_exit_with_a_line(self):
        rows = self.patient("exit", 10)
        self.assertEqual(rows.status, 7)
        row = rows.only("probe_patient")
        self.assertTrue(row.has_ended)
        self.assertGreater(row.ended, row.main)
        self.assert_worked(row, 10)

    def test_a_killed_process_has_no_farewell(self):
        rows = self.patient("kill", 10)
        row = rows.only("probe_patient")
        self.assertEqual(rows.status, 128 + signal.SIGKILL)
        self.assertEqual((row.has_ended, row.ended), (0, 0))
        self.assert_worked(row, 10)

    def test_a_vforked_child_does_not_end_its_parent(self):
        row = self.patient("vfork", 10).only("probe_patient")
        self.assertFalse(row.has_ended)
        self.assert_worked(row, 10)

    def test_a_program_that_cannot_be_watched_leaves_no_slot_filled(self):
        row = self.patient("exec", 10).only("probe_patient")
        self.assertFalse(row.is_filled)

    def test_exec_wipes_the_slot(self):
        rows = self.watch("sh", "-c", 'cat in >out; exec "$0" syscall x 9',
                          os.environ["PROBE_PATIENT"])
        row = rows.only("probe_patient")
        self.assert_books(row, {"entropy": (9, 36)})
        self.assertNotIn("sh", [other.name for other in rows])

    def test_after_an_exec_in_vain_the_slot_is_used_on(self):
        row = self.patient("exec-in-vain", 10).only("probe_patient")
        self.assertTrue(row.is_filled)
        self.assert_worked(row, 10)

    def test_getrandom_by_its_number_is_entropy(self):
        row = self.patient("syscall", 50).only("probe_patient")
        self.assert_books(row, {"entropy": (50, 200)})

    def test_streams_on_flash_are_booked(self):
        row = self.patient("stdio", 50).only("probe_patient")
        self.assert_books(row, {"flash_read": (50, 250),
                                "flash_write": (100, 250),
                                "flash_meta": (100, 0)})

    def test_names_are_booked_where_they_are_relative_or_fail(self):
        row = self.patient("names", 50).only("probe_patient")
        self.assert_books(row, {"flash_meta": (450, 0),
                                "flash_sync": (50, 0)})

    def test_a_descriptor_that_is_used_again_is_another_thing(self):
        row = self.patient("reuse", 50).only("probe_patient")
        self.assert_books(row, {"flash_write": (50, 100),
                                "flash_meta": (50, 0),
                                "ipc": (100, 200)})

    def test_who_finds_no_slot_is_counted_and_works_on(self):
        rows = self.patient("fork", 100, options=["-s", "2"])
        self.assertEqual(rows.status, 0)
        self.assertEqual((len(rows.rows), rows.turned_away), (2, 3))
        for row in rows:
            self.assert_worked(row, 100)


if __name__ == "__main__":
    place.main()
