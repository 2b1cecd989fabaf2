/* SPDX-License-Identifier: GPL-3.0-or-later */

/* probe_static: a program that no preload reaches. */
int main(void)
{
    return 0;
}
