# SPDX-License-Identifier: GPL-3.0-or-later
#
# Debian packages by "cpack" in the build tree.  What the program needs is found
# out by dpkg-shlibdeps, which knows the packages of this system alone: none of a
# cross build.  gpg is not linked, and has to be named.
if(CMAKE_CROSSCOMPILING)
    return()
endif()
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
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gpg, gpg-agent, gpgconf")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS gnupg1)
include(CPack)
