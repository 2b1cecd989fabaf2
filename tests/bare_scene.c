/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bare_scene: sets it up by hand.  It tests nothing itself. */
#include "bare_scene.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <sys/stat.h>

void bare_scene_init(struct bare_scene *bare, const char *gpg)
{
    struct scene *scene = &bare->scene;
    struct stat about;

    *bare = (struct bare_scene){
        .fixture = {.path = (char *)"file", .size_bytes = 3}};
    scratch_write("file", "abc");
    assert_int_equal(settings_init(&bare->plan.settings), 0);
    run_init(&bare->run);
    assert_int_equal(stat("file", &about), 0);
    bare->fixture.device = about.st_dev;
    bare->fixture.inode = about.st_ino;
    bare->fixture.modified = about.st_mtim;
    scene->plan = &bare->plan;
    scene->run = &bare->run;
    scene->rigs = &bare->rig;
    scene->rig_count = 1;
    bare->rig.engine.path = (char *)gpg;
    bare->rig.workplaces[0].home.path = (char *)".";
    scene->stock.directory = ".";
    scene->shelf = (struct shelf){&bare->fixture, 1};
    scene->keyring = (struct keyring){&bare->key, 1, 1};
    children_adopt(&scene->children);
    scene->guard.children = &scene->children;
    scene->watch.fd = -1;
    struct workplace *workplace = &bare->rig.workplaces[0];
    workplace->means = (struct workplace_means){
        .engine = &bare->rig.engine,
        .environment = &bare->rig.environment,
        .settings = &bare->plan.settings,
        .guard = &scene->guard,
        .children = &scene->children,
        .watch = &scene->watch,
    };
    assert_int_equal(gpgme_new(&workplace->spawner), 0);
    assert_int_equal(
        gpgme_set_protocol(workplace->spawner, GPGME_PROTOCOL_SPAWN), 0);
}

void bare_scene_release(struct bare_scene *bare)
{
    gpgme_release(bare->rig.workplaces[0].spawner);
    stock_release(&bare->scene.stock);
    run_release(&bare->run);
    settings_release(&bare->plan.settings);
    free(bare->fixture.sums);
}
