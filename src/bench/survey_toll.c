/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_toll: what the probe costs here, in words.  It is toll that finds it
 * out. */
#include "bench/survey_topic.h"

#include "base/text.h"
#include "base/units.h"
#include "bench/toll.h"

#include <math.h>

/* As many digits as the interval deserves: "131 ns (124 ns to 140 ns)". */
static void add_toll(struct text *text, const struct toll *toll)
{
    const struct interval *interval = &toll->interval;
    const struct time_unit *unit = units_best_time(toll->ns);
    const int digits =
        units_time_digits(toll->ns, (interval->high - interval->low) / 2, unit);
    units_add_time(text, toll->ns, unit, digits);
    text_add(text, " (");
    units_add_time(text, interval->low, unit, digits);
    text_add(text, " to ");
    units_add_time(text, interval->high, unit, digits);
    text_add(text, ")");
}

/* Enter it as a cost of WHAT; one that does not show has no number. */
static void set_toll(struct survey *survey, enum survey_fact fact,
                     const struct toll *toll, const char *what)
{
    struct text text = {.bytes = NULL};
    if (!toll->has_interval) {
        survey_set(survey, fact, SURVEY_UNTRIED,
                   "not known: no more than %zu pairs of %s in a second",
                   toll->pairs, what);
        return;
    }
    if (toll_shows(toll))
        survey_set_number(survey, fact, (int64_t)llround(toll->ns));
    else
        text_add(&text, "none that shows, ");
    add_toll(&text, toll);
    if (toll_shows(toll))
        text_addf(&text, ", %.0f %%", 100 * toll->ns / toll->plain_ns);
    survey_set(survey, fact, SURVEY_OK, "%s of %s", text_string(&text), what);
    text_release(&text);
}

/* Enter TOLL, or why there is none. */
static void enter(struct survey *survey, enum survey_fact fact, gpg_error_t err,
                  const struct toll *toll, const char *what)
{
    if (err)
        survey_set(survey, fact, SURVEY_UNTRIED, "not measured (%s)",
                   gpg_strerror(err));
    else
        set_toll(survey, fact, toll, what);
}

void survey_toll_of_call(struct survey_site *site, const struct watch *watch)
{
    struct toll toll;
    const gpg_error_t err = toll_of_call(watch, site->work_dir, &site->guard,
                                         site->plan->settings.timeout_s, &toll);
    enter(site->survey, SURVEY_PROBE_CALL, err, &toll,
          "reading one byte of a file");
}

void survey_toll_of_process(struct survey_site *site, const struct watch *watch)
{
    const char *const argv[] = {site->engine.path, "--version", NULL};
    const struct command command = {argv, NULL, site->plan->settings.timeout_s};
    struct toll toll;
    const gpg_error_t err =
        toll_of_process(watch, &command, &site->guard, &toll);
    enter(site->survey, SURVEY_PROBE_PROCESS, err, &toll, "gpg --version");
}
