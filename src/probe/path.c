/* SPDX-License-Identifier: GPL-3.0-or-later */

/* path: spells paths out and compares them.  What files they name is not
 * asked. */
#include "probe/path.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool path_is_below(const char *path, const char *directory)
{
    while (*directory && *path == *directory) {
        path++;
        directory++;
    }
    return !*directory && (!*path || *path == '/');
}

bool path_is_watched(const struct ledger *ledger, const char *path)
{
    for (uint32_t i = 0; i < ledger->directory_count; i++)
        if (path_is_below(path, ledger->directories[i]))
            return true;
    return false;
}

/* printf may allocate, and a signal handler may be here. */
static void write_fd_link(int fd, char r_link[32])
{
    static const char start[] = "/proc/self/fd/";
    char digits[12];
    size_t count = 0;
    for (unsigned left = (unsigned)fd; count == 0 || left > 0; left /= 10)
        digits[count++] = (char)('0' + left % 10);
    memcpy(r_link, start, sizeof start);
    char *end = r_link + sizeof start - 1;
    while (count > 0)
        *end++ = digits[--count];
    *end = '\0';
}

bool path_of_fd(int fd, char r_path[PATH_BYTES])
{
    char link[32];
    if (fd < 0)
        return false;
    write_fd_link(fd, link);
    const ssize_t length = readlink(link, r_path, PATH_BYTES - 1);
    if (length <= 0)
        return false;
    r_path[length] = '\0';
    return r_path[0] == '/';
}

/* A path as it grows part by part. */
struct spelling {
    char *bytes;
    size_t length;
};

static void cut_last(struct spelling *spelling)
{
    while (spelling->length > 0 && spelling->bytes[--spelling->length] != '/')
        continue;
}

static bool append_part(struct spelling *spelling, const char *part,
                        size_t length)
{
    if (length == 0 || (length == 1 && part[0] == '.'))
        return true;
    if (length == 2 && part[0] == '.' && part[1] == '.') {
        cut_last(spelling);
        return true;
    }
    if (spelling->length + 1 + length >= PATH_BYTES)
        return false;
    spelling->bytes[spelling->length++] = '/';
    memcpy(spelling->bytes + spelling->length, part, length);
    spelling->length += length;
    return true;
}

/* strcspn makes a table first, which takes longer than a part is. */
static size_t part_length(const char *path)
{
    size_t length = 0;
    while (path[length] && path[length] != '/')
        length++;
    return length;
}

static bool append_parts(struct spelling *spelling, const char *path)
{
    bool fits = true;
    while (fits && *path) {
        const size_t length = part_length(path);
        fits = append_part(spelling, path, length);
        path += length;
        path += *path == '/';
    }
    return fits;
}

/* What DIRECTORY is, as far as a relative path needs it. */
static bool begin_spelling(struct spelling *spelling, int directory)
{
    const bool is_known = directory == AT_FDCWD
                              ? getcwd(spelling->bytes, PATH_BYTES) != NULL
                              : path_of_fd(directory, spelling->bytes);
    if (!is_known)
        return false;
    spelling->length = strlen(spelling->bytes);
    if (spelling->length == 1)
        spelling->length = 0;
    return true;
}

/* A slash with another or a dot behind it is worth a closer look; hidden
 * files get it in vain. */
static bool is_plain(const char *path)
{
    if (*path != '/')
        return false;
    for (; *path; path++)
        if (*path == '/' && (path[1] == '/' || path[1] == '.'))
            return false;
    return true;
}

const char *path_make_absolute(int directory, const char *path,
                               char buffer[PATH_BYTES])
{
    struct spelling spelling = {.bytes = buffer};
    if (!path || !*path)
        return NULL;
    if (is_plain(path))
        return path;
    if (*path != '/' && !begin_spelling(&spelling, directory))
        return NULL;
    if (!append_parts(&spelling, path))
        return NULL;
    buffer[spelling.length] = '\0';
    return buffer;
}
