#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Check run files against their schema, and that the lists of a cell are of
one length, which no schema can say.

usage: check_schema.py SCHEMA FILE...
"""
import json
import sys

import jsonschema


def length_faults(run):
    """What is wrong with the lengths of the lists in RUN, line by line."""
    for cell in run.get("cells", []):
        for kind in ("plain", "probed"):
            lists = cell[kind]
            for key, values in lists.items():
                if (isinstance(values, list)
                        and len(values) != len(lists["round"])):
                    yield (f"{cell['name']}: {kind}.{key} has {len(values)} "
                           f"elements, round {len(lists['round'])}")


def faults(validator, name):
    """What is wrong with the file NAME, line by line."""
    with open(name, encoding="utf-8") as stream:
        run = json.load(stream)
    wrong = [f"{error.json_path}: {error.message}"
             for error in validator.iter_errors(run)]
    return wrong or list(length_faults(run))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as stream:
        schema = json.load(stream)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    wrong = [f"{name}: {fault}" for name in sys.argv[2:]
             for fault in faults(kind(schema), name)]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
