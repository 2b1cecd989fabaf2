/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_rows: the table behind format.  The program for small devices has
 * another one (PGPBENCH_DEVICE).
 *
 * Only format.c and the tables include it. */
#ifndef PGPBENCH_REPORT_FORMAT_ROWS_H
#define PGPBENCH_REPORT_FORMAT_ROWS_H

#include "report/format.h"

/* The first is what stdout gets where nothing else is asked for. */
extern const struct format_row format_rows[];
extern const size_t format_row_count;

#endif
