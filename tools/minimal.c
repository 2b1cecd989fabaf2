/* SPDX-License-Identifier: GPL-3.0-or-later */

/* minimal: the least program that times gpg, once through GPGME and once
 * without it.  It checks nothing but that calls succeed, and accounts
 * nothing: it is what tools/compare-minimal holds pgpbench against, and so
 * has nothing from src/.
 *
 *     minimal HOME DIRECTORY FILE RUNS
 *
 * HOME has one secret key.  Prints "gpgme OPERATION NS" and "bare OPERATION
 * NS" for each sample, in turns. */
#include <errno.h>
#include <fcntl.h>
#include <gpgme.h>
#include <limits.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum operation { SIGN, VERIFY, ENCRYPT, DECRYPT, OPERATION_COUNT };

struct minimal {
    const char *home;
    gpgme_ctx_t context;
    gpgme_key_t key;
    char plain[PATH_MAX];
    char message[OPERATION_COUNT][PATH_MAX]; /* of SIGN and ENCRYPT */
    char output[PATH_MAX];
};

/* One end of a call each; -1: there is none. */
struct ends {
    int in;
    int out;
};

static void must(int is_good, const char *what)
{
    if (is_good)
        return;
    fprintf(stderr, "minimal: %s (%s)\n", what, strerror(errno));
    exit(1);
}

static void must_gpgme(gpgme_error_t err, const char *what)
{
    if (!err)
        return;
    fprintf(stderr, "minimal: %s (%s)\n", what, gpgme_strerror(err));
    exit(1);
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static const char *input_of(const struct minimal *minimal, enum operation what)
{
    if (what == VERIFY)
        return minimal->message[SIGN];
    return what == DECRYPT ? minimal->message[ENCRYPT] : minimal->plain;
}

/* The file is on its medium already. */
static void evict(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    must(fd >= 0 && posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0, path);
    close(fd);
}

static gpgme_data_t data_of(int fd)
{
    gpgme_data_t data = NULL;
    if (fd < 0)
        return NULL;
    must_gpgme(gpgme_data_new_from_fd(&data, fd), "data");
    must_gpgme(gpgme_data_set_flag(data, "io-buffer-size", "65536"), "flag");
    return data;
}

static void call_gpgme(const struct minimal *minimal, enum operation what,
                       const struct ends *ends)
{
    gpgme_key_t recipients[] = {minimal->key, NULL};
    gpgme_data_t in = data_of(ends->in);
    gpgme_data_t out = data_of(ends->out);
    gpgme_error_t err = 0;
    switch (what) {
    case SIGN:
        err = gpgme_op_sign(minimal->context, in, out, GPGME_SIG_MODE_NORMAL);
        break;
    case VERIFY:
        err = gpgme_op_verify(minimal->context, in, NULL, NULL);
        break;
    case ENCRYPT:
        err = gpgme_op_encrypt(minimal->context, recipients, 0, in, out);
        break;
    default:
        err = gpgme_op_decrypt(minimal->context, in, out);
        break;
    }
    must_gpgme(err, "the call");
    gpgme_data_release(in);
    gpgme_data_release(out);
}

static void spawn(char *const argv[], const struct ends *ends)
{
    extern char **environ;
    posix_spawn_file_actions_t files;
    pid_t pid = 0;
    int status = 0;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends->in, 0);
    if (ends->out >= 0)
        posix_spawn_file_actions_adddup2(&files, ends->out, 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    must(posix_spawnp(&pid, argv[0], &files, NULL, argv, environ) == 0,
         "cannot start gpg");
    must(waitpid(pid, &status, 0) == pid && status == 0, "gpg failed");
    posix_spawn_file_actions_destroy(&files);
}

/* The options that GPGME gives, but for the pipes it listens on. */
static void call_bare(const struct minimal *minimal, enum operation what,
                      const struct ends *ends)
{
    static const char *const verbs[] = {"--sign", "--verify", "--encrypt",
                                        "--decrypt"};
    const char *argv[24] = {"gpg",       "--batch",     "--no-sk-comments",
                            "--homedir", minimal->home, "--no-tty",
                            "--charset", "utf8"};
    size_t count = 8;
    argv[count++] = verbs[what];
    if (what == SIGN || what == ENCRYPT) {
        argv[count++] = what == SIGN ? "-u" : "-r";
        argv[count++] = minimal->key->fpr;
    }
    if (what != VERIFY) {
        argv[count++] = "--output";
        argv[count++] = "-";
    }
    argv[count++] = "--";
    argv[count++] = "-";
    spawn((char *const *)argv, ends);
}

typedef void caller(const struct minimal *minimal, enum operation what,
                    const struct ends *ends);

/* From opening the input to the output synced on the medium, in ns. */
static int64_t time_one(const struct minimal *minimal, enum operation what,
                        caller *call, const char *output)
{
    const char *input = input_of(minimal, what);
    struct ends ends = {-1, -1};
    unlink(output);
    evict(input);
    const int64_t start_ns = now_ns();
    ends.in = open(input, O_RDONLY | O_CLOEXEC);
    if (what != VERIFY)
        ends.out = open(output, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    must(ends.in >= 0 && (what == VERIFY || ends.out >= 0), output);
    call(minimal, what, &ends);
    if (ends.out >= 0) {
        must(fdatasync(ends.out) == 0, output);
        close(ends.out);
    }
    close(ends.in);
    return now_ns() - start_ns;
}

static void copy_plain(const char *from, const char *to)
{
    char bytes[65536];
    ssize_t got = 0;
    const int in = open(from, O_RDONLY | O_CLOEXEC);
    const int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    must(in >= 0 && out >= 0, from);
    while ((got = read(in, bytes, sizeof bytes)) > 0)
        must(write(out, bytes, (size_t)got) == got, to);
    must(got == 0 && fsync(out) == 0, to);
    close(in);
    close(out);
}

static void init(struct minimal *minimal, char **argv)
{
    minimal->home = argv[1];
    snprintf(minimal->plain, PATH_MAX, "%s/plain", argv[2]);
    snprintf(minimal->message[SIGN], PATH_MAX, "%s/signed", argv[2]);
    snprintf(minimal->message[ENCRYPT], PATH_MAX, "%s/encrypted", argv[2]);
    snprintf(minimal->output, PATH_MAX, "%s/output", argv[2]);
    gpgme_check_version(NULL);
    must_gpgme(gpgme_new(&minimal->context), "context");
    must_gpgme(gpgme_ctx_set_engine_info(minimal->context,
                                         GPGME_PROTOCOL_OpenPGP, NULL,
                                         minimal->home),
               "engine");
    must_gpgme(gpgme_op_keylist_start(minimal->context, NULL, 1), "keys");
    must_gpgme(gpgme_op_keylist_next(minimal->context, &minimal->key), "key");
    gpgme_op_keylist_end(minimal->context);
    must_gpgme(gpgme_signers_add(minimal->context, minimal->key), "signer");
}

/* The inputs, and a warm-up of each operation. */
static void prepare(struct minimal *minimal, const char *file)
{
    unlink(minimal->plain);
    copy_plain(file, minimal->plain);
    time_one(minimal, SIGN, call_gpgme, minimal->message[SIGN]);
    time_one(minimal, ENCRYPT, call_gpgme, minimal->message[ENCRYPT]);
    for (int what = 0; what < OPERATION_COUNT; what++) {
        time_one(minimal, (enum operation)what, call_gpgme, minimal->output);
        time_one(minimal, (enum operation)what, call_bare, minimal->output);
    }
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"sign", "verify", "encrypt", "decrypt"};
    static const struct {
        const char *name;
        caller *call;
    } callers[] = {{"gpgme", call_gpgme}, {"bare", call_bare}};
    struct minimal minimal = {.context = NULL};
    must(argc == 5, "usage: minimal HOME DIRECTORY FILE RUNS");
    init(&minimal, argv);
    prepare(&minimal, argv[3]);
    for (long run = strtol(argv[4], NULL, 10); run > 0; run--)
        for (int what = 0; what < OPERATION_COUNT; what++)
            for (size_t i = 0; i < 2; i++)
                printf("%s %s %lld\n", callers[i].name, names[what],
                       (long long)time_one(&minimal, (enum operation)what,
                                           callers[i].call, minimal.output));
    gpgme_key_unref(minimal.key);
    gpgme_release(minimal.context);
    return 0;
}
