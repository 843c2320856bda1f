#!/usr/bin/python3
"""All models by name, and random ones by seed. `models.py NAME FOLDER` or `models.py --seed S FOLDER` writes one.

It prints the arguments of `sextant check` and what the answer must be. `models.py --list` prints all names."""
import argparse
import os

import models_config  # noqa: F401  (each registers its models)
import models_folder  # noqa: F401
import models_folder_mistakes  # noqa: F401
import models_gguf  # noqa: F401
import models_kept  # noqa: F401
import models_malformed  # noqa: F401
import models_onnx  # noqa: F401
import models_random
import models_table  # noqa: F401
from case import CASES


def all_models():
    return list(CASES)


def named(name):
    """The model of that name; a name such as random_17 is drawn from the seed 17."""
    if name.startswith("random_"):
        return models_random.draw(int(name[7:]))
    return next(case for case in CASES if case.name == name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for case in CASES:
            print(f"{case.name:32} {'/'.join(map(str, case.status)):6} {case.about}")
        return
    if options.seed is not None:
        options.folder, options.name = options.name, f"random_{options.seed}"
    if not options.name or not options.folder:
        parser.error("name a model and a folder")
    case = named(options.name)
    os.makedirs(options.folder, exist_ok=True)
    print("sextant check", *case.build(options.folder))
    print(f"{case.about}: status {case.status}, names {case.names}, says {case.says}, stored {case.stored}")


if __name__ == "__main__":
    main()
