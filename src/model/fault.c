/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fault: what failed, in words.  It says nothing to anybody. */
#include "model/fault.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *const words_of[FAULT_COUNT] = {
    [FAULT_NONE] = "nothing failed",
    [FAULT_DISK_FULL] = "disk full",
    [FAULT_TIMEOUT] = "timeout",
    [FAULT_KILLED] = "killed",
    [FAULT_BAD_SIGNATURE] = "bad signature",
    [FAULT_WRONG_SIGNER] = "wrong signer",
    [FAULT_WRONG_RECIPIENT] = "wrong recipient",
    [FAULT_BYTES_DIFFER] = "bytes differ",
    [FAULT_NO_OUTPUT] = "no output",
    [FAULT_NO_SECRET_KEY] = "no secret key",
    [FAULT_NO_PUBLIC_KEY] = "no public key",
    [FAULT_NO_SIGNING_KEY] = "no signing key",
    [FAULT_NO_ENCRYPTION_KEY] = "no encryption key",
    [FAULT_KEY_EXPIRED] = "key expired",
    [FAULT_KEY_REVOKED] = "key revoked",
    [FAULT_OTHER_KEY_MADE] = "another key made",
    [FAULT_REFUSED] = "refused by gpg",
    [FAULT_PASSPHRASE] = "needs a passphrase",
    [FAULT_NO_AGENT] = "no gpg-agent",
    [FAULT_NO_ENGINE] = "no gpg",
    [FAULT_GPG_FAILED] = "gpg failed",
    [FAULT_UNREADABLE] = "cannot be read",
    [FAULT_UNWRITABLE] = "cannot be written",
    [FAULT_NOT_A_FILE] = "not a regular file",
    [FAULT_BAD_FILE] = "not understood",
    [FAULT_USAGE] = "wrong usage",
    [FAULT_NO_MEMORY] = "out of memory",
    [FAULT_SYSTEM] = "system call failed",
    [FAULT_INTERRUPTED] = "interrupted",
};

/* What a code stands for by itself.  EACCES, EPERM and ENOENT are not here:
 * whether reading or writing was refused, only the caller knows. */
static const struct {
    gpg_err_code_t code;
    enum fault_what what;
} codes[] = {
    {GPG_ERR_NO_ERROR, FAULT_NONE},
    {GPG_ERR_ENOSPC, FAULT_DISK_FULL},
    {GPG_ERR_EDQUOT, FAULT_DISK_FULL},
    {GPG_ERR_TIMEOUT, FAULT_TIMEOUT},
    {GPG_ERR_ETIMEDOUT, FAULT_TIMEOUT},
    {GPG_ERR_BAD_SIGNATURE, FAULT_BAD_SIGNATURE},
    {GPG_ERR_NO_SECKEY, FAULT_NO_SECRET_KEY},
    {GPG_ERR_UNUSABLE_SECKEY, FAULT_NO_SECRET_KEY},
    {GPG_ERR_NO_PUBKEY, FAULT_NO_PUBLIC_KEY},
    {GPG_ERR_UNUSABLE_PUBKEY, FAULT_NO_PUBLIC_KEY},
    {GPG_ERR_BAD_PASSPHRASE, FAULT_PASSPHRASE},
    {GPG_ERR_NO_PASSPHRASE, FAULT_PASSPHRASE},
    {GPG_ERR_INV_PASSPHRASE, FAULT_PASSPHRASE},
    {GPG_ERR_NO_PIN_ENTRY, FAULT_PASSPHRASE},
    {GPG_ERR_PIN_ENTRY, FAULT_PASSPHRASE},
    {GPG_ERR_NO_AGENT, FAULT_NO_AGENT},
    {GPG_ERR_AGENT, FAULT_NO_AGENT},
    {GPG_ERR_ASS_CONNECT_FAILED, FAULT_NO_AGENT},
    {GPG_ERR_INV_ENGINE, FAULT_NO_ENGINE},
    {GPG_ERR_NO_ENGINE, FAULT_NO_ENGINE},
    {GPG_ERR_EROFS, FAULT_UNWRITABLE},
    {GPG_ERR_EFBIG, FAULT_UNWRITABLE},
    {GPG_ERR_EISDIR, FAULT_NOT_A_FILE},
    {GPG_ERR_ENOMEM, FAULT_NO_MEMORY},
    {GPG_ERR_EINTR, FAULT_INTERRUPTED},
    {GPG_ERR_CANCELED, FAULT_INTERRUPTED},
    {GPG_ERR_FULLY_CANCELED, FAULT_INTERRUPTED},
};

/* Limits that a shell sets: what can be done is the same wherever they are
 * met, and hides behind other codes of the operating system's. */
static const struct {
    gpg_err_code_t code;
    const char *advice;
} limits[] = {
    {GPG_ERR_EFBIG, "a limit on the size of files is in the way: raise ulimit "
                    "-f, or choose another place with --work-dir"},
    {GPG_ERR_EAGAIN, "cannot start a process: there are as many as are "
                     "allowed; end some, or raise ulimit -u"},
    {GPG_ERR_EMFILE, "too many files are open: raise ulimit -n"},
};

/* What to do about ERR where WHAT is no more than that error's own meaning;
 * NULL where it is no limit. */
static const char *limit_advice(enum fault_what what, gpg_error_t err)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].code == gpg_err_code(err) && fault_of_error(err) == what)
            return limits[i].advice;
    return NULL;
}

bool fault_is_lack(enum fault_what what)
{
    return what == FAULT_NO_SIGNING_KEY || what == FAULT_NO_ENCRYPTION_KEY;
}

enum fault_what fault_of_error(gpg_error_t err)
{
    const gpg_err_code_t code = gpg_err_code(err);

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code)
            return codes[i].what;
    return (code & GPG_ERR_SYSTEM_ERROR) != 0 ? FAULT_SYSTEM : FAULT_GPG_FAILED;
}

const char *fault_words(enum fault_what what)
{
    return what < FAULT_COUNT ? words_of[what] : words_of[FAULT_GPG_FAILED];
}

enum fault_what fault_find(const char *words)
{
    for (int what = FAULT_NONE + 1; what < FAULT_COUNT; what++)
        if (strcmp(words_of[what], words) == 0)
            return (enum fault_what)what;
    return FAULT_COUNT;
}

bool fault_is_set(const struct fault *fault)
{
    return fault->what != FAULT_NONE;
}

/* NULL stays NULL, and so does what there is no memory for: a fault without
 * one of its strings is still the fault. */
static char *copy(const char *string)
{
    return string ? strdup(string) : NULL;
}

static void set_error(struct fault *fault, gpg_error_t err)
{
    char words[256];

    fault->err = err;
    if (err == 0)
        return;
    gpg_strerror_r(err, words, sizeof words);
    fault->error = copy(words);
    if (gpg_err_source(err) != GPG_ERR_SOURCE_UNKNOWN)
        fault->source = copy(gpg_strsource(err));
}

gpg_error_t fault_set(struct fault *fault, enum fault_what what,
                      gpg_error_t err, const char *thing, const char *advice,
                      ...)
{
    const gpg_error_t result = err ? err : gpg_error(GPG_ERR_GENERAL);

    if (fault_is_set(fault))
        return result;
    fault->what = what;
    fault->words = copy(fault_words(what));
    fault->thing = copy(thing);
    set_error(fault, err);
    const char *limit = limit_advice(what, err);
    if (limit) {
        fault->advice = copy(limit);
    } else if (advice) {
        struct text text = {0};
        va_list arguments;
        va_start(arguments, advice);
        text_addv(&text, advice, arguments);
        va_end(arguments);
        fault->advice = text_take(&text);
    }
    return result;
}

const char *fault_told(const struct fault *fault)
{
    return fault->words ? fault->words : fault_words(fault->what);
}

gpg_error_t fault_no_memory(struct fault *fault)
{
    return fault_set(fault, FAULT_NO_MEMORY, gpg_error(GPG_ERR_ENOMEM), NULL,
                     NULL);
}

void fault_describe(const struct fault *fault, struct text *text)
{
    if (!fault_is_set(fault))
        return;
    if (fault->thing) {
        text_add(text, text_quote(fault->thing));
        text_add_printable(text, fault->thing);
        text_add(text, text_quote(fault->thing));
        text_add(text, ": ");
    }
    text_add_printable(text, fault_told(fault));
    if (fault->error) {
        text_add(text, " (");
        text_add_printable(text, fault->error);
        text_add(text, ")");
    }
    if (fault->advice) {
        text_add(text, "; ");
        text_add_printable(text, fault->advice);
    }
}

gpg_error_t fault_copy(struct fault *target, const struct fault *source)
{
    *target = (struct fault){
        .what = source->what,
        .err = source->err,
        .words = copy(source->words),
        .error = copy(source->error),
        .source = copy(source->source),
        .thing = copy(source->thing),
        .advice = copy(source->advice),
        .round = source->round,
    };
    if (!target->words == !source->words && !target->error == !source->error &&
        !target->source == !source->source &&
        !target->thing == !source->thing && !target->advice == !source->advice)
        return 0;
    fault_release(target);
    return gpg_error(GPG_ERR_ENOMEM);
}

void fault_release(struct fault *fault)
{
    if (!fault)
        return;
    free(fault->words);
    free(fault->error);
    free(fault->source);
    free(fault->thing);
    free(fault->advice);
    *fault = (struct fault){0};
}
