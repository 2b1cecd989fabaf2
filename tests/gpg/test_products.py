# SPDX-License-Identifier: GPL-3.0-or-later
"""What pgpbench makes, read by other programs than the gpg it drives: gpgv
and gpg 1.4, in a home of their own."""
import pathlib
import shutil
import subprocess

import place

# Of keys/README.md.
FINGERPRINT = "0D0D3392103589A6775A568B661EEC57E3F7F3F0"

# Before gpg runs, keep what the work directory holds by then; and keep what
# --decrypt writes, which is gone before another gpg runs.
CATCHER = """\
caught={caught}
for file in "$GNUPGHOME"/../payload-*; do
    [ ! -f "$file" ] || cp "$file" "$(mktemp "$caught/${{file##*/}}.XXXXXX")"
done
case " $* " in
*" --decrypt "*)
    {gpg} "$@" >"$caught/out.$$"
    status=$?
    cp "$caught/out.$$" "$caught/decrypted.$$"
    cat "$caught/out.$$"
    rm "$caught/out.$$"
    exit $status
    ;;
esac
exec {gpg} "$@\""""


class Products(place.Place):
    def setUp(self):
        super().setUp()
        self.caught = self.path / "caught"
        self.caught.mkdir()
        self.by_hand = self.path / "by-hand"
        self.by_hand.mkdir(mode=0o700)
        self.assertIsNotNone(shutil.which("gpg1"), "gpg1 is not installed")
        self.gpg1("--import", place.KEY)

    def gpg1(self, *arguments):
        """What gpg 1.4 prints, which is not the gpg that was measured."""
        return subprocess.run(
            ["gpg1", "--homedir", self.by_hand, "--batch", "--no-tty",
             "--quiet", "--status-fd", "2", *arguments],
            check=True, capture_output=True, timeout=20)

    def catch(self, *arguments):
        gpg = self.program("gpg", CATCHER.format(caught=self.caught,
                                                 gpg=place.real_gpg()))
        outcome = self.bench("-r", "2", "-e", gpg, "-f", "json", *arguments,
                             place.COPYING)
        self.assertEqual(outcome.status, 0, outcome.err)
        return outcome

    def messages(self, copies, kind):
        """Those caught of a kind: "sig", "enc", or "" for the plain file."""
        suffix = f"-0-0.{kind}" if kind else ""
        found = sorted(self.caught.glob(f"payload-0-x{copies}{suffix}.??????"))
        self.assertGreater(len(found), 0)
        return found

    def test_a_signed_message_is_good_to_gpgv_by_the_test_key(self):
        self.catch("-o", "sign,verify", "-x", "1")
        keyring = self.path / "keyring.gpg"
        keyring.write_bytes(self.gpg1("--export", FINGERPRINT).stdout)
        for message in self.messages(1, "sig"):
            said = subprocess.run(
                ["gpgv", "--keyring", keyring, "--status-fd", "1", message],
                check=True, capture_output=True, text=True, timeout=20,
                env=dict(self.environment, GNUPGHOME=str(self.by_hand)))
            self.assertIn(f"[GNUPG:] VALIDSIG {FINGERPRINT}", said.stdout)
            self.assertEqual(said.stdout.count("VALIDSIG"), 1)

    def test_a_signed_message_holds_the_file_so_many_times(self):
        self.catch("-o", "sign,verify", "-x", "1,20")
        for copies in (1, 20):
            for message in self.messages(copies, "sig"):
                said = self.gpg1("--decrypt", message)
                self.assertEqual(said.stdout,
                                 place.COPYING.read_bytes() * copies)
                self.assertIn(b"GOODSIG", said.stderr)

    def test_an_encrypted_message_decrypts_to_the_file_so_many_times(self):
        self.catch("-o", "encrypt,decrypt", "-x", "1,20")
        for copies in (1, 20):
            for message in self.messages(copies, "enc"):
                said = self.gpg1("--decrypt", message)
                self.assertEqual(said.stdout,
                                 place.COPYING.read_bytes() * copies)
                self.assertIn(b"DECRYPTION_OKAY", said.stderr)

    def test_each_signed_and_encrypted_output_is_such_a_message(self):
        self.catch("-o", "sign,encrypt", "-x", "1")
        # The empty ones were caught before their gpg had written anything.
        outputs = [path for path in self.caught.glob("payload-out.??????")
                   if path.stat().st_size > 0]
        kinds = []
        for output in outputs:
            said = self.gpg1("--decrypt", output)
            self.assertEqual(said.stdout, place.COPYING.read_bytes())
            kinds.append(b"GOODSIG" in said.stderr)
        # Of each kind at least one warm-up and two samples.
        self.assertGreaterEqual(kinds.count(True), 3)
        self.assertGreaterEqual(kinds.count(False), 3)

    def test_what_is_decrypted_is_the_file_so_many_times(self):
        self.catch("-o", "decrypt", "-x", "3")
        outputs = sorted(self.caught.glob("decrypted.*"))
        self.assertGreaterEqual(len(outputs), 3)
        for output in outputs:
            self.assertEqual(output.read_bytes(),
                             place.COPYING.read_bytes() * 3)

    def test_the_sizes_recorded_are_those_of_the_messages(self):
        cells = self.catch("-o", "sign", "-x", "20").cells()
        cell = cells["gpg/dsa1024/sign/COPYING/x20"]
        sizes = {pathlib.Path(path).stat().st_size
                 for path in self.caught.glob("payload-out.??????")}
        self.assertEqual(cell["input_bytes"], 20 * 17983)
        self.assertEqual(len(cell["plain"]["output_bytes"]), 2)
        self.assertLessEqual(set(cell["plain"]["output_bytes"]), sizes)


if __name__ == "__main__":
    place.main()
