/* SPDX-License-Identifier: GPL-3.0-or-later */

/* output: stdout and exports.  When to show is the verb's. */
#include "cli/output.h"

#include "cli/cmd.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
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
    output->stream = take_stdout();
    if (output->stream)
        output->view.color = wants_color(options, output->stream);
}

gpg_error_t output_open_exports(struct output *output, struct fault *fault)
{
    const struct view_options *options = output->options;
    gpg_error_t err = 0;
    output->exports =
        calloc(options->export_count + 1, sizeof *output->exports);
    if (!output->exports)
        return fault_set(fault, FAULT_NO_MEMORY, gpg_error(GPG_ERR_ENOMEM),
                         NULL, NULL);
    for (size_t i = 0; !err && i < options->export_count; i++) {
        const struct view_export *asked = &options->exports[i];
        output->export_count = i + 1;
        err = export_open(&output->exports[i], asked->format, asked->path);
        output->exports[i].unit = options->view.unit;
        if (err)
            fault_set(fault, FAULT_UNWRITABLE, err, asked->path,
                      "--export-%s needs a place where it may write",
                      asked->format->name);
    }
    return err;
}

gpg_error_t output_save(struct output *output, const struct run *run,
                        bool is_final, struct say *say)
{
    gpg_error_t first_err = 0;
    for (size_t i = 0; i < output->export_count; i++) {
        struct export *export = &output->exports[i];
        gpg_error_t err = export_save(export, run, is_final);
        if (err && is_final)
            say_error(say, "%s: cannot be written (%s)", export->path,
                      gpg_strerror(err));
        if (!first_err)
            first_err = err;
    }
    return first_err;
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

int output_print(struct output *output, const struct run *run, struct say *say)
{
    FILE *stream = output->stream;
    output->stream = NULL;
    if (!stream) {
        say_error(say, "the report cannot be written (%s)",
                  gpg_strerror(gpg_error(GPG_ERR_EBADF)));
        return EXIT_UNUSABLE;
    }
    const gpg_error_t err =
        output->options->format->write(run, &output->view, stream);
    return output_end(stream, err, "the report", say);
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
