# SPDX-License-Identifier: GPL-3.0-or-later
"""The user's own environment, keyring and agent: nothing of it matters, and
nothing of it is touched."""
import os
import re
import subprocess
import time

import place


def cpu_ticks(pid):
    """utime and stime of /proc/PID/stat, proc(5)."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stream:
        return stream.read().rpartition(")")[2].split()[11:13]


class Environment(place.Place):
    def assert_works(self, *arguments, **how):
        outcome = self.measure(*arguments, place.COPYING, **how)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        for name, cell in outcome.cells().items():
            self.assertEqual(len(cell["plain"]["real_ns"]), 1, name)
        return outcome

    def test_a_gpg_conf_of_the_users_is_not_read(self):
        # setUp has put options that no gpg knows into $HOME/.gnupg.
        self.assert_works()

    def test_gnupghome_of_the_users_is_neither_read_nor_written(self):
        home = self.path / "gnupghome"
        home.mkdir(mode=0o700)
        (home / "gpg.conf").write_text(place.NONSENSE)
        (home / "gpg-agent.conf").write_text(place.NONSENSE)
        before = place.listing(home)
        self.environment["GNUPGHOME"] = str(home)
        self.assert_works()
        self.assertEqual(place.listing(home), before)

    def test_no_file_of_the_users_home_is_opened(self):
        log = self.path / "opened"
        traced = ["strace", "-f", "-qq", "-e", "trace=%file", "-o", log,
                  place.PGPBENCH]
        if subprocess.run(["strace", "-qq", "-o", log, "true"], timeout=20,
                          capture_output=True).returncode != 0:
            self.skipTest("strace does not work here")
        # The leak checker of a sanitized build refuses to be traced.
        self.environment["ASAN_OPTIONS"] = "detect_leaks=0"
        self.assert_works("-o", "sign", program=traced)
        said = log.read_text(errors="replace")
        self.assertIn("pubring.kbx", said)
        self.assertNotIn(f"{self.home}/.gnupg", said)

    def test_without_proc_it_works_and_says_what_is_missing(self):
        hidden = ["unshare", "-m", "sh", "-c",
                  'mount -t tmpfs none /proc && exec "$@"', "sh"]
        if place.SANITIZED or subprocess.run(
                [*hidden, "true"], timeout=20,
                capture_output=True).returncode != 0:
            self.skipTest("/proc cannot be hidden here")
        self.environment["PGPBENCH_DATADIR"] = str(place.SOURCE)
        outcome = self.measure("-o", "sign", place.COPYING,
                               program=[*hidden, place.PGPBENCH])
        self.assertEqual(outcome.status, 0, outcome.err)
        self.assertEqual(len(outcome.error_lines()), 1, outcome.err)
        self.assertIn("/proc is not there", outcome.err)
        cell = outcome.cells()["gpg/dsa1024/sign/COPYING/x1"]
        self.assertEqual(len(cell["plain"]["gpg_cpu_ns"]), 1)

    def test_a_home_need_not_be_set(self):
        del self.environment["HOME"]
        self.assert_works()

    def test_a_home_that_is_not_there_is_no_matter(self):
        self.environment["HOME"] = "/nonexistent"
        self.assert_works()

    def test_a_read_only_home_is_no_matter(self):
        # Not even root may write there.
        self.environment["HOME"] = "/proc"
        self.assert_works()

    def test_no_umask_matters(self):
        for umask in (0o777, 0, 0o277):
            with self.subTest(umask=oct(umask)):
                self.assert_works(umask=umask)

    def test_what_is_made_is_the_users_alone_whatever_the_umask(self):
        log = self.path / "modes"
        gpg = self.program("gpg", f"""\
stat -c '%a %n' "$GNUPGHOME" "$GNUPGHOME"/.. "$GNUPGHOME"/../payload-* \
    >>{log} 2>/dev/null
exec {place.real_gpg()} "$@\"""")
        self.assert_works("-e", gpg, umask=0)
        modes = {line.split()[0] for line in log.read_text().splitlines()}
        self.assertEqual(modes, {"700", "600"})

    def test_an_export_has_the_mode_of_the_users_umask(self):
        path = self.path / "run.json"
        self.assert_works("--export-json", path, umask=0o027)
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)

    def test_no_locale_matters(self):
        for name in ("LANG", "LC_ALL", "LC_NUMERIC", "LANGUAGE"):
            self.environment[name] = "de_DE.UTF-8"
        self.assert_works()
        outcome = self.bench("-r", "1", "-x", "1", place.COPYING)
        self.assertEqual(outcome.status, 0)
        self.assertRegex(outcome.out, r"===> Sign +\d+(\.\d+)? ")

    def test_a_terminal_and_a_display_of_the_users_are_not_passed_on(self):
        self.environment.update(GPG_TTY="/dev/pts/0", DISPLAY=":0",
                                TERM="xterm", WAYLAND_DISPLAY="wayland-0")
        log = self.path / "words"
        gpg = self.program("gpg", f"""\
{{ echo "$@"; env; }} >>{log}
exec {place.real_gpg()} "$@\"""")
        self.assert_works("-e", gpg)
        said = log.read_text()
        self.assertIn("--sign", said)
        for word in ("--ttyname", "GPG_TTY=", "DISPLAY=", "TERM="):
            self.assertNotIn(word, said)

    def test_an_ignored_sigchld_costs_no_cpu_time(self):
        ignoring = ["sh", "-c", "trap '' CHLD; exec \"$@\"", "sh",
                    place.PGPBENCH]
        outcome = self.assert_works(program=ignoring)
        for name, cell in outcome.cells().items():
            self.assertGreater(cell["plain"]["gpg_cpu_ns"][0], 0, name)

    def test_few_file_descriptors_are_enough(self):
        limited = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh",
                   place.PGPBENCH]
        self.assert_works("-r", "1", program=limited)

    def test_the_users_agent_does_nothing_meanwhile(self):
        home = self.path / "mine"
        home.mkdir(mode=0o700)
        subprocess.run(["gpg-agent", "--homedir", home, "--daemon"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=True, timeout=20, env=self.environment)
        try:
            asked = subprocess.run(
                ["gpg-connect-agent", "--homedir", home, "GETINFO pid",
                 "/bye"], capture_output=True, text=True, timeout=20)
            pid = re.search(r"^D (\d+)$", asked.stdout, re.M).group(1)
            self.environment["GNUPGHOME"] = str(home)
            time.sleep(0.1)
            before = cpu_ticks(pid)
            outcome = self.bench("-r", "20", "-x", "1", place.COPYING)
            self.assertEqual(outcome.status, 0, outcome.err)
            self.assertEqual(cpu_ticks(pid), before)
        finally:
            place.end_agent(home)

    def test_a_tmpdir_too_long_for_a_socket_works(self):
        # 108 bytes are all that a socket's path may have, unix(7).
        long = self.tmp / ("d" * 150)
        long.mkdir()
        self.addCleanup(long.rmdir)
        self.environment["TMPDIR"] = str(long)
        path = self.path / "run.json"
        outcome = self.bench("-r", "1", "-x", "1", "--export-json", path,
                             place.COPYING)
        self.assertEqual(outcome.status, 0, outcome.err)
        said = " ".join(outcome.out.split())
        self.assertIn("too long for the agent's socket", said)
        elsewhere = re.search(r"/tmp/pgpbench\.\w{6}", said).group(0)
        self.assertFalse(os.path.exists(elsewhere))
        self.assertEqual(os.listdir(long), [])

    def test_a_tmpdir_with_odd_characters_works(self):
        odd = self.tmp / 'a b\n"$c\'%d\xe9'
        odd.mkdir()
        self.addCleanup(odd.rmdir)
        self.environment["TMPDIR"] = str(odd)
        self.assert_works()
        self.assertEqual(os.listdir(odd), [])

    def test_a_tmpdir_with_a_colon_works(self):
        # gpg-agent takes no socket with a colon in its name.
        odd = self.tmp / "a:b"
        odd.mkdir()
        self.addCleanup(odd.rmdir)
        self.environment["TMPDIR"] = str(odd)
        outcome = self.measure(place.COPYING)
        self.assertEqual(outcome.status, 0, outcome.err)
        self.assertEqual(os.listdir(odd), [])

    def test_two_runs_at_once_do_not_disturb_each_other(self):
        arguments = ("-r", "3", "-x", "1", "-f", "json", place.COPYING)
        with self.start(*arguments) as one, self.start(*arguments) as other:
            for process in (one, other):
                _, err = process.communicate(timeout=place.LIMIT_S)
                self.assertEqual((process.returncode, err), (0, ""))


if __name__ == "__main__":
    place.main()
