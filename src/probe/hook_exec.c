/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_exec: a process becomes another program.  That may be one that we
 * cannot watch, and this one's slot must not pass for its.  (posix_spawn
 * makes another process first.) */
#include "probe/hook.h"
#include "probe/process.h"

#include <stdarg.h>

/* The functions end their arguments with NULL. */
typedef char *const *words;

#define EXECUTE(name, parameters, arguments)     \
    HOOK(int, name, #name, parameters)           \
    {                                            \
        process_leave();                         \
        const int answer = REAL(name) arguments; \
        process_return();                        \
        return answer;                           \
    }

EXECUTE(execve, (const char *path, words arguments, words environment),
        (path, arguments, environment))
EXECUTE(execv, (const char *path, words arguments), (path, arguments))
EXECUTE(execvp, (const char *path, words arguments), (path, arguments))
EXECUTE(execvpe, (const char *path, words arguments, words environment),
        (path, arguments, environment))
EXECUTE(fexecve, (int fd, words arguments, words environment),
        (fd, arguments, environment))

static size_t count_words(const char *first, va_list rest)
{
    size_t count = 0;
    for (const char *word = first; word; word = va_arg(rest, const char *))
        count++;
    return count;
}

/* How many arguments there are is only known by walking them, and nothing
 * may be allocated: a child of vfork may be here.  AND_MORE reads what
 * follows the final NULL. */
#define EXECUTE_LIST(name, and_more, call)                                   \
    HOOK_ALONE(int, name, #name, (const char *path, const char *first, ...)) \
    {                                                                        \
        va_list rest;                                                        \
        va_start(rest, first);                                               \
        const size_t count = count_words(first, rest);                       \
        va_end(rest);                                                        \
        char *list[count + 1];                                               \
        va_start(rest, first);                                               \
        list[0] = (char *)first;                                             \
        for (size_t i = 1; i <= count; i++)                                  \
            list[i] = va_arg(rest, char *);                                  \
        and_more;                                                            \
        va_end(rest);                                                        \
        return call;                                                         \
    }

EXECUTE_LIST(execl, (void)0, hook_execv(path, list))
EXECUTE_LIST(execlp, (void)0, hook_execvp(path, list))
EXECUTE_LIST(execle, words environment = va_arg(rest, words),
             hook_execve(path, list, environment))
