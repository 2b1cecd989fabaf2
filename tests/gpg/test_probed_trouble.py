# SPDX-License-Identifier: GPL-3.0-or-later
"""gpg does not notice the probe; and what breaks in a probed round breaks
nothing else."""
import re
import signal
import time

import place
import probedrun
from probedrun import IS_PROBED, OPERATIONS, name_of

# What is another one each time: keys just made, places, times, numbers.
CHANGING = re.compile(r"[0-9A-F]{16,40}|/\S+|\d{4}-\d\d-\d\d|\d+")


class Unnoticed(probedrun.ProbedRun):
    def logged(self, *arguments, status=0):
        """A run through a wrapper; what gpg did in it, as "VERB STATUS
        WORDS", each once."""
        log = self.path / "log"
        log.unlink(missing_ok=True)
        gpg = self.program("gpg", f"""\
log={log}
verb=
for word; do
    case $word in
    --sign|--verify|--encrypt|--decrypt|--gen-key|--version) verb=$word
    esac
done
{place.real_gpg()} --logger-file "$log.$$" "$@" 2>"$log.$$.err"
status=$?
said=$(cat "$log.$$" "$log.$$.err" 2>/dev/null | tr '\\n' ' ')
echo "$verb $status $said" >>"$log"
rm -f "$log.$$" "$log.$$.err"
exit $status""")
        outcome = self.probe("-e", gpg, "-w", "1", *arguments, place.COPYING,
                             status=status)
        return outcome, {CHANGING.sub("N", line) for line in
                         log.read_text().splitlines()
                         if line.startswith("--")}

    def both(self, *arguments, **how):
        _, plain = self.logged("--probe", "never", *arguments, **how)
        outcome, probed = self.logged("--probe", "always", *arguments, **how)
        self.assertEqual(plain, probed)
        return outcome, " ".join(probed)

    def test_gpg_says_and_does_the_same_with_the_probe(self):
        outcome, said = self.both("-g", "ed25519", "-k", "dsa1024")
        for cell in outcome.cells().values():
            self.assert_seen(cell)
        for verb in ("--version", "--sign", "--verify", "--encrypt",
                     "--decrypt", "--gen-key"):
            self.assertIn(verb, said)
        self.assertIn("Good signature", said)

    def test_so_it_does_where_it_fails(self):
        outcome, said = self.both("--gpg-option", "max-output 100", status=1)
        cell = outcome.cells()[name_of("decrypt")]
        self.assertEqual(cell["failure"]["what"], "gpg failed")
        self.assertIn("exceeded --max-output limit", said)

    def test_outputs_have_the_same_size(self):
        outcome = self.probe("-r", "3", "-k", "rsa1024", place.COPYING)
        for operation in ("encrypt", "decrypt"):
            cell = outcome.cells()[name_of(operation, key="rsa1024")]
            # The time is in what is compressed, which may cost it a byte.
            self.assertAlmostEqual(max(cell["plain"]["output_bytes"]),
                                   max(cell["probed"]["output_bytes"]),
                                   delta=3)


class Trouble(probedrun.ProbedRun):
    def in_probed_rounds(self, verb, script):
        """A gpg that runs SCRIPT first when called for VERB."""
        return self.wrapper(verb, f"if {IS_PROBED}; then\n{script}\nfi")

    def assert_others_hold(self, outcome, failing):
        for operation in ("start", *OPERATIONS):
            cell = outcome.cells()[name_of(operation)]
            if operation in failing:
                self.assertEqual(cell["failure"]["what"], failing[operation])
            else:
                self.assertIsNone(cell["failure"], operation)
                self.assert_seen(cell)

    def test_a_gpg_killed_at_once_is_killed(self):
        gpg = self.in_probed_rounds("--verify", "kill -9 $$")
        outcome = self.probe("-e", gpg, place.COPYING, status=1)
        self.assert_others_hold(outcome, {"verify": "killed"})

    def test_a_gpg_killed_in_its_midst_is_killed(self):
        gpg = self.in_probed_rounds("--sign", "(sleep 0.05; kill -9 $$) &")
        large = self.write("large", place.COPYING.read_bytes() * 1000)
        outcome = self.probe("-e", gpg, "-o", "sign,encrypt", large, status=1)
        sign, encrypt = (outcome.cells()[name_of(operation, "large/x1")]
                         for operation in ("sign", "encrypt"))
        self.assertEqual(sign["failure"]["what"], "killed")
        self.assert_seen(encrypt)

    def after_processes(self, verb, count, script):
        """A run where so many processes that run SCRIPT come before each gpg
        for VERB, in probed rounds; the ledger has 64 slots."""
        gpg = self.in_probed_rounds(verb, f"""\
i=0
while [ $i -lt {count} ]; do
    sh -c '{script}'
    i=$((i + 1))
done
{place.real_gpg()} "$@"
exit $?""")
        for cell in self.probe("-e", gpg, place.COPYING).cells().values():
            self.assert_seen(cell)

    def test_killed_processes_leave_the_ledger_room(self):
        """Each leaves a slot without farewell."""
        self.after_processes("--verify", 100, "kill -9 $$")

    def test_processes_of_the_set_up_leave_the_ledger_room(self):
        """gpg --version comes before there is an agent."""
        self.after_processes("--version", 40, ":")

    def crashing(self, verb):
        """A gpg whose agent has just crashed, once."""
        once = self.path / "once"
        return self.in_probed_rounds(verb, f"""\
if [ -e {once} ]; then
    rm {once}
    kill -9 "$(gpg-connect-agent 'GETINFO pid' /bye | sed -n 's/^D //p')"
fi"""), once

    def test_an_agent_that_crashed_makes_one_sample_absent(self):
        for verb, operation in (("--sign", "sign"), ("--decrypt", "decrypt")):
            with self.subTest(verb):
                gpg, once = self.crashing(verb)
                once.touch()
                outcome = self.probe("-e", gpg, "-o", operation, "--probe",
                                     "always", "-r", "4", place.COPYING)
                self.assertFalse(once.exists())
                cell = outcome.cells()[name_of(operation)]
                self.assertEqual(len(cell["probed"]["real_ns"]), 4)
                there = [ns is not None for ns in
                         cell["probed"]["entropy_ns"]]
                self.assertEqual(there.count(False), 1, there)

    def test_two_runs_at_once_keep_their_own_ledgers(self):
        arguments = ("-r", "4", "-w", "0", "-x", "1", "-f", "json",
                     "--probe", "always")
        large = self.write("large", place.COPYING.read_bytes() * 50)
        runs = [self.start(*arguments, file)
                for file in (place.COPYING, large)]
        for process, fixture in zip(runs, ("COPYING/x1", "large/x1")):
            with process:
                out, err = process.communicate(timeout=place.LIMIT_S)
            self.assertEqual((process.returncode, err), (0, ""))
            outcome = place.Outcome(process.returncode, out, err, 0)
            self.assert_sums(outcome)
            for operation in OPERATIONS:
                self.assert_seen(outcome.cells()[name_of(operation, fixture)])
            probed = outcome.cells()[name_of("sign", fixture)]["probed"]
            size = (place.COPYING if fixture == "COPYING/x1" else
                    large).stat().st_size
            # The payload, and what the signature takes of it.
            for hashed in probed["hash_bytes"]:
                self.assertAlmostEqual(hashed, size, delta=4096)

    def test_a_signal_in_a_probed_round_leaves_nothing(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            for verb in ("--version", "--sign", "--decrypt"):
                with self.subTest(number=number, verb=verb):
                    self.interrupt(number, verb)

    def interrupt(self, number, verb):
        reached = self.path / "reached"
        gpg = self.in_probed_rounds(verb, f"touch {reached}; sleep 1000")
        with self.start("-e", gpg, "-w", "0", place.COPYING) as process:
            while not reached.exists() and process.poll() is None:
                time.sleep(0.02)
            process.send_signal(number)
            _, err = process.communicate(timeout=20)
        reached.unlink()
        self.assertEqual(process.returncode, 128 + number, err)
        self.check_nothing_is_left()

    def test_a_gpg_that_hangs_in_a_probed_round_is_a_timeout(self):
        gpg = self.in_probed_rounds("--encrypt", "sleep 1000")
        outcome = self.probe("-e", gpg, "--timeout", "2", "-o",
                             "start,sign,verify,encrypt", place.COPYING,
                             status=1)
        cells = outcome.cells()
        self.assertEqual(cells[name_of("encrypt")]["failure"]["what"],
                         "timeout")
        for operation in ("start", "sign", "verify"):
            self.assert_seen(cells[name_of(operation)])


if __name__ == "__main__":
    place.main()
