/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_process: how a process begins and ends. */
#include "probe/hook.h"
#include "probe/process.h"

typedef int (*main_function)(int count, char **arguments, char **environment);

static main_function real_main;

__attribute__((constructor)) static void loaded(void)
{
    process_begin();
}

/* exit() comes here, after the program's own functions for it. */
__attribute__((destructor)) static void unloaded(void)
{
    process_list();
    process_end();
}

static int enter_main(int count, char **arguments, char **environment)
{
    process_main();
    return real_main(count, arguments, environment);
}

HOOK(int, libc_start_main, "__libc_start_main",
     (main_function program, int count, char **arguments, void (*init)(void),
      void (*fini)(void), void (*linker_fini)(void), void *stack_end))
{
    real_main = program;
    return REAL(libc_start_main)(enter_main, count, arguments, init, fini,
                                 linker_fini, stack_end);
}

#define EXIT(name)                        \
    HOOK(void, name, #name, (int status)) \
    {                                     \
        process_end();                    \
        REAL(name)(status);               \
    }

EXIT(_exit)
REAL_AT_ONCE(_exit)
EXIT(_Exit)
EXIT(quick_exit)
