/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of the hooks, called by the names that they have in tests: what they
 * answer, that errno stays, and what is booked. */
#include "probe/account.h"
#include "probe/fds.h"
#include "probe/process.h"

#include "close.h"
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int watched_open(const char *path, int flags, ...);
int watched_close(int fd);
ssize_t watched_read(int fd, void *buffer, size_t size);
ssize_t watched_write(int fd, const void *buffer, size_t size);
int watched_fsync(int fd);
int watched_rename(const char *path, const char *other);
int watched_unlink(const char *path);
int watched_getentropy(void *buffer, size_t size);
long watched_syscall(long number, ...);

static struct ledger *ledger;

static struct ledger_slot *slot_of(pid_t pid)
{
    for (uint32_t i = 0; i < ledger->slot_count; i++)
        if (ledger->slots[i].pid == (uint32_t)pid)
            return &ledger->slots[i];
    fail();
    return NULL;
}

static struct ledger_slot *slot(void)
{
    return slot_of(getpid());
}

/* A ledger in a file, that process_begin finds as in a watched program. */
static int begin(void **state)
{
    const int fd = scratch_enter(state) == 0 ? memfd_create("ledger", 0) : -1;
    char path[64];
    if (fd < 0 || ftruncate(fd, sizeof *ledger) != 0)
        return -1;
    ledger =
        mmap(NULL, sizeof *ledger, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ledger->magic = LEDGER_MAGIC;
    ledger->version = LEDGER_VERSION;
    ledger->byte_count = sizeof *ledger;
    ledger->slot_count = LEDGER_SLOTS;
    ledger->directory_count = 1;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    fds_forget_range(0, ~0U);
    if (!getcwd(ledger->directories[0], LEDGER_PATH_BYTES) ||
        setenv(LEDGER_VARIABLE, path, 1) != 0)
        return -1;
    process_begin();
    return close(fd);
}

/* process_begin has mapped it once more; that mapping stays. */
static int end(void **state)
{
    atomic_store(&account_slot, NULL);
    munmap(ledger, sizeof *ledger);
    return scratch_leave(state);
}

static void assert_calls(enum ledger_account account, uint32_t calls,
                         uint64_t bytes)
{
    assert_int_equal(slot()->accounts[account].calls, calls);
    assert_int_equal(ledger_get(&slot()->accounts[account].bytes), bytes);
}

static void a_process_finds_its_slot(void **state)
{
    (void)state;
    assert_int_equal(slot()->pid, getpid());
    assert_int_equal(slot()->is_filled, 1);
    assert_true(ledger_get(&slot()->moments[LEDGER_LOADED]) > 0);
    assert_string_equal(slot()->name, "test_probe_hook");
}

static void a_file_is_written_read_renamed_and_removed(void **state)
{
    char bytes[8];
    (void)state;
    const int fd = watched_open("a", O_RDWR | O_CREAT, 0640);
    assert_true(fd >= 0);
    assert_int_equal(watched_write(fd, "seven b", 7), 7);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    assert_int_equal(watched_read(fd, bytes, sizeof bytes), 7);
    assert_int_equal(watched_fsync(fd), 0);
    assert_int_equal(watched_close(fd), 0);
    assert_int_equal(watched_rename("a", "b"), 0);
    assert_int_equal(watched_unlink("b"), 0);
    assert_calls(LEDGER_FLASH_READ, 1, 7);
    assert_calls(LEDGER_FLASH_WRITE, 1, 7);
    assert_calls(LEDGER_FLASH_SYNC, 1, 0);
    assert_calls(LEDGER_FLASH_META, 4, 0);
}

static void what_fails_fails_with_its_errno(void **state)
{
    (void)state;
    errno = 0;
    assert_int_equal(watched_open("none", O_RDONLY), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(watched_read(-1, &errno, 0), -1);
    assert_int_equal(errno, EBADF);
    errno = EINTR;
    assert_int_equal(watched_write(2, "", 0), 0);
    assert_int_equal(errno, EINTR);
    assert_calls(LEDGER_FLASH_META, 1, 0);
}

static void entropy_is_booked_however_it_is_asked_for(void **state)
{
    char bytes[16];
    (void)state;
    assert_int_equal(watched_getentropy(bytes, 16), 0);
    assert_int_equal(watched_syscall(SYS_getrandom, bytes, 8UL, 0), 8);
    const int fd = watched_open("/dev/urandom", O_RDONLY);
    assert_int_equal(watched_read(fd, bytes, 4), 4);
    assert_int_equal(watched_close(fd), 0);
    assert_int_equal(watched_syscall(SYS_getppid), getppid());
    assert_calls(LEDGER_ENTROPY, 4, 28);
}

static void the_first_word_comes_once(void **state)
{
    char bytes[4];
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(watched_write(ends[1], "ab", 2), 2);
    assert_int_equal(ledger_get(&slot()->moments[LEDGER_FIRST_WORD]), 0);
    assert_int_equal(watched_read(ends[0], bytes, 1), 1);
    const uint64_t first = ledger_get(&slot()->moments[LEDGER_FIRST_WORD]);
    const uint64_t before = ledger_get(&slot()->before_first_word_ns);
    assert_true(first > 0);
    assert_int_equal(before, ledger_get(&slot()->accounts[LEDGER_IPC].ns));
    assert_int_equal(watched_read(ends[0], bytes, 1), 1);
    assert_int_equal(ledger_get(&slot()->moments[LEDGER_FIRST_WORD]), first);
    close(ends[0]);
    close(ends[1]);
}

static void a_child_has_a_slot_of_its_own(void **state)
{
    char bytes[16];
    int status = 0;
    (void)state;
    const pid_t pid = fork();
    if (pid == 0) {
        watched_getentropy(bytes, 16);
        process_end();
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_calls(LEDGER_ENTROPY, 0, 0);
    assert_int_equal(slot()->has_ended, 0);
    assert_int_equal(slot_of(pid)->accounts[LEDGER_ENTROPY].calls, 1);
    assert_int_equal(slot_of(pid)->has_ended, 1);
}

#define hooks_test(function) \
    cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        hooks_test(a_process_finds_its_slot),
        hooks_test(a_file_is_written_read_renamed_and_removed),
        hooks_test(what_fails_fails_with_its_errno),
        hooks_test(entropy_is_booked_however_it_is_asked_for),
        hooks_test(the_first_word_comes_once),
        hooks_test(a_child_has_a_slot_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
