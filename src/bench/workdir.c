/* SPDX-License-Identifier: GPL-3.0-or-later */

/* workdir: makes and removes throw-away directories.  What lies in them is
 * not its business. */
#include "bench/workdir.h"

#include "bench/owner.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

gpg_error_t workdir_make(const char *parent, char **r_path)
{
    char *absolute = realpath(parent, NULL);
    char *path = NULL;
    gpg_error_t err = 0;
    if (!absolute || asprintf(&path, "%s/pgpbench.XXXXXX", absolute) < 0) {
        err = gpg_error_from_syserror();
        free(absolute);
        return err;
    }
    free(absolute);
    if (!mkdtemp(path)) {
        err = gpg_error_from_syserror();
        free(path);
        return err;
    }
    /* Without the mark (no /proc, disk full) it only cannot be told from a
     * living one's, should we be killed. */
    owner_mark(path);
    *r_path = path;
    return 0;
}

static int remove_entry(const char *path, const struct stat *about, int type,
                        struct FTW *place)
{
    (void)about;
    (void)type;
    (void)place;
    return remove(path) != 0 && errno != ENOENT ? errno : 0;
}

gpg_error_t workdir_remove(const char *path)
{
    int error = 0;
    /* An agent that is ending may still put or take a socket. */
    for (int attempt = 0; attempt < 3; attempt++) {
        error = nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
        if (error < 0)
            error = errno == ENOENT ? 0 : errno;
        if (error != ENOTEMPTY && error != EEXIST)
            break;
    }
    return error == 0 ? 0 : gpg_error_from_errno(error);
}

int64_t workdir_free_bytes(const char *path)
{
    struct statvfs medium;
    if (statvfs(path, &medium) != 0 || medium.f_blocks == 0)
        return -1;
    const uint64_t block_bytes = medium.f_frsize > 0 ? medium.f_frsize : 1;
    const uint64_t free_blocks = medium.f_bavail;
    return free_blocks > (uint64_t)INT64_MAX / block_bytes
               ? INT64_MAX
               : (int64_t)(free_blocks * block_bytes);
}

static const struct {
    unsigned long magic; /* of statfs, as in linux/magic.h and the sources */
    const char *name;
} filesystems[] = {
    {0xEF53, "ext4"},      {0x01021994, "tmpfs"},    {0x58465342, "xfs"},
    {0x9123683E, "btrfs"}, {0x794c7630, "overlay"},  {0x858458f6, "ramfs"},
    {0x6969, "nfs"},       {0x4d44, "vfat"},         {0x2011BAB0, "exfat"},
    {0x72b6, "jffs2"},     {0x24051905, "ubifs"},    {0x5941ff53, "yaffs"},
    {0xF2F52010, "f2fs"},  {0x73717368, "squashfs"}, {0x65735546, "fuse"},
    {0x01021997, "9p"},    {0x28cd3d45, "cramfs"},   {0x137F, "minix"},
    {0x2fc12fc1, "zfs"},   {0x52654973, "reiserfs"}, {0x3153464a, "jfs"},
    {0x5346544e, "ntfs"},  {0xfe534d42, "smb2"},     {0xff534d42, "cifs"},
};

char *workdir_filesystem(const char *path)
{
    struct statfs about;
    char *name = NULL;
    if (statfs(path, &about) != 0)
        return NULL;
    const unsigned long magic = (unsigned long)about.f_type & 0xFFFFFFFFUL;
    for (size_t i = 0; i < sizeof filesystems / sizeof filesystems[0]; i++)
        if (filesystems[i].magic == magic)
            return strdup(filesystems[i].name);
    if (asprintf(&name, "0x%lx", magic) < 0)
        return NULL;
    return name;
}
