# SPDX-License-Identifier: GPL-3.0-or-later
"""place: a directory of its own for each test, the running of pgpbench in
it, and the check that nothing is left when the test is over.  It does not
know what is tested.

The program under test is $PGPBENCH.
"""
import json
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PGPBENCH = os.environ["PGPBENCH"]
SOURCE = pathlib.Path(__file__).resolve().parents[2]
COPYING = SOURCE / "fixtures/COPYING"
KEY = SOURCE / "keys/dsa1024.asc"
SKIPPED = 77  # SKIP_RETURN_CODE of CMakeLists.txt

# Such a build does not work without /proc, nor without threads, and says so.
SANITIZED = b"__asan_init" in pathlib.Path(PGPBENCH).read_bytes()

# What no run here should ever need.  A run that does hangs.
LIMIT_S = 60

# A user's own home that no gpg can work with: who reads it is found out.
NONSENSE = "this-is-no-option of any gpg\n"


def real_gpg():
    """The gpg that wrappers stand before."""
    return shutil.which("gpg")


def listing(directory):
    """What is below DIRECTORY and when each was changed; sockets, which an
    agent of the user's may make at any time, left out."""
    found = {}
    for path in sorted(pathlib.Path(directory).rglob("*")):
        if not path.is_socket():
            about = path.lstat()
            found[str(path)] = (about.st_mode, about.st_size,
                                about.st_mtime_ns)
    return found


def processes_that_mention(text):
    """The living processes with TEXT among their arguments or in their
    environment, as "PID: ARGUMENTS"."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        words = b""
        for name in ("cmdline", "environ"):
            try:
                words += (entry / name).read_bytes()
            except OSError:
                pass  # it has ended, or is not ours to look at
        if os.fsencode(text) in words:
            found.append(f"{entry.name}: {words.split(bytes(2))[0]!r}")
    return found


def dead_socket_directories():
    """Those that gpg-agent makes below /run/user and nobody listens in."""
    base = pathlib.Path(f"/run/user/{os.getuid()}/gnupg")
    listened = pathlib.Path("/proc/net/unix").read_text()
    if not base.is_dir():
        return set()
    return {str(path) for path in base.iterdir()
            if path.name.startswith("d.") and f"{path}/" not in listened}


class Outcome:
    """How a run ended and what it said."""

    def __init__(self, status, out, err, seconds):
        self.status = status
        self.out = out
        self.err = err
        self.seconds = seconds

    def run_file(self):
        return json.loads(self.out)

    def cells(self):
        """The cells by their names."""
        return {cell["name"]: cell for cell in self.run_file()["cells"]}

    def error_lines(self):
        return self.err.splitlines()


class Place(unittest.TestCase):
    """Each test gets self.path, with a user's home and a TMPDIR in it."""

    def setUp(self):
        # A short path: below it comes a home with sockets.
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="pbt.", dir="/tmp"))
        self.path.chmod(0o755)
        self.tmp = self.path / "tmp"
        self.home = self.path / "user"
        self.tmp.mkdir()
        (self.home / ".gnupg").mkdir(parents=True, mode=0o700)
        for name in ("gpg.conf", "gpg-agent.conf", "common.conf"):
            (self.home / ".gnupg" / name).write_text(NONSENSE)
        self.environment = dict(os.environ, HOME=str(self.home),
                                TMPDIR=str(self.tmp))
        for name in ("GNUPGHOME", "GPG_TTY", "PGPBENCH_DATADIR"):
            self.environment.pop(name, None)
        own_home = pathlib.Path(pwd.getpwuid(os.getuid()).pw_dir)
        self.users = {self.home: listing(self.home),
                      own_home / ".gnupg": listing(own_home / ".gnupg")}
        self.dead_sockets = dead_socket_directories()
        self.addCleanup(shutil.rmtree, self.path)
        self.addCleanup(self.check_nothing_is_left)

    def check_nothing_is_left(self):
        self.assertEqual(processes_that_mention(str(self.path)), [])
        self.assertEqual(list(self.tmp.iterdir()), [])
        for path, before in self.users.items():
            self.assertEqual(listing(path), before)
        deadline = time.monotonic() + 5
        left = dead_socket_directories() - self.dead_sockets
        while left and time.monotonic() < deadline:
            time.sleep(0.1)  # another test may be starting an agent
            left &= dead_socket_directories()
        self.assertEqual(left, set())

    def start(self, *arguments, **how):
        """pgpbench with ARGUMENTS, as a process with text pipes."""
        how.setdefault("env", self.environment)
        how.setdefault("stdout", subprocess.PIPE)
        how.setdefault("stderr", subprocess.PIPE)
        how.setdefault("cwd", self.path)
        how.setdefault("preexec_fn", default_signals)
        how.setdefault("program", [PGPBENCH])
        program = how.pop("program")
        return subprocess.Popen([*program, *arguments],
                                stdin=subprocess.DEVNULL, text=True, **how)

    def bench(self, *arguments, **how):
        """Run it to its end; the test fails if that does not come."""
        started = time.monotonic()
        with self.start(*arguments, **how) as process:
            try:
                out, err = process.communicate(timeout=LIMIT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                kill_those_that_mention(str(self.path))
                self.fail(f"{arguments} did not end in {LIMIT_S} s")
        return Outcome(process.returncode, out, err,
                       time.monotonic() - started)

    def measure(self, *arguments, **how):
        """One plain sample of each operation on one copy, unless ARGUMENTS
        say more; the run file."""
        return self.bench("-r", "1", "-w", "0", "-x", "1", "-f", "json",
                          "--probe", "never", *arguments, **how)

    def write(self, name, content):
        """A file of the user's; its path."""
        path = self.path / name
        path.write_bytes(content)
        return path

    def program(self, name, script):
        """A shell script that can be run; its path."""
        path = self.write(name, f"#!/bin/sh\n{script}\n".encode())
        path.chmod(0o755)
        return str(path)

    def wrapper(self, verb, script):
        """A gpg that runs SCRIPT instead when called for VERB.  In SCRIPT
        $gpg is the real one."""
        return self.program("gpg", f"""\
gpg={real_gpg()}
for word; do
    if [ "$word" = {verb} ]; then
        {script}
    fi
done
exec "$gpg" "$@\"""")

    def assert_refused(self, outcome, *words):
        """Status 2, no report, and one line that has all WORDS."""
        self.assertEqual(outcome.status, 2, outcome.err)
        self.assertEqual(outcome.out or "", "")
        self.assertEqual(len(outcome.error_lines()), 1, outcome.err)
        for word in words:
            self.assertIn(word, outcome.err)


def default_signals():
    """In the child: not what a nohup or a background shell has left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def end_agent(home):
    """End the agent of HOME that a test started by hand.  gpgconf comes back
    before the agent has ended, which may take it a tick of its clock (2 s)."""
    for words in (["--kill", "all"], ["--remove-socketdir"]):
        subprocess.run(["gpgconf", "--homedir", home, *words], timeout=20,
                       capture_output=True)
    deadline = time.monotonic() + 5
    while processes_that_mention(str(home)) and time.monotonic() < deadline:
        time.sleep(0.02)


def kill_those_that_mention(text):
    """End what a test that fails would leave; TEXT is its own directory."""
    for line in processes_that_mention(text):
        os.kill(int(line.split(":")[0]), signal.SIGKILL)


def is_root():
    return os.getuid() == 0


def main():
    program = unittest.main(exit=False, verbosity=2)
    skipped = len(program.result.skipped)
    if not program.result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if skipped == program.result.testsRun else 0)
