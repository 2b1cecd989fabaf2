/* SPDX-License-Identifier: GPL-3.0-or-later */

/* probe_patient: a process for the probe to watch, that does one thing so
 * often that the account of it must come out exactly.
 *
 *     probe_patient VERB FILE COUNT
 *
 * FILE is made; its directory is the watched one. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 64

static const char *path;
static long count;

static void check(int is_right)
{
    if (!is_right)
        _exit(99);
}

static int open_file(void)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    check(fd >= 0);
    return fd;
}

/* COUNT times: 3 bytes written, 2 read, 5 drawn. */
static void *work(void *unused)
{
    char bytes[8] = "abcdefg";
    const int fd = open_file();
    for (long i = 0; i < count; i++) {
        check(pwrite(fd, bytes, 3, 0) == 3);
        check(pread(fd, bytes, 2, 0) == 2);
        check(getrandom(bytes, 5, 0) == 5);
    }
    close(fd);
    return unused;
}

static int do_work(void)
{
    work(NULL);
    return 0;
}

static int do_threads(void)
{
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        check(pthread_create(&threads[i], NULL, work, NULL) == 0);
    for (size_t i = 0; i < THREADS; i++)
        check(pthread_join(threads[i], NULL) == 0);
    return 0;
}

/* Each child works, and so does the parent at the same time.  None is gone,
 * so that another could have its slot, until all have ended. */
static int do_fork(void)
{
    pid_t children[4];
    siginfo_t about;
    for (int i = 0; i < 4; i++)
        if ((children[i] = fork()) == 0) {
            work(NULL);
            _exit(0);
        }
    work(NULL);
    for (int i = 0; i < 4; i++)
        check(waitid(P_PID, (id_t)children[i], &about, WEXITED | WNOWAIT) == 0);
    while (wait(NULL) > 0)
        continue;
    return 0;
}

static int signal_fd;
static volatile sig_atomic_t handled;

static void on_alarm(int number)
{
    const int saved = errno;
    (void)number;
    check(write(signal_fd, "x", 1) == 1);
    handled++;
    errno = saved;
}

/* Signal handlers write into the midst of the work; how often is said. */
static int do_signals(void)
{
    const struct itimerval often = {{0, 100}, {0, 100}};
    const struct itimerval never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = on_alarm;
    signal_fd = open_file();
    check(sigaction(SIGALRM, &action, NULL) == 0);
    check(setitimer(ITIMER_REAL, &often, NULL) == 0);
    work(NULL);
    check(setitimer(ITIMER_REAL, &never, NULL) == 0);
    close(signal_fd);
    printf("%d\n", (int)handled);
    return 0;
}

static int do_exit(void)
{
    work(NULL);
    _exit(7);
}

static int do_vfork(void)
{
    const pid_t pid = vfork();
    if (pid == 0)
        _exit(0);
    check(waitpid(pid, NULL, 0) == pid);
    work(NULL);
    raise(SIGKILL);
    return 0;
}

static int do_kill(void)
{
    work(NULL);
    raise(SIGKILL);
    return 0;
}

/* The slot must not pass for that of a program that is not watched. */
static int do_exec(void)
{
    work(NULL);
    unsetenv("LD_PRELOAD");
    execl("/bin/true", "true", (char *)NULL);
    return 1;
}

static int do_exec_in_vain(void)
{
    char *words[] = {"nobody", NULL};
    check(execv("/nonexistent/program", words) == -1 && errno == ENOENT);
    return do_work();
}

static int do_syscall(void)
{
    char bytes[4];
    for (long i = 0; i < count; i++)
        check(syscall(SYS_getrandom, bytes, sizeof bytes, 0) == 4);
    return syscall(SYS_getpid) == getpid() ? 0 : 1;
}

/* By stdio, and by what _FORTIFY_SOURCE and large files are called. */
static int do_stdio(void)
{
    char line[16];
    for (long i = 0; i < count; i++) {
        FILE *file = fopen(path, "w+");
        check(file && fputs("line\n", file) >= 0 && fflush(file) == 0);
        rewind(file);
        check(fgets(line, sizeof line, file) && strcmp(line, "line\n") == 0);
        check(fclose(file) == 0);
    }
    return 0;
}

/* Every kind of name, relative, and the descriptor that is left behind. */
static int do_names(void)
{
    char *slash = strrchr(path, '/');
    check(slash != NULL);
    *slash = '\0';
    check(chdir(path) == 0);
    for (long i = 0; i < count; i++) {
        check(mkdir("made", 0700) == 0);
        const int fd = open("made/../made/a", O_RDWR | O_CREAT, 0600);
        check(fd >= 0 && link("made/a", "made/b") == 0);
        check(rename("made/b", "./c") == 0 && unlink("c") == 0);
        check(fsync(fd) == 0 && close(fd) == 0);
        check(unlink("made/a") == 0 && rmdir("made") == 0);
        check(unlink("made/a") == -1 && errno == ENOENT);
    }
    return 0;
}

/* A descriptor's number is used again for something else. */
static int do_reuse(void)
{
    char bytes[2];
    int ends[2];
    for (long i = 0; i < count; i++) {
        const int fd = open_file();
        check(write(fd, "ab", 2) == 2 && pipe(ends) == 0);
        check(dup2(ends[0], fd) == fd && write(ends[1], "ab", 2) == 2);
        check(read(fd, bytes, 2) == 2);
        check(close(fd) == 0 && close(ends[0]) == 0 && close(ends[1]) == 0);
    }
    return 0;
}

static const struct verb {
    const char *name;
    int (*run)(void);
} verbs[] = {
    {"work", do_work},
    {"threads", do_threads},
    {"fork", do_fork},
    {"signals", do_signals},
    {"exit", do_exit},
    {"vfork", do_vfork},
    {"kill", do_kill},
    {"exec", do_exec},
    {"exec-in-vain", do_exec_in_vain},
    {"syscall", do_syscall},
    {"stdio", do_stdio},
    {"names", do_names},
    {"reuse", do_reuse},
};

int main(int argc, char **argv)
{
    if (argc != 4)
        return 98;
    path = argv[2];
    count = strtol(argv[3], NULL, 10);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, argv[1]) == 0)
            return verbs[i].run();
    return 98;
}
