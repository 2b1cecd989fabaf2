/* SPDX-License-Identifier: GPL-3.0-or-later */

/* output: stdout and exports.  When to show is the verb's. */
#include "cli/output.h"

#include "bench/guard.h"
#include "cli/cmd.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *take_stdout(void)
{
    const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0) {
        dup2(null, STDOUT_FILENO);
        if (null > STDERR_FILENO)
            close(null);
    }
    return fd >= 0 ? fdopen(fd, "w") : NULL;
}

static bool wants_color(const struct view_options *options, FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    if (strcmp(options->color, "auto") != 0)
        return strcmp(options->color, "always") == 0;
    return isatty(fileno(stream)) && !(no_color && *no_color != '\0');
}

void output_init(struct output *output, const struct view_options *options)
{
    *output = (struct output){.options = options, .view = options->view};
}

/* A terminal may get both, one after the other. */
static bool is_stdout(const struct export *export)
{
    struct stat there;
    struct stat here;
    return fstat(STDOUT_FILENO, &here) == 0 &&
           stat(export->path, &there) == 0 && !S_ISCHR(here.st_mode) &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

/* By path, for neither may be there yet, or as links to one file. */
static bool are_same(const struct export *one, const struct export *other)
{
    return one->is_regular && other->is_regular &&
           (strcmp(one->path, other->path) == 0 ||
            export_replaces(one, other->path));
}

/* Two tables in one place: one would be lost, or both be garbled. */
static gpg_error_t refuse_shared(const struct output *output, size_t index,
                                 struct fault *fault)
{
    const struct export *export = &output->exports[index];
    const char *format = export->format->name;
    if (is_stdout(export))
        return fault_set(fault, FAULT_UNWRITABLE, gpg_error(GPG_ERR_EEXIST),
                         output->options->exports[index].path,
                         "it is the standard output, which the report gets; "
                         "use --format %s for that",
                         format);
    for (size_t i = 0; i < index; i++)
        if (are_same(&output->exports[i], export))
            return fault_set(fault, FAULT_UNWRITABLE, gpg_error(GPG_ERR_EEXIST),
                             output->options->exports[index].path,
                             "--export-%s goes there already; give each its "
                             "own file",
                             output->exports[i].format->name);
    return 0;
}

static gpg_error_t open_export(struct output *output, size_t index,
                               struct fault *fault)
{
    const struct view_export *asked = &output->options->exports[index];
    struct export *export = &output->exports[index];
    const gpg_error_t err = export_open(export, asked->format, asked->path);
    export->view = output->options->view;
    if (gpg_err_code(err) == GPG_ERR_ENXIO)
        return fault_set(fault, FAULT_UNWRITABLE, err, asked->path,
                         "nobody reads this pipe; start its reader first");
    if (err)
        return fault_set(fault, FAULT_UNWRITABLE, err, asked->path,
                         "--export-%s needs a place where it may write",
                         asked->format->name);
    return refuse_shared(output, index, fault);
}

static gpg_error_t open_exports(struct output *output, struct fault *fault)
{
    const struct view_options *options = output->options;
    gpg_error_t err = 0;
    output->exports =
        calloc(options->export_count + 1, sizeof *output->exports);
    if (!output->exports)
        return fault_no_memory(fault);
    for (size_t i = 0; !err && i < options->export_count; i++) {
        output->export_count = i + 1;
        err = open_export(output, i, fault);
    }
    return err;
}

gpg_error_t output_open(struct output *output, struct fault *fault)
{
    gpg_error_t err = open_exports(output, fault);
    if (err)
        return err;
    const int mode = fcntl(STDOUT_FILENO, F_GETFL);
    if (mode < 0 || (mode & O_ACCMODE) == O_RDONLY)
        return fault_set(fault, FAULT_UNWRITABLE, gpg_error(GPG_ERR_EBADF),
                         "standard output",
                         "send it where it can be written, if only to "
                         "/dev/null");
    output->stream = take_stdout();
    if (!output->stream)
        return fault_set(fault, FAULT_UNWRITABLE, gpg_error_from_syserror(),
                         "standard output", NULL);
    output->view.color = wants_color(output->options, output->stream);
    return 0;
}

gpg_error_t output_protect(const struct output *output, const char *path,
                           const char *why, struct fault *fault)
{
    for (size_t i = 0; i < output->export_count; i++)
        if (export_replaces(&output->exports[i], path))
            return fault_set(fault, FAULT_UNWRITABLE, gpg_error(GPG_ERR_EEXIST),
                             path, "%s; choose another place for --export-%s",
                             why, output->exports[i].format->name);
    return 0;
}

static gpg_error_t save_each(struct output *output,
                             const struct subject *subject, bool is_regular,
                             bool is_final, struct say *say)
{
    gpg_error_t first_err = 0;
    for (size_t i = 0; i < output->export_count; i++) {
        struct export *export = &output->exports[i];
        if (export->is_regular != is_regular)
            continue;
        const gpg_error_t err = export_save(export, subject, is_final);
        if (err && is_final)
            say_error(say, "%s: cannot be written (%s)", export->path,
                      gpg_strerror(err));
        if (!first_err)
            first_err = err;
    }
    return first_err;
}

gpg_error_t output_save(struct output *output, const struct subject *subject,
                        bool is_final, struct say *say)
{
    return save_each(output, subject, true, is_final, say);
}

gpg_error_t output_send(struct output *output, const struct subject *subject,
                        struct say *say)
{
    return save_each(output, subject, false, true, say);
}

int output_end(FILE *stream, gpg_error_t err, const char *what, struct say *say)
{
    if (fclose(stream) != 0 && !err)
        err = gpg_error_from_syserror();
    if (!err)
        return EXIT_ALL_MEASURED;
    if (gpg_err_code(err) == GPG_ERR_EPIPE)
        return EXIT_SIGNAL_BASE + SIGPIPE; /* nobody reads on: no news */
    say_error(say, "%s cannot be written (%s)", what, gpg_strerror(err));
    return EXIT_UNUSABLE;
}

int output_print(struct output *output, const struct subject *subject,
                 struct say *say)
{
    FILE *stream = output->stream;
    output->stream = NULL;
    const gpg_error_t err =
        format_write(output->options->format, subject, &output->view, stream);
    return output_end(stream, err, "the report", say);
}

int output_show(const struct view_options *options,
                const struct subject *subject, struct say *say,
                struct fault *fault)
{
    struct output output;
    int status = EXIT_UNUSABLE;
    output_init(&output, options);
    guard_catch_signals();
    const gpg_error_t err = output_open(&output, fault);
    if (guard_signal() != 0) {
        fault_release(fault);
        status = EXIT_SIGNAL_BASE + guard_signal();
    } else if (!err) {
        gpg_error_t save_err = output_save(&output, subject, true, say);
        guard_restore_signals();
        if (!save_err)
            save_err = output_send(&output, subject, say);
        status = output_print(&output, subject, say);
        if (save_err && status == EXIT_ALL_MEASURED)
            status = EXIT_UNUSABLE;
    }
    output_release(&output);
    return status;
}

bool output_talk(const struct view_options *options,
                 void (*print_help)(FILE *stream), struct say *say,
                 int *r_status)
{
    if (options->asks_help) {
        print_help(stdout);
        *r_status = output_end(stdout, 0, "the help", say);
    } else if (options->asks_version) {
        printf("pgpbench %s\n", PGPBENCH_VERSION);
        *r_status = output_end(stdout, 0, "the version", say);
    }
    return options->asks_help || options->asks_version;
}

void output_release(struct output *output)
{
    for (size_t i = 0; i < output->export_count; i++)
        export_release(&output->exports[i]);
    free(output->exports);
    if (output->stream)
        fclose(output->stream);
    *output = (struct output){.stream = NULL};
}
