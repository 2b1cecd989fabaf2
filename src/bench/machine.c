/* SPDX-License-Identifier: GPL-3.0-or-later */

/* machine: reads what the kernel says of the machine, and changes nothing.
 */
#include "bench/machine.h"

#include "bench/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define CPUFREQ "/sys/devices/system/cpu/cpu0/cpufreq/"
#define THERMAL "/sys/class/thermal/thermal_zone0/"

/* The first line of PATH, to be freed; NULL if there is none. */
static char *first_line(const char *path)
{
    char line[256];
    FILE *file = fopen(path, "re");
    if (!file)
        return NULL;
    const char *got = fgets(line, sizeof line, file);
    fclose(file);
    return got ? strndup(line, strcspn(line, "\n")) : NULL;
}

/* A number in PATH divided by SCALE; VALUE stays if there is none. */
static void read_scaled(const char *path, double scale, double *value)
{
    char *line = first_line(path);
    char *end = NULL;
    if (line) {
        const double number = strtod(line, &end);
        if (end != line)
            *value = number / scale;
    }
    free(line);
}

/* What follows "KEY : " in /proc/cpuinfo, to be freed, or NULL. */
static char *cpuinfo(const char *key)
{
    char line[512];
    char *value = NULL;
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (!file)
        return NULL;
    while (!value && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (!colon || strncmp(line, key, strlen(key)) != 0)
            continue;
        const char *start = colon + 1 + strspn(colon + 1, " \t");
        value = strndup(start, strcspn(start, "\n"));
    }
    fclose(file);
    return value;
}

/* How each architecture's kernel calls the CPU. */
static char *read_cpu(void)
{
    static const char *const keys[] = {"model name", "cpu model",
                                       "Hardware",   "Processor",
                                       "cpu\t",      "system type"};
    char *name = NULL;
    for (size_t i = 0; !name && i < sizeof keys / sizeof keys[0]; i++)
        name = cpuinfo(keys[i]);
    return name;
}

/* The coarse clock moves once a tick, by which user and sys are split. */
static int64_t cpu_tick_ns(void)
{
    struct timespec tick;
    if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) != 0)
        return -1;
    return (int64_t)tick.tv_sec * NS_PER_S + tick.tv_nsec;
}

void machine_read(struct machine *machine)
{
    struct utsname kernel;
    struct sysinfo memory;
    if (uname(&kernel) == 0) {
        machine->system = strdup(kernel.sysname);
        machine->release = strdup(kernel.release);
        machine->arch = strdup(kernel.machine);
    }
    machine->cpu = read_cpu();
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    if (cpus > 0)
        machine->cpus = cpus;
    if (sysinfo(&memory) == 0)
        machine->memory_bytes =
            (int64_t)memory.totalram * (int64_t)memory.mem_unit;
    machine->governor = first_line(CPUFREQ "scaling_governor");
    machine->clock_resolution_ns = clock_resolution_ns();
    machine->cpu_tick_ns = cpu_tick_ns();
}

static void read_mhz(double *mhz)
{
    char *line = cpuinfo("cpu MHz");
    if (line)
        *mhz = strtod(line, NULL);
    free(line);
    read_scaled(CPUFREQ "scaling_cur_freq", 1000, mhz);
}

void machine_read_state(struct machine *machine, int when)
{
    double load = 0;
    read_mhz(&machine->mhz[when]);
    read_scaled(THERMAL "temp", 1000, &machine->celsius[when]);
    if (getloadavg(&load, 1) == 1)
        machine->load[when] = load;
}
