# SPDX-License-Identifier: GPL-3.0-or-later
"""The gulp of the random generator: what a warm pool hides and a cold one
shows, and what making a key draws."""
import os

import place
import probedrun
from probedrun import NS_PER_MS, name_of

# What tests/probe_slow.c makes of each draw.
DRAW_NS = 20 * NS_PER_MS

# libgcrypt's pool and how it is filled, as strace saw of gpg 2.2.40.
POOL_BYTES = 3000
POOL_CALLS = 25
LATER_BYTES = 128


class Gulp(probedrun.ProbedRun):
    def probed(self, operation, *arguments):
        outcome = self.probe("--probe", "always", "-r", "3", "-w", "1", "-o",
                             operation, *arguments, place.COPYING)
        cells = [cell for cell in outcome.run_file()["cells"]
                 if cell["operation"] == operation]
        self.assertEqual(len(cells), 1)
        return cells[0]["probed"]

    def test_a_cold_pool_shows_what_a_warm_one_hides(self):
        warm = self.probed("encrypt")
        cold = self.probed("encrypt", "--pool", "cold")
        self.assertEqual(warm["entropy_bytes"], [LATER_BYTES] * 3)
        self.assertEqual(warm["entropy_calls"], [1] * 3)
        self.assertEqual(cold["entropy_bytes"], [POOL_BYTES] * 3)
        self.assertEqual(cold["entropy_calls"], [POOL_CALLS] * 3)

    def test_on_a_slow_source_the_gulp_is_the_time(self):
        self.environment["LD_PRELOAD"] = os.environ["PROBE_SLOW"]
        for pool, calls in (("warm", 1), ("cold", POOL_CALLS)):
            with self.subTest(pool):
                probed = self.probed("encrypt", "--pool", pool)
                self.assertEqual(probed["entropy_calls"], [calls] * 3)
                self.assertGreaterEqual(min(probed["entropy_ns"]),
                                        calls * DRAW_NS)

    def test_the_notice_names_the_gulp(self):
        self.environment["LD_PRELOAD"] = os.environ["PROBE_SLOW"]
        outcome = self.bench("-r", "1", "-x", "1", "-o", "encrypt", "--pool",
                             "cold", place.COPYING)
        said = " ".join(outcome.out.split())
        self.assertIn("entropy or flash above 5 % of real in 1 cell", said)
        self.assertRegex(said, r"encrypt/COPYING/x1: entropy \d\d %\); "
                               "--probe always")

    def test_what_needs_no_random_numbers_draws_nothing(self):
        for operation, pool in (("sign", "warm"), ("sign", "cold"),
                                ("verify", "cold"), ("decrypt", "warm")):
            with self.subTest(operation=operation, pool=pool):
                probed = self.probed(operation, "--pool", pool)
                self.assertEqual(probed["entropy_calls"], [0] * 3)

    def test_the_agent_gulps_as_it_decrypts(self):
        """It blinds the secret key of ElGamal with a random number."""
        probed = self.probed("decrypt", "--pool", "cold")
        self.assertEqual(probed["entropy_bytes"], [POOL_BYTES] * 3)

    def test_a_key_is_made_by_the_agent_with_entropy_and_jitter(self):
        for algorithm in ("ed25519", "rsa1024"):
            with self.subTest(algorithm):
                probed = self.probed("generate", "-g", algorithm)
                # gpg itself draws nothing: the secret key is the agent's.
                self.assertGreater(min(probed["entropy_bytes"]), 0)
                self.assert_jitter_is_a_part(probed)

    def assert_jitter_is_a_part(self, probed):
        self.assertGreater(min(probed["jitter_ns"]), 0)
        for i, jitter_ns in enumerate(probed["jitter_ns"]):
            self.assertLessEqual(jitter_ns, probed["stage_pubkey_ns"][i] +
                                 probed["stage_random_ns"][i])

    def test_entropy_of_the_agent_is_counted(self):
        self.environment["LD_PRELOAD"] = os.environ["PROBE_SLOW"]
        probed = self.probed("generate", "-g", "ed25519", "--pool", "cold")
        for calls, ns in zip(probed["entropy_calls"], probed["entropy_ns"]):
            self.assertGreaterEqual(calls, POOL_CALLS)
            self.assertGreaterEqual(ns, calls * DRAW_NS)


if __name__ == "__main__":
    place.main()
