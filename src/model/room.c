/* SPDX-License-Identifier: GPL-3.0-or-later */

/* room: arithmetic on sizes.  It does not look at the medium. */
#include "model/room.h"

#include "base/text.h"
#include "base/units.h"

#include <string.h>

/* The input, the message made of it and what comes out again lie side by
 * side; the home beside them takes about this. */
#define PAYLOAD_FILES 3
#define HOME_BYTES    131072

static int64_t needed_bytes(const struct series *series)
{
    return series->input_bytes > (INT64_MAX - HOME_BYTES) / PAYLOAD_FILES
               ? INT64_MAX
               : series->input_bytes * PAYLOAD_FILES + HOME_BYTES;
}

static bool may_not_fit(const struct run *run, const struct series *series)
{
    return series->sample_count == 0 && series->input_bytes >= 0 &&
           needed_bytes(series) > run->machine.work_dir_free_bytes;
}

struct room room_of(const struct run *run)
{
    struct room room = {0};

    if (run->machine.work_dir_free_bytes < 0 || !run->settings.data ||
        strcmp(run->settings.data, "file") != 0)
        return room;
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (fault_is_set(&series->failure) || !may_not_fit(run, series))
            continue;
        if (room.cells++ == 0 || needed_bytes(series) > room.needed_bytes) {
            room.worst = i;
            room.needed_bytes = needed_bytes(series);
        }
    }
    return room;
}

void room_describe(const struct run *run, const struct room *room,
                   struct text *text)
{
    struct text name = {0};

    cell_name(run, &run->series[room->worst].cell, &name);
    text_add(text, "the work directory had ");
    units_add_size(text, run->machine.work_dir_free_bytes);
    text_add(text, " free and ");
    text_add_readable(text, text_string(&name));
    text_add(text, " may need ");
    units_add_size(text, room->needed_bytes);
    text_add(text, ": what does not fit reads disk full");
    text_release(&name);
}
