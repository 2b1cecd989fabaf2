# SPDX-License-Identifier: GPL-3.0-or-later
"""Every word that a cell can fail with, brought about."""
import re
import subprocess
import unittest

import place

# The words of src/model/fault.c that no cell shows, and why.
NOT_IN_A_CELL = {
    "nothing failed": "it is the absence of a failure",
    "needs a passphrase": "refused before anything is measured",
    "no gpg": "refused before anything is measured",
    "not a regular file": "refused before anything is measured",
    "not understood": "of run files that are read",
    "wrong usage": "of the command line",
    "out of memory": "not to be brought about here",
    "system call failed": "what is left when nothing better is known",
    "interrupted": "a signal ends the run, and the cell has no sample",
}

# The fingerprint of rsa1024, of keys/README.md.
OTHER = "1ED6E38A977AED3DA4B83A506ED0E3CA28F43D8D"

BAD_SIGNATURE = """\
for last; do :; done
        sed s/e/E/ "/proc/self/fd/${last#-&}" >"$GNUPGHOME/bad"
        "$gpg" --batch --status-fd \
            "$(expr "$*" : '.*--status-fd \\([0-9]*\\)')" \
            --verify "$GNUPGHOME/bad"
        exit"""

WRONG_SIGNER = """\
for word; do
    shift
    case $word in
    661EEC57E3F7F3F0 | *0D0D3392103589A6775A568B661EEC57E3F7F3F0)
        word={other} ;;
    esac
    set -- "$@" "$word"
done
exec "$gpg" "$@\""""


class Words(place.Place):
    shown = set()

    def what(self, *arguments, verb=None, script=None):
        """{operation: what failed} of a run with one file."""
        engine = []
        if verb:
            engine = ["-e", self.wrapper(verb, script)]
        outcome = self.measure(*engine, *arguments, place.COPYING)
        self.assertEqual(outcome.status, 1, outcome.err)
        failed = {cell["operation"]: cell["failure"]["what"]
                  for cell in outcome.run_file()["cells"] if cell["failure"]}
        Words.shown.update(failed.values())
        return failed

    def test_timeout(self):
        self.assertEqual(self.what("-o", "verify,encrypt", "--timeout", "1",
                                   verb="--verify", script="sleep 1000"),
                         {"verify": "timeout"})

    def test_killed(self):
        self.assertEqual(self.what("-o", "verify,encrypt", verb="--verify",
                                   script="kill -9 $$"), {"verify": "killed"})

    def test_gpg_failed(self):
        self.assertEqual(self.what("-o", "verify,encrypt", verb="--verify",
                                   script="exit 2"), {"verify": "gpg failed"})

    def test_bytes_differ(self):
        self.assertEqual(self.what("-o", "decrypt", verb="--decrypt",
                                   script='"$gpg" "$@" | tr e E; exit 0'),
                         {"decrypt": "bytes differ"})

    def test_bad_signature(self):
        """A verify that is given a message with letters changed."""
        self.assertEqual(
            self.what("-o", "verify,encrypt", "--compress", "none",
                      verb="--verify", script=BAD_SIGNATURE),
            {"verify": "bad signature"})

    def test_wrong_signer(self):
        self.assertEqual(
            self.what("-o", "sign", "-k", "dsa1024", "-k", "rsa1024",
                      verb="--sign",
                      script=WRONG_SIGNER.format(other=OTHER)),
            {"sign": "wrong signer"})

    def test_wrong_recipient(self):
        """With the home of both keys gpg could decrypt it all the same."""
        self.assertEqual(
            self.what("-o", "encrypt", "-k", "dsa1024", "-k", "rsa1024",
                      verb="--encrypt",
                      script=WRONG_SIGNER.format(other=OTHER)),
            {"encrypt": "wrong recipient"})

    def test_key_expired_and_key_revoked(self):
        home = self.path / "by-hand"
        home.mkdir(mode=0o700)
        gpg = [place.real_gpg(), "--homedir", home, "--batch", "--quiet",
               "--passphrase", "", "--pinentry-mode", "loopback"]
        how = {"check": True, "capture_output": True, "timeout": 20}
        subprocess.run([*gpg, "--faked-system-time", "20200101T000000!",
                        "--quick-generate-key", "old", "rsa1024", "default",
                        "2d"], **how)
        subprocess.run([*gpg, "--quick-generate-key", "revoked", "rsa1024",
                        "default", "never"], **how)
        certificate, = [path.read_text() for path in
                        (home / "openpgp-revocs.d").iterdir()
                        if "revoked" in path.read_text()]
        subprocess.run([*gpg, "--import"], text=True,
                       input=certificate.replace(":-----", "-----"), **how)
        secret = {name: subprocess.run(
            [*gpg, "--armor", "--export-secret-keys", name], **how).stdout
                  for name in ("old", "revoked")}
        place.end_agent(home)
        path = self.write("old.asc", secret["old"])
        self.assertEqual(self.what("-k", path, "-o", "sign"),
                         {"sign": "key expired"})
        outcome = self.measure("-k", path, "-o", "sign", place.COPYING)
        self.assertIn("2020-01-03",
                      outcome.run_file()["cells"][0]["failure"]["advice"])
        path = self.write("revoked.asc", secret["revoked"])
        self.assertEqual(self.what("-k", path, "-o", "sign"),
                         {"sign": "key revoked"})

    def test_no_output(self):
        """A gpg that prints no version any more once its home is there."""
        gpg = self.program("gpg", f"""\
[ "$*" != --version ] || [ ! -f "$GNUPGHOME/pubring.kbx" ] || exit 0
exec {place.real_gpg()} "$@\"""")
        self.assertEqual(self.what("-e", gpg, "-o", "start,encrypt"),
                         {"start": "no output"})

    def test_no_secret_key(self):
        """It vanishes when the first signature is asked for."""
        self.assertEqual(
            self.what("-o", "sign", verb="--sign", script="""\
rm -f "$GNUPGHOME"/private-keys-v1.d/*"""), {"sign": "no secret key"})

    def test_no_public_key(self):
        """It vanishes before the encryption."""
        self.assertEqual(
            self.what("-o", "encrypt", verb="--encrypt", script="""\
rm -f "$GNUPGHOME"/pubring.kbx"""), {"encrypt": "no public key"})

    def test_no_gpg_agent(self):
        """It cannot be started any more when a signature is asked for."""
        self.assertEqual(
            self.what("-o", "sign", "--timeout", "20", verb="--sign",
                      script="""\
set -- --agent-program /nonexistent "$@"
        gpgconf --kill gpg-agent"""), {"sign": "no gpg-agent"})

    def test_refused_by_gpg(self):
        failed = self.what("-k", "ed25519", "-e", "gpg1")
        self.assertEqual(set(failed.values()), {"refused by gpg"})

    def test_another_key_made(self):
        self.assertEqual(self.what("-o", "generate", "-g", "rsa512"),
                         {"generate": "another key made"})

    def lacking(self, usage):
        home = self.path / "by-hand"
        home.mkdir(mode=0o700)
        gpg = ["--homedir", home, "--batch", "--quiet", "--passphrase", "",
               "--pinentry-mode", "loopback"]
        subprocess.run([place.real_gpg(), *gpg, "--quick-generate-key", "one",
                        "rsa1024", usage], check=True, capture_output=True,
                       timeout=20)
        secret = subprocess.run([place.real_gpg(), *gpg, "--armor",
                                 "--export-secret-keys"], check=True,
                                capture_output=True, timeout=20).stdout
        place.end_agent(home)
        return self.write("lacking.asc", secret)

    def test_no_encryption_and_no_signing_key(self):
        failed = self.what("-k", self.lacking("cert"))
        self.assertEqual(failed, {"sign": "no signing key",
                                  "verify": "no signing key",
                                  "encrypt": "no encryption key",
                                  "decrypt": "no encryption key"})

    def test_cannot_be_read(self):
        """The user's file goes away while it is measured."""
        path = self.write("file", place.COPYING.read_bytes())
        gpg = self.wrapper("--sign", f"rm -f {path}")
        outcome = self.measure("-e", gpg, "-o", "sign", path)
        self.assertEqual(outcome.status, 1, outcome.err)
        failure = outcome.run_file()["cells"][0]["failure"]
        self.assertEqual(failure["what"], "cannot be read")
        Words.shown.add(failure["what"])

    @unittest.skipUnless(place.is_root(), "only root can mount a tmpfs")
    def test_disk_full_and_cannot_be_written(self):
        medium = self.path / "medium"
        medium.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs",
                           medium], capture_output=True,
                          timeout=20).returncode != 0:
            self.skipTest("no tmpfs can be mounted here")
        self.addCleanup(subprocess.run, ["umount", medium], check=True,
                        timeout=20)
        self.assertEqual(set(self.what("--work-dir", medium, "-x",
                                       "100").values()), {"disk full"})
        # Read-only once the home is there and the first gpg runs.
        failed = self.what(
            "--work-dir", medium, "-o", "sign,encrypt", verb="--sign",
            script=f'mount -o remount,ro {medium} 2>/dev/null; '
            'echo "gpg: error: Read-only file system" '
            '>/proc/self/fd/"$(expr "$*" : '
            "'.*--logger-fd \\([0-9]*\\)')\"; sleep 0.2; exit 2")
        subprocess.run(["mount", "-o", "remount,rw", medium], check=True,
                       timeout=20)
        for left in medium.iterdir():
            place.shutil.rmtree(left)
        self.assertIn("cannot be written", failed.values())

    def test_zz_every_word_was_shown_or_cannot_be(self):
        """After the others, whose names come before."""
        source = (place.SOURCE / "src/model/fault.c").read_text()
        words = set(re.findall(r'\[FAULT_\w+\] = "([^"]+)"', source))
        self.assertGreater(len(words), 20)
        self.assertLessEqual(set(NOT_IN_A_CELL), words)
        wanted = words - set(NOT_IN_A_CELL)
        if not place.is_root():
            wanted -= {"disk full", "cannot be written"}
        self.assertEqual(wanted - Words.shown, set())


if __name__ == "__main__":
    place.main()
