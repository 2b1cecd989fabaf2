/* SPDX-License-Identifier: GPL-3.0-or-later */

/* device_format_rows: that of the program for small devices. */
#include "report/format_rows.h"

#include "report/format_json.h"

const struct format_row format_rows[] = {
    {"json", format_json_write, NULL, NULL, "the run file, with every sample"},
};
const size_t format_row_count = sizeof format_rows / sizeof *format_rows;
