/* SPDX-License-Identifier: GPL-3.0-or-later */

/* complaint: reads gpg's diagnostics.  It does not run gpg. */
#include "bench/complaint.h"

#include "bench/limits.h"
#include "bench/workdir.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* gpg runs in the C locale, so its words are libc's and its own. */
static const struct {
    const char *words;
    enum fault_what what;
    gpg_err_code_t code;
} known[] = {
    {"No space left on device", FAULT_DISK_FULL, GPG_ERR_ENOSPC},
    {"Disk quota exceeded", FAULT_DISK_FULL, GPG_ERR_EDQUOT},
    {"Read-only file system", FAULT_UNWRITABLE, GPG_ERR_EROFS},
    {"Input/output error", FAULT_SYSTEM, GPG_ERR_EIO},
    {"Cannot allocate memory", FAULT_NO_MEMORY, GPG_ERR_ENOMEM},
    {"Too many open files", FAULT_SYSTEM, GPG_ERR_EMFILE},
    {"File too large", FAULT_UNWRITABLE, GPG_ERR_EFBIG},
    {"Resource temporarily unavailable", FAULT_SYSTEM, GPG_ERR_EAGAIN},
    {"No agent running", FAULT_NO_AGENT, GPG_ERR_NO_AGENT},
    {"can't connect to the agent", FAULT_NO_AGENT, GPG_ERR_NO_AGENT},
    {"End of file", FAULT_NO_AGENT, GPG_ERR_EOF}, /* it has died */
    {"invalid option", FAULT_REFUSED, GPG_ERR_UNKNOWN_OPTION},
};

static bool is_known(const char *line, size_t length, enum fault_what *r_what,
                     gpg_error_t *r_err)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (memmem(line, length, known[i].words, strlen(known[i].words))) {
            *r_what = known[i].what;
            *r_err = gpg_error(known[i].code);
            return true;
        }
    return false;
}

char *complaint_find(const char *log, enum fault_what *r_what,
                     gpg_error_t *r_err)
{
    const char *last = NULL;
    size_t last_length = 0;
    for (const char *line = log; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        if (is_known(line, length, r_what, r_err))
            return strndup(line, length);
        if (length > 0) {
            last = line;
            last_length = length;
        }
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    return last ? strndup(last, last_length) : NULL;
}

/* All that gpg wrote to its log in the last operation, to be freed. */
static char *read_log(gpgme_ctx_t context)
{
    gpgme_data_t data = NULL;
    size_t length = 0;
    if (gpgme_data_new(&data) != 0)
        return NULL;
    if (gpgme_op_getauditlog(context, data, GPGME_AUDITLOG_DIAG) != 0) {
        gpgme_data_release(data);
        return NULL;
    }
    char *bytes = gpgme_data_release_and_get_mem(data, &length);
    char *log = bytes ? strndup(bytes, length) : NULL;
    gpgme_free(bytes);
    return log;
}

gpg_error_t complaint_explain(gpgme_ctx_t context, const char *gpg_path,
                              gpg_error_t err, int status, struct fault *fault)
{
    enum fault_what what = err ? fault_of_error(err) : FAULT_GPG_FAILED;
    char *log = read_log(context);
    char *words = log ? complaint_find(log, &what, &err) : NULL;
    if (WIFSIGNALED(status))
        err = fault_set(fault, FAULT_KILLED, err, gpg_path,
                        "it was ended by signal %d", WTERMSIG(status));
    else if (words)
        err = fault_set(fault, what, err, gpg_path, "it said: %.200s", words);
    else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        err = fault_set(fault, what, err, gpg_path, "it exited with status %d",
                        WEXITSTATUS(status));
    else
        err = fault_set(fault, what, err, gpg_path, NULL);
    free(words);
    free(log);
    return err;
}

/* A file and a lock of gpg-agent's, in blocks of 4 KiB. */
#define LITTLE_BYTES 16384

static bool is_one_of(enum fault_what what, const enum fault_what *list,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == what)
            return true;
    return false;
}

/* Whether FAULT is what gpg and GPGME say of a process that did not start. */
static bool may_lack_processes(const struct fault *fault)
{
    static const enum fault_what list[] = {FAULT_GPG_FAILED,
                                           FAULT_NO_SECRET_KEY, FAULT_NO_AGENT,
                                           FAULT_SYSTEM, FAULT_NO_ENGINE};
    return is_one_of(fault->what, list, sizeof list / sizeof *list);
}

/* Likewise, of a file that could not be written. */
static bool may_lack_room(const struct fault *fault)
{
    static const enum fault_what list[] = {FAULT_GPG_FAILED,
                                           FAULT_NO_SECRET_KEY, FAULT_NO_AGENT};
    return is_one_of(fault->what, list, sizeof list / sizeof *list);
}

static void replace(struct fault *fault, gpg_err_code_t code, const char *thing)
{
    const gpg_error_t err = gpg_error(code);
    fault_release(fault);
    fault_set(fault, fault_of_error(err), err, thing, NULL);
}

void complaint_suspect_full(const char *directory, struct fault *fault)
{
    if (may_lack_processes(fault) && !limits_allow_processes()) {
        replace(fault, GPG_ERR_EAGAIN, "gpg");
        return;
    }
    if (!may_lack_room(fault))
        return;
    if (limits_file_bytes() < LITTLE_BYTES) {
        replace(fault, GPG_ERR_EFBIG, directory);
        return;
    }
    const int64_t left_bytes = workdir_free_bytes(directory);
    if (left_bytes < 0 || left_bytes >= LITTLE_BYTES)
        return;
    fault_release(fault);
    fault_set(fault, FAULT_DISK_FULL, gpg_error(GPG_ERR_ENOSPC), directory,
              "gpg failed with %" PRId64
              " bytes left there: choose another place "
              "with --work-dir or --home-dir",
              left_bytes);
}
