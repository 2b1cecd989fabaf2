/* SPDX-License-Identifier: GPL-3.0-or-later */

/* holm: p-values of many tests, so corrected that the chance of any false
 * alarm among them stays what it is for one. */
#ifndef PGPBENCH_BASE_HOLM_H
#define PGPBENCH_BASE_HOLM_H

#include <gpg-error.h>
#include <stddef.h>

/* Replace COUNT p-values, 0 to 1, by their adjusted ones, each in its place:
 * Holm, A simple sequentially rejective multiple test procedure, Scandinavian
 * Journal of Statistics 6 (1979); R's p.adjust(method = "holm").  Fails with
 * GPG_ERR_ENOMEM. */
gpg_error_t holm_adjust(double *p, size_t count);

#endif
