/* SPDX-License-Identifier: GPL-3.0-or-later */

/* datadir: where what we ship is found: keys, fixtures.
 *
 * Beside the executable's build tree, else where it was installed, else in
 * $PGPBENCH_DATADIR: the program works without being installed. */
#ifndef PGPBENCH_BASE_DATADIR_H
#define PGPBENCH_BASE_DATADIR_H

/* The file RELATIVE ("keys/dsa1024.asc") in the first place that has it, to
 * be freed; NULL if none has. */
char *datadir_find(const char *relative);

#endif
