# SPDX-License-Identifier: GPL-3.0-or-later
"""A cell that fails is an entry that says why; the others stand."""
import place

OPERATIONS = ("sign", "verify", "encrypt", "decrypt")


class Failures(place.Place):
    def assert_only_fails(self, failing, outcome):
        """FAILING is {operation: what}, of COPYING ×1; every other cell has
        its figures."""
        self.assertEqual(outcome.status, 1, outcome.err)
        what = {}
        for cell in outcome.run_file()["cells"]:
            if cell["failure"]:
                what[cell["operation"]] = cell["failure"]["what"]
                self.assertEqual(cell["plain"], {"round": []}, cell["name"])
            else:
                self.assertEqual(len(cell["plain"]["real_ns"]), 1)
        self.assertEqual(what, failing)
        self.assertIs(outcome.run_file()["complete"], True)

    def measure_with(self, verb, script, *arguments):
        return self.measure("-e", self.wrapper(verb, script), *arguments,
                            place.COPYING)

    def thing_of(self, outcome, operation):
        """The failure of that operation in words."""
        cell = outcome.cells()[f"gpg/dsa1024/{operation}/COPYING/x1"]
        return cell["failure"]

    def test_a_gpg_that_exits_2_fails(self):
        outcome = self.measure_with("--encrypt", "exit 2")
        self.assert_only_fails({"encrypt": "gpg failed",
                                "decrypt": "gpg failed"}, outcome)

    def test_what_gpg_said_is_in_the_report(self):
        # GPGME gives gpg a pipe for its diagnostics: --logger-fd N.  Some
        # shells cannot redirect to a number of two digits.  It reads them
        # only if they come before the end, hence the pause.
        gpg = self.wrapper("--sign", """\
while [ "$1" != --logger-fd ]; do shift; done
        echo 'gpg: the moon is full' >/proc/self/fd/$2
        sleep 0.2
        exit 2""")
        outcome = self.bench("-r", "1", "-x", "1", "-e", gpg, place.COPYING)
        self.assertEqual(outcome.status, 1)
        self.assertIn("the moon is full", outcome.out.replace("\n", " "))

    def test_a_gpg_that_is_killed_is_killed(self):
        outcome = self.measure_with("--sign", "kill -9 $$")
        self.assert_only_fails({"sign": "killed", "verify": "killed"},
                               outcome)

    def test_a_gpg_that_dies_by_segmentation_fault_is_killed(self):
        outcome = self.measure_with("--decrypt", "kill -SEGV $$")
        # The proof of encrypt is a decryption.
        self.assertEqual(outcome.status, 1)
        self.assertEqual(self.thing_of(outcome, "decrypt")["what"], "killed")
        cells = outcome.cells()
        for operation in ("sign", "verify"):
            name = f"gpg/dsa1024/{operation}/COPYING/x1"
            self.assertEqual(len(cells[name]["plain"]["real_ns"]), 1)

    def test_a_gpg_that_dies_of_a_large_input_ends_the_call(self):
        large = self.write("large", bytes(3_000_000))
        gpg = self.wrapper("--encrypt", "kill -9 $$")
        outcome = self.measure("-e", gpg, "-o", "encrypt,sign", large)
        self.assertEqual(outcome.status, 1, outcome.err)
        cells = outcome.cells()
        self.assertEqual(
            cells["gpg/dsa1024/encrypt/large/x1"]["failure"]["what"],
            "killed")
        self.assertIsNone(cells["gpg/dsa1024/sign/large/x1"]["failure"])
        self.assertLess(outcome.seconds, 20)

    def test_a_gpg_that_hangs_is_a_timeout(self):
        outcome = self.measure_with("--verify", "sleep 1000", "--timeout",
                                    "2")
        self.assert_only_fails({"verify": "timeout"}, outcome)
        self.assertLess(outcome.seconds, 20)

    def test_a_gpg_that_hangs_while_it_reads_is_a_timeout(self):
        large = self.write("large", bytes(3_000_000))
        gpg = self.wrapper("--sign", "sleep 1000")
        outcome = self.measure("-e", gpg, "--timeout", "1", "-o",
                               "sign,encrypt", large)
        self.assertEqual(outcome.status, 1, outcome.err)
        cells = outcome.cells()
        self.assertEqual(cells["gpg/dsa1024/sign/large/x1"]["failure"]["what"],
                         "timeout")
        self.assertIsNone(cells["gpg/dsa1024/encrypt/large/x1"]["failure"])
        self.assertLess(outcome.seconds, 20)

    def test_a_gpg_whose_child_hangs_with_its_pipes_is_no_hang(self):
        # The child keeps the status and the output pipe open.
        outcome = self.measure_with("--verify", "sleep 1000 & exit 0",
                                    "--timeout", "2")
        self.assert_only_fails({"verify": "timeout"}, outcome)
        self.assertLess(outcome.seconds, 20)

    def test_what_a_timeout_killed_does_not_fail_another_cell(self):
        # Of every five runs of one size two did.
        outcome = self.measure_with("--verify", "sleep 1000 & exit 0",
                                    "--timeout", "1", "-x", "1,2,3,4,5")
        failed = [cell["name"] for cell in outcome.run_file()["cells"]
                  if cell["failure"]]
        self.assertEqual(failed, [f"gpg/dsa1024/verify/COPYING/x{copies}"
                                  for copies in range(1, 6)])

    def test_a_gpg_that_hangs_when_its_work_is_done_is_no_figure(self):
        outcome = self.measure_with("--sign", '"$gpg" "$@"; sleep 1000',
                                    "--timeout", "1", "-o", "sign,encrypt")
        self.assertEqual(outcome.status, 1)
        self.assertIsNotNone(self.thing_of(outcome, "sign"))
        self.assertIsNone(self.thing_of(outcome, "encrypt"))
        self.assertLess(outcome.seconds, 20)

    def test_garbage_is_no_message(self):
        outcome = self.measure_with("--sign", "echo garbage; exit 0", "-o",
                                    "sign,encrypt")
        self.assert_only_fails({"sign": "gpg failed"}, outcome)

    def test_garbage_with_good_words_is_no_message(self):
        """gpg's status lines, and then something else than its message."""
        outcome = self.measure_with(
            "--sign", '"$gpg" "$@" >/dev/null; echo garbage; exit 0', "-o",
            "sign,encrypt")
        self.assertEqual(outcome.status, 1)
        self.assertIsNotNone(self.thing_of(outcome, "sign"))
        self.assertIsNone(self.thing_of(outcome, "encrypt"))

    def test_a_gpg_that_writes_nothing_is_no_success(self):
        for verb in ("--sign", "--verify", "--encrypt", "--decrypt"):
            with self.subTest(verb=verb):
                outcome = self.measure_with(verb, "cat >/dev/null; exit 0")
                failed = {cell["operation"]
                          for cell in outcome.run_file()["cells"]
                          if cell["failure"]}
                self.assertEqual(outcome.status, 1)
                self.assertIn(verb.strip("-"), failed)
                self.assertNotIn("start", failed)

    def test_altered_plaintext_is_no_success(self):
        outcome = self.measure_with(
            "--decrypt", '"$gpg" "$@" | sed s/e/E/; exit 0', "-o",
            "sign,decrypt")
        self.assert_only_fails({"decrypt": "bytes differ"}, outcome)

    def test_shortened_plaintext_is_no_success(self):
        outcome = self.measure_with(
            "--decrypt", '"$gpg" "$@" | head -c 17982; exit 0', "-o",
            "sign,decrypt")
        self.assert_only_fails({"decrypt": "bytes differ"}, outcome)

    def test_lengthened_plaintext_is_no_success(self):
        outcome = self.measure_with(
            "--decrypt", '"$gpg" "$@"; echo; exit 0', "-o", "sign,decrypt")
        self.assert_only_fails({"decrypt": "bytes differ"}, outcome)

    def test_a_gpg_that_encrypts_something_else_is_no_success(self):
        outcome = self.measure_with(
            "--encrypt", 'echo else | "$gpg" --batch --homedir "$GNUPGHOME" '
            '-r "$(expr "$*" : ".* -r \\([^ ]*\\)")" --encrypt; exit 0',
            "-o", "sign,encrypt")
        self.assert_only_fails({"encrypt": "bytes differ"}, outcome)

    def test_an_altered_signed_message_is_no_success(self):
        outcome = self.measure_with(
            "--sign", '"$gpg" "$@" | head -c 7000; exit 0', "-o",
            "sign,encrypt")
        self.assertEqual(outcome.status, 1)
        self.assertIsNotNone(self.thing_of(outcome, "sign"))
        self.assertIsNone(self.thing_of(outcome, "encrypt"))

    def test_a_good_product_with_a_bad_status_is_no_success(self):
        outcome = self.measure_with("--decrypt", '"$gpg" "$@"; exit 2', "-o",
                                    "sign,decrypt")
        self.assert_only_fails({"decrypt": "gpg failed"}, outcome)

    def test_a_version_that_fails_later_is_a_failed_start(self):
        """--version works while the engine is looked at, and no more."""
        gpg = self.program("gpg", f"""\
[ "$*" != --version ] || [ ! -f "$GNUPGHOME/pubring.kbx" ] || exit 3
exec {place.real_gpg()} "$@\"""")
        outcome = self.measure("-e", gpg, place.COPYING)
        self.assert_only_fails({"start": "gpg failed"}, outcome)

    def test_a_cell_that_fails_in_a_later_round_has_no_figures(self):
        gpg = self.wrapper("--verify", f"""\
echo >>{self.path}/count
        [ "$(wc -l <{self.path}/count)" -lt 3 ] || exit 2""")
        outcome = self.bench("-r", "4", "-w", "0", "-x", "1", "-e", gpg,
                             place.COPYING)
        self.assertEqual(outcome.status, 1)
        row = [line for line in outcome.out.splitlines()
               if line.startswith("===> Verify")]
        self.assertEqual(len(row), 1)
        self.assertIn("gpg failed", row[0])
        self.assertNotRegex(row[0], r"\d")


if __name__ == "__main__":
    place.main()
