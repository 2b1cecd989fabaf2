# SPDX-License-Identifier: GPL-3.0-or-later
#
# Debian packages by "cpack" in the build tree, also in that of a cross build.
# What the program needs is found out by dependencies.cmake when cpack runs; gpg
# is not linked, and has to be named.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pgpbench)
set(CPACK_PACKAGE_VENDOR "the developers of pgpbench")
set(CPACK_PACKAGE_CONTACT "the developers of pgpbench <pgpbench@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "times OpenPGP operations of gpg and gpg-agent")
set(CPACK_PACKAGE_DESCRIPTION
    "Signs, verifies, encrypts and decrypts files with the real gpg and gpg-agent, counts all of their CPU time, and tells where the time goes.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gpg, gpg-agent, gpgconf")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS gnupg1)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake)
set(CPACK_PGPBENCH_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_PGPBENCH_CROSS ${CMAKE_CROSSCOMPILING})
set(CPACK_PGPBENCH_SYSROOT "${CMAKE_SYSROOT}")
include(CPack)
