# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the kernel lacks something, the next method is used and named, or the
figure is absent; nothing hangs and nothing is left.  See ../old_kernel.c."""
import os
import signal
import subprocess

import place

OLD_KERNEL = os.environ["OLD_KERNEL"]
CRYPTO = ("sign", "verify", "encrypt", "decrypt")


def lacking(lacks):
    return [OLD_KERNEL, lacks, place.PGPBENCH]


class OldKernel(place.Place):
    def setUp(self):
        super().setUp()
        # No filter can be set, or a sanitizer needs what is filtered.
        if place.SANITIZED or subprocess.run(
                [OLD_KERNEL, "memfd", "true"], timeout=20).returncode != 0:
            self.skipTest("a kernel cannot be made to lack something here")

    def run_without(self, lacks, *arguments, status=0):
        outcome = self.bench("-r", "2", "-w", "0", "-x", "1", "-f", "json",
                             *arguments, place.COPYING,
                             program=lacking(lacks))
        self.assertEqual((outcome.status, outcome.err), (status, ""))
        return outcome

    def facts(self, lacks):
        outcome = self.bench("check", "-f", "json", program=lacking(lacks))
        self.assertEqual(outcome.status, 0, outcome.out)
        return outcome.run_file()["methods"]

    def accounting(self, outcome):
        return outcome.run_file()["engines"][0]["accounting"]

    def test_without_subreaper_gpg_is_accounted_by_the_ledger(self):
        outcome = self.run_without("subreaper")
        self.assertEqual(self.accounting(outcome)["gpg"], "ledger")
        self.assertIsNone(outcome.run_file()["setup_cpu_ns"])
        for name, cell in outcome.cells().items():
            self.assertNotIn("gpg_cpu_ns", cell["plain"], name)
            self.assertNotIn(None, cell["probed"]["gpg_cpu_ns"], name)
            self.assertNotIn(None, cell["probed"]["minor_faults"], name)
            for cpu, gpg, agent in zip(cell["probed"]["cpu_ns"],
                                       cell["probed"]["gpg_cpu_ns"],
                                       cell["probed"]["agent_cpu_ns"],
                                       strict=True):
                self.assertGreater(gpg, 0)
                self.assertEqual(cpu, gpg + agent)

    def test_the_ledger_counts_what_the_kernel_counts(self):
        """Work enough that the end, which the ledger does not see, and the
        machine's moods are small."""
        large = self.write("large", os.urandom(20_000_000))
        arguments = ("-r", "1", "-w", "0", "-x", "1", "-o", "sign,encrypt",
                     "--data", "memory", "-f", "json", large)
        reaped = self.bench(*arguments).cells()
        told = self.bench(*arguments, program=lacking("subreaper")).cells()
        for name, cell in told.items():
            ratio = (min(cell["probed"]["gpg_cpu_ns"]) /
                     min(reaped[name]["probed"]["gpg_cpu_ns"]))
            self.assertGreater(ratio, 0.7, name)
            self.assertLess(ratio, 1.4, name)

    def test_the_table_shows_them_and_says_whose_they_are(self):
        outcome = self.bench("-r", "2", "-x", "1", place.COPYING,
                             program=lacking("subreaper"))
        self.assertEqual(outcome.status, 0, outcome.err)
        said = " ".join(outcome.out.split())
        self.assertIn("told by the probe inside it", said)
        for name in ("Sign", "Decrypt"):
            row = next(line for line in outcome.out.splitlines()
                       if line.startswith("     " + name))
            self.assertNotIn("-", row.split()[3])  # cpu: gpg

    def test_without_subreaper_and_probe_there_is_no_cpu_time(self):
        outcome = self.run_without("subreaper", "--probe", "never")
        self.assertIsNone(self.accounting(outcome)["gpg"])
        for cell in outcome.cells().values():
            for key in ("cpu_ns", "gpg_cpu_ns", "user_ns", "sys_ns"):
                self.assertNotIn(key, cell["plain"])

    def test_without_subreaper_a_hanging_gpg_is_ended(self):
        gpg = self.wrapper("--sign", "sleep 1000")
        outcome = self.run_without("subreaper", "-e", gpg, "-o",
                                   "sign,encrypt", "--timeout", "2",
                                   "--probe", "never", status=1)
        self.assertLess(outcome.seconds, 20)
        failures = {name.split("/")[2]: cell["failure"]
                    for name, cell in outcome.cells().items()}
        self.assertEqual(failures["sign"]["what"], "timeout")
        self.assertIsNone(failures["encrypt"])

    def test_without_subreaper_a_dead_gpg_is_noticed(self):
        """With input unread, of which GPGME takes no notice."""
        large = self.write("large", bytes(30_000_000))
        gpg = self.wrapper("--sign", "exit 2")
        outcome = self.bench("-r", "1", "-w", "0", "-x", "1", "-e", gpg, "-o",
                             "sign", "--probe", "never", "-f", "json", large,
                             program=lacking("subreaper"))
        self.assertEqual(outcome.status, 1, outcome.err)
        self.assertLess(outcome.seconds, 20)

    def test_without_subreaper_a_signal_ends_it(self):
        gpg = self.wrapper("--sign", "sleep 1000")
        process = self.start("-e", gpg, "-o", "sign", "--probe", "never",
                             place.COPYING, program=lacking("subreaper"))
        self.wait_for("sleep")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=place.LIMIT_S)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)

    def wait_for(self, word):
        """Until a process of this test has WORD among its arguments."""
        for _ in range(200):
            if any(f"'{word}" in line for line in
                   place.processes_that_mention(str(self.path))):
                return
            place.time.sleep(0.05)
        self.fail(f"no {word} came")

    def test_without_memfd_memory_is_in_dev_shm(self):
        before = set(os.listdir("/dev/shm"))
        outcome = self.run_without("memfd", "--data", "memory")
        for cell in outcome.cells().values():
            self.assertIsNone(cell["failure"])
            self.assertIn("entropy_ns", cell["probed"])
        self.assertLessEqual(set(os.listdir("/dev/shm")), before)

    def test_without_any_memory_file_it_says_so(self):
        hidden = ["unshare", "-m", "sh", "-c",
                  'mount -t tmpfs -o ro none /dev/shm && exec "$@"', "sh"]
        if subprocess.run([*hidden, "true"], timeout=20,
                          capture_output=True).returncode != 0:
            self.skipTest("/dev/shm cannot be hidden here")
        outcome = self.bench("-r", "1", "-w", "0", "-x", "1", "--data",
                             "memory", "-f", "json", place.COPYING,
                             program=[*hidden, *lacking("memfd")])
        self.assertEqual(outcome.status, 1, outcome.err)
        failure = outcome.cells()["gpg/dsa1024/sign/COPYING/x1"]["failure"]
        self.assertIn("--data file", failure["advice"])

    def test_without_cpu_clocks_of_others_the_agent_has_ticks(self):
        outcome = self.run_without("cpuclock")
        self.assertEqual(self.accounting(outcome)["agent"], "procstat")

    def test_without_getrandom_the_devices_are_entropy(self):
        """libgcrypt 1.10 does not work at all there, gpg 1.4 does."""
        if not place.shutil.which("gpg1"):
            self.skipTest("gpg1 is not installed")
        outcome = self.run_without("getrandom", "-e", "gpg=gpg1")
        probed = outcome.cells()["gpg/dsa1024/encrypt/COPYING/x1"]["probed"]
        self.assertGreater(min(probed["entropy_calls"]), 0)
        self.assertGreater(min(probed["entropy_bytes"]), 0)

    def test_a_libgcrypt_that_needs_getrandom_is_refused(self):
        outcome = self.bench(place.COPYING, program=lacking("getrandom"))
        if outcome.status == 0:
            self.skipTest("this libgcrypt works without it")
        self.assert_refused(outcome, "no gpg-agent")

    def test_without_all_of_them_it_works(self):
        if not place.shutil.which("gpg1"):
            self.skipTest("gpg1 is not installed")
        outcome = self.run_without("subreaper,memfd,getrandom,cpuclock", "-e",
                                   "gpg=gpg1")
        for name, cell in outcome.cells().items():
            self.assertNotIn(None, cell["probed"]["cpu_ns"], name)

    def test_check_names_what_is_in_use(self):
        facts = self.facts("subreaper,memfd,cpuclock")
        for key, state, word in (("gpg_cpu", "weak", "ledger"),
                                 ("agent_cpu", "weak", "procstat"),
                                 ("memory", "ok", "/dev/shm")):
            self.assertEqual(facts[key]["state"], state, key)
            self.assertIn(word, facts[key]["value"])


if __name__ == "__main__":
    place.main()
