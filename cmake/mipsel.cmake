# SPDX-License-Identifier: GPL-3.0-or-later
#
# For a little-endian MIPS with 32 bits, as handhelds of 2001 had: Debian's
# mipsel.  CMAKE_SYSROOT is what tools/sysroot mipsel made.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR mipsel)
set(PGPBENCH_TRIPLET mipsel-linux-gnu)
# A tenth smaller: calls of libraries by a table, not by a register for each.
if(NOT DEFINED PGPBENCH_SMALL_FLAGS)
    set(PGPBENCH_SMALL_FLAGS -mplt)
endif()
set(PGPBENCH_EMULATOR qemu-mipsel-static)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
