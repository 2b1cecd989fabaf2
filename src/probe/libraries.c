/* SPDX-License-Identifier: GPL-3.0-or-later */

/* libraries: walks the dynamic linker's list.  Nothing is allocated. */
#include "probe/libraries.h"

#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

struct listing {
    struct ledger_slot *slot;
    uint32_t count;
};

static size_t padded(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}

static bool is_build_id(const ElfW(Nhdr) * note, const unsigned char *name)
{
    return note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
           memcmp(name, "GNU", 4) == 0 && note->n_descsz <= LEDGER_BUILD_ID_MAX;
}

void libraries_read_notes(struct ledger_library *library,
                          const unsigned char *notes, size_t size,
                          size_t alignment)
{
    size_t at = 0;
    ElfW(Nhdr) note;
    while (size - at >= sizeof note) {
        memcpy(&note, notes + at, sizeof note);
        const size_t name = at + sizeof note;
        if (note.n_namesz > size - name)
            return;
        const size_t content = padded(name + note.n_namesz, alignment);
        if (content > size || note.n_descsz > size - content)
            return;
        if (is_build_id(&note, notes + name)) {
            library->build_id_length = (uint8_t)note.n_descsz;
            memcpy(library->build_id, notes + content, note.n_descsz);
            return;
        }
        at = padded(content + note.n_descsz, alignment);
        if (at > size)
            return;
    }
}

static void read_build_id(struct ledger_library *library,
                          const struct dl_phdr_info *info)
{
    library->build_id_length = 0;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        const uintptr_t at = (uintptr_t)(info->dlpi_addr + header->p_vaddr);
        /* An address is all that the linker gives:
         * NOLINTNEXTLINE(performance-no-int-to-ptr) */
        const unsigned char *notes = (const unsigned char *)at;
        if (header->p_type == PT_NOTE && library->build_id_length == 0)
            libraries_read_notes(library, notes, header->p_memsz,
                                 header->p_align == 8 ? 8 : 4);
    }
}

/* The first entry is the program, which has no name there. */
static void read_path(struct ledger_library *library, const char *name)
{
    const size_t room = sizeof library->path - 1;
    size_t length = strnlen(name, room);
    if (length == 0) {
        const ssize_t got = readlink("/proc/self/exe", library->path, room);
        length = got > 0 ? (size_t)got : 0;
    } else {
        memcpy(library->path, name, length);
    }
    memset(library->path + length, 0, sizeof library->path - length);
}

/* What has no path and is not the program is the kernel's vDSO. */
static int add(struct dl_phdr_info *info, size_t size, void *opaque)
{
    struct listing *listing = opaque;
    (void)size;
    if (listing->count == LEDGER_LIBRARIES)
        return 1;
    if (listing->count > 0 && !strchr(info->dlpi_name, '/'))
        return 0;
    struct ledger_library *library =
        &listing->slot->libraries[listing->count++];
    read_path(library, info->dlpi_name);
    read_build_id(library, info);
    return 0;
}

void libraries_list(struct ledger_slot *slot)
{
    struct listing listing = {.slot = slot};
    dl_iterate_phdr(add, &listing);
    atomic_store(&slot->library_count, listing.count);
}
