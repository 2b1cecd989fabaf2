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
    scene->engine.path = (char *)gpg;
    scene->workplaces[0].home.path = (char *)".";
    scene->stock.directory = ".";
    scene->shelf = (struct shelf){&bare->fixture, 1};
    scene->keyring = (struct keyring){&bare->key, 1};
    children_adopt(&scene->children);
    scene->guard.children = &scene->children;
    scene->watch.fd = -1;
    scene->workplaces[0].means = (struct workplace_means){
        &scene->engine, &bare->plan.settings, &scene->guard, &scene->children,
        &scene->watch};
    assert_int_equal(gpgme_new(&scene->workplaces[0].spawner), 0);
    assert_int_equal(
        gpgme_set_protocol(scene->workplaces[0].spawner, GPGME_PROTOCOL_SPAWN),
        0);
}

void bare_scene_release(struct bare_scene *bare)
{
    gpgme_release(bare->scene.workplaces[0].spawner);
    stock_release(&bare->scene.stock);
    run_release(&bare->run);
    settings_release(&bare->plan.settings);
    free(bare->fixture.sums);
}
