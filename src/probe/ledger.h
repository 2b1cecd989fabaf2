/* SPDX-License-Identifier: GPL-3.0-or-later */

/* ledger: the shared memory to which watched processes write their accounts.
 *
 * pgpbench makes it (bench/watch) and reads it; libpgpbench-probe.so, loaded
 * into gpg and gpg-agent, writes it.  This file is all that they share; it
 * needs libc only.
 *
 * The ledger is one mapping: a header, then `slot_count` slots.  A process
 * claims a slot by setting `pid` from 0, and is then the only one that writes
 * to it; pgpbench frees the slots of processes that have ended.  Nothing is
 * locked.  Sums are kept in halves of 32 bits, since small machines have no
 * atomic word of 64: a reader may see a carry that is under way, so it reads
 * the high half before and after. */
#ifndef PGPBENCH_PROBE_LEDGER_H
#define PGPBENCH_PROBE_LEDGER_H

#include <stdatomic.h>
#include <stdint.h>

#define LEDGER_MAGIC   UINT32_C(0x4c506750) /* "PgPL" */
#define LEDGER_VERSION 1

/* Names the ledger's file to the probe: "/proc/PID/fd/N", or the path of a
 * file where there is no /proc. */
#define LEDGER_VARIABLE "PGPBENCH_LEDGER"

#define LEDGER_SLOTS         64
#define LEDGER_DIRECTORIES   12
#define LEDGER_PATH_BYTES    512
#define LEDGER_LIBRARIES     32
#define LEDGER_LIBRARY_BYTES 232
#define LEDGER_BUILD_ID_MAX  32
#define LEDGER_NAME_BYTES    16

/* What time can be spent on.  Each moment of a thread belongs to at most one
 * of these: a call inside a watched call is part of the outer one, except
 * that entropy and flash are taken out of whatever they happen in. */
enum ledger_account {
    LEDGER_ENTROPY,     /* getentropy, getrandom, the random devices */
    LEDGER_FLASH_READ,  /* files below the watched directories */
    LEDGER_FLASH_WRITE, /* write, ftruncate */
    LEDGER_FLASH_SYNC,  /* fsync, fdatasync, sync_file_range */
    LEDGER_FLASH_META,  /* open, close, rename, link, unlink, mkdir */
    LEDGER_IPC,         /* read, write, select, poll on pipes and sockets */
    LEDGER_COMPRESS,    /* zlib and bzip2 */
    LEDGER_HASH,        /* libgcrypt message digests */
    LEDGER_CIPHER,
    LEDGER_PUBKEY,
    LEDGER_RANDOM, /* libgcrypt's generator, less the entropy drawn */
    LEDGER_ACCOUNTS
};

/* What a process works with that can be watched; where a bit is missing, the
 * accounts that depend on it are not 0 but unknown. */
#define LEDGER_SEES_GCRYPT   1u /* HASH, CIPHER, PUBKEY, RANDOM */
#define LEDGER_SEES_COMPRESS 2u

/* Once in the life of a process. */
enum ledger_moment {
    LEDGER_LOADED,     /* the probe's constructor */
    LEDGER_MAIN,       /* main is entered */
    LEDGER_FIRST_WORD, /* first byte from a pipe, or to a socket */
    LEDGER_ENDED,      /* the last thing that is seen of the process */
    LEDGER_MOMENTS
};

/* A 64-bit value in halves. */
struct ledger_value {
    _Atomic uint32_t low;
    _Atomic uint32_t high;
};

struct ledger_entry {
    struct ledger_value ns; /* less what is taken out of it */
    struct ledger_value bytes;
    _Atomic uint32_t calls; /* wraps; differences are right */
};

/* One loaded library, the program itself first, under its path. */
struct ledger_library {
    char path[LEDGER_LIBRARY_BYTES]; /* cut off where too long */
    uint8_t build_id_length;         /* 0: it has none */
    uint8_t build_id[LEDGER_BUILD_ID_MAX];
};

/* What the kernel says of a process as it ends; ns and bytes. */
struct ledger_farewell {
    struct ledger_value user_ns;
    struct ledger_value sys_ns;
    struct ledger_value peak_rss_bytes; /* VmHWM; 0: not asked for */
    struct ledger_value minor_faults;
    struct ledger_value major_faults;
    struct ledger_value voluntary_switches;
    struct ledger_value involuntary_switches;
};

struct ledger_slot {
    _Atomic uint32_t pid;         /* 0: free */
    _Atomic uint32_t is_filled;   /* the probe works in this process */
    _Atomic uint32_t has_ended;   /* the farewell is there */
    char name[LEDGER_NAME_BYTES]; /* last part of the program's path */
    struct ledger_value moments[LEDGER_MOMENTS]; /* CLOCK_MONOTONIC, ns; 0:
                                                    has not come */
    _Atomic uint32_t sees; /* LEDGER_SEES_..., from LEDGER_MAIN on */
    struct ledger_value before_first_word_ns; /* all accounts by then */
    struct ledger_entry accounts[LEDGER_ACCOUNTS];
    struct ledger_entry jitter; /* of PUBKEY and RANDOM: libgcrypt's jitter
                                   generator, which is CPU time */
    struct ledger_farewell farewell;
    _Atomic uint32_t library_count; /* 0: they were not asked for */
    struct ledger_library libraries[LEDGER_LIBRARIES];
};

struct ledger {
    uint32_t magic;
    uint32_t version;
    uint32_t byte_count; /* of the whole mapping */
    uint32_t slot_count;
    _Atomic uint32_t wants_details; /* 1: libraries and peak, too: that takes
                                       longer */
    _Atomic uint32_t turned_away;   /* processes that found no slot */
    uint32_t directory_count;
    char directories[LEDGER_DIRECTORIES][LEDGER_PATH_BYTES]; /* canonical, no
                                                               final slash */
    struct ledger_slot slots[LEDGER_SLOTS];
};

/* Only the process that owns VALUE's slot adds to it; its threads may do so
 * at once, and signal handlers too. */
static inline void ledger_add(struct ledger_value *value, uint64_t amount)
{
    const uint32_t low = (uint32_t)amount;
    uint32_t high = (uint32_t)(amount >> 32);
    const uint32_t before =
        atomic_fetch_add_explicit(&value->low, low, memory_order_relaxed);
    if ((uint32_t)(before + low) < low)
        high++;
    if (high != 0)
        atomic_fetch_add_explicit(&value->high, high, memory_order_relaxed);
}

/* For a value that has one writer. */
static inline void ledger_set(struct ledger_value *value, uint64_t amount)
{
    atomic_store_explicit(&value->high, (uint32_t)(amount >> 32),
                          memory_order_relaxed);
    atomic_store_explicit(&value->low, (uint32_t)amount, memory_order_release);
}

static inline uint64_t ledger_get(const struct ledger_value *value)
{
    uint32_t high = 0;
    uint32_t low = 0;
    uint32_t again = 0;
    do {
        high = atomic_load_explicit(&value->high, memory_order_acquire);
        low = atomic_load_explicit(&value->low, memory_order_acquire);
        again = atomic_load_explicit(&value->high, memory_order_acquire);
    } while (high != again);
    return ((uint64_t)high << 32) | low;
}

#endif
