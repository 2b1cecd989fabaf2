/* SPDX-License-Identifier: GPL-3.0-or-later */

/* metric: the table of what is measured.  It measures nothing itself. */
#include "model/metric.h"

#include <assert.h>
#include <string.h>

static const struct metric_row rows[METRIC_COUNT] = {
    [METRIC_REAL] = {"real_ns", "real", UNIT_NS, false,
                     "wall clock of the one call"},
    [METRIC_CPU] = {"cpu_ns", "cpu", UNIT_NS, false,
                    "exact CPU time of gpg and gpg-agent together"},
    [METRIC_USER] = {"user_ns", "user", UNIT_NS, false,
                     "user part of cpu_ns, an estimate"},
    [METRIC_SYS] = {"sys_ns", "sys", UNIT_NS, false,
                    "system part of cpu_ns, an estimate"},
    [METRIC_GPG_CPU] = {"gpg_cpu_ns", "gpg", UNIT_NS, false, "CPU time of gpg"},
    [METRIC_GPG_USER] = {"gpg_user_ns", "gpg user", UNIT_NS, false,
                         "user part of gpg_cpu_ns as the kernel splits it"},
    [METRIC_AGENT_CPU] = {"agent_cpu_ns", "agent", UNIT_NS, false,
                          "CPU time of gpg-agent during the call"},
    [METRIC_CLIENT_CPU] = {"client_cpu_ns", "client", UNIT_NS, false,
                           "CPU time of pgpbench with GPGME, not in cpu_ns"},
    [METRIC_GPG_PEAK_RSS] = {"gpg_peak_rss_bytes", "gpg peak", UNIT_BYTES,
                             false, "largest resident set of gpg"},
    [METRIC_AGENT_PEAK_RSS] = {"agent_peak_rss_bytes", "agent peak", UNIT_BYTES,
                               false,
                               "largest resident set of gpg-agent so far"},
    [METRIC_MINOR_FAULTS] = {"minor_faults", "minor faults", UNIT_COUNT, false,
                             "page faults of gpg without I/O"},
    [METRIC_MAJOR_FAULTS] = {"major_faults", "major faults", UNIT_COUNT, false,
                             "page faults of gpg with I/O"},
    [METRIC_VOLUNTARY_SWITCHES] = {"voluntary_switches", "waits", UNIT_COUNT,
                                   false, "times gpg gave up the CPU"},
    [METRIC_INVOLUNTARY_SWITCHES] = {"involuntary_switches", "preemptions",
                                     UNIT_COUNT, false,
                                     "times gpg was pushed off the CPU"},
    [METRIC_OUTPUT] = {"output_bytes", "output", UNIT_BYTES, false,
                       "size of what the operation wrote"},
    [METRIC_ENTROPY] = {"entropy_ns", "entropy", UNIT_NS, true,
                        "wall time inside entropy sources"},
    [METRIC_ENTROPY_BYTES] = {"entropy_bytes", "entropy bytes", UNIT_BYTES,
                              true, "bytes drawn from entropy sources"},
    [METRIC_ENTROPY_CALLS] = {"entropy_calls", "entropy calls", UNIT_COUNT,
                              true, "calls of entropy sources"},
    [METRIC_FLASH] = {"flash_ns", "flash", UNIT_NS, true,
                      "wall time in file calls on work and home directory"},
    [METRIC_FLASH_READ] = {"flash_read_ns", "flash read", UNIT_NS, true,
                           "read part of flash_ns"},
    [METRIC_FLASH_WRITE] = {"flash_write_ns", "flash write", UNIT_NS, true,
                            "write part of flash_ns"},
    [METRIC_FLASH_SYNC] = {"flash_sync_ns", "flash sync", UNIT_NS, true,
                           "sync part of flash_ns"},
    [METRIC_FLASH_META] = {"flash_meta_ns", "flash meta", UNIT_NS, true,
                           "open, rename, link, unlink part of flash_ns"},
    [METRIC_FLASH_READ_BYTES] = {"flash_read_bytes", "flash in", UNIT_BYTES,
                                 true, "bytes read from those directories"},
    [METRIC_FLASH_WRITE_BYTES] = {"flash_write_bytes", "flash out", UNIT_BYTES,
                                  true, "bytes written to those directories"},
    [METRIC_FLASH_CALLS] = {"flash_calls", "flash calls", UNIT_COUNT, true,
                            "file calls on those directories"},
    [METRIC_COMPUTE] = {"compute_ns", "compute", UNIT_NS, true,
                        "real less entropy less flash of one sample"},
    [METRIC_STAGE_STARTUP] = {"stage_startup_ns", "startup", UNIT_NS, true,
                              "from the call to the main function of gpg"},
    [METRIC_STAGE_SETUP] = {"stage_setup_ns", "setup", UNIT_NS, true,
                            "from there to the first payload or agent's word"},
    [METRIC_STAGE_COMPRESS] = {"stage_compress_ns", "compress", UNIT_NS, true,
                               "compressing and decompressing"},
    [METRIC_STAGE_HASH] = {"stage_hash_ns", "hash", UNIT_NS, true, "hashing"},
    [METRIC_STAGE_CIPHER] = {"stage_cipher_ns", "cipher", UNIT_NS, true,
                             "symmetric enciphering and deciphering"},
    [METRIC_STAGE_PUBKEY] = {"stage_pubkey_ns", "pubkey", UNIT_NS, true,
                             "public-key arithmetic, and making keys"},
    [METRIC_STAGE_RANDOM] = {"stage_random_ns", "random", UNIT_NS, true,
                             "the random generator, less its entropy sources"},
    [METRIC_STAGE_IPC] = {"stage_ipc_ns", "ipc", UNIT_NS, true,
                          "waiting that no stage of the other side fills"},
    [METRIC_STAGE_FINISH] = {"stage_finish_ns", "finish", UNIT_NS, true,
                             "from the last act of gpg to the call's return"},
    [METRIC_STAGE_OTHER] = {"stage_other_ns", "other", UNIT_NS, true,
                            "what no stage explains"},
    [METRIC_STAGE_OVERLAP] = {"stage_overlap_ns", "overlap", UNIT_NS, true,
                              "counted twice, processes being side by side"},
    [METRIC_JITTER] = {"jitter_ns", "jitter", UNIT_NS, true,
                       "CPU of libgcrypt's jitter, in pubkey and random"},
    [METRIC_COMPRESS_BYTES] = {"compress_bytes", "compressed", UNIT_BYTES, true,
                               "bytes through compress"},
    [METRIC_HASH_BYTES] = {"hash_bytes", "hashed", UNIT_BYTES, true,
                           "bytes through hash"},
    [METRIC_CIPHER_BYTES] = {"cipher_bytes", "ciphered", UNIT_BYTES, true,
                             "bytes through cipher"},
};

const struct metric_row *metric_row(enum metric metric)
{
    assert(metric < METRIC_COUNT);
    return &rows[metric];
}

enum metric metric_find(const char *key)
{
    for (int m = 0; m < METRIC_COUNT; m++)
        if (strcmp(rows[m].key, key) == 0)
            return (enum metric)m;
    return METRIC_COUNT;
}
