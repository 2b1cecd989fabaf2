/* SPDX-License-Identifier: GPL-3.0-or-later */

/* process: this process's place in the ledger, from its loading to its end.
 * All do nothing where there is no ledger or no free slot in it. */
#ifndef PGPBENCH_PROBE_PROCESS_H
#define PGPBENCH_PROBE_PROCESS_H

#include "probe/ledger.h"

/* Find the ledger by LEDGER_VARIABLE and claim a slot. */
void process_begin(void);

/* NULL: there is none. */
const struct ledger *process_ledger(void);

/* main is entered. */
void process_main(void);

/* A byte came from a pipe or went to a socket; only the first one counts. */
void process_word(void);

/* The process may be ending; again if it goes on and ends later.  Safe in
 * signal handlers. */
void process_end(void);

/* As it ends in order: what it has loaded, if that was asked for. */
void process_list(void);

/* The slot goes out of use as another program is loaded, and into it again
 * if that fails. */
void process_leave(void);
void process_return(void);

#endif
