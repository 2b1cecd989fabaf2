# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys made on the spot: timed, fresh each time, read back, and gone."""
import re
import shutil

import place

OPERATIONS = ("sign", "verify", "encrypt", "decrypt")

# Before each call of gpg, what the home holds: one line for each key.
WATCHER = """\
if [ -z "$inside" ] && [ -f "$GNUPGHOME/pubring.kbx" ]; then
    inside=1 {gpg} --batch --with-colons --list-keys 2>/dev/null |
        grep -c ^pub: >>{log}
fi
exec {gpg} "$@\""""


class Generate(place.Place):
    def generate(self, *arguments):
        """A run that goes well."""
        outcome = self.bench("-w", "0", "-x", "1", "-f", "json", *arguments,
                             place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        return outcome

    def test_no_sample_holds_the_gpg_that_looked_at_the_key_made(self):
        """Page faults tell: they are the same for each gpg that does the
        same, and two would have twice as many."""
        outcome = self.generate("-r", "30", "-g", "rsa1024")
        for name, cell in outcome.cells().items():
            if "/generate/" not in name:
                faults = cell["plain"]["minor_faults"]
                self.assertLess(max(faults), 1.5 * min(faults), name)

    def assert_made_and_used(self, asked, name, algorithm, subkey, digest):
        outcome = self.generate("-r", "2", "-g", asked)
        keys = outcome.run_file()["keys"]
        self.assertEqual(len(keys), 1)
        self.assertRegex(keys[0].pop("fingerprint"), "^[0-9A-F]{40}$")
        self.assertEqual(keys[0], {"name": name, "algorithm": algorithm,
                                   "subkey": subkey, "origin": "generated"})
        cells = outcome.cells()
        self.assertEqual(list(cells),
                         ["gpg/-/start/-/x1", f"gpg/{name}/generate/-/x1"] +
                         [f"gpg/{name}/{operation}/COPYING/x1"
                          for operation in OPERATIONS])
        for cell in cells.values():
            self.assertEqual(cell["plain"]["round"], [0, 1])
        made = cells[f"gpg/{name}/generate/-/x1"]
        self.assertIsNone(made["input_bytes"])
        self.assertNotIn("output_bytes", made["plain"])
        # The secret key is made in the agent.
        self.assertGreater(min(made["plain"]["agent_cpu_ns"]), 0)
        self.assertEqual(cells[f"gpg/{name}/sign/COPYING/x1"]["used"]["digest"],
                         digest)

    def test_rsa1024_is_made_and_used(self):
        self.assert_made_and_used("rsa1024", "rsa1024", "rsa1024", "rsa1024",
                                  "SHA256")

    def test_dsa1024_with_elg1024_is_made_and_used(self):
        self.assert_made_and_used("dsa1024/elg1024", "dsa1024+elg1024",
                                  "dsa1024", "elg1024", "SHA1")

    def test_ed25519_with_cv25519_is_made_and_used(self):
        self.assert_made_and_used("ed25519/cv25519", "ed25519+cv25519",
                                  "ed25519", "cv25519", "SHA256")

    def test_other_curves_are_made(self):
        outcome = self.generate("-r", "1", "-o", "generate", "-g", "nistp256",
                                "-g", "brainpoolP256r1", "-g", "secp256k1")
        for cell in outcome.cells().values():
            self.assertEqual(len(cell["plain"]["real_ns"]), 1, cell["name"])
        self.assertEqual(len(outcome.cells()), 3)

    def test_each_sample_makes_a_fresh_key_and_takes_it_away(self):
        log = self.path / "log"
        status = self.path / "status"
        gpg = self.program("gpg", f"""\
{WATCHER.format(gpg=place.real_gpg(), log=log).rsplit('exec', 1)[0]}
case " $* " in
*" --gen-key "*|*" --full-gen"*)
    {place.real_gpg()} "$@"
    status=$?
    {place.real_gpg()} --batch --with-colons --list-keys 2>/dev/null |
        grep -A1 ^pub: | grep ^fpr: >>{status}
    exit $status
    ;;
esac
exec {place.real_gpg()} "$@\"""")
        outcome = self.generate("-r", "3", "--probe", "never", "-o",
                                "generate", "-g", "ed25519",
                                "-k", "rsa1024", "-e", gpg)
        made = re.findall("[0-9A-F]{40}", status.read_text())
        others = [one for one in made if
                  one != "1ED6E38A977AED3DA4B83A506ED0E3CA28F43D8D"]
        self.assertEqual(len(others), 3)
        self.assertEqual(len(set(others)), 3)
        counts = [int(line) for line in log.read_text().split()]
        # The imported key, and the one just made, never more.
        self.assertLessEqual(max(counts), 2)
        cell = outcome.cells()["gpg/ed25519/generate/-/x1"]
        self.assertEqual(len(cell["plain"]["real_ns"]), 3)

    def test_a_given_key_is_used_and_the_one_made_only_made(self):
        outcome = self.generate("-r", "1", "-g", "ed25519", "-k", "rsa1024",
                                "-o", "generate,sign")
        self.assertEqual(list(outcome.cells()),
                         ["gpg/rsa1024/sign/COPYING/x1",
                          "gpg/ed25519/generate/-/x1"])

    def test_a_size_that_gpg_replaces_is_another_key(self):
        """gpg 2.2 makes rsa3072 where rsa512 was asked for, with success."""
        outcome = self.measure("-g", "rsa512", "-k", "rsa1024", "-o",
                               "generate,sign", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (1, ""))
        cells = outcome.cells()
        failure = cells["gpg/rsa512/generate/-/x1"]["failure"]
        self.assertEqual(failure["what"], "another key made")
        self.assertIn("asked for rsa512/rsa512, gpg made rsa3072/rsa3072",
                      failure["advice"])
        self.assertEqual(cells["gpg/rsa512/generate/-/x1"]["plain"],
                         {"round": []})
        self.assertIsNone(cells["gpg/rsa1024/sign/COPYING/x1"]["failure"])

    def test_cells_of_a_key_that_could_not_be_made_say_so(self):
        outcome = self.measure("-g", "rsa512", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (1, ""))
        what = {cell["operation"]: cell["failure"] and cell["failure"]["what"]
                for cell in outcome.run_file()["cells"]}
        self.assertEqual(what, {"start": None, "generate": "another key made",
                                **{operation: "another key made"
                                   for operation in OPERATIONS}})

    def refusing(self, pause):
        """A gpg that makes no key, as one that refuses the size."""
        return self.wrapper("--gen-key", f"""\
while [ "$1" != --status-fd ]; do shift; done
        echo '[GNUPG:] KEY_NOT_CREATED' >/proc/self/fd/$2
        {pause}
        exit 2""")

    def test_a_gpg_that_refuses_is_no_figure(self):
        outcome = self.measure("-e", self.refusing("sleep 0.2"), "-g",
                               "rsa1024", "-k", "dsa1024", "-o",
                               "generate,sign", place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (1, ""))
        cells = outcome.cells()
        failure = cells["gpg/rsa1024/generate/-/x1"]["failure"]
        self.assertEqual(failure["what"], "gpg failed")
        self.assertIsNone(cells["gpg/dsa1024/sign/COPYING/x1"]["failure"])

    def test_a_gpg_that_hangs_while_making_a_key_names_entropy(self):
        gpg = self.wrapper("--gen-key", "sleep 1000")
        outcome = self.bench("-e", gpg, "-g", "rsa1024", "--timeout", "1",
                             place.COPYING)
        self.assert_refused(outcome, "rsa1024", "timeout", "entropy", "--key")
        self.assertLess(outcome.seconds, 10)

    def test_gpg1_makes_keys(self):
        outcome = self.generate("-e", shutil.which("gpg1"), "-r", "1", "-g",
                                "rsa1024", "-g", "dsa1024")
        self.assertEqual([(key["algorithm"], key["subkey"]) for key in
                          outcome.run_file()["keys"]],
                         [("rsa1024", "rsa1024"), ("dsa1024", "elg1024")])
        cells = outcome.cells()
        self.assertEqual(len(cells), 1 + 2 * 5)
        for cell in cells.values():
            self.assertEqual(len(cell["plain"]["real_ns"]), 1, cell["name"])

    def test_gpg1_makes_no_ed25519(self):
        outcome = self.measure("-e", "gpg=gpg1", "-g", "ed25519",
                               "-k", "rsa1024", "-o", "generate,sign",
                               place.COPYING)
        self.assertEqual((outcome.status, outcome.err), (1, ""))
        cells = outcome.cells()
        self.assertIsNotNone(cells["gpg/ed25519/generate/-/x1"]["failure"])
        self.assertIsNone(cells["gpg/rsa1024/sign/COPYING/x1"]["failure"])

    def test_what_is_no_algorithm_is_refused_by_name(self):
        for asked in ("foo", "rsa", "/elg1024", "rsa1024/", "elg1024",
                      "dsa1024/dsa1024", "ed25519x"):
            with self.subTest(asked=asked):
                outcome = self.bench("-g", asked, place.COPYING)
                self.assert_refused(outcome, f"{asked}: wrong usage",
                                    "--generate")


if __name__ == "__main__":
    place.main()
