/* SPDX-License-Identifier: GPL-3.0-or-later */

/* place: names a value of a JSON file.  It reads no JSON. */
#include "model/place.h"

#include "base/text.h"
#include "model/fault.h"

#include <stdarg.h>

struct place place_member(const struct place *above, const char *key)
{
    return (struct place){.above = above, .key = key, .fault = above->fault};
}

struct place place_element(const struct place *above, size_t index)
{
    return (struct place){
        .above = above, .index = index, .fault = above->fault};
}

/* Append "NAME: cells[3].plain".  It calls itself once for each level of
 * the format, of which there are few. */
static void add_place(struct text *text, const struct place *place)
{
    if (!place->above) {
        text_add(text, place->key);
        return;
    }
    add_place(text, place->above);
    if (!place->key)
        text_addf(text, "[%zu]", place->index);
    else
        text_addf(text, "%s%s", place->above->above ? "." : ": ", place->key);
}

gpg_error_t place_refuse(const struct place *place, const char *format, ...)
{
    struct text thing = {0};
    struct text expected = {0};
    va_list arguments;

    add_place(&thing, place);
    va_start(arguments, format);
    text_addv(&expected, format, arguments);
    va_end(arguments);
    const gpg_error_t err = fault_set(
        place->fault, FAULT_BAD_FILE, gpg_error(GPG_ERR_INV_VALUE),
        text_string(&thing), "%s belongs here", text_string(&expected));
    text_release(&thing);
    text_release(&expected);
    return err;
}
