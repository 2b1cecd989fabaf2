# SPDX-License-Identifier: GPL-3.0-or-later
"""traced: the system calls of a watched command as strace has them, and the
accounts that they should give.  It knows nothing of how the probe works."""
import os
import re
import shutil

LINE = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+)")
DESCRIPTOR = re.compile(r"^(\d+)<([^<>]*)>")
DIRECTORY = re.compile(r"^AT_FDCWD<([^<>]*)>, ")
QUOTED = re.compile(r'"([^"]*)"')
DEVICE = re.compile(r'/dev/(u?random|hwrng)[>"]')

USES = {
    "flash_read": ("read", "readv", "pread64", "preadv"),
    "flash_write": ("write", "writev", "pwrite64", "pwritev", "ftruncate"),
    "flash_sync": ("fsync", "fdatasync", "sync_file_range", "syncfs"),
}
NAMES = ("open", "openat", "creat", "link", "linkat", "unlink", "unlinkat",
         "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir")
WATCHED = (*sum(USES.values(), ()), *NAMES, "close", "getrandom", "select",
           "pselect6", "poll", "ppoll", "clone", "clone3")
MOVES_BYTES = ("read", "readv", "pread64", "preadv", "write", "writev",
               "pwrite64", "pwritev", "getrandom")


class Call:
    """One system call."""

    def __init__(self, name, words, answer):
        self.name = name
        self.words = words
        self.answer = int(answer)

    def moved(self):
        return max(self.answer, 0) if self.name in MOVES_BYTES else 0

    def is_of(self, directory):
        """Whether its descriptor or its first path is in DIRECTORY."""
        return self.path().startswith(f"{directory}/")

    def path(self):
        descriptor = DESCRIPTOR.match(self.words)
        quoted = QUOTED.search(self.words)
        if self.name not in NAMES:
            return descriptor.group(2) if descriptor else ""
        directory = DIRECTORY.match(self.words)
        start = directory.group(1) if directory else os.sep
        return os.path.normpath(os.path.join(start, quoted.group(1)))


def use_of(call):
    for use, names in USES.items():
        if call.name in names:
            return use
    return "flash_meta"


def is_entropy(call):
    """libc's malloc draws 8 bytes for itself, at no time that anybody could
    hook."""
    if call.name == "getrandom":
        return "GRND_NONBLOCK" not in call.words
    return call.name not in ("close", "write") and bool(
        DEVICE.search(call.words))


def accounts(calls, directory):
    """How many calls and bytes of each kind there were below DIRECTORY; those
    that open and close a directory to list it are libc's own."""
    found = {use: (0, 0) for use in (*USES, "flash_meta", "entropy")}
    opened = set()
    for call in calls:
        descriptor = call.words.split("<")[0]
        if "O_DIRECTORY" in call.words:
            opened.add(str(call.answer))
        elif call.name == "close" and descriptor in opened:
            opened.discard(descriptor)
        elif call.name in ("clone", "clone3"):
            pass
        elif is_entropy(call) or call.is_of(directory):
            use = "entropy" if is_entropy(call) else use_of(call)
            count, size = found[use]
            found[use] = (count + 1, size + call.moved())
    return found


def read_calls(directory):
    """The calls of each process, by its pid; strace counts threads like
    processes."""
    calls = {}
    for file in directory.iterdir():
        lines = (LINE.match(line) for line in
                 file.read_text(errors="replace").splitlines())
        calls[int(file.suffix[1:])] = [Call(*line.groups()) for line in lines
                                       if line]
    return {pid: with_threads(pid, calls) for pid in calls}


def with_threads(task, calls):
    """The calls of TASK and of the threads that it and they made."""
    found = list(calls.get(task, []))
    for call in calls.get(task, []):
        if call.name in ("clone", "clone3") and "CLONE_THREAD" in call.words:
            found += with_threads(call.answer, calls)
    return found


def run(place, command, options=None, **how):
    """Run COMMAND under the probe and strace; the ledger's rows, and the
    calls of each process."""
    directory = place.path / "trace"
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    options = options or ["-e", f"trace={','.join(WATCHED)}"]
    rows = place.watch(*command, **how, before=[
        "strace", "-ff", "-y", "-s", "1000", "-o", str(directory / "t"),
        *options])
    return rows, read_calls(directory)


def delay(place, command, delay_us, system_calls, files):
    """Run COMMAND under the probe while strace delays each of SYSTEM_CALLS,
    only on FILES if there are any; the rows, and how many calls of COMMAND
    were delayed."""
    names = ",".join(system_calls)
    options = ["--seccomp-bpf", "-e", f"trace={names}",
               "-e", f"inject={names}:delay_enter={delay_us}"]
    for file in files:
        options += ["-P", file]
    rows, calls = run(place, command, options)
    pid = rows.only(os.path.basename(command[0])).pid
    return rows, sum(1 for call in calls.get(pid, [])
                     if call.name != "getrandom" or is_entropy(call))
