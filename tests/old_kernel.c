/* SPDX-License-Identifier: GPL-3.0-or-later */

/* old_kernel: runs a program as if the kernel lacked something, its children
 * too.
 *
 *   old_kernel LACK[,LACK]... PROGRAM [ARGUMENT]...
 *
 * LACK is a name of the table below.  The system calls fail as they do where
 * they do not exist.  The status is 77 where that cannot be arranged. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STATUS_CANNOT 77
#define STATUS_USAGE  2

/* What an argument must be for the call to fail. */
enum condition { ALWAYS, FIRST_IS, FIRST_IS_NEGATIVE };

static const struct lack {
    const char *name;
    int number; /* of the system call */
    enum condition condition;
    uint32_t value;
    int error;
} lacks[] = {
    /* prctl(2): since Linux 3.4 */
    {"subreaper", SYS_prctl, FIRST_IS, PR_SET_CHILD_SUBREAPER, EINVAL},
    {"memfd", SYS_memfd_create, ALWAYS, 0, ENOSYS},  /* 3.17 */
    {"getrandom", SYS_getrandom, ALWAYS, 0, ENOSYS}, /* 3.17 */
    /* clocks of other processes, 2.6.12: their numbers are below 0 */
    {"cpuclock", SYS_clock_gettime, FIRST_IS_NEGATIVE, 0, EINVAL},
    {"cpuclock", SYS_clock_getres, FIRST_IS_NEGATIVE, 0, EINVAL},
};
#define LACK_COUNT (sizeof lacks / sizeof *lacks)

#define LINES_EACH 6

static const uint32_t first_argument =
    (uint32_t)offsetof(struct seccomp_data, args[0]);

/* The lines of a filter for LACK: it fails, or the next one is looked at. */
static size_t write_lines(const struct lack *lack, struct sock_filter *lines)
{
    size_t count = 0;
    const uint8_t behind = lack->condition == ALWAYS ? 1 : 3;
    lines[count++] = (struct sock_filter)BPF_STMT(
        BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    lines[count++] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)lack->number, 0, behind);
    if (lack->condition != ALWAYS) {
        lines[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                                      first_argument);
        lines[count++] =
            lack->condition == FIRST_IS
                ? (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                               lack->value, 0, 1)
                : (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K,
                                               UINT32_C(1) << 31, 0, 1);
    }
    lines[count++] = (struct sock_filter)BPF_STMT(
        BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)lack->error);
    return count;
}

static int install(struct sock_filter *lines, size_t count)
{
    lines[count++] =
        (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {(unsigned short)count, lines};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                   prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0
               ? 0
               : -1;
}

int main(int argc, char **argv)
{
    struct sock_filter lines[LACK_COUNT * LINES_EACH + 1];
    size_t count = 0;

    if (argc < 3)
        return STATUS_USAGE;
    for (char *name = strtok(argv[1], ","); name; name = strtok(NULL, ",")) {
        const size_t before = count;
        for (size_t i = 0; i < LACK_COUNT; i++)
            if (strcmp(lacks[i].name, name) == 0 &&
                count < LACK_COUNT * LINES_EACH - LINES_EACH)
                count += write_lines(&lacks[i], lines + count);
        if (count == before) {
            fprintf(stderr, "old_kernel: %s: no such lack\n", name);
            return STATUS_USAGE;
        }
    }
    if (install(lines, count) != 0)
        return STATUS_CANNOT;
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return STATUS_USAGE;
}
