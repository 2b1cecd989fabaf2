# SPDX-License-Identifier: GPL-3.0-or-later
#
# cpack runs this between installing and packing: dpkg-shlibdeps tells what
# packages the linked libraries are from, for CPACK_DEBIAN_PACKAGE_DEPENDS.
# CPack would run it itself, but for this system's architecture alone, and would
# leave out a library whose package is not known.
if(NOT CPACK_GENERATOR STREQUAL DEB)
    return()
endif()

# The program has that path in it, and would not find its data.
if(NOT CPACK_PGPBENCH_PREFIX STREQUAL CPACK_PACKAGING_INSTALL_PREFIX)
    message(FATAL_ERROR "built for ${CPACK_PGPBENCH_PREFIX}: configure with -DCMAKE_INSTALL_PREFIX=${CPACK_PACKAGING_INSTALL_PREFIX} for a package")
endif()

if(CPACK_PGPBENCH_CROSS)
    set(known "${CPACK_PGPBENCH_SYSROOT}/DEBIAN")
    if(NOT EXISTS "${known}/architecture")
        message(FATAL_ERROR "no ${known}/architecture: make the sysroot with tools/sysroot, which keeps what the dependencies are found by")
    endif()
    file(STRINGS "${known}/architecture" CPACK_DEBIAN_PACKAGE_ARCHITECTURE)
    # Chooses the objdump and the directories with libraries.
    set(ENV{DEB_HOST_ARCH} ${CPACK_DEBIAN_PACKAGE_ARCHITECTURE})
    set(search "-S${CPACK_PGPBENCH_SYSROOT}")
endif()

# It must find a debian/control where it runs; we have nothing to say there.
set(place "${CPACK_TOPLEVEL_DIRECTORY}/shlibdeps")
file(WRITE "${place}/debian/control" "")
set(installed "${CPACK_TEMPORARY_DIRECTORY}/usr")
# Whatever umask it was installed with.
file(CHMOD_RECURSE "${installed}" DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
file(GLOB_RECURSE binaries "${installed}/bin/*" "${installed}/lib/*.so")
execute_process(COMMAND dpkg-shlibdeps ${search} -O ${binaries}
    WORKING_DIRECTORY "${place}"
    OUTPUT_VARIABLE depends ERROR_VARIABLE said RESULT_VARIABLE status
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_STRIP_TRAILING_WHITESPACE)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "dpkg-shlibdeps: ${status}\n${said}")
endif()
string(REGEX REPLACE "^shlibs:Depends=" ", " depends "${depends}")
string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS "${depends}")
