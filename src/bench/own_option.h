/* SPDX-License-Identifier: GPL-3.0-or-later */

/* own_option: the options of gpg that a run keeps for itself: what GPGME
 * speaks with gpg by, where the home is, which key is used.  In gpg.conf they
 * would also reach each gpg that only reads a message back. */
#ifndef PGPBENCH_BENCH_OWN_OPTION_H
#define PGPBENCH_BENCH_OWN_OPTION_H

/* Why LINE cannot be a line of gpg.conf here, to be said behind "it"; NULL if
 * it can, or if gpg has no such option. */
const char *own_option_reason(const char *line);

#endif
