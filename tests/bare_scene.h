/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bare_scene: a scene without gpg, home and keys, in the current directory,
 * for the tests of what works on one. */
#ifndef PGPBENCH_TESTS_BARE_SCENE_H
#define PGPBENCH_TESTS_BARE_SCENE_H

#include "bench/scene.h"

struct bare_scene {
    struct plan plan;
    struct run run; /* no cells */
    struct fixture fixture;
    struct keyring_entry key; /* no key */
    struct rig rig;
    struct scene scene;       /* of these */
};

/* The engine is GPG, without agent.  The one fixture is "file", whose three
 * bytes "abc" are written here; payload goes beside it.  Orphans are
 * adopted. */
void bare_scene_init(struct bare_scene *bare, const char *gpg);
void bare_scene_release(struct bare_scene *bare);

#endif
