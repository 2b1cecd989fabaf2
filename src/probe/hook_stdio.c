/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_stdio: streams.  The C library's own reads and writes for them cannot
 * be hooked, so the calls of the program are; most of those only touch a
 * buffer.  The printf family is left out. */
#include "probe/fds.h"
#include "probe/hook.h"
#include "probe/watch.h"

#include <fcntl.h>
#include <string.h>

#define OPEN_STREAM(name)                                           \
    HOOK(FILE *, name, #name, (const char *path, const char *mode)) \
    {                                                               \
        struct span span;                                           \
        watch_path(&span, AT_FDCWD, path);                          \
        FILE *stream = REAL(name)(path, mode);                      \
        watch_opened(&span, watch_descriptor(stream));              \
        return stream;                                              \
    }

#define REOPEN_STREAM(name)                                  \
    HOOK(FILE *, name, #name,                                \
         (const char *path, const char *mode, FILE *stream)) \
    {                                                        \
        struct span span;                                    \
        fds_forget(watch_descriptor(stream));                \
        watch_path(&span, AT_FDCWD, path);                   \
        FILE *opened = REAL(name)(path, mode, stream);       \
        watch_opened(&span, watch_descriptor(opened));       \
        return opened;                                       \
    }

/* BYTES is what was moved, in words of ANSWER, the call's own. */
#define STREAM(type, name, symbol, use, parameters, arguments, bytes) \
    HOOK(type, name, symbol, parameters)                              \
    {                                                                 \
        struct span span;                                             \
        watch_stream(&span, stream, use);                             \
        type answer = REAL(name) arguments;                           \
        watch_done(&span, (ssize_t)(bytes));                          \
        return answer;                                                \
    }

#define READ_MANY(name)                                             \
    STREAM(size_t, name, #name, WATCH_READ,                         \
           (void *buffer, size_t size, size_t count, FILE *stream), \
           (buffer, size, count, stream), answer *size)
#define READ_MANY_CHECKED(name)                                               \
    STREAM(                                                                   \
        size_t, name, "__" #name, WATCH_READ,                                 \
        (void *buffer, size_t room, size_t size, size_t count, FILE *stream), \
        (buffer, room, size, count, stream), answer *size)
#define WRITE_MANY(name)                                                  \
    STREAM(size_t, name, #name, WATCH_WRITE,                              \
           (const void *buffer, size_t size, size_t count, FILE *stream), \
           (buffer, size, count, stream), answer *size)
#define READ_ONE(name)                                              \
    STREAM(int, name, #name, WATCH_READ, (FILE * stream), (stream), \
           answer != EOF)
#define WRITE_ONE(name)                                             \
    STREAM(int, name, #name, WATCH_WRITE, (int byte, FILE *stream), \
           (byte, stream), answer != EOF)
#define READ_LINE(name, symbol)                                \
    STREAM(ssize_t, name, symbol, WATCH_READ,                  \
           (char **line, size_t *room, int end, FILE *stream), \
           (line, room, end, stream), answer)

#define LENGTH(text) ((text) ? strlen(text) : 0)

OPEN_STREAM(fopen)
OPEN_STREAM(fopen64)
REOPEN_STREAM(freopen)
REOPEN_STREAM(freopen64)

READ_MANY(fread)
READ_MANY(fread_unlocked)
READ_MANY_CHECKED(fread_chk)
READ_MANY_CHECKED(fread_unlocked_chk)
READ_ONE(fgetc)
READ_ONE(getc)
READ_LINE(getdelim, "getdelim")
READ_LINE(getdelim_internal, "__getdelim")
STREAM(ssize_t, getline, "getline", WATCH_READ,
       (char **line, size_t *room, FILE *stream), (line, room, stream), answer)
STREAM(char *, fgets, "fgets", WATCH_READ, (char *line, int size, FILE *stream),
       (line, size, stream), LENGTH(answer))
STREAM(char *, fgets_unlocked, "fgets_unlocked", WATCH_READ,
       (char *line, int size, FILE *stream), (line, size, stream),
       LENGTH(answer))
STREAM(char *, fgets_chk, "__fgets_chk", WATCH_READ,
       (char *line, size_t room, int size, FILE *stream),
       (line, room, size, stream), LENGTH(answer))

WRITE_MANY(fwrite)
WRITE_MANY(fwrite_unlocked)
WRITE_ONE(fputc)
WRITE_ONE(putc)
STREAM(int, fputs, "fputs", WATCH_WRITE, (const char *text, FILE *stream),
       (text, stream), answer < 0 ? 0 : LENGTH(text))
STREAM(int, fputs_unlocked, "fputs_unlocked", WATCH_WRITE,
       (const char *text, FILE *stream), (text, stream),
       answer < 0 ? 0 : LENGTH(text))
STREAM(int, fflush, "fflush", WATCH_WRITE, (FILE * stream), (stream), 0)
