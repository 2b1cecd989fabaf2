/* SPDX-License-Identifier: GPL-3.0-or-later */

/* used: reads a message back.  It does not check whether it is right. */
#include "bench/used.h"

#include "bench/command.h"
#include "bench/memfile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The packets in front name all algorithms; a message may be huge. */
#define HEAD_BYTES 65536

/* RFC 9580, section 9.5, as GnuPG calls them. */
static const char *const digests[] = {
    [1] = "MD5",     [2] = "SHA1",      [3] = "RIPEMD160",
    [8] = "SHA256",  [9] = "SHA384",    [10] = "SHA512",
    [11] = "SHA224", [12] = "SHA3-256", [14] = "SHA3-512",
};

/* RFC 9580, section 9.4. */
static const char *const compressions[] = {
    [0] = "uncompressed",
    [1] = "ZIP",
    [2] = "ZLIB",
    [3] = "BZIP2",
};

/* NAMES[NUMBER], to be freed; the number itself where there is no name. */
static char *name_of(const char *const *names, size_t count, long number)
{
    char *text = NULL;
    if (number >= 0 && (size_t)number < count && names[number])
        return strdup(names[number]);
    return asprintf(&text, "%ld", number) < 0 ? NULL : text;
}

/* The number behind WORDS in LISTING; false if they do not stand there. */
static bool find_number(const char *listing, const char *words, long *r_number)
{
    const char *place = strstr(listing, words);
    if (!place)
        return false;
    *r_number = strtol(place + strlen(words), NULL, 10);
    return true;
}

void used_parse_packets(struct used *used, const char *listing)
{
    long number = 0;
    const bool is_message = strstr(listing, ":literal data packet:") ||
                            strstr(listing, ":compressed packet:");
    if (!used->digest && (find_number(listing, ", digest ", &number) ||
                          find_number(listing, "\tdigest algo ", &number)))
        used->digest =
            name_of(digests, sizeof digests / sizeof *digests, number);
    if (used->compress || !is_message)
        return;
    if (!find_number(listing, ":compressed packet: algo=", &number))
        number = 0;
    used->compress = name_of(
        compressions, sizeof compressions / sizeof *compressions, number);
}

/* Copy the first bytes of PLACE into a file in memory, to be closed; -1 if
 * that fails. */
static int copy_head(const struct payload_place *place, char *r_first)
{
    char *bytes = malloc(HEAD_BYTES);
    const int from = place->path ? open(place->path, O_RDONLY | O_CLOEXEC)
                                 : dup(place->memory_fd);
    int to = bytes && from >= 0 ? memfile_open("pgpbench-head", NULL) : -1;
    const ssize_t got = to >= 0 ? pread(from, bytes, HEAD_BYTES, 0) : -1;
    if (to >= 0 && (got <= 0 || write(to, bytes, (size_t)got) != got)) {
        close(to);
        to = -1;
    }
    if (to >= 0)
        *r_first = bytes[0];
    if (from >= 0)
        close(from);
    free(bytes);
    return to;
}

void used_read_message(struct used *used, const struct payload_place *place,
                       const struct engine *engine, double timeout_s,
                       struct guard *guard)
{
    const char *const argv[] = {engine->path, "--batch", "--list-packets",
                                NULL};
    struct command_result answer = {.status = 0};
    char head_path[64];
    char first = '\0';
    const int head = copy_head(place, &first);
    if (head < 0)
        return;
    snprintf(head_path, sizeof head_path, "/proc/%d/fd/%d", (int)getpid(),
             head);
    const struct command command = {argv, head_path, timeout_s};
    used->has_armor = true;
    used->armor = first == '-';
    /* It complains of the message's missing end, which is right. */
    if (command_run(&command, guard, &answer) == 0)
        used_parse_packets(used, text_string(&answer.out));
    command_release(&answer);
    close(head);
}

void used_read_cipher(struct used *used, gpgme_ctx_t context)
{
    gpgme_decrypt_result_t result = gpgme_op_decrypt_result(context);
    if (!result || !result->symkey_algo || used->cipher)
        return;
    const size_t length = strcspn(result->symkey_algo, ".");
    if (length == 3 && strncmp(result->symkey_algo, "AES", 3) == 0)
        used->cipher = strdup("AES128");
    else
        used->cipher = strndup(result->symkey_algo, length);
}
