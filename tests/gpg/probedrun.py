# SPDX-License-Identifier: GPL-3.0-or-later
"""probedrun: runs of pgpbench with the probe, what a probed sample must have,
and the sum that it must hold to."""
import os
import shutil

import place

NS_PER_MS = 1000000
OPERATIONS = ("sign", "verify", "encrypt", "decrypt")

FLASH = ("flash_read_ns", "flash_write_ns", "flash_sync_ns", "flash_meta_ns")
STAGES = tuple(f"stage_{name}_ns" for name in (
    "startup", "setup", "compress", "hash", "cipher", "pubkey", "random",
    "ipc", "finish", "other"))
OVERLAP = "stage_overlap_ns"
# What only libgcrypt tells.
OF_GCRYPT = ("stage_hash_ns", "stage_cipher_ns", "stage_pubkey_ns",
             "stage_random_ns", "jitter_ns", "hash_bytes", "cipher_bytes")
PROBED = ("entropy_ns", "entropy_bytes", "entropy_calls", "flash_ns", *FLASH,
          "flash_read_bytes", "flash_write_bytes", "flash_calls", "compute_ns",
          *STAGES, OVERLAP, "jitter_ns", "compress_bytes", "hash_bytes",
          "cipher_bytes")


def name_of(operation, fixture="COPYING/x1", key="dsa1024", engine="gpg"):
    """The cell's."""
    if operation == "start":
        return f"{engine}/-/start/-/x1"
    if operation == "generate":
        return f"{engine}/{key}/generate/-/x1"
    return f"{engine}/{key}/{operation}/{fixture}"


class ProbedRun(place.Place):
    def setUp(self):
        super().setUp()
        # Under sanitizers, which want to be loaded first.
        self.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0"

    def probe(self, *arguments, status=0, **how):
        """A run of one plain sample and three probed ones for each operation
        on one copy, unless ARGUMENTS say more; every probed sample that is
        there has its sum."""
        outcome = self.bench("-r", "1", "-w", "0", "-x", "1", "-f", "json",
                             *arguments, **how)
        self.assertEqual(outcome.status, status, outcome.err)
        self.assert_sums(outcome)
        return outcome

    def assert_sums(self, outcome):
        for name, cell in outcome.cells().items():
            with self.subTest(name):
                self.assert_sum_of_each(cell["probed"])
                self.assertEqual(set(PROBED) & set(cell["plain"]), set())

    def assert_sum_of_each(self, probed):
        for i in range(len(probed["round"])):
            sample = {key: values[i] for key, values in probed.items()
                      if values[i] is not None}
            if "entropy_ns" in sample:
                self.assert_sum(sample)
            else:
                self.assertEqual(set(PROBED) & set(sample), set())

    def assert_sum(self, sample):
        self.assertEqual(sample["flash_ns"], sum(sample[key] for key in FLASH))
        parts = sample["entropy_ns"] + sample["flash_ns"]
        self.assertEqual(sample["compute_ns"], sample["real_ns"] - parts)
        parts += sum(sample.get(key, 0) for key in STAGES)
        self.assertEqual(parts - sample[OVERLAP], sample["real_ns"])
        # What is unknown and what is known twice are not there at once.
        self.assertEqual(min(sample["stage_other_ns"], sample[OVERLAP]), 0)
        for key in (*FLASH, *STAGES):
            self.assertGreaterEqual(sample.get(key, 0), 0, key)

    def assert_seen(self, cell, but_for=()):
        """Every probed sample of CELL has all, but for what is listed."""
        wanted = set(PROBED) - set(but_for)
        self.assertEqual(set(cell["probed"]) & set(PROBED), wanted,
                         cell["name"])
        for key in wanted:
            self.assertNotIn(None, cell["probed"][key], (cell["name"], key))

    def assert_unseen(self, cell):
        """The probe told nothing of CELL, which was measured all the same."""
        self.assertGreater(len(cell["probed"]["real_ns"]), 0)
        self.assertEqual(set(cell["probed"]) & set(PROBED), set(),
                         cell["name"])

    def installed(self, name, *files):
        """A copy of the program and FILES, other libraries of its, in a
        directory of that NAME; it finds its keys."""
        directory = self.path / name
        directory.mkdir(parents=True)
        for file in (place.PGPBENCH, *files):
            shutil.copy(file, directory)
        self.environment["PGPBENCH_DATADIR"] = str(place.SOURCE)
        return str(directory / os.path.basename(place.PGPBENCH))


# Of a wrapper: true in a probed round.
IS_PROBED = '[ -n "$PGPBENCH_LEDGER" ]'
