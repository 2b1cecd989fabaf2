/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/home, without an agent. */
#include "bench/home.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct house {
    struct children children;
    struct home home;
    struct settings settings;
    struct fault fault;
    char *notice;
    mode_t umask;
};

/* As pgpbench itself runs: environment_clean has closed the umask. */
static void house_init(struct house *house)
{
    *house = (struct house){.notice = NULL};
    house->umask = umask(077);
    assert_int_equal(settings_init(&house->settings), 0);
}

static gpg_error_t home_in(struct house *house, const char *parent)
{
    return home_init(&house->home, parent, "home", &house->settings,
                     &house->notice, &house->fault);
}

static void house_release(struct house *house)
{
    struct agent_split split;

    assert_false(home_remove(&house->home, &house->children, &split));
    home_release(&house->home);
    settings_release(&house->settings);
    fault_release(&house->fault);
    free(house->notice);
    umask(house->umask);
}

static mode_t mode_of(const char *path)
{
    struct stat about;

    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 07777;
}

/* A path of its own in /tmp, short enough for a socket. */
static char *short_place(void)
{
    char *path = strdup("/tmp/home.XXXXXX");

    assert_non_null(mkdtemp(path));
    return path;
}

static void it_and_its_settings_are_ours_alone(void **state)
{
    static const char *const files[] = {"gpg.conf-1", "gpg.conf-2",
                                        "gpg-agent.conf"};
    struct house house;
    char *place = short_place();
    (void)state;

    house_init(&house);
    assert_int_equal(home_in(&house, place), 0);
    assert_null(house.notice);
    assert_null(house.home.elsewhere);
    assert_memory_equal(house.home.path, place, strlen(place));
    assert_int_equal(chdir(house.home.path), 0);
    assert_int_equal(mode_of("."), 0700);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_int_equal(mode_of(files[i]), 0600);
    /* A trial of sockets leaves nothing. */
    assert_int_equal(scratch_count("."), 3);
    house_release(&house);
    assert_int_equal(scratch_count(place), 0);
    assert_int_equal(rmdir(place), 0);
    free(place);
}

/* CONTENT has the line LINE. */
static void assert_line(const char *content, const char *line, bool has_it)
{
    const size_t length = strlen(line);
    bool found = false;

    for (const char *at = content; (at = strstr(at, line)); at += length)
        if ((at == content || at[-1] == '\n') && at[length] == '\n')
            found = true;
    if (found != has_it)
        fail_msg("\"%s\" in:\n%s", line, content);
}

static void settings_become_lines_of_gpg_conf(void **state)
{
    struct house house;
    char *place = short_place();
    (void)state;

    house_init(&house);
    free(house.settings.compress);
    house.settings.compress = strdup("none");
    assert_int_equal(home_in(&house, place), 0);
    assert_int_equal(chdir(house.home.path), 0);
    char *of_1 = scratch_read("gpg.conf-1");
    char *of_2 = scratch_read("gpg.conf-2");
    /* gpg 1.4 knows no AES128. */
    assert_line(of_1, "cipher-algo AES", true);
    assert_line(of_2, "cipher-algo AES", true);
    assert_line(of_2, "compress-algo none", true);
    assert_null(strstr(of_2, "digest-algo"));
    assert_line(of_2, "trust-model always", true);
    /* gpg 1.4 ends at an option that it does not know. */
    assert_line(of_1, "disable-dirmngr", false);
    assert_line(of_2, "disable-dirmngr", true);
    free(of_1);
    free(of_2);
    house_release(&house);
    assert_int_equal(rmdir(place), 0);
    free(place);
}

static void where_the_path_is_too_long_the_home_is_elsewhere(void **state)
{
    static const char name[] = "a-directory-whose-name-is-so-long-that-no-"
                               "socket-address-of-108-bytes-can-hold-it";
    struct house house;
    char *elsewhere = NULL;
    (void)state;

    house_init(&house);
    assert_int_equal(mkdir(name, 0700), 0);
    char *place = realpath(name, NULL);
    assert_int_equal(home_in(&house, place), 0);
    assert_non_null(house.notice);
    assert_non_null(strstr(house.notice, "too long"));
    assert_non_null(house.home.elsewhere);
    assert_memory_equal(house.home.path, "/tmp/", 5);
    assert_true(strlen(house.home.path) <= HOME_PATH_MAX);
    assert_int_equal(mode_of(house.home.elsewhere), 0700);
    assert_int_equal(mode_of(house.home.path), 0700);
    elsewhere = strdup(house.home.elsewhere);
    house_release(&house);
    assert_false(scratch_is_there(elsewhere));
    assert_int_equal(scratch_count(name), 0);
    free(elsewhere);
    free(place);
}

static void without_its_parent_there_is_no_home(void **state)
{
    struct house house;
    (void)state;

    house_init(&house);
    assert_int_equal(gpg_err_code(home_in(&house, "/nonexistent/place")),
                     GPG_ERR_ENOENT);
    assert_true(fault_is_set(&house.fault));
    assert_non_null(strstr(house.fault.thing, "/nonexistent/place"));
    assert_non_null(strstr(house.fault.advice, "--work-dir"));
    house_release(&house);
}

static void an_engine_without_agent_has_none_to_find(void **state)
{
    struct house house;
    const struct engine engine = {.has_agent = false};
    (void)state;

    house_init(&house);
    assert_int_equal(home_find_agent(&house.home, &engine, 1, NULL,
                                     &house.children, &house.fault),
                     0);
    assert_null(house.home.socket_path);
    house_release(&house);
}

/* /run/user/UID/gnupg/d.…, as gpgconf names it, is the home's own. */
static void the_agents_socket_directory_goes_with_the_home(void **state)
{
    struct house house;
    char *place = short_place();
    (void)state;

    house_init(&house);
    assert_int_equal(home_in(&house, place), 0);
    assert_int_equal(mkdir("d.sockets", 0700), 0);
    scratch_write("d.sockets/S.gpg-agent", "");
    scratch_write("d.sockets/S.gpg-agent.ssh", "");
    house.home.socket_path = realpath("d.sockets/S.gpg-agent", NULL);
    house_release(&house);
    assert_false(scratch_is_there("d.sockets"));
    assert_int_equal(rmdir(place), 0);
    free(place);
}

static void a_socket_directory_with_other_things_stays(void **state)
{
    struct house house;
    char *place = short_place();
    (void)state;

    house_init(&house);
    assert_int_equal(home_in(&house, place), 0);
    assert_int_equal(mkdir("theirs", 0700), 0);
    scratch_write("theirs/S.gpg-agent", "");
    scratch_write("theirs/file", "theirs");
    house.home.socket_path = realpath("theirs/S.gpg-agent", NULL);
    house_release(&house);
    scratch_assert_content("theirs/file", "theirs");
    assert_int_equal(scratch_count("theirs"), 1);
    assert_int_equal(rmdir(place), 0);
    free(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(it_and_its_settings_are_ours_alone),
        scratch_test(settings_become_lines_of_gpg_conf),
        scratch_test(where_the_path_is_too_long_the_home_is_elsewhere),
        cmocka_unit_test(without_its_parent_there_is_no_home),
        cmocka_unit_test(an_engine_without_agent_has_none_to_find),
        scratch_test(the_agents_socket_directory_goes_with_the_home),
        scratch_test(a_socket_directory_with_other_things_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
