/* SPDX-License-Identifier: GPL-3.0-or-later */

/* identity: asks what is at work.  It does not judge. */
#include "bench/identity.h"

#include "bench/command.h"
#include "bench/loaded.h"
#include "bench/reading.h"

#include <string.h>

void identity_record_methods(const struct workplace *workplace,
                             struct run_engine *record)
{
    const struct agent *agent = &workplace->home.agent;
    const char *method = agent->pid > 0 ? agent_method(agent) : NULL;
    if (workplace->means.children->adopts)
        record->accounting.gpg = strdup("reaped");
    else if (workplace->means.watch->ledger)
        record->accounting.gpg = strdup("ledger");
    if (method)
        record->accounting.agent = strdup(method);
    if (agent->version)
        record->agent_version = strdup(agent->version);
}

gpg_error_t identity_record_libraries(const struct workplace *workplace,
                                      struct run_engine *record,
                                      struct fault *fault)
{
    const struct workplace_means *means = &workplace->means;
    const char *const argv[] = {means->engine->path, "--version", NULL};
    const struct command command = {argv, NULL, means->settings->timeout_s};
    const pid_t agent = workplace->home.agent.pid;
    struct ledger *ledger = means->watch->ledger;
    struct command_result answer = {.status = 0};
    struct reading reading;
    reading_start(&reading, ledger, agent);
    gpg_error_t err = command_run(&command, means->guard, &answer);
    command_release(&answer);
    reading_finish(&reading, ledger, agent, READING_NO_PAYLOAD);
    if (!err)
        err = loaded_record(record, reading.gpg_slot);
    if (!err)
        err = loaded_record(record, reading_find(ledger, agent));
    return err ? fault_set(fault, fault_of_error(err), err, means->engine->path,
                           "gpg --version did not end well")
               : 0;
}
