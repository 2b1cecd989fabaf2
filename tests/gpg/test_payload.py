# SPDX-License-Identifier: GPL-3.0-or-later
"""Payload in memory, the home elsewhere, the pool cold, and what gpg is told:
the settings, and what it made of them."""
import pathlib

import place

OPERATIONS = ("sign", "verify", "encrypt", "decrypt")


class Payload(place.Place):
    def measure_well(self, *arguments, **how):
        outcome = self.measure(*arguments, **how)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        return outcome

    def watch(self, script, *arguments):
        """What SCRIPT, run before each gpg, wrote into $log."""
        log = self.path / "log"
        gpg = self.program("gpg", f"""\
log={log}
{script}
exec {place.real_gpg()} "$@\"""")
        self.measure_well("-e", gpg, *arguments)
        return log.read_text().splitlines() if log.exists() else []


class Memory(Payload):
    def outputs(self, outcome):
        return {name: cell["plain"].get("output_bytes")
                for name, cell in outcome.cells().items()}

    def test_all_operations_work_in_memory(self):
        outcome = self.measure_well("--data", "memory", "-x", "1,20",
                                    place.COPYING)
        run = outcome.run_file()
        self.assertEqual(run["settings"]["data"], "memory")
        self.assertEqual(len(run["cells"]), 9)
        for cell in run["cells"]:
            self.assertEqual(len(cell["plain"]["real_ns"]), 1, cell["name"])
            self.assertIsNone(cell["cache"], cell["name"])
        for copies in (1, 20):
            cell = outcome.cells()[f"gpg/dsa1024/decrypt/COPYING/x{copies}"]
            self.assertEqual(cell["input_bytes"], copies * 17983)
            self.assertEqual(cell["plain"]["output_bytes"], [copies * 17983])

    def test_messages_are_as_large_as_those_of_files(self):
        """But for partial lengths and numbers that are not padded: MPIs of a
        DSA signature or of ElGamal may lack a byte or two."""
        in_file = self.outputs(self.measure_well("-x", "1,20", place.COPYING))
        in_memory = self.outputs(self.measure_well("--data", "memory", "-x",
                                                   "1,20", place.COPYING))
        self.assertEqual(list(in_file), list(in_memory))
        for name, sizes in in_file.items():
            if sizes is None:
                self.assertIsNone(in_memory[name], name)
            else:
                self.assertLess(abs(sizes[0] - in_memory[name][0]), 64, name)

    def test_no_payload_is_in_the_work_directory(self):
        listing = 'ls "$GNUPGHOME/.." >>"$log"'
        in_memory = self.watch(listing, "--data", "memory", place.COPYING)
        self.assertIn("home", in_memory)
        self.assertEqual([name for name in in_memory
                          if name.startswith("payload")], [])
        # And it would have been seen.
        in_file = self.watch(listing, place.COPYING)
        self.assertTrue(any(name.startswith("payload") for name in in_file))

    def test_bytes_are_checked_in_memory_too(self):
        for script, verb in ((' | sed s/e/E/', "--decrypt"),
                             (' | head -c 17982', "--decrypt"),
                             ('; echo', "--decrypt")):
            with self.subTest(script=script):
                gpg = self.wrapper(verb, f'"$gpg" "$@"{script}; exit 0')
                outcome = self.measure("--data", "memory", "-e", gpg, "-o",
                                       "sign,decrypt", place.COPYING)
                self.assertEqual(outcome.status, 1, outcome.err)
                cells = outcome.cells()
                self.assertEqual(
                    cells["gpg/dsa1024/decrypt/COPYING/x1"]["failure"]["what"],
                    "bytes differ")
                self.assertIsNone(
                    cells["gpg/dsa1024/sign/COPYING/x1"]["failure"])

    def test_a_file_that_changes_fails_the_cells_that_read_it(self):
        """In memory the user's own file is read for each call."""
        for change in ("printf more >> text", "rm text; cp other text"):
            with self.subTest(change=change):
                self.write("text", b"a line of text\n" * 1000)
                self.write("other", b"A line of text\n" * 1000)
                gpg = self.wrapper("--sign", f"cd {self.path}; {change}")
                outcome = self.measure("--data", "memory", "-e", gpg, "-o",
                                       "sign,verify", self.path / "text")
                self.assertEqual(outcome.status, 1, outcome.err)
                self.assertEqual(len(outcome.cells()), 2)
                for name, cell in outcome.cells().items():
                    self.assertEqual(cell["failure"]["what"], "bytes differ",
                                     name)
                    self.assertNotIn("real_ns", cell["plain"], name)

    def test_empty_and_one_byte_work_in_memory(self):
        outcome = self.measure_well("--data", "memory", "-x", "1,20",
                                    self.write("e0", b""),
                                    self.write("e1", b"x"))
        self.assertEqual(len(outcome.cells()), 1 + 2 * 2 * 4)
        decrypted = {cell["name"].split("/", 3)[3]:
                     cell["plain"]["output_bytes"][0]
                     for cell in outcome.run_file()["cells"]
                     if cell["operation"] == "decrypt"}
        self.assertEqual(decrypted, {"e0/x1": 0, "e0/x20": 0, "e1/x1": 1,
                                     "e1/x20": 20})


class Settings(Payload):
    def used(self, operation, *arguments):
        outcome = self.measure_well("-o", operation, *arguments,
                                    place.COPYING)
        return outcome.run_file()["cells"][0]["used"], outcome.run_file()

    def test_what_gpg_used_is_read_back(self):
        asked = ["--cipher", "TWOFISH", "--digest", "SHA512", "--compress",
                 "bzip2", "--armor", "-k", "rsa1024"]
        for operation in OPERATIONS:
            with self.subTest(operation=operation):
                signs = operation in ("sign", "verify")
                used, run = self.used(operation, *asked)
                self.assertEqual(used, {
                    "cipher": None if signs else "TWOFISH",
                    "digest": "SHA512" if signs else None,
                    "compress": "BZIP2", "armor": True})
                settings = run["settings"]
                self.assertEqual((settings["cipher"], settings["digest"],
                                  settings["armor"]),
                                 ("TWOFISH", "SHA512", True))

    def test_each_cipher_is_named_as_used(self):
        for cipher in ("AES128", "AES192", "AES256", "3DES", "CAST5",
                       "BLOWFISH", "CAMELLIA256"):
            with self.subTest(cipher=cipher):
                used, _ = self.used("encrypt", "--cipher", cipher)
                self.assertEqual(used["cipher"], cipher)

    def test_each_compression_is_named_as_used(self):
        for asked, used_name in (("none", "uncompressed"), ("zip", "ZIP"),
                                 ("zlib", "ZLIB"), ("bzip2", "BZIP2")):
            for operation in ("sign", "encrypt"):
                with self.subTest(asked=asked, operation=operation):
                    used, _ = self.used(operation, "--compress", asked)
                    self.assertEqual(used["compress"], used_name)

    def test_used_is_what_gpg_did_not_what_was_asked(self):
        """A gpg that overrides the settings."""
        gpg = self.wrapper("--encrypt", 'exec "$gpg" --cipher-algo CAST5 '
                           '--compress-algo none "$@"')
        used, run = self.used("encrypt", "-e", gpg, "--cipher", "AES256",
                              "--compress", "zip")
        self.assertEqual(used["cipher"], "CAST5")
        self.assertEqual(used["compress"], "uncompressed")
        self.assertEqual(run["settings"]["cipher"], "AES256")

    def test_an_armored_message_is_a_third_larger(self):
        """Four characters for three bytes, and a newline for each 64
        (RFC 9580, section 6)."""
        sizes = []
        for more in ([], ["--armor"]):
            outcome = self.measure_well("-o", "sign", "--compress", "none",
                                        "-k", "rsa1024", *more, place.COPYING)
            cell = outcome.run_file()["cells"][0]
            sizes.append(cell["plain"]["output_bytes"][0])
        self.assertAlmostEqual(sizes[1] / sizes[0], 4 / 3 * 65 / 64,
                               delta=0.02)

    def test_an_unknown_algorithm_is_refused_before_measuring(self):
        for option in ("--cipher", "--digest", "--compress"):
            with self.subTest(option=option):
                outcome = self.bench(option, "FOO", place.COPYING)
                self.assert_refused(outcome, "refused by gpg", option)
                self.assertLess(outcome.seconds, 10)

    def test_an_unknown_gpg_option_is_refused_with_gpgs_words(self):
        for gpg in ("gpg", "gpg1"):
            with self.subTest(gpg=gpg):
                outcome = self.bench("--gpg-option", "none-such yes", "-e",
                                     gpg, place.COPYING)
                self.assert_refused(outcome, "refused by gpg",
                                    "invalid option", "--gpg-option")

    def test_a_gpg_option_has_its_effect_and_is_recorded(self):
        large = self.write("text", place.COPYING.read_bytes() * 20)
        sizes = {}
        for level in ("1", "9"):
            line = f"compress-level {level}"
            outcome = self.measure_well("-o", "sign", "-k", "rsa1024",
                                        "--gpg-option", line, large)
            run = outcome.run_file()
            self.assertEqual(run["settings"]["gpg_options"], [line])
            sizes[level] = run["cells"][0]["plain"]["output_bytes"][0]
        self.assertGreater(sizes["1"], 1.1 * sizes["9"])

    def test_gpg_options_keep_their_order(self):
        lines = ["compress-level 1", "compress-level 9", "no-emit-version"]
        asked = [word for line in lines for word in ("--gpg-option", line)]
        outcome = self.measure_well("-o", "sign", *asked, place.COPYING)
        self.assertEqual(outcome.run_file()["settings"]["gpg_options"], lines)


class Pool(Payload):
    PID = 'gpg-connect-agent --no-autostart "getinfo pid" /bye'

    def seeds_and_agents(self, *arguments):
        """At each signature: whether the seed file is there, and which
        agent answers."""
        return self.watch(f"""\
case " $* " in *" --sign "*)
    seed=none
    [ ! -f "$GNUPGHOME/random_seed" ] || seed=seed
    echo "$seed $({self.PID} | head -n 1)" >>"$log"
esac""", "-r", "3", "-o", "sign", *arguments, place.COPYING)

    def test_a_cold_pool_has_no_seed_and_a_new_agent_each_time(self):
        seen = self.seeds_and_agents("--pool", "cold")
        self.assertEqual(len(seen), 3)
        self.assertEqual({line.split()[0] for line in seen}, {"none"})
        self.assertEqual(len({line.split()[2] for line in seen}), 3)

    def test_a_warm_pool_keeps_its_agent(self):
        seen = self.seeds_and_agents("--pool", "warm")
        self.assertEqual(len(seen), 3)
        self.assertEqual(len({line.split()[2] for line in seen}), 1)

    def test_all_operations_work_with_a_cold_pool(self):
        outcome = self.measure_well("--pool", "cold", "-g", "ed25519", "-k",
                                    "dsa1024", place.COPYING)
        self.assertEqual(outcome.run_file()["settings"]["pool"], "cold")
        self.assertEqual(len(outcome.cells()), 6)

    def test_a_cold_pool_works_without_an_agent(self):
        outcome = self.measure_well("--pool", "cold", "-e", "gpg1",
                                    place.COPYING)
        self.assertEqual(len(outcome.cells()), 5)


class HomeDir(Payload):
    LOOK = """\
[ -z "$GNUPGHOME" ] || echo "home $GNUPGHOME" >>"$log"
find {work} -name 'payload-*' | sed 's/^/payload /' >>"$log\""""

    def setUp(self):
        super().setUp()
        self.work = self.path / "work"
        self.elsewhere = self.path / "elsewhere"
        for directory in (self.work, self.elsewhere):
            directory.mkdir()

    def places(self, *arguments):
        """Where homes and payload were seen."""
        seen = {"home": set(), "payload": set()}
        for line in self.watch(self.LOOK.format(work=self.path),
                               "--work-dir", self.work, *arguments,
                               place.COPYING):
            kind, path = line.split(" ", 1)
            seen[kind].add(str(pathlib.Path(path).parent.parent))
        self.assertEqual(list(self.work.iterdir()), [])
        self.assertEqual(list(self.elsewhere.iterdir()), [])
        return seen

    def test_a_home_elsewhere_leaves_the_payload_where_it_was(self):
        self.assertEqual(self.places("--home-dir", self.elsewhere),
                         {"home": {str(self.elsewhere)},
                          "payload": {str(self.work)}})

    def test_without_one_both_are_in_the_work_directory(self):
        self.assertEqual(self.places(), {"home": {str(self.work)},
                                         "payload": {str(self.work)}})

    def test_a_home_directory_that_cannot_be_used_is_named(self):
        for path in ("/nonexistent", "/proc"):
            with self.subTest(path=path):
                outcome = self.bench("--home-dir", path, place.COPYING)
                self.assert_refused(outcome, path, "--home-dir")

    def test_a_home_directory_with_too_long_a_path_is_left_with_a_notice(self):
        deep = self.elsewhere / ("d" * 100)
        deep.mkdir()
        outcome = self.bench("--home-dir", deep, "-r", "1", "-x", "1",
                             place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        self.assertIn("the home is in /tmp/pgpbench.",
                      " ".join(outcome.out.split()))
        self.assertEqual(list(deep.iterdir()), [])


if __name__ == "__main__":
    place.main()
