/* SPDX-License-Identifier: GPL-3.0-or-later */

/* farewell: getrusage and /proc/self/status.  ru_maxrss would not do: it is
 * never below what the process that called exec had, and a rough sum where
 * the kernel counts on each CPU. */
#include "probe/farewell.h"

#include "probe/own.h"

#include <string.h>
#include <sys/resource.h>

static uint64_t ns_of(struct timeval time)
{
    return (uint64_t)time.tv_sec * UINT64_C(1000000000) +
           (uint64_t)time.tv_usec * UINT64_C(1000);
}

uint64_t farewell_peak_of(const char *text)
{
    static const char label[] = "\nVmHWM:";
    const char *at = strstr(text, label);
    uint64_t kilobytes = 0;
    if (!at)
        return 0;
    at += sizeof label - 1;
    while (*at == ' ' || *at == '\t')
        at++;
    for (; *at >= '0' && *at <= '9'; at++)
        kilobytes = kilobytes * 10 + (uint64_t)(*at - '0');
    return kilobytes * 1024;
}

static uint64_t peak_rss(void)
{
    char status[2048];
    const size_t length =
        own_read_file("/proc/self/status", status, sizeof status - 1);
    status[length] = '\0';
    return farewell_peak_of(status);
}

void farewell_fill(struct ledger_farewell *farewell, bool with_peak)
{
    struct rusage used;
    memset(&used, 0, sizeof used);
    getrusage(RUSAGE_SELF, &used);
    ledger_set(&farewell->user_ns, ns_of(used.ru_utime));
    ledger_set(&farewell->sys_ns, ns_of(used.ru_stime));
    if (with_peak)
        ledger_set(&farewell->peak_rss_bytes, peak_rss());
    ledger_set(&farewell->minor_faults, (uint64_t)used.ru_minflt);
    ledger_set(&farewell->major_faults, (uint64_t)used.ru_majflt);
    ledger_set(&farewell->voluntary_switches, (uint64_t)used.ru_nvcsw);
    ledger_set(&farewell->involuntary_switches, (uint64_t)used.ru_nivcsw);
}
