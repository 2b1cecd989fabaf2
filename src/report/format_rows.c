/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_rows: the table of formats.  A new one is a row and a file. */
#include "report/format_rows.h"

#include "report/format_csv.h"
#include "report/format_csv_compare.h"
#include "report/format_fleet.h"
#include "report/format_gobench.h"
#include "report/format_hyperfine.h"
#include "report/format_json.h"
#include "report/format_json_compare.h"
#include "report/format_line.h"
#include "report/format_text.h"
#include "report/format_text_compare.h"

const struct format_row format_rows[] = {
    {"text", format_text_write, format_text_compare_write,
     format_fleet_write_text, "a table for a person, in 80 columns"},
    {"json", format_json_write, format_json_compare_write,
     format_fleet_write_json,
     "the run file, with every sample; a comparison as data"},
    {"csv", format_csv_write, format_csv_compare_write, format_fleet_write_csv,
     "medians in plain numbers, a row for each cell"},
    {"markdown", format_markdown_write, format_markdown_compare_write,
     format_fleet_write_markdown,
     "the same tables in GitHub Flavored Markdown"},
    {"line", format_line_write, NULL, NULL, "machine and medians in one line"},
    {"gobench", format_gobench_write, NULL, NULL,
     "each sample as Go's benchmarks print it, for benchstat"},
    {"hyperfine", format_hyperfine_write, NULL, NULL,
     "each cell as hyperfine exports a command"},
};
const size_t format_row_count = sizeof format_rows / sizeof *format_rows;
