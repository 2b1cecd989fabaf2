/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run_fields: the tables that say how a run stands in its file.
 *
 * Cells are not in them: they refer to other parts by name (run_file). */
#ifndef PGPBENCH_MODEL_RUN_FIELDS_H
#define PGPBENCH_MODEL_RUN_FIELDS_H

#include "model/field.h"

extern const struct field run_fields[];    /* of struct run */
extern const struct field series_fields[]; /* of struct series: what is
                                              known before it is measured */
extern const struct field fault_fields[];  /* of struct fault */

#endif
