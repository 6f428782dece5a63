"""Fills the launcher's `pycache` folder; run once per build, as a script.

An imported module leaves its bytecode there. What is not imported here works too, only slower.
"""

import os
import sys
from importlib.machinery import SourceFileLoader

COMMON = (
    "abc argparse ast atexit bisect collections contextlib copy csv dataclasses datetime "
    "decimal enum fractions functools getopt gettext glob hashlib heapq inspect io itertools "
    "json keyword linecache locale logging math numbers operator os pathlib pickle pprint "
    "queue random re shutil signal statistics string struct tempfile textwrap threading time "
    "timeit tokenize traceback types typing unittest uuid warnings weakref "
).split()


def main():
    for name in COMMON:
        try:
            __import__(name)
        except ImportError as error:
            print(f"{name}: {error}")
    packages = os.path.dirname(os.path.abspath(__file__))
    for folder, _, files in os.walk(packages):
        for file in files:
            if file.endswith(".py"):
                SourceFileLoader("_", os.path.join(folder, file)).get_code("_")


if __name__ == "__main__":
    main()
