/* SPDX-License-Identifier: GPL-3.0-or-later */

/* export: writes files of the user's.  What stands in them is format's. */
#include "cli/export.h"

#include "bench/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* How often a pipe is tried, and how long, until somebody reads it. */
#define PIPE_PAUSE_NS 50000000L
#define PIPE_TRIES    200

#define LINKS_MAX 40

static gpg_error_t open_temporary(struct export *export)
{
    gpg_error_t err = 0;
    if (asprintf(&export->temporary, "%s.XXXXXX", export->path) < 0) {
        export->temporary = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    const int fd = mkostemp(export->temporary, O_CLOEXEC);
    if (fd < 0) {
        err = gpg_error_from_syserror();
        free(export->temporary);
        export->temporary = NULL;
        return err;
    }
    /* A file system without modes keeps its own. */
    const int ignored = fchmod(fd, export->mode);
    (void)ignored;
    export->stream = fdopen(fd, "w");
    if (!export->stream) {
        err = gpg_error_from_syserror();
        close(fd);
    }
    return err;
}

static mode_t mode_of_new_files(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Where PATH leads that leads to nothing yet: a link is kept, and what it
 * names is made.  To be freed; NULL with errno. */
static char *target_of_link(const char *path)
{
    char *target = strdup(path);
    for (int links = 0; target && links < LINKS_MAX; links++) {
        char next[PATH_MAX];
        char *joined = NULL;
        const ssize_t length = readlink(target, next, sizeof next - 1);
        if (length < 0)
            return target;
        next[length] = '\0';
        const char *slash = *next == '/' ? NULL : strrchr(target, '/');
        const int folder = slash ? (int)(slash - target) + 1 : 0;
        if (asprintf(&joined, "%.*s%s", folder, target, next) < 0)
            joined = NULL;
        free(target);
        target = joined;
    }
    return target;
}

/* The canonical path of a file that is not there yet; NULL with errno. */
static char *path_of_new_file(const char *path)
{
    char *target = target_of_link(path);
    char *folder = target ? strdup(target) : NULL;
    char *canonical = folder ? realpath(dirname(folder), NULL) : NULL;
    char *joined = NULL;
    const char *slash = target ? strrchr(target, '/') : NULL;
    if (slash && slash[1] == '\0') {
        errno = EISDIR;
    } else if (canonical) {
        if (asprintf(&joined, "%s/%s", canonical, slash ? slash + 1 : target) <
            0)
            joined = NULL;
    }
    free(target);
    free(folder);
    free(canonical);
    return joined;
}

/* A pipe that nobody reads would hold us in open, whatever signals come. */
static int open_pipe(const char *path)
{
    const struct timespec pause = {0, PIPE_PAUSE_NS};
    int fd = -1;
    for (int tries = 0; tries < PIPE_TRIES; tries++) {
        fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (fd >= 0 || errno != ENXIO || guard_signal() != 0)
            break;
        nanosleep(&pause, NULL);
    }
    if (fd >= 0)
        fcntl(fd, F_SETFL, O_WRONLY);
    return fd;
}

static gpg_error_t open_in_place(struct export *export, bool is_pipe)
{
    const int fd = is_pipe ? open_pipe(export->path)
                           : open(export->path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return gpg_error_from_syserror();
    export->stream = fdopen(fd, "w");
    if (export->stream)
        return 0;
    const gpg_error_t err = gpg_error_from_syserror();
    close(fd);
    return err;
}

bool export_replaces(const struct export *export, const char *path)
{
    struct stat ours;
    struct stat theirs;
    return export->is_regular && stat(export->path, &ours) == 0 &&
           stat(path, &theirs) == 0 && ours.st_dev == theirs.st_dev &&
           ours.st_ino == theirs.st_ino;
}

gpg_error_t export_open(struct export *export, const struct format_row *format,
                        const char *path)
{
    struct stat about;
    memset(export, 0, sizeof *export);
    export->format = format;
    if (*path == '\0')
        return gpg_error_from_errno(ENOENT);
    const bool is_there = stat(path, &about) == 0;
    export->is_regular = !is_there || S_ISREG(about.st_mode);
    export->mode = is_there ? about.st_mode & 0777 : mode_of_new_files();
    /* What lies behind /dev/fd has no other path. */
    if (is_there)
        export->path = export->is_regular ? realpath(path, NULL) : strdup(path);
    else
        export->path = path_of_new_file(path);
    if (!export->path)
        return gpg_error_from_syserror();
    if (is_there && S_ISDIR(about.st_mode))
        return gpg_error_from_errno(EISDIR);
    if (export->is_regular)
        return open_temporary(export);
    return open_in_place(export, S_ISFIFO(about.st_mode));
}

static gpg_error_t close_stream(struct export *export)
{
    FILE *stream = export->stream;
    export->stream = NULL;
    return stream && fclose(stream) != 0 ? gpg_error_from_syserror() : 0;
}

gpg_error_t export_save(struct export *export, const struct subject *subject,
                        bool is_final)
{
    gpg_error_t err = 0;
    /* What is no regular file has its stream from the start, for once. */
    if (!export->is_regular && (!is_final || !export->stream))
        return 0;
    if (!export->stream)
        err = open_temporary(export);
    if (!err)
        err = format_write(export->format, subject, &export->view,
                           export->stream);
    const gpg_error_t close_err = close_stream(export);
    if (!err)
        err = close_err;
    if (!err && export->temporary &&
        rename(export->temporary, export->path) != 0)
        err = gpg_error_from_syserror();
    if (err && export->temporary)
        unlink(export->temporary);
    free(export->temporary);
    export->temporary = NULL;
    return err;
}

void export_release(struct export *export)
{
    close_stream(export);
    if (export->temporary)
        unlink(export->temporary);
    free(export->temporary);
    free(export->path);
    memset(export, 0, sizeof *export);
}
