/* SPDX-License-Identifier: GPL-3.0-or-later */

/* meter: the readings around one call.  It knows no OpenPGP. */
#include "bench/meter.h"

static int64_t waited_cpu_ns(const struct meter *meter)
{
    return meter->children ? children_waited_cpu_ns() : 0;
}

void meter_start(struct meter *meter)
{
    meter->has_agent_cpu =
        meter->agent && agent_cpu_ns(meter->agent, &meter->agent_cpu_ns);
    meter->waited_cpu_ns = waited_cpu_ns(meter);
    meter->own_cpu_ns = clock_own_cpu_ns();
    meter->start_ns = clock_now_ns(meter->clock);
}

static void set_usage(struct sample *sample, const struct usage *usage)
{
    sample_set(sample, METRIC_GPG_CPU, usage->cpu_ns);
    sample_set(sample, METRIC_GPG_USER, usage->user_ns);
    if (usage->peak_rss_bytes > 0)
        sample_set(sample, METRIC_GPG_PEAK_RSS, usage->peak_rss_bytes);
    sample_set(sample, METRIC_MINOR_FAULTS, usage->minor_faults);
    sample_set(sample, METRIC_MAJOR_FAULTS, usage->major_faults);
    sample_set(sample, METRIC_VOLUNTARY_SWITCHES, usage->voluntary_switches);
    sample_set(sample, METRIC_INVOLUNTARY_SWITCHES,
               usage->involuntary_switches);
}

static void set_agent(const struct meter *meter, struct sample *sample)
{
    int64_t now_ns = 0;
    int64_t peak_bytes = 0;
    if (!meter->has_agent_cpu || !agent_cpu_ns(meter->agent, &now_ns))
        return;
    sample_set(sample, METRIC_AGENT_CPU, now_ns - meter->agent_cpu_ns);
    if (agent_peak_rss_bytes(meter->agent, &peak_bytes))
        sample_set(sample, METRIC_AGENT_PEAK_RSS, peak_bytes);
}

/* Both parts are needed: half of the truth would look like speed. */
static void set_cpu(const struct meter *meter, struct sample *sample)
{
    if (!sample_has(sample, METRIC_GPG_CPU))
        return;
    int64_t cpu_ns = sample->value[METRIC_GPG_CPU];
    if (meter->agent) {
        if (!sample_has(sample, METRIC_AGENT_CPU))
            return;
        cpu_ns += sample->value[METRIC_AGENT_CPU];
    }
    sample_set(sample, METRIC_CPU, cpu_ns);
}

bool meter_stop(struct meter *meter, int64_t wait_ns, struct sample *sample,
                int *r_status)
{
    const int64_t stop_ns = clock_now_ns(meter->clock);
    const int64_t own_cpu_ns = clock_own_cpu_ns();
    /* Before gpg is reaped this holds GPGME's intermediate fork only. */
    const int64_t fork_cpu_ns = waited_cpu_ns(meter) - meter->waited_cpu_ns;
    struct usage usage = {.count = 0};
    bool is_accounted = true;

    sample_set(sample, METRIC_REAL, stop_ns - meter->start_ns);
    sample_set(sample, METRIC_CLIENT_CPU,
               own_cpu_ns - meter->own_cpu_ns + fork_cpu_ns);
    if (meter->children && meter->children->adopts) {
        is_accounted = children_await(meter->children, 1, wait_ns, &usage);
        if (is_accounted)
            set_usage(sample, &usage);
    }
    set_agent(meter, sample);
    set_cpu(meter, sample);
    *r_status = usage.status;
    return is_accounted;
}

void meter_set_usage(const struct meter *meter, const struct usage *usage,
                     struct sample *sample)
{
    set_usage(sample, usage);
    set_cpu(meter, sample);
}
