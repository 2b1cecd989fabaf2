# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a refusal says what really stands in the way, and what to do."""
import shutil
import subprocess

import place

# A user who has no process, so that each one counts.
USER = "64321"


class Advice(place.Place):
    def test_no_process_can_be_started(self):
        """With the first gpg, with GPGME's, and with gpg's agent."""
        if place.SANITIZED or not place.is_root():
            self.skipTest("only root can become a user without processes")
        copy = self.path / "pgpbench"
        shutil.copy(place.PGPBENCH, copy)
        shutil.copytree(place.SOURCE / "keys", self.path / "keys")
        self.tmp.chmod(0o777)
        self.environment["PGPBENCH_DATADIR"] = str(self.path)
        text = self.write("text", b"text")
        for count in range(1, 5):
            with self.subTest(count=count):
                outcome = self.bench(
                    "-r", "1", "-x", "1", text,
                    program=["setpriv", "--reuid", USER, "--regid", USER,
                             "--clear-groups", "prlimit", f"--nproc={count}",
                             copy])
                self.assert_refused(outcome, "cannot start a process",
                                    "raise ulimit -u")
                self.assertNotIn("no gpg", outcome.err)

    def limited(self, size_bytes):
        return ["prlimit", f"--fsize={size_bytes}", place.PGPBENCH]

    def test_no_file_may_be_written(self):
        """From the settings on, and from the secret key on."""
        for size in (0, 1024):
            with self.subTest(size=size):
                self.assert_refused(
                    self.bench("-r", "1", place.COPYING,
                               program=self.limited(size)),
                    "cannot be written (File too large)", "raise ulimit -f")

    def test_a_cell_whose_file_may_not_grow_says_so(self):
        outcome = self.measure("-o", "sign", place.COPYING,
                               program=self.limited(16384))
        self.assertEqual(outcome.status, 1, outcome.err)
        failure = outcome.run_file()["cells"][0]["failure"]
        self.assertEqual(failure["what"], "cannot be written")
        report = self.bench("-r", "1", "-o", "sign", "-x", "1",
                            place.COPYING, program=self.limited(16384))
        self.assertIn("raise ulimit -f",
                      " ".join(report.out.split()))

    def test_a_current_directory_that_is_gone_is_named(self):
        gone = ["sh", "-c", 'mkdir gone && cd gone && rmdir ../gone && '
                'exec "$@"', "sh", place.PGPBENCH]
        self.assert_refused(self.bench("-e", "./gpg", place.COPYING,
                                       program=gone),
                            "./gpg: no gpg (No such file or directory)",
                            "current directory no longer exists")

    def test_a_version_with_a_bad_status_is_no_working_gpg(self):
        for script, end in (('"$@"; exit 2', "exited with status 2"),
                            ('"$@"; kill -9 $$', "was ended by signal 9")):
            with self.subTest(end=end):
                gpg = self.program("gpg", f"{place.real_gpg()} {script}")
                self.assert_refused(self.bench("-e", gpg, place.COPYING),
                                    f"{gpg}: no gpg",
                                    "it is no gpg that works",
                                    '"gpg (GnuPG)', end)

    def test_an_import_of_public_keys_that_hangs_is_a_timeout(self):
        gpg = self.wrapper("--import", f"""\
[ ! -e {self.path}/imported ] || sleep 1000
        touch {self.path}/imported""")
        other = place.SOURCE / "keys/rsa1024.asc"
        outcome = self.bench("-e", gpg, "--timeout", "2", "--import", other,
                             place.COPYING)
        self.assert_refused(outcome, f"{other}: timeout", "--timeout")
        self.assertLess(outcome.seconds, 20)

    def test_a_bad_line_of_gpg_conf_is_quoted(self):
        for engine in ("gpg", "gpg1"):
            with self.subTest(engine=engine):
                outcome = self.bench("-e", engine, "--gpg-option", "armor",
                                     "--gpg-option", "frobnicate all",
                                     place.COPYING)
                self.assert_refused(outcome, '"invalid option" of the line '
                                    '"frobnicate all"', "--gpg-option")
                self.assertNotIn("/home/gpg.conf", outcome.err)

    def test_an_algorithm_that_gpg_has_not_is_said_to_be_missing(self):
        outcome = self.bench("-e", "gpg1", "-g", "ed25519", "-r", "1", "-x",
                             "1", "-o", "generate,sign", place.COPYING)
        self.assertEqual(outcome.status, 1, outcome.err)
        report = " ".join(outcome.out.split())
        self.assertEqual(report.count("refused by gpg (Invalid public key "
                                      "algorithm); this gpg cannot make that "
                                      "algorithm: it has no EDDSA"), 1)
        self.assertIn("generate/-/x1 and 1 more cell: ", report)

    def without_proc(self, *arguments, **how):
        hide = ["unshare", "-m", "sh", "-c", 'umount -l /proc && exec "$@"',
                "sh"]
        if place.SANITIZED or not place.is_root() or subprocess.run(
                [*hide, "true"], capture_output=True,
                timeout=20).returncode != 0:
            self.skipTest("/proc cannot be unmounted here")
        return self.bench(*arguments, program=[*hide, place.PGPBENCH], **how)

    def test_without_proc_it_is_said_why_nothing_is_found(self):
        for arguments, thing in (
                (["-r", "1"], "fixtures/COPYING: "),
                (["-r", "1", place.COPYING], "dsa1024: "),
                (["list", "keys"], "keys: ")):
            with self.subTest(thing=thing):
                self.assert_refused(self.without_proc(*arguments), thing,
                                    "without /proc",
                                    "set PGPBENCH_DATADIR to the directory")

    def test_a_data_directory_that_has_nothing_is_named(self):
        self.environment["PGPBENCH_DATADIR"] = str(self.tmp)
        self.assert_refused(self.without_proc("-r", "1", place.COPYING),
                            f"PGPBENCH_DATADIR names {self.tmp}")

    def test_an_empty_name_is_seen(self):
        self.assert_refused(self.bench(""), "pgpbench: '': cannot be read")

    def test_a_name_of_blanks_is_seen(self):
        outcome = self.bench("-r", "1", "-o", "sign", "-x", "1",
                             self.write(" ", b"text"))
        self.assertIn("\n' ', 4 bytes, times in ms\n", outcome.out)

    def test_csv_brings_no_control_character_to_a_terminal(self):
        name = 'a\x1b[31m\n\x9b,\\x41"'
        outcome = self.bench("-r", "1", "-o", "sign", "-x", "1", "-f", "csv",
                             self.write(name, b"text"))
        self.assertIn(',"a\\x1b[31m\\x0a\\xc2\\x9b,\\x5cx41""",', outcome.out)
        self.assertEqual(len(outcome.out.splitlines()), 2)


if __name__ == "__main__":
    place.main()
