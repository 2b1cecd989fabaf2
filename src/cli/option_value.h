/* SPDX-License-Identifier: GPL-3.0-or-later */

/* option_value: the kinds of value that an option may have, each a setter for
 * option_row.set.  The value goes to the row's offset in the target. */
#ifndef PGPBENCH_CLI_OPTION_VALUE_H
#define PGPBENCH_CLI_OPTION_VALUE_H

#include "cli/option_table.h"

#include <stdbool.h>

/* A uint32_t, from 0 or from 1, up to a million. */
gpg_error_t option_set_number(void *target, const struct option_row *row,
                              const char *value);
gpg_error_t option_set_count(void *target, const struct option_row *row,
                             const char *value);

/* A uint64_t, from 0 to the largest int64_t: what JSON holds. */
gpg_error_t option_set_seed(void *target, const struct option_row *row,
                            const char *value);

/* A struct plan: its list of copies, "1,20", none of them twice. */
gpg_error_t option_set_copies(void *target, const struct option_row *row,
                              const char *value);

/* A double: a time span in seconds, a percentage. */
gpg_error_t option_set_seconds(void *target, const struct option_row *row,
                               const char *value);
gpg_error_t option_set_percent(void *target, const struct option_row *row,
                               const char *value);
/* Likewise, and 0 is taken. */
gpg_error_t option_set_margin(void *target, const struct option_row *row,
                              const char *value);

/* A char *, owned by the target: any string that is not empty. */
gpg_error_t option_set_string(void *target, const struct option_row *row,
                              const char *value);

/* Likewise, one of the words of the row's argument, "cold|warm". */
gpg_error_t option_set_choice(void *target, const struct option_row *row,
                              const char *value);

/* Likewise, the name of an algorithm: letters, digits, hyphens. */
gpg_error_t option_set_algorithm(void *target, const struct option_row *row,
                                 const char *value);

/* A struct plan_list: one more word, borrowed from argv, not empty. */
gpg_error_t option_add_word(void *target, const struct option_row *row,
                            const char *value);

/* A const char *, borrowed from argv, not empty. */
gpg_error_t option_set_path(void *target, const struct option_row *row,
                            const char *value);

/* A bool: true once the option is there. */
gpg_error_t option_set_flag(void *target, const struct option_row *row,
                            const char *value);

/* What the setter of ROW takes, and from where to where: "a whole number from
 * 1 to 1000000"; NULL where the row's argument says all. */
const char *option_value_range(const struct option_row *row);

/* Whether VALUE is one of WORDS, "cold|warm". */
bool option_is_choice(const char *words, const char *value);

#endif
