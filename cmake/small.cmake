# SPDX-License-Identifier: GPL-3.0-or-later
#
# MinSizeRel with gcc, for small machines: what the linker finds unused is left out, no
# tables for unwinding are kept, and the program itself is not moved about in
# memory.  PGPBENCH_SMALL_FLAGS is what a toolchain file adds for the program.
set(small $<AND:$<CONFIG:MinSizeRel>,$<C_COMPILER_ID:GNU>>)
list(JOIN PGPBENCH_SMALL_FLAGS "$<SEMICOLON>" small_flags)
target_compile_options(pgpbench_plain INTERFACE
    $<${small}:-flto=auto$<SEMICOLON>-fno-asynchronous-unwind-tables>)
target_link_options(pgpbench_plain INTERFACE
    $<${small}:-flto=auto$<SEMICOLON>-Os$<SEMICOLON>LINKER:--build-id=none>)
target_compile_options(pgpbench_build INTERFACE
    $<${small}:-fno-pie$<SEMICOLON>${small_flags}>)
target_link_options(pgpbench_build INTERFACE
    $<${small}:-no-pie$<SEMICOLON>LINKER:--gc-sections$<SEMICOLON>${small_flags}>)
