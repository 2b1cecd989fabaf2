# SPDX-License-Identifier: GPL-3.0-or-later
#
# For an ARM without floating-point unit, as PDAs had: Debian's armel.
# CMAKE_SYSROOT is what tools/sysroot armel made.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(PGPBENCH_TRIPLET arm-linux-gnueabi)
set(PGPBENCH_EMULATOR qemu-arm-static)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
