/* SPDX-License-Identifier: GPL-3.0-or-later */

/* export: writes files of the user's.  What stands in them is format's. */
#include "cli/export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    export->path = is_there ? realpath(path, NULL) : strdup(path);
    if (!export->path)
        return gpg_error_from_syserror();
    if (is_there && S_ISDIR(about.st_mode))
        return gpg_error_from_errno(EISDIR);
    if (export->is_regular)
        return open_temporary(export);
    export->stream = fopen(export->path, "we");
    return export->stream ? 0 : gpg_error_from_syserror();
}

static gpg_error_t close_stream(struct export *export)
{
    FILE *stream = export->stream;
    export->stream = NULL;
    return stream && fclose(stream) != 0 ? gpg_error_from_syserror() : 0;
}

gpg_error_t export_save(struct export *export, const struct run *run,
                        bool is_final)
{
    const struct view view = {export->unit, false};
    gpg_error_t err = 0;
    /* What is no regular file has its stream from the start, for once. */
    if (!export->is_regular && (!is_final || !export->stream))
        return 0;
    if (!export->stream)
        err = open_temporary(export);
    if (!err)
        err = export->format->write(run, &view, export->stream);
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
