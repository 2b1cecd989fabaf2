# SPDX-License-Identifier: GPL-3.0-or-later
"""probed: commands run under the probe in a home of their own, and what the
ledger then has of them.

The probe is $PROBE; $PROBE_WATCH makes and prints the ledger.
"""
import json
import os
import shutil
import subprocess

import place

PROBE = os.environ["PROBE"]
PROBE_WATCH = os.environ["PROBE_WATCH"]

ACCOUNTS = ("entropy", "flash_read", "flash_write", "flash_sync",
            "flash_meta", "ipc", "compress", "hash", "cipher", "pubkey",
            "random")

GPG_CONF = """\
batch
no-greeting
no-secmem-warning
no-permission-warning
trust-model always
no-auto-check-trustdb
ignore-time-conflict
ignore-valid-from
"""
AGENT_CONF = "disable-scdaemon\npinentry-program /nonexistent\n"


class Row:
    """One process, as its slot has it."""

    def __init__(self, slot):
        self.__dict__.update(slot)
        self.slot = slot

    def ns(self, account):
        return self.slot[account]["ns"]

    def bytes(self, account):
        return self.slot[account]["bytes"]

    def calls(self, account):
        return self.slot[account]["calls"]


class Rows:
    """All that the ledger has after a command, and how that ended."""

    def __init__(self, status, out, err, file):
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        self.status = status
        self.out = out
        self.err = err
        self.turned_away = lines[-1]["turned_away"]
        self.rows = [Row(line) for line in lines[:-1]]

    def __iter__(self):
        return iter(self.rows)

    def only(self, name):
        named = [row for row in self.rows if row.name == name]
        assert len(named) == 1, [row.name for row in self.rows]
        return named[0]


class Probed(place.Place):
    """A place with a directory "w", where commands run, with a file "in"; a
    home "h" with the test key; and no agent running."""

    def setUp(self):
        super().setUp()
        # As the kernel spells it.
        self.root = self.path.resolve()
        self.gnupg = self.root / "h"
        self.work = self.root / "w"
        self.gnupg.mkdir(mode=0o700)
        self.work.mkdir()
        (self.gnupg / "gpg.conf").write_text(GPG_CONF)
        (self.gnupg / "gpg-agent.conf").write_text(AGENT_CONF)
        (self.work / "in").write_bytes(place.COPYING.read_bytes() * 5)
        self.environment.update(GNUPGHOME=str(self.gnupg), LC_ALL="C")
        self.addCleanup(self.stop_agent)
        self.quietly("gpg", "-q", "--import", str(place.KEY))
        self.quietly("gpg", *self.sign())
        self.quietly("gpg", *self.encrypt("in.enc"))
        self.stop_agent()

    def stop_agent(self):
        place.end_agent(self.gnupg)

    def sign(self):
        return ["--yes", "-o", "in.gpg", "--sign", "in"]

    def verify(self):
        return ["--verify", "in.gpg"]

    def encrypt(self, output="in.new"):
        return ["--yes", "-o", output, "-e", "-r", "dsa1024", "in"]

    def decrypt(self):
        return ["--yes", "-o", "in.dec", "-d", "in.enc"]

    def quietly(self, *command, status=0, **variables):
        """Run COMMAND without the probe."""
        run = subprocess.run(command, env=dict(self.environment, **variables),
                             cwd=self.work, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL,
                             timeout=place.LIMIT_S)
        if status is not None:
            self.assertEqual(run.returncode, status, run.stderr)
        return run

    def script(self, *lines):
        """A command with an agent that ends before it does."""
        return ["sh", "-ec", "\n".join([*lines, "gpgconf --kill gpg-agent"])]

    def watch(self, *command, directory=None, options=(), before=(),
              **variables):
        """Run COMMAND under the probe, with all here watched or only what is
        in DIRECTORY; BEFORE, words of another program that looks on, stands
        before that."""
        file = self.path / "ledger.json"
        run = self.quietly(*before, PROBE_WATCH, "-d",
                           str(directory or self.root),
                           "-t", "5000", "-o", str(file), *options, PROBE,
                           *command, status=None, **variables)
        return Rows(run.returncode, run.stdout, run.stderr, file)

    def patient(self, verb, count, **how):
        """Run tests/probe_patient.c in a directory of its own."""
        directory = self.root / "p"
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
        return self.watch(os.environ["PROBE_PATIENT"], verb,
                          str(directory / "file"), str(count), **how)
