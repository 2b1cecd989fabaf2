# SPDX-License-Identifier: GPL-3.0-or-later
"""Where exports may go and where not, and that nothing waits for ever."""
import json
import os
import signal
import subprocess
import time

import place

QUICK = ("-r", "1", "-w", "0", "-x", "1", "-o", "sign")


class Exports(place.Place):
    def shell(self, script, *arguments):
        """bash runs SCRIPT, in which "$@" is pgpbench with ARGUMENTS."""
        return self.bench("-c", script, "bash", place.PGPBENCH, *arguments,
                          program=["bash"])

    def test_what_the_run_reads_is_not_replaced(self):
        text = self.write("text", b"text of mine\n" * 100)
        key = self.write("key.asc", place.KEY.read_bytes())
        os.link(text, self.path / "other-name")
        os.symlink(key, self.path / "link")
        for export, *words in ((text, "text"), ("other-name", "text"),
                               (key, "key.asc"), ("link", "key.asc")):
            with self.subTest(export=export):
                outcome = self.bench(*QUICK, "-k", key, "--export-json",
                                     export, text)
                self.assert_refused(outcome, "this run reads it",
                                    "--export-json", *words)
        self.assertEqual(text.read_bytes(), b"text of mine\n" * 100)
        self.assertEqual(key.read_bytes(), place.KEY.read_bytes())

    def test_two_exports_to_one_file_are_refused(self):
        outcome = self.bench(*QUICK, "--export-json", "x", "--export-csv",
                             "./x", place.COPYING)
        self.assert_refused(outcome, "./x", "--export-json goes there")

    def test_an_export_to_stdout_is_refused_with_advice(self):
        for script in ('"$@" | cat; exit ${PIPESTATUS[0]}', '"$@" > out'):
            with self.subTest(script=script):
                # /dev/stdout is a link to it, but not in every /dev.
                outcome = self.shell(script, *QUICK, "--export-json",
                                     "/proc/self/fd/1", place.COPYING)
                self.assert_refused(outcome, "/proc/self/fd/1",
                                    "--format json")

    def test_messages_never_get_into_a_run_file(self):
        """stdin and stderr closed: the export would be given fd 2."""
        outcome = self.shell('"$@" <&- 2>&-', *QUICK, "-v", "--export-json",
                             "run.json", place.COPYING)
        self.assertEqual(outcome.status, 0)
        json.loads((self.path / "run.json").read_text())

    def test_a_process_substitution_gets_the_run_file(self):
        outcome = self.shell('"$@" --export-json >(cat > copy; : > done); '
                             'status=$?; while ! [ -e done ]; do sleep 0.1; '
                             'done; exit $status', *QUICK, place.COPYING)
        self.assertEqual(outcome.status, 0, outcome.err)
        run = json.loads((self.path / "copy").read_text())
        self.assertTrue(run["complete"])

    def test_a_pipe_that_nobody_reads_can_be_interrupted(self):
        os.mkfifo(self.path / "pipe")
        with self.start(*QUICK, "--export-json", "pipe",
                        place.COPYING) as process:
            time.sleep(0.5)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=3)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)

    def test_a_pipe_whose_reader_comes_late_is_written(self):
        os.mkfifo(self.path / "pipe")
        with self.start(*QUICK, "--export-json", "pipe",
                        place.COPYING) as process:
            time.sleep(0.5)
            read = subprocess.run(["cat", self.path / "pipe"], timeout=20,
                                  check=True, capture_output=True)
            process.communicate(timeout=10)
        self.assertEqual(process.returncode, 0)
        self.assertTrue(json.loads(read.stdout)["complete"])


class Append(place.Place):
    def add(self, *arguments):
        return self.bench("-r", "1", "-w", "0", "-x", "1", "-o", "start",
                          "--probe", "never", "-q", *arguments,
                          place.COPYING)

    def test_runs_are_added_line_by_line(self):
        file = self.path / "nightly.jsonl"
        for count in (1, 2, 3):
            self.assertEqual(self.add("--append", str(file)).status, 0)
            lines = file.read_text().splitlines()
            self.assertEqual(len(lines), count)
        for line in lines:
            self.assertEqual(json.loads(line)["schema"], "pgpbench-run")

    def test_a_run_that_fails_adds_nothing(self):
        file = self.path / "nightly.jsonl"
        self.assert_refused(self.add("--append", str(file), "-e",
                                     "/nonexistent/gpg"), "/nonexistent/gpg")
        self.assertFalse(file.exists())

    def test_an_input_of_the_users_is_not_appended_to(self):
        copy = self.write("copy", place.COPYING.read_bytes())
        self.assert_refused(self.bench("--append", str(copy), str(copy)),
                            str(copy), "--append")
        self.assertEqual(copy.read_bytes(), place.COPYING.read_bytes())

    def test_an_export_in_its_place_is_refused(self):
        file = self.path / "nightly.jsonl"
        self.add("--append", str(file))
        before = file.read_bytes()
        self.assert_refused(self.add("--append", str(file), "--export-json",
                                     str(file)), "--export-json")
        self.assertEqual(file.read_bytes(), before)


place.main()
