/* SPDX-License-Identifier: GPL-3.0-or-later */

/* own_option: one table.  Whether gpg takes the other lines is conf's to
 * find out. */
#include "bench/own_option.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BLANKS " \t"

static const char *const talk[] = {
    "attribute-fd",
    "attribute-file",
    "command-fd",
    "command-file",
    "log-file",
    "logger-fd",
    "logger-file",
    "override-session-key",
    "override-session-key-fd",
    "passphrase",
    "passphrase-fd",
    "passphrase-file",
    "status-fd",
    "status-file",
    NULL,
};

static const char *const places[] = {
    "agent-program",
    "dirmngr-program",
    "exec-path",
    "gpg-agent-info",
    "homedir",
    "keyring",
    "load-extension",
    "no-default-keyring",
    "no-keyring",
    "options",
    "output",
    "photo-viewer",
    "primary-keyring",
    "secret-keyring",
    "temp-directory",
    "trustdb-name",
    "use-embedded-filename",
    NULL,
};

static const char *const keys[] = {
    "default-key",
    "encrypt-to",
    "encrypt-to-default-key",
    "hidden-encrypt-to",
    "hidden-recipient",
    "hidden-recipient-file",
    "local-user",
    "recipient",
    "recipient-file",
    "remote-user",
    "sign-with",
    "user",
    NULL,
};

/* Those of --list-keys, with which the settings are tried, would not be found
 * by gpg's own "conflicting commands". */
static const char *const actions[] = {
    "dry-run",   "fast-list-mode", "interactive",      "legacy-list-mode",
    "list-key",  "list-keys",      "list-public-keys", "list-only",
    "multifile", "no-batch",       "skip-verify",      NULL,
};

static const struct {
    const char *const *names;
    const char *reason;
} kinds[] = {
    {talk, "is how pgpbench and GPGME speak with gpg"},
    {places, "says where gpg reads and writes, which pgpbench sets"},
    {keys, "says which key is used, which is for --key to say"},
    {actions, "changes what gpg does, which pgpbench sets"},
};

static bool has(const char *const *names, const char *name, size_t length)
{
    for (; *names; names++)
        if (strlen(*names) == length && strncmp(*names, name, length) == 0)
            return true;
    return false;
}

const char *own_option_reason(const char *line)
{
    const char *name = line + strspn(line, BLANKS);
    const size_t length = strcspn(name, BLANKS);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (has(kinds[i].names, name, length))
            return kinds[i].reason;
    return NULL;
}
