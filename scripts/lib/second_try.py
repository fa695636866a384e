"""What the gate does with tests that failed: a few are tried once more, each alone. One that then passes is named in
.build/flaky, which the gate prints at its end and lets through; one that fails again is named in .build/failed, and so are
all if too many failed.

`python3 scripts/lib/second_try.py --check` tests this module.
"""

import contextlib
import io
import pathlib
import sys
import tempfile

BUILD = pathlib.Path(__file__).resolve().parent.parent.parent / ".build"
MOST_FLAKY = 2


def second_try(failed, passes_alone, folder=BUILD):
    """Tries what failed once more, unless that is too much.

    @param failed the names of tests; none if it isn't known which failed, so that nothing can be tried again.
    @param passes_alone runs the test of a name alone, and says whether it passes then.
    @returns whether the gate may go on.
    """
    names = sorted(set(failed))
    if not 0 < len(names) <= MOST_FLAKY:
        tell(f"{len(names)} tests failed", names, "failed", folder)
        return False
    again = [name for name in names if not passes_alone(name)]
    if again:
        tell("failed twice, the second time alone", again, "failed", folder)
    if flaky := [name for name in names if name not in again]:
        tell("passed only when run alone", flaky, "flaky", folder)
    return not again


def tell(what, names, kind, folder):
    """Prints them, and notes them for the end of the gate."""
    with open(folder / kind, "a") as file:
        file.writelines(f"{name}\n" for name in names)
    print(f"{what}:", *[f"  {name}" for name in names], sep="\n", flush=True)


def check():
    """Whether failing tests end where they must: (failed at first, failed again) -> (goes on, failed, flaky)."""
    for failed, again, expected in [
        ([], [], (False, [], [])),
        (["b", "a"], [], (True, [], ["a", "b"])),
        (["a", "a"], [], (True, [], ["a"])),
        (["b", "a"], ["b"], (False, ["b"], ["a"])),
        (["c", "b", "a"], [], (False, ["a", "b", "c"], [])),
    ]:
        with tempfile.TemporaryDirectory(prefix="spotter-second-try-") as folder:
            folder, tried = pathlib.Path(folder), []
            with contextlib.redirect_stdout(io.StringIO()):
                goes_on = second_try(failed, lambda name: tried.append(name) or name not in again, folder)
            noted = [(folder / kind).read_text().split() if (folder / kind).exists() else [] for kind in ("failed", "flaky")]
            assert (goes_on, *noted) == expected, (failed, again, goes_on, noted)
            assert tried == (sorted(set(failed)) if len(set(failed)) <= MOST_FLAKY else []), tried
    print("second_try.py: holds")


if __name__ == "__main__":
    if sys.argv[1:] != ["--check"]:
        sys.exit(__doc__)
    check()
