/* SPDX-License-Identifier: GPL-3.0-or-later */

/* columns: the samples of a series as they stand in the run file: one list a
 * metric and one of rounds, all of one length, null where absent. */
#ifndef PGPBENCH_MODEL_COLUMNS_H
#define PGPBENCH_MODEL_COLUMNS_H

#include <gpg-error.h>
#include <jansson.h>
#include <stdbool.h>

struct place;
struct series;

/* The plain or the PROBED samples of SERIES as a new object; a metric that
 * none of them has is left out.  NULL when memory has run out. */
json_t *columns_write(const struct series *series, bool probed);

/* Append the samples of OBJECT, which stands at AT, to SERIES as plain or
 * PROBED ones.  Fails with GPG_ERR_INV_VALUE, the fault filled, and with
 * GPG_ERR_ENOMEM. */
gpg_error_t columns_read(const json_t *object, const struct place *at,
                         bool probed, struct series *series);

#endif
