/* SPDX-License-Identifier: GPL-3.0-or-later */

/* room: whether the payload of cells may not fit on the medium. */
#ifndef PGPBENCH_MODEL_ROOM_H
#define PGPBENCH_MODEL_ROOM_H

#include "model/run.h"

struct text;

#define ROOM_ADVICE "give --work-dir on a larger medium"

struct room {
    size_t cells;         /* that may not fit; 0: all do, or nothing is known */
    size_t worst;         /* index of the series that needs most */
    int64_t needed_bytes; /* by that one, with the home */
};

/* Of the cells of RUN that have no sample yet: once measured, it did fit. */
struct room room_of(const struct run *run);

/* Append "the work directory had … free and CELL may need …", printable. */
void room_describe(const struct run *run, const struct room *room,
                   struct text *text);

#endif
