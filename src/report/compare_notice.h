/* SPDX-License-Identifier: GPL-3.0-or-later */

/* compare_notice: what a reader of a comparison should be warned of. */
#ifndef PGPBENCH_REPORT_COMPARE_NOTICE_H
#define PGPBENCH_REPORT_COMPARE_NOTICE_H

#include "report/notice.h"

#include <gpg-error.h>

struct compare;

/* Collect what COMPARE gives reason to warn of into the zeroed R_LIST, owned
 * by the caller.  Fails with GPG_ERR_ENOMEM, R_LIST then being empty. */
gpg_error_t compare_notices(const struct compare *compare,
                            struct notice_list *r_list);

/* Likewise, of the runs behind it by themselves: a busy machine, a frequency
 * that moved, engines that load the same library. */
gpg_error_t compare_run_notices(const struct compare *compare,
                                struct notice_list *r_list);

#endif
