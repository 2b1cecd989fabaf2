/* SPDX-License-Identifier: GPL-3.0-or-later */

/* verbs: the table of verbs, with both wings. */
#include "cli/cmd.h"
#include "cli/verb.h"

const struct verb verbs[] = {
    {"run", cmd_run, cmd_run_rows},
    {"compare", cmd_compare, cmd_compare_rows},
    {"report", cmd_report, NULL},
    {"list", cmd_list, NULL},
    {"check", cmd_check, cmd_check_rows},
};
const size_t verb_count = sizeof verbs / sizeof *verbs;
