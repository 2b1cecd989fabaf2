# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys: those of keys/, the user's own, those that lack something, and a
keyring full of others' public keys."""
import shutil
import subprocess

import place

OPERATIONS = ("sign", "verify", "encrypt", "decrypt")

# Of keys/README.md: fingerprint, primary key, encryption subkey, digest (SHA1
# for the only key that can sign no longer one).
KEYS = {
    "dsa1024": ("0D0D3392103589A6775A568B661EEC57E3F7F3F0", "dsa1024",
                "elg1024", "SHA1"),
    "rsa1024": ("1ED6E38A977AED3DA4B83A506ED0E3CA28F43D8D", "rsa1024",
                "rsa1024", "SHA256"),
    "rsa2048": ("0D5F9D8D85373703E3B53FFB08257A48E7574E8D", "rsa2048",
                "rsa2048", "SHA256"),
    "rsa3072": ("DE9F0D6C95C0CC7C683B53EEEAAA54AFEE239BCB", "rsa3072",
                "rsa3072", "SHA256"),
    "rsa4096": ("74FA36167DE6DA0E5345F46BF14C358263124F45", "rsa4096",
                "rsa4096", "SHA256"),
    "ed25519": ("909297F485E9C5B104C79B1DE062C4A1E2A2FC75", "ed25519",
                "cv25519", "SHA256"),
}


class Keys(place.Place):
    def gpg_by_hand(self, *arguments, name="by-hand", **how):
        """gpg in a home of its own, its agent ended with the test."""
        home = self.path / name
        if not home.is_dir():
            home.mkdir(mode=0o700)
            self.addCleanup(place.end_agent, home)
        return subprocess.run(
            [place.real_gpg(), "--homedir", home, "--batch", "--quiet",
             "--pinentry-mode", "loopback", *arguments], check=True,
            capture_output=True, timeout=40, **how).stdout

    def key_file(self, name, passphrase, *parameters):
        """A secret key, made by PARAMETERS of --quick-generate-key."""
        self.gpg_by_hand("--passphrase", passphrase, "--quick-generate-key",
                         f"{name}@pgpbench.invalid", *parameters, name=name)
        return self.write(f"{name}.asc", self.gpg_by_hand(
            "--passphrase", passphrase, "--armor", "--export-secret-keys",
            name=name))

    def test_every_key_that_is_shipped_works(self):
        shipped = {path.stem for path in
                   (place.SOURCE / "keys").glob("*.asc")}
        self.assertEqual(shipped, set(KEYS))
        asked = [word for name in KEYS for word in ("-k", name)]
        outcome = self.measure(*asked, place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        self.assertEqual(
            [(key["name"], key["fingerprint"], key["algorithm"],
              key["subkey"], key["origin"])
             for key in outcome.run_file()["keys"]],
            [(name, *about[:3], "imported") for name, about in KEYS.items()])
        cells = outcome.cells()
        self.assertEqual(len(cells), 1 + 4 * len(KEYS))
        for name, about in KEYS.items():
            for operation in OPERATIONS:
                cell = cells[f"gpg/{name}/{operation}/COPYING/x1"]
                self.assertEqual(len(cell["plain"]["real_ns"]), 1)
                signs = operation in ("sign", "verify")
                self.assertEqual(cell["used"]["digest"],
                                 about[3] if signs else None, cell["name"])
                self.assertEqual(cell["used"]["cipher"],
                                 None if signs else "AES128", cell["name"])

    def test_most_of_an_rsa4096_signature_is_the_agents_work(self):
        """Of the issue: 60 to 95 %."""
        outcome = self.bench("-k", "rsa4096", "-o", "sign", "-r", "5", "-x",
                             "1", "-f", "json", place.COPYING)
        plain = outcome.cells()["gpg/rsa4096/sign/COPYING/x1"]["plain"]
        share = sum(plain["agent_cpu_ns"]) / sum(plain["cpu_ns"])
        self.assertGreater(share, 0.6)
        self.assertLess(share, 0.95)

    def test_each_key_signs_with_itself(self):
        """With several in the home gpg would take the first."""
        log = self.path / "log"
        gpg = self.program("gpg", f"""\
echo "$@" >>{log}
exec {place.real_gpg()} "$@\"""")
        outcome = self.measure("-e", gpg, "-k", "rsa1024", "-k", "ed25519",
                               "-o", "sign,encrypt", place.COPYING)
        self.assertEqual(outcome.status, 0, outcome.err)
        said = log.read_text()
        for name in ("rsa1024", "ed25519"):
            # GPGME names the signer by its key ID.
            self.assertRegex(said, f"--sign .*-u {KEYS[name][0][-16:]}")
            self.assertRegex(said, f"--encrypt .*-r {KEYS[name][0]}")

    def test_a_file_is_a_key_by_its_name(self):
        path = self.path / "my key.asc"
        shutil.copy(place.SOURCE / "keys/rsa1024.asc", path)
        outcome = self.measure("-k", path, "-o", "sign", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        self.assertEqual(list(outcome.cells()), ["gpg/my key/sign/COPYING/x1"])
        self.assertEqual(outcome.run_file()["keys"][0]["fingerprint"],
                         KEYS["rsa1024"][0])

    def test_the_same_key_twice_gets_a_number(self):
        outcome = self.measure("-k", "rsa1024", "-k", "rsa1024", "-o", "sign",
                               place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        self.assertEqual(list(outcome.cells()),
                         ["gpg/rsa1024/sign/COPYING/x1",
                          "gpg/rsa1024#2/sign/COPYING/x1"])

    def test_a_binary_key_file_is_read(self):
        path = self.write("binary.gpg", self.gpg_by_hand(
            "--dearmor",
            input=(place.SOURCE / "keys/rsa1024.asc").read_bytes()))
        self.assertEqual(path.read_bytes()[0] & 0x80, 0x80)
        outcome = self.measure("-k", path, "-o", "sign", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))

    def test_a_protected_key_is_refused_without_a_prompt(self):
        path = self.key_file("locked", "secret", "rsa1024", "default")
        self.environment["DISPLAY"] = ":0"
        self.environment["GPG_TTY"] = "/dev/tty"
        alone = ["setsid", "-w", place.PGPBENCH]
        outcome = self.bench("-k", path, place.COPYING, program=alone)
        self.assert_refused(outcome, str(path), "needs a passphrase")
        self.assertLess(outcome.seconds, 5)

    def test_a_protected_key_starts_no_pinentry(self):
        if not shutil.which("strace"):
            self.skipTest("strace is not installed")
        path = self.key_file("locked", "secret", "rsa1024", "default")
        log = self.path / "trace"
        self.environment["DISPLAY"] = ":0"
        # A sanitized build cannot look for leaks under a tracer.
        self.environment["ASAN_OPTIONS"] = "detect_leaks=0"
        outcome = self.bench("-k", path, place.COPYING,
                             program=["strace", "-f", "-qq", "-e",
                                      "trace=execve", "-o", log,
                                      place.PGPBENCH])
        self.assert_refused(outcome, "needs a passphrase")
        started = log.read_text()
        self.assertIn("--list-packets", started)
        self.assertNotIn("pinentry", started)

    def test_a_key_that_cannot_encrypt_does_so_in_no_cell(self):
        path = self.key_file("signer", "", "rsa1024", "sign")
        outcome = self.bench("-k", path, "-r", "1", "-x", "1",
                             "--export-json", self.path / "run.json",
                             place.COPYING)
        self.assertEqual(outcome.status, 1, outcome.err)
        rows = {line.split()[1]: line for line in outcome.out.splitlines()
                if line.startswith("===>")}
        for title in ("Encrypt", "Decrypt"):
            self.assertRegex(rows[title], " - .*no encryption key")
        for title in ("Sign", "Verify"):
            self.assertRegex(rows[title], r" \d.* n=1 ")
        cells = {cell["operation"]: cell for cell in place.json.loads(
            (self.path / "run.json").read_text())["cells"]}
        for operation in ("encrypt", "decrypt"):
            self.assertEqual(cells[operation]["failure"]["what"],
                             "no encryption key")
        for operation in ("sign", "verify"):
            self.assertEqual(len(cells[operation]["plain"]["real_ns"]), 1)

    def test_a_key_that_cannot_sign_does_so_in_no_cell(self):
        path = self.key_file("certifier", "", "rsa1024", "cert")
        home_of = {"name": "certifier"}
        listing = self.gpg_by_hand("--with-colons", "-K", **home_of)
        fingerprint = listing.split(b"\nfpr")[1].split(b"\n")[0].strip(b":")
        self.gpg_by_hand("--passphrase", "", "--quick-add-key", fingerprint,
                         "rsa1024", "encr", **home_of)
        path = self.write("certifier.asc", self.gpg_by_hand(
            "--passphrase", "", "--armor", "--export-secret-keys", **home_of))
        outcome = self.measure("-k", path, place.COPYING)
        self.assertEqual(outcome.status, 1, outcome.err)
        what = {cell["operation"]: cell["failure"] and cell["failure"]["what"]
                for cell in outcome.run_file()["cells"]}
        self.assertEqual(what, {"start": None, "sign": "no signing key",
                                "verify": "no signing key", "encrypt": None,
                                "decrypt": None})

    def test_a_public_key_alone_is_refused(self):
        self.gpg_by_hand("--import", place.KEY)
        path = self.write("public.asc", self.gpg_by_hand("--export"))
        outcome = self.bench("-k", path, place.COPYING)
        self.assert_refused(outcome, str(path), "no secret key")

    def test_what_is_no_key_is_refused(self):
        outcome = self.bench("-k", place.COPYING, place.COPYING)
        self.assert_refused(outcome, "COPYING")
        outcome = self.bench("-k", ".", place.COPYING)
        self.assert_refused(outcome, ".: not a regular file")

    def test_public_keys_stand_beside_the_test_key(self):
        """A hundred that gpg makes quickly: without protection, on a curve,
        without a subkey."""
        batch = "".join(
            "%no-protection\nKey-Type: EDDSA\nKey-Curve: ed25519\n"
            f"Name-Real: key {i}\nExpire-Date: 0\n%commit\n"
            for i in range(100))
        self.gpg_by_hand("--gen-key", input=batch.encode())
        path = self.write("hundred.gpg", self.gpg_by_hand("--export"))
        count = self.path / "count"
        gpg = self.wrapper("--sign", f"""\
"$gpg" --batch --with-colons --list-keys | grep -c ^pub: >{count}""")
        outcome = self.measure("-e", gpg, "--import", path, place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        self.assertEqual(outcome.run_file()["settings"]["imported_keys"], 100)
        self.assertEqual(int(count.read_text()), 101)
        self.assertEqual([key["name"] for key in outcome.run_file()["keys"]],
                         ["dsa1024"])

    def test_imports_add_up(self):
        self.gpg_by_hand("--import", place.SOURCE / "keys/rsa1024.asc",
                         place.SOURCE / "keys/ed25519.asc")
        one = self.write("one.gpg", self.gpg_by_hand(
            "--export", KEYS["rsa1024"][0]))
        two = self.write("two.gpg", self.gpg_by_hand("--export"))
        outcome = self.measure("--import", one, "--import", two, "-o", "sign",
                               place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        # rsa1024 is in both.
        self.assertEqual(outcome.run_file()["settings"]["imported_keys"], 2)

    def test_the_test_key_is_no_imported_one(self):
        self.gpg_by_hand("--import", place.KEY)
        path = self.write("same.gpg", self.gpg_by_hand("--export"))
        outcome = self.measure("--import", path, "-o", "sign", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        self.assertEqual(outcome.run_file()["settings"]["imported_keys"], 0)

    def many_parted(self):
        """A key of an rsa1024 [SC], then rsa1024 [E], ed25519 [S], rsa2048
        [E] and, expired, rsa3072 [E]; its home and its fingerprint."""
        def at(day):
            return ["--passphrase", "", "--faked-system-time",
                    f"202001{day:02}T000000!"]
        home_of = {"name": "parts"}
        self.gpg_by_hand(*at(1), "--quick-generate-key", "parts", "rsa1024",
                         "sign,cert", "never", **home_of)
        listing = self.gpg_by_hand("--with-colons", "-K", **home_of).decode()
        fingerprint = listing.split("\nfpr")[1].split("\n")[0].strip(":")
        for day, kind in enumerate(("rsa1024 encr never",
                                    "ed25519 sign never",
                                    "rsa2048 encr never",
                                    "rsa3072 encr 2d"), 2):
            self.gpg_by_hand(*at(day), "--quick-add-key", fingerprint,
                             *kind.split(), **home_of)
        return home_of, fingerprint

    def test_a_key_is_called_by_the_subkeys_that_do_the_work(self):
        home_of, _ = self.many_parted()
        whole = self.write("whole.asc", self.gpg_by_hand(
            "--passphrase", "", "--armor", "--export-secret-keys", **home_of))
        # Its primary is a stub: kept offline.
        offline = self.write("offline.asc", self.gpg_by_hand(
            "--passphrase", "", "--armor", "--export-secret-subkeys",
            **home_of))
        outcome = self.measure("-k", whole, place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        key, = outcome.run_file()["keys"]
        self.assertEqual((key["algorithm"], key["subkey"], key["primary"]),
                         ("ed25519", "rsa2048", "rsa1024"))
        outcome = self.measure("-k", offline, place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        self.assertEqual(outcome.run_file()["keys"][0]["subkey"], "rsa2048")

    def test_a_key_of_stubs_alone_is_refused(self):
        self.key_file("stub", "", "rsa1024", "sign")
        path = self.write("stub.asc", self.gpg_by_hand(
            "--passphrase", "", "--armor", "--export-secret-subkeys",
            name="stub"))
        self.assert_refused(self.bench("-k", path, place.COPYING), str(path),
                            "no secret key", "stubs")

    def test_a_listing_without_fingerprints_is_refused(self):
        gpg = self.program("gpg", f"""\
case "$*" in
*--with-colons*) {place.real_gpg()} "$@" | grep -v ^fpr ;;
*) exec {place.real_gpg()} "$@" ;;
esac""")
        self.assert_refused(self.bench("-e", gpg, place.COPYING),
                            "dsa1024.asc", "fingerprints")

    def test_an_agent_that_does_not_come_up_is_suspected(self):
        """It cannot get its memory, and gpg waits for it."""
        outcome = self.bench("--timeout", "2", place.COPYING,
                             program=["sh", "-c", 'ulimit -v 10000; "$0" "$@"',
                                      place.PGPBENCH])
        if "shared libraries" in outcome.err or outcome.status == 0:
            self.skipTest("this gpg needs more memory, or less")
        self.assert_refused(outcome, "gpg-agent", "ulimit")

    def test_an_import_without_a_key_is_refused(self):
        for path in (place.COPYING, self.path / "missing"):
            with self.subTest(path=path):
                outcome = self.bench("--import", path, place.COPYING)
                self.assert_refused(outcome, str(path))

    def test_a_key_that_gpg1_does_not_know_leaves_the_others(self):
        """It imports the packets of ed25519 and shows no such key."""
        outcome = self.measure("-e", "gpg=gpg1", "-k", "ed25519",
                               "-k", "rsa1024", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (1, ""))
        cells = outcome.cells()
        for operation in OPERATIONS:
            failure = cells[f"gpg/ed25519/{operation}/COPYING/x1"]["failure"]
            self.assertEqual(failure["what"], "refused by gpg")
            self.assertIn("algorithm", failure["advice"])
            self.assertTrue(failure["thing"].endswith("ed25519.asc"))
            good = cells[f"gpg/rsa1024/{operation}/COPYING/x1"]
            self.assertEqual(len(good["plain"]["real_ns"]), 1)


if __name__ == "__main__":
    place.main()
