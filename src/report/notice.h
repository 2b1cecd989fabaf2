/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice: what a reader should be warned of, as values with advice.
 *
 * The same warning over many cells is one notice that counts them and names
 * the worst.  It prints nothing. */
#ifndef PGPBENCH_REPORT_NOTICE_H
#define PGPBENCH_REPORT_NOTICE_H

#include <gpg-error.h>
#include <stddef.h>

struct run;

/* In the order in which they are collected. */
enum notice_kind {
    NOTICE_INCOMPLETE,     /* stopped early, or cells without a sample */
    NOTICE_FAILED,         /* cells that failed */
    NOTICE_LOAD,           /* the machine was busy before the start */
    NOTICE_LOAD_DURING,    /* … or became so, by more than our own work */
    NOTICE_FREQUENCY,      /* the CPU's frequency moved */
    NOTICE_TEMPERATURE,    /* … or its temperature */
    NOTICE_ROOM,           /* the payload may not fit */
    NOTICE_CACHE_WARM,     /* a cold cache was asked, not got */
    NOTICE_HOME_DIR,       /* the home is not in the work directory */
    NOTICE_VERSIONS,       /* gpg and its agent are of different versions */
    NOTICE_ACCOUNTING,     /* CPU time got by a weak method, or not at all */
    NOTICE_PROBED,         /* no plain samples: real holds the probe's cost */
    NOTICE_PROBE_ABSENT,   /* the probe did not load, or told no entropy */
    NOTICE_AGENT_DEATHS,   /* an agent ended in the middle of the run */
    NOTICE_NO_PROBE,       /* it could not be used at all */
    NOTICE_UNPROBED,       /* no probed samples where there should be some */
    NOTICE_PROBE_COST,     /* the probe adds much to real */
    NOTICE_GULP,           /* entropy or flash are a good part of real */
    NOTICE_FEW_SAMPLES,    /* too few for an interval */
    NOTICE_PRECISION,      /* the precision asked was not reached */
    NOTICE_FIRST_SAMPLE,   /* the first sample of a cell stands out */
    NOTICE_CPU_ABOVE_REAL, /* more CPU time than the CPUs can give */
    NOTICE_COPIES,         /* N copies are not N times the work */
    NOTICE_SPLIT,          /* user and sys are estimates */
    NOTICE_SAME_LIBRARY,   /* engines load the same libgcrypt */
    NOTICE_FEATURES,       /* engines have different hardware features */
    /* of comparisons (compare_notice) */
    NOTICE_GUARD,         /* what must be the same is not */
    NOTICE_GUARD_UNKNOWN, /* … or is not known of one side */
    NOTICE_MACHINES,      /* the machines are not the same */
    NOTICE_SURROUNDINGS,  /* what lies around them is not */
    NOTICE_FEW_PAIRS      /* too few samples for any verdict */
};

/* In place of an index: no one engine, no one cell is concerned. */
#define NOTICE_NONE ((size_t)-1)

/* Strings are owned and printable. */
struct notice {
    enum notice_kind kind;
    size_t engine; /* index into run->engines, or NOTICE_NONE */
    size_t series; /* the worst cell: index into run->series, or NOTICE_NONE */
    size_t cells;  /* how many are concerned; 0: not a matter of cells */
    char *words;   /* "the machine was busy before …" */
    char *advice;  /* "stop other work …", or NULL */
};

struct notice_list {
    struct notice *notices;
    size_t count;
};

/* Collect what RUN gives reason to warn of into the zeroed R_LIST, owned by
 * the caller.  Fails with GPG_ERR_ENOMEM, R_LIST then being empty. */
gpg_error_t notice_collect(const struct run *run, struct notice_list *r_list);

void notice_list_release(struct notice_list *list);

#endif
