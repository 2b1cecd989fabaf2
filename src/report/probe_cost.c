/* SPDX-License-Identifier: GPL-3.0-or-later */

/* probe_cost: two medians and their difference.  Whether that is much is
 * notice_probe's to say. */
#include "report/probe_cost.h"

#include "report/summary.h"

gpg_error_t probe_cost_of(const struct series *series,
                          struct probe_cost *r_cost)
{
    struct summary plain = {0};
    struct summary probed = {0};
    gpg_error_t err = summary_of(series, METRIC_REAL, false, &plain);

    if (!err)
        err = summary_of(series, METRIC_REAL, true, &probed);
    *r_cost = (struct probe_cost){.plain = plain.count,
                                  .probed = probed.count,
                                  .plain_ns = plain.median,
                                  .half_width_ns = -1};
    if (err || !probe_cost_is_known(r_cost))
        return err;
    r_cost->ns = probed.median - plain.median;
    if (plain.count > 1 && probed.count > 1)
        r_cost->half_width_ns =
            summary_half_width(&plain) + summary_half_width(&probed);
    return 0;
}

bool probe_cost_is_known(const struct probe_cost *cost)
{
    return cost->plain > 0 && cost->probed > 0;
}

double probe_cost_pct(const struct probe_cost *cost)
{
    if (!probe_cost_is_known(cost) || !(cost->plain_ns > 0))
        return 0;
    return 100 * cost->ns / cost->plain_ns;
}
