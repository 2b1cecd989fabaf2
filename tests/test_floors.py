#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of check_floors.py, on small trees with one fault each."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).with_name("check_floors.py")

GOOD = {
    "main.c": '#include "cli/cmd.h"\n#include <stdio.h>\n',
    "cli/cmd.h": "",
    "cli/cmd.c": '#include "cli/cmd.h"\n#include "bench/bench.h"\n'
                 '#include "report/table.h"\n',
    "report/table.h": '#include "model/run.h"\n#include <gpg-error.h>\n',
    "bench/bench.h": '#include "model/run.h"\n#include "probe/ledger.h"\n'
                     "#include <gpgme.h>\n#include <sys/wait.h>\n",
    "model/run.h": '#include "base/text.h"\n',
    "base/text.h": "#include <sys/stat.h>\n",
    "probe/ledger.h": "#include <stdint.h>\n",
    "probe/probe.c": '#include "probe/ledger.h"\n#include <sys/mman.h>\n',
}


def check(tree):
    """Status and output of the check on TREE: names and contents."""
    with tempfile.TemporaryDirectory() as folder:
        src = pathlib.Path(folder)
        for name, content in tree.items():
            (src / name).parent.mkdir(exist_ok=True)
            (src / name).write_text(content, encoding="utf-8")
        done = subprocess.run([sys.executable, CHECK, src], text=True,
                              capture_output=True, timeout=30, check=False)
        return done.returncode, done.stdout


class Floors(unittest.TestCase):
    def refused(self, name, line, words):
        """The good tree with LINE planted in NAME is refused."""
        tree = dict(GOOD)
        tree[name] = tree.get(name, "") + line + "\n"
        status, output = check(tree)
        self.assertEqual(status, 1, output)
        number = tree[name].count("\n")
        self.assertEqual(len(output.splitlines()), 1, output)
        self.assertTrue(output.startswith(f"{name}:{number}: "), output)
        self.assertIn(words, output)

    def test_a_tree_in_order_is_accepted(self):
        self.assertEqual(check(GOOD), (0, ""))

    def test_a_floor_may_not_include_one_above(self):
        for name, above in (("base/text.h", "model/run.h"),
                            ("model/run.h", "report/table.h"),
                            ("model/run.h", "bench/bench.h"),
                            ("report/table.h", "cli/cmd.h"),
                            ("bench/bench.h", "cli/cmd.h"),
                            ("probe/probe.c", "base/text.h")):
            self.refused(name, f'#include "{above}"', "not below")

    def test_doing_and_reading_know_nothing_of_each_other(self):
        self.refused("bench/bench.h", '#include "report/table.h"',
                     "not below")
        self.refused("report/table.h", '#include "bench/bench.h"',
                     "not below")

    def test_of_the_probe_only_the_ledger_is_shared(self):
        self.refused("report/table.h", '#include "probe/ledger.h"',
                     "not below")
        self.refused("bench/bench.h", '#include "probe/probe.c"',
                     "not below")

    def test_only_bench_knows_gpgme_and_processes(self):
        for header in ("gpgme.h", "assuan.h", "sys/wait.h", "sys/prctl.h"):
            for name in ("cli/cmd.c", "report/table.h", "model/run.h",
                         "base/text.h", "main.c", "probe/probe.c"):
                self.refused(name, f"# include <{header}>", "is not for")

    def test_the_probe_needs_only_libc(self):
        self.refused("probe/probe.c", "#include <gpg-error.h>", "is not for")

    def test_own_headers_are_written_from_src(self):
        self.refused("cli/cmd.c", '#include "cmd.h"', "from src/")
        self.refused("cli/cmd.c", '#include "../cli/cmd.h"', "from src/")
        self.refused("cli/cmd.c", '#include "cli/none.h"', "from src/")
        self.refused("cli/cmd.c", '#include "gpgme.h"', "from src/")
        self.refused("cli/cmd.c", "#include <cli/cmd.h>", "in quotes")

    def test_a_folder_that_is_no_floor_is_refused(self):
        status, output = check({**GOOD, "util/misc.c": ""})
        self.assertEqual(status, 1)
        self.assertIn("util/ is no floor", output)

    def test_an_empty_tree_is_refused(self):
        self.assertEqual(check({})[0], 1)


unittest.main()
