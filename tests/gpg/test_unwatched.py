# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the probe does not load, what only it can tell is absent, and a
notice says so; all else is measured."""
import os

import place
import probedrun
from probedrun import OPERATIONS, name_of

ABSENT = "the probe did not load into gpg"


class Unwatched(probedrun.ProbedRun):
    def probe_in_text(self, *arguments, **how):
        """The same run twice: its cells, and its words."""
        outcome = self.probe(*arguments, place.COPYING, **how)
        text = self.bench("-r", "1", "-w", "0", "-x", "1", *arguments,
                          place.COPYING, **how)
        self.assertEqual((text.status, text.err), (0, ""))
        return outcome.cells(), text.out

    def assert_all_unseen(self, cells, text, count=5):
        for cell in cells.values():
            self.assert_unseen(cell)
        self.assertIn(f"{ABSENT} ({count} cells): entropy and flash are -",
                      " ".join(text.split()))
        for title in ("Sign", "Verify", "Encrypt", "Decrypt"):
            self.assertRegex(text, rf"===> {title} .* -  +-  +1\+0 ")

    def test_a_gpg_that_takes_no_preload_is_measured_without(self):
        gpg = self.program("gpg", f"""\
unset LD_PRELOAD
exec {place.real_gpg()} "$@\"""")
        self.assert_all_unseen(*self.probe_in_text("-e", gpg))

    def test_so_it_is_where_what_starts_it_is_watched(self):
        """The shell is, to its end: it is not gpg."""
        gpg = self.program("gpg", f"""\
unset LD_PRELOAD
{place.real_gpg()} "$@\"""")
        self.assert_all_unseen(*self.probe_in_text("-e", gpg))

    def test_so_it_is_where_the_ledger_cannot_be_found(self):
        gpg = self.program("gpg", f"""\
[ -z "$PGPBENCH_LEDGER" ] || export PGPBENCH_LEDGER=/nonexistent
exec {place.real_gpg()} "$@\"""")
        self.assert_all_unseen(*self.probe_in_text("-e", gpg))

    def test_a_wrapper_that_stays_is_watched_with_its_gpg(self):
        gpg = self.program("gpg", f"""\
words=$(echo some words of a pipe)
{place.real_gpg()} "$@\"""")
        outcome = self.probe("-e", gpg, place.COPYING)
        for cell in outcome.cells().values():
            self.assert_seen(cell)
            self.assertGreater(min(cell["probed"]["stage_startup_ns"]), 0)
        encrypt = outcome.cells()[name_of("encrypt")]["probed"]
        self.assertGreater(min(encrypt["stage_compress_ns"]), 0)
        self.assertGreater(min(encrypt["entropy_calls"]), 0)

    def test_what_a_wrapper_runs_before_does_not_pass_for_gpg(self):
        """gpgconf has libgcrypt and reads pipes; it never sees the payload."""
        gpg = self.program("gpg", "\n".join((
            "home=$(gpgconf --list-dirs homedir)", "unset LD_PRELOAD",
            f'{place.real_gpg()} "$@"')))
        cells, _ = self.probe_in_text("-e", gpg)
        for operation in ("sign", "verify", "encrypt", "decrypt"):
            self.assert_unseen(cells[name_of(operation)])

    def test_a_wrapper_that_takes_gpgs_place_is_no_matter(self):
        gpg = self.program("gpg", f'exec {place.real_gpg()} "$@"')
        for cell in self.probe("-e", gpg, place.COPYING).cells().values():
            self.assert_seen(cell)

    def test_without_its_agent_what_that_does_is_absent(self):
        agent = self.program("agent", """\
unset LD_PRELOAD
exec gpg-agent "$@\"""")
        gpg = self.program("gpg", f"""\
exec {place.real_gpg()} --agent-program {agent} "$@\"""")
        cells, text = self.probe_in_text("-e", gpg)
        for operation in ("sign", "decrypt"):
            self.assert_unseen(cells[name_of(operation)])
        for operation in ("start", "verify", "encrypt"):
            self.assert_seen(cells[name_of(operation)])
        self.assertIn("2 cells", " ".join(text.split()))

    def test_without_the_library_all_but_its_figures_are_there(self):
        program = self.installed("elsewhere")
        cells, text = self.probe_in_text(program=[program])
        for name, cell in cells.items():
            self.assertEqual(cell["probed"], {"round": []}, name)
            self.assertEqual(cell["plain"]["round"], [0], name)
        said = " ".join(text.split())
        self.assertIn("note: no probe, so entropy and flash are -: "
                      "libpgpbench-probe.so", said)

    def test_without_the_library_always_is_refused(self):
        program = self.installed("elsewhere")
        outcome = self.bench("--probe", "always", place.COPYING,
                             program=[program])
        self.assert_refused(outcome, "libpgpbench-probe.so", "--probe never")

    def test_a_library_at_an_odd_path_is_loaded(self):
        for name in ("a b", "a:b", "a b:c/d e"):
            with self.subTest(name):
                program = self.installed(name, os.environ["PROBE"])
                outcome = self.probe(place.COPYING, program=[program])
                for cell in outcome.cells().values():
                    self.assert_seen(cell)

    def test_where_tmpdir_is_odd_as_well_there_is_a_notice(self):
        """LD_PRELOAD can name the library nowhere."""
        odd = self.tmp / "a b"
        odd.mkdir()
        self.addCleanup(odd.rmdir)
        self.environment["TMPDIR"] = str(odd)
        program = self.installed("a:b", os.environ["PROBE"])
        cells, text = self.probe_in_text(program=[program])
        self.assertEqual(len(cells), 1 + len(OPERATIONS))
        for name, cell in cells.items():
            self.assertEqual(cell["probed"], {"round": []}, name)
        self.assertIn("no probe", " ".join(text.split()))

    def test_an_odd_tmpdir_alone_is_no_matter(self):
        for name in ("a b", "a\nb", "a%d'\"$x"):
            with self.subTest(name):
                odd = self.tmp / name
                odd.mkdir()
                self.environment["TMPDIR"] = str(odd)
                outcome = self.probe("-o", "encrypt", place.COPYING)
                cell = outcome.cells()[name_of("encrypt")]
                self.assert_seen(cell)
                self.assertGreater(min(cell["probed"]["flash_write_bytes"]),
                                   7000)
                odd.rmdir()


if __name__ == "__main__":
    place.main()
