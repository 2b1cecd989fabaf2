#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Check that no floor of src/ includes one above it.

usage: check_floors.py SRC
"""
import pathlib
import re
import sys

# What a floor may include; a file is an exception to its floor.  doc/ has
# the picture.
ALLOWED = {
    "base": {"base"},
    "model": {"model", "base"},
    "report": {"report", "model", "base"},
    "bench": {"bench", "model", "base", "probe/ledger.h", "probe/hwf.h"},
    "probe": {"probe"},
    "cli": {"cli", "bench", "report", "model", "base"},
    ".": {"cli", "bench", "report", "model", "base"},
}

# Only bench knows GPGME and processes; the probe is loaded into other
# programs and may need nothing but libc; what it hooks is not ours to call.
GUARDED = {
    "gpgme.h": {"bench"},
    "assuan.h": {"bench"},
    "sys/wait.h": {"bench"},
    "sys/prctl.h": {"bench"},
    "gcrypt.h": set(),
    "zlib.h": set(),
    "bzlib.h": set(),
    "gpg-error.h": {"base", "model", "report", "bench", "cli", "."},
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]*)[>"]')


def include_fault(src, floor, mark, name):
    """What is wrong with one include on FLOOR; None if nothing is."""
    target = name.split("/")[0] if "/" in name else None
    if mark == "<" and target in ALLOWED:
        return f"<{name}> is ours: write it in quotes"
    if mark == "<":
        allowed = GUARDED.get(name, {floor})
        return None if floor in allowed else f"<{name}> is not for {floor}/"
    if target not in ALLOWED or not (src / name).is_file():
        return f'"{name}" is not written from src/'
    if not ALLOWED[floor] & {target, name}:
        return f'"{name}" is not below {floor}/'
    return None


def file_faults(src, path):
    """The faults of the file PATH, one line each."""
    place = path.relative_to(src)
    floor = str(place.parent)
    if floor not in ALLOWED:
        yield f"{place}: {floor}/ is no floor"
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        include = INCLUDE.match(line)
        fault = include and include_fault(src, floor, *include.groups())
        if fault:
            yield f"{place}:{number}: {fault}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    src = pathlib.Path(sys.argv[1])
    files = sorted(src.rglob("*.[ch]"))
    faults = [fault for path in files for fault in file_faults(src, path)]
    if not files:
        faults.append(f"{src}: no sources")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()
