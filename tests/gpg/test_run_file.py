# SPDX-License-Identifier: GPL-3.0-or-later
"""The run file of real runs: its schema, its names, its sums."""
import json
import re
import subprocess
import sys

import place

PROCESSES = ("gpg_cpu_ns", "agent_cpu_ns")
ALL_OF_ONE_SIZE = ("sign", "verify", "encrypt", "decrypt")


class RunFile(place.Place):
    def run_file(self, *arguments):
        """Of COPYING; its cells by name are the second value."""
        outcome = self.bench("-f", "json", *arguments, place.COPYING)
        self.assertEqual(outcome.status, 0, outcome.err)
        return outcome.run_file(), outcome.cells()

    def each_sample(self, cells):
        """(name of the cell, its sample as {metric: value})."""
        for name, cell in cells.items():
            plain = cell["plain"]
            for i in range(len(plain["round"])):
                yield name, {key: values[i] for key, values in plain.items()}

    def test_a_run_file_satisfies_the_schema(self):
        path = self.path / "run.json"
        self.bench("-r", "2", "-x", "1,2", "-q", "--export-json", path)
        failing = self.path / "failing.json"
        gpg = self.wrapper("--encrypt", "exit 2")
        self.measure("-e", gpg, "-q", "--export-json", failing)
        checker = place.SOURCE / "tests/check_schema.py"
        schema = place.SOURCE / "doc/run-file.schema.json"
        said = subprocess.run([sys.executable, checker, schema, path, failing],
                              capture_output=True, text=True, timeout=20)
        self.assertEqual((said.returncode, said.stderr), (0, ""))

    def test_cells_are_named_by_engine_key_operation_file_and_copies(self):
        run, cells = self.run_file("-r", "1", "-x", "1,20", "-e",
                                   f"mine={place.real_gpg()}")
        self.assertEqual(
            list(cells),
            ["mine/-/start/-/x1"] +
            [f"mine/dsa1024/{operation}/COPYING/x{copies}"
             for copies in (1, 20) for operation in ALL_OF_ONE_SIZE])
        self.assertIs(run["complete"], True)
        self.assertEqual([engine["name"] for engine in run["engines"]],
                         ["mine"])

    def test_runs_is_the_number_of_samples_of_each_cell(self):
        _, cells = self.run_file("-r", "3", "-x", "1")
        for cell in cells.values():
            self.assertEqual(cell["plain"]["round"], [0, 1, 2])
            for values in cell["plain"].values():
                self.assertEqual(len(values), 3)

    def test_cpu_is_the_sum_of_its_processes_and_of_its_split(self):
        run, cells = self.run_file("-r", "4", "-x", "1,20")
        count = 0
        for name, sample in self.each_sample(cells):
            self.assertEqual(sample["cpu_ns"],
                             sum(sample[key] for key in PROCESSES), name)
            self.assertEqual(sample["cpu_ns"],
                             sample["user_ns"] + sample["sys_ns"], name)
            self.assertGreater(sample["gpg_cpu_ns"], 0, name)
            for key in ("user_ns", "sys_ns", "client_cpu_ns"):
                self.assertGreaterEqual(sample[key], 0, (name, key))
            count += 1
        self.assertEqual(count, 9 * 4)
        self.assertGreater(run["setup_cpu_ns"], 0)

    def test_the_agents_work_is_in_sign_and_decrypt(self):
        _, cells = self.run_file("-r", "2", "-x", "1", "-o", "sign,decrypt")
        count = 0
        for name, sample in self.each_sample(cells):
            self.assertGreater(sample["agent_cpu_ns"], 0, name)
            count += 1
        self.assertEqual(count, 4)

    def test_the_methods_of_accounting_are_recorded(self):
        run, _ = self.run_file("-r", "1", "-x", "1")
        self.assertEqual(run["engines"][0]["accounting"],
                         {"gpg": "reaped", "agent": "cpuclock",
                          "agent_split": "reaped"})

    def test_engine_and_key_are_what_gpg_says_of_them(self):
        run, _ = self.run_file("-r", "1", "-x", "1", "-o", "start")
        said = subprocess.run([place.real_gpg(), "--version"], text=True,
                              capture_output=True, timeout=20).stdout
        engine = run["engines"][0]
        self.assertEqual(said.splitlines()[0].split()[-1], engine["version"])
        self.assertEqual(said.splitlines()[1],
                         f"libgcrypt {engine['libgcrypt']['version']}")
        self.assertEqual(engine["path"], place.real_gpg())
        key = run["keys"][0]
        self.assertEqual((key["algorithm"], key["subkey"]),
                         ("dsa1024", "elg1024"))

    def test_the_files_digest_is_that_of_sha256sum(self):
        run, _ = self.run_file("-r", "1", "-x", "1", "-o", "start")
        said = subprocess.run(["sha256sum", place.COPYING], text=True,
                              capture_output=True, timeout=20).stdout
        self.assertEqual(run["fixtures"],
                         [{"name": "COPYING", "size_bytes": 17983,
                           "sha256": said.split()[0]}])

    def test_verify_has_no_output_and_the_others_have(self):
        _, cells = self.run_file("-r", "1", "-x", "1")
        having = {cell["operation"] for cell in cells.values()
                  if "output_bytes" in cell["plain"]}
        self.assertEqual(having, {"sign", "encrypt", "decrypt"})

    def order(self, seed):
        """In which order the operations of three measured rounds came."""
        log = self.path / f"order.{seed}"
        gpg = self.program("gpg", f"""\
echo "$@" >>{log}
exec {place.real_gpg()} "$@\"""")
        self.run_file("-r", "3", "-x", "1", "-o", "start,sign,verify",
                      "-w", "1", "--seed", seed, "-e", gpg)
        verbs = re.findall(r"--sign|--verify|^--version$", log.read_text(),
                           re.M)
        log.unlink()
        return verbs

    def test_the_same_seed_gives_the_same_order(self):
        first = self.order("7")
        self.assertEqual(first, self.order("7"))
        # 6 orders of 3 cells in 3 rounds: one of these differs.
        self.assertTrue(any(first != self.order(seed)
                            for seed in ("8", "9", "10")))

    def test_the_seed_is_recorded(self):
        run, _ = self.run_file("-r", "1", "-x", "1", "-o", "start", "--seed",
                               "4711")
        self.assertEqual(run["settings"]["seed"], 4711)

    def test_only_the_operations_asked_for_are_measured(self):
        _, cells = self.run_file("-r", "1", "-x", "2", "-o",
                                 "decrypt,verify")
        self.assertEqual(list(cells), ["gpg/dsa1024/verify/COPYING/x2",
                                       "gpg/dsa1024/decrypt/COPYING/x2"])

    def test_an_export_is_the_same_record_as_stdout(self):
        path = self.path / "run.json"
        run, _ = self.run_file("-r", "1", "-x", "1", "--export-json", path)
        self.assertEqual(json.loads(path.read_text()), run)

    def test_an_export_replaces_a_file_that_is_there(self):
        path = self.write("run.json", b"x" * 100000)
        self.measure("-o", "start", "--export-json", path)
        self.assertEqual(json.loads(path.read_text())["schema"],
                         "pgpbench-run")
        self.assertEqual([entry.name for entry in self.path.iterdir()
                          if entry.name.startswith("run.json")], ["run.json"])


if __name__ == "__main__":
    place.main()
