# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are larger than the memory pgpbench may have."""
import json
import pathlib
import resource
import time

import place

GIB = 1024 ** 3

# Of the issue: pgpbench's own peak, and the address space it must do with.
PEAK_BYTES = 8_000_000
ADDRESS_SPACE_BYTES = 400_000 * 1024


def peak_of(process):
    """Its largest resident set so far; 0 before it begins and once it has
    ended.  The kernel's ru_maxrss would begin with that of our own fork."""
    try:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return 0
    fields = dict(line.split(":\t", 1) for line in status.splitlines())
    if fields["Name"] != "pgpbench" or "VmHWM" not in fields:
        return 0
    return int(fields["VmHWM"].split()[0]) * 1024


def is_sanitized():
    """A sanitizer wants terabytes of address space, and memory."""
    return b"__asan_init" in pathlib.Path(place.PGPBENCH).read_bytes()


def limit_address_space():
    place.default_signals()
    if not is_sanitized():
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE_BYTES,) * 2)


class Large(place.Place):
    def sparse(self, size):
        path = self.path / "zeros"
        with open(path, "wb") as file:
            file.truncate(size)
        return path

    def measure_in_little_room(self, *arguments):
        """The run file of a run with its address space limited; its own peak
        must be small."""
        log = self.path / "run.json"
        peak = 0
        with self.start("-r", "1", "-w", "0", "-x", "1", "-q",
                        "--probe", "never",
                        "--export-json", log, *arguments,
                        preexec_fn=limit_address_space) as process:
            deadline = time.monotonic() + 400
            while process.poll() is None:
                peak = max(peak, peak_of(process))
                if time.monotonic() > deadline:
                    process.kill()
                    place.kill_those_that_mention(str(self.path))
                    self.fail(f"{arguments} did not end")
                time.sleep(0.02)
            out, err = process.stdout.read(), process.stderr.read()
        self.assertEqual((process.returncode, err), (0, ""), out)
        self.assertGreater(peak, 0)
        if not is_sanitized():
            self.assertLess(peak, PEAK_BYTES)
        run = json.loads(log.read_text())
        for cell in run["cells"]:
            self.assertEqual(len(cell["plain"]["real_ns"]), 1, cell["name"])
        return run

    def test_memory_stays_flat_whatever_the_size(self):
        """Without compression the messages in memory are as large as the
        file."""
        size = 200_000_000
        run = self.measure_in_little_room("--data", "memory", "--compress",
                                          "none", self.sparse(size))
        outputs = {cell["operation"]: cell["plain"]["output_bytes"][0]
                   for cell in run["cells"] if "output_bytes" in cell["plain"]}
        self.assertEqual(outputs["decrypt"], size)
        self.assertGreater(outputs["sign"], size)
        self.assertGreater(outputs["encrypt"], size)

    def test_memory_stays_flat_with_payload_in_files(self):
        self.measure_in_little_room(self.sparse(60_000_000))

    def test_more_than_4_gib_are_measured_in_memory(self):
        """Beyond 32 bits, from zeros that lie nowhere."""
        size = 4 * GIB + 200_000_000
        run = self.measure_in_little_room(
            "--data", "memory", "-o", "sign", "--compress", "zlib",
            "--gpg-option", "compress-level 1", self.sparse(size))
        cell = run["cells"][0]
        self.assertEqual(run["fixtures"][0]["size_bytes"], size)
        self.assertEqual(cell["input_bytes"], size)
        # Deflate makes zeros at most 1032 times smaller: 258 bytes from two
        # bits (RFC 1951, section 3.2.5).
        self.assertGreater(cell["plain"]["output_bytes"][0], size / 1032)
        self.assertLess(cell["plain"]["output_bytes"][0], size / 100)


if __name__ == "__main__":
    place.main()
