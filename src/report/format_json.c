/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_json: the run file on a stream.  model/run_file knows its form. */
#include "report/format_json.h"

#include "model/run_file.h"
#include "report/format.h"

gpg_error_t format_json_write(const struct run *run, const struct view *view,
                              FILE *stream)
{
    (void)view;
    const gpg_error_t err = run_file_write(run, stream);
    return err ? err : format_flush(stream);
}
