# SPDX-License-Identifier: GPL-3.0-or-later
"""What is refused before anything is measured: status 2, one line that
names the thing, at once."""
import os
import shutil
import stat
import subprocess
import unittest

import place

NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534",
          "--clear-groups"]


class Refusals(place.Place):
    def assert_refused_at_once(self, outcome, *words):
        self.assert_refused(outcome, *words)
        self.assertLess(outcome.seconds, 10)

    def test_a_directory_is_no_file(self):
        self.assert_refused_at_once(self.bench("."), ".: not a regular file",
                                    "directory")

    def test_a_fifo_is_no_file(self):
        os.mkfifo(self.path / "fifo")
        self.assert_refused_at_once(self.bench("fifo"),
                                    "fifo: not a regular file", "pipe")

    def test_a_device_is_no_file(self):
        self.assert_refused_at_once(self.bench("/dev/zero"),
                                    "/dev/zero: not a regular file", "device")

    def test_a_link_to_nowhere_is_no_file(self):
        (self.path / "link").symlink_to("nowhere")
        self.assert_refused_at_once(self.bench("link"), "link",
                                    "No such file or directory")

    def test_a_link_to_itself_is_no_file(self):
        (self.path / "link").symlink_to("link")
        self.assert_refused_at_once(self.bench("link"), "link",
                                    "Too many levels")

    def test_a_missing_file_is_refused(self):
        self.assert_refused_at_once(self.bench("missing"), "missing",
                                    "No such file or directory")

    def test_a_second_file_that_is_missing_is_refused_as_well(self):
        self.assert_refused_at_once(self.bench(place.COPYING, "missing"),
                                    "missing")

    def test_a_file_made_up_by_the_kernel_is_refused(self):
        self.assert_refused_at_once(self.bench("/proc/version"),
                                    "/proc/version", "size 0")

    def test_memory_is_no_file(self):
        self.assert_refused_at_once(self.bench("/proc/self/mem"),
                                    "/proc/self/mem", "cannot be read")

    def test_an_unreadable_file_is_refused(self):
        secret = self.write("secret", b"text")
        secret.chmod(0)
        program = [place.PGPBENCH]
        if place.is_root():
            # The build tree may be where nobody may look.
            copy = self.path / "pgpbench"
            shutil.copy(place.PGPBENCH, copy)
            program = [*NOBODY, copy]
        self.assert_refused_at_once(self.bench("secret", program=program),
                                    "secret: cannot be read",
                                    "Permission denied")

    def test_no_gpg_in_path_is_said_with_the_path(self):
        self.environment["PATH"] = "/nonexistent"
        self.assert_refused_at_once(self.bench(place.COPYING), "gpg: no gpg",
                                    "/nonexistent", "--engine")

    def test_a_missing_engine_is_refused(self):
        self.assert_refused_at_once(
            self.bench("-e", "/nonexistent", place.COPYING),
            "/nonexistent: no gpg", "No such file or directory")

    def test_a_program_that_is_no_gpg_is_refused(self):
        self.assert_refused_at_once(
            self.bench("-e", "/bin/true", place.COPYING),
            "/bin/true: no gpg", "--version")

    def test_a_gpg_that_cannot_be_run_is_refused(self):
        gpg = self.write("gpg", b"no program")
        gpg.chmod(0o755)
        self.assert_refused_at_once(self.bench("-e", gpg, place.COPYING),
                                    str(gpg), "no gpg")

    def test_a_gpg_that_may_not_be_run_is_refused(self):
        gpg = self.write("gpg", b"#!/bin/sh\n")
        self.assert_refused_at_once(self.bench("-e", gpg, place.COPYING),
                                    str(gpg), "Permission denied")

    def test_a_directory_is_no_engine(self):
        self.assert_refused_at_once(self.bench("-e", "/tmp", place.COPYING),
                                    "/tmp", "no gpg")

    def test_a_hanging_gpg_is_refused_in_time(self):
        gpg = self.program("gpg", "sleep 1000")
        self.assert_refused_at_once(
            self.bench("-e", gpg, "--timeout", "2", place.COPYING), gpg,
            "timeout", "--version")

    def test_a_gpg_that_hangs_when_importing_is_refused_in_time(self):
        gpg = self.wrapper("--import", "sleep 1000")
        self.assert_refused_at_once(
            self.bench("-e", gpg, "--timeout", "2", place.COPYING),
            "timeout")

    def test_a_gpg_that_fails_to_import_is_refused(self):
        gpg = self.wrapper("--import", "exit 2")
        outcome = self.bench("-e", gpg, place.COPYING)
        self.assert_refused_at_once(outcome, "dsa1024.asc")

    def test_a_gpg_agent_that_cannot_start_is_named(self):
        """As gpg does where no gpg-agent is installed."""
        directory = self.path / "bin"
        directory.mkdir()
        self.program("bin/gpg", f'exec {place.real_gpg()} "$@"')
        self.program("bin/gpgconf", f"""\
case $1 in
--list-components) echo gpg-agent:Private Keys:/nonexistent/gpg-agent: ;;
*) exec {shutil.which("gpgconf")} "$@" ;;
esac""")
        self.assert_refused_at_once(
            self.bench("-e", directory / "gpg", place.COPYING),
            "/nonexistent/gpg-agent: no gpg-agent", "install")

    @unittest.skipUnless(place.is_root(), "only root can hide gpg-agent")
    def test_a_gpg_agent_that_is_not_there_is_named(self):
        hide = ["unshare", "-m", "sh", "-c",
                'mount --bind /dev/null "$(command -v gpg-agent)" && '
                'exec "$@"', "sh"]
        if subprocess.run([*hide, "true"], capture_output=True,
                          timeout=20).returncode != 0:
            self.skipTest("nothing can be mounted here")
        self.assert_refused_at_once(
            self.bench(place.COPYING, program=[*hide, place.PGPBENCH]),
            "no gpg-agent", "install")

    def test_a_missing_work_directory_is_named(self):
        self.assert_refused_at_once(
            self.bench("--work-dir", "/nonexistent", place.COPYING),
            "/nonexistent", "--work-dir")

    def test_a_work_directory_that_is_a_file_is_named(self):
        path = self.write("file", b"")
        self.assert_refused_at_once(
            self.bench("--work-dir", path, place.COPYING), str(path),
            "Not a directory")

    def test_a_work_directory_that_cannot_be_written_is_named(self):
        self.assert_refused_at_once(
            self.bench("--work-dir", "/proc", place.COPYING), "/proc",
            "cannot be written")

    def test_a_bad_tmpdir_is_named(self):
        self.environment["TMPDIR"] = "/nonexistent"
        self.assert_refused_at_once(self.bench(place.COPYING),
                                    "/nonexistent", "--work-dir")

    def test_an_export_that_cannot_be_written_is_named(self):
        path = "/nonexistent/run.json"
        outcome = self.bench("--export-json", path, place.COPYING)
        self.assert_refused_at_once(outcome, path, "cannot be written")

    def test_an_export_that_is_a_directory_is_named(self):
        outcome = self.bench("--export-json", self.home, place.COPYING)
        self.assert_refused_at_once(outcome, str(self.home))

    def test_a_key_that_is_not_there_is_named(self):
        outcome = self.bench("-k", "none-such", place.COPYING)
        self.assert_refused_at_once(outcome, "none-such")

    def test_a_full_device_as_stdout_is_said(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            outcome = self.measure("-o", "start", stdout=full)
        self.assert_refused(outcome, "the report cannot be written",
                            "No space left on device")

    def test_a_full_device_as_export_is_said(self):
        outcome = self.measure("-o", "start", "--export-json", "/dev/full")
        self.assertEqual(outcome.status, 2)
        self.assertEqual(len(outcome.error_lines()), 1, outcome.err)
        self.assertIn("/dev/full: cannot be written", outcome.err)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_a_stdout_that_nobody_reads_is_no_news(self):
        reader, writer = os.pipe()
        os.close(reader)
        outcome = self.measure("-x", "1,20", stdout=writer)
        os.close(writer)
        self.assertEqual((outcome.status, outcome.err), (141, ""))

    def test_a_closed_stdout_is_said(self):
        closed = ["sh", "-c", 'exec "$@" >&-', "sh", place.PGPBENCH]
        outcome = self.measure("-o", "start", program=closed)
        self.assert_refused(outcome, "standard output", "cannot be written")
        self.assertLess(outcome.seconds, 1)

    def test_wrong_usage_is_refused(self):
        for arguments, thing in (
                (["--none-such"], "--none-such: "),
                (["-r", "0"], "--runs: "),
                (["-r", "many"], "--runs: "),
                (["-r"], "-r: "),
                (["-x", "0"], "--copies: "),
                (["-x", "1,,2"], "--copies: "),
                (["-o", "fly"], "--only: "),
                (["-o", "sign,"], "--only: "),
                (["--timeout", "-1"], "--timeout: "),
                (["--precision", "nan"], "--precision: "),
                (["-f", "none-such"], "--format: "),
                (["-m", "9", "-M", "3"], "--min-runs: "),
                (["--cache", "hot"], "--cache: ")):
            with self.subTest(arguments=arguments):
                self.assert_refused_at_once(self.bench(*arguments),
                                            f"pgpbench: {thing}")


if __name__ == "__main__":
    place.main()
