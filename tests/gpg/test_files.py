# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of any size and any name."""
import os
import subprocess

import place


class Files(place.Place):
    def assert_measured(self, *arguments, cells=5):
        """The run file of a run that went well, with so many cells."""
        outcome = self.measure(*arguments)
        self.assertEqual((outcome.status, outcome.err), (0, ""))
        run = outcome.run_file()
        self.assertEqual(len(run["cells"]), cells)
        for cell in run["cells"]:
            self.assertEqual(len(cell["plain"]["round"]), 1, cell["name"])
        return run

    def fixture_names(self, run):
        return [fixture["name"] for fixture in run["fixtures"]]

    def test_an_empty_file_is_measured(self):
        run = self.assert_measured("-x", "1,20", self.write("e0", b""),
                                   cells=9)
        self.assertEqual(run["fixtures"][0]["size_bytes"], 0)
        self.assertEqual({cell["input_bytes"] for cell in run["cells"]},
                         {None, 0})

    def test_a_file_of_one_byte_is_measured(self):
        run = self.assert_measured("-x", "1,20", self.write("e1", b"x"),
                                   cells=9)
        self.assertEqual({cell["input_bytes"] for cell in run["cells"]},
                         {None, 1, 20})

    def test_a_file_that_is_openpgp_already_is_not_unwrapped(self):
        home = self.path / "by-hand"
        home.mkdir(mode=0o700)
        clear = self.path / "clear.asc"
        gpg = ["gpg1", "--homedir", home, "--batch", "--no-tty", "--quiet"]
        subprocess.run([*gpg, "--import", place.KEY], check=True, timeout=20,
                       capture_output=True)
        subprocess.run([*gpg, "--output", clear, "--clearsign",
                        place.COPYING], check=True, timeout=20,
                       capture_output=True)
        run = self.assert_measured(clear)
        sizes = {cell["plain"]["output_bytes"][0] for cell in run["cells"]
                 if cell["operation"] == "decrypt"}
        self.assertEqual(sizes, {clear.stat().st_size})

    def test_a_name_may_have_spaces(self):
        run = self.assert_measured(self.write("two  words ", b"text"))
        self.assertEqual(self.fixture_names(run), ["two  words "])

    def test_a_name_may_have_a_newline_and_a_quote(self):
        run = self.assert_measured(self.write('a\n"b\t\x1b[1m', b"text"))
        self.assertEqual(self.fixture_names(run), ['a\n"b\t\x1b[1m'])

    def test_a_report_has_no_control_characters_of_a_name(self):
        outcome = self.bench("-r", "1", "-x", "1",
                             self.write("a\nb\x1b[1m\x07", b"text"))
        self.assertEqual(outcome.status, 0, outcome.err)
        for character in outcome.out + outcome.err:
            self.assertTrue(character == "\n" or character.isprintable(),
                            repr(character))
        self.assertNotIn("a\nb", outcome.out)

    def test_a_name_need_not_be_utf_8(self):
        name = os.fsdecode(b"caf\xe9\xff")
        run = self.assert_measured(self.write(name, b"text"))
        self.assertIn("caf", self.fixture_names(run)[0])

    def test_a_name_that_begins_with_a_dash_follows_two_dashes(self):
        self.write("-r", b"text")
        self.assertEqual(self.fixture_names(self.assert_measured("--", "-r")),
                         ["-r"])
        self.assertEqual(self.fixture_names(self.assert_measured("./-r")),
                         ["-r"])

    def test_a_file_with_the_name_of_a_verb_is_given_with_its_directory(self):
        self.write("compare", b"text")
        run = self.assert_measured("./compare")
        self.assertEqual(self.fixture_names(run), ["compare"])

    def test_a_name_may_have_250_characters(self):
        name = "n" * 250
        run = self.assert_measured(self.write(name, b"text"))
        self.assertEqual(self.fixture_names(run), [name])

    def test_a_second_file_of_the_same_name_gets_a_number(self):
        for directory in ("one", "two"):
            (self.path / directory).mkdir()
            self.write(f"{directory}/file", directory.encode() * 9)
        run = self.assert_measured("one/file", "two/file", cells=9)
        self.assertEqual(self.fixture_names(run), ["file", "file#2"])
        names = [cell["name"] for cell in run["cells"]]
        self.assertIn("gpg/dsa1024/sign/file#2/x1", names)
        self.assertEqual(len(set(names)), 9)

    def test_a_link_to_a_file_is_followed(self):
        (self.path / "link").symlink_to(self.write("file", b"text"))
        run = self.assert_measured("link")
        self.assertEqual(run["fixtures"][0]["size_bytes"], 4)

    def test_an_unwritable_current_directory_is_no_matter(self):
        outcome = self.measure(place.COPYING, cwd="/proc")
        self.assertEqual((outcome.status, outcome.err), (0, ""))

    def test_the_users_file_is_as_it_was(self):
        path = self.write("file", b"text" * 1000)
        path.chmod(0o444)
        before = path.stat()
        self.assert_measured(path)
        after = path.stat()
        self.assertEqual(path.read_bytes(), b"text" * 1000)
        self.assertEqual((after.st_mode, after.st_mtime_ns, after.st_ino),
                         (before.st_mode, before.st_mtime_ns, before.st_ino))


if __name__ == "__main__":
    place.main()
