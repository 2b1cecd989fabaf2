# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the toolchain files share: Debian's cross compiler, its pkg-config files
# in the sysroot, and an emulator to run tests with.
if(NOT CMAKE_SYSROOT)
    message(FATAL_ERROR "CMAKE_SYSROOT is missing: tools/sysroot makes one")
endif()

set(CMAKE_C_COMPILER ${PGPBENCH_TRIPLET}-gcc)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
    ${CMAKE_SYSROOT}/usr/lib/${PGPBENCH_TRIPLET}/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)

# Tests run through qemu, which looks for libraries in the sysroot first.
find_program(PGPBENCH_EMULATOR_PATH ${PGPBENCH_EMULATOR})
if(PGPBENCH_EMULATOR_PATH)
    set(CMAKE_CROSSCOMPILING_EMULATOR
        ${PGPBENCH_EMULATOR_PATH} -L ${CMAKE_SYSROOT})
endif()
