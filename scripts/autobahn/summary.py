"""Counts the verdicts in Autobahn's report and exits with 1 if a case failed or if there are none."""

import collections
import json
import sys

ACCEPTABLE = {"OK", "NON-STRICT", "INFORMATIONAL"}


def main(path):
    with open(path) as file:
        cases = json.load(file)["spotter"]
    for key in ("behavior", "behaviorClose"):
        print(key, dict(collections.Counter(case[key] for case in cases.values())))
    notable = {name: case for name, case in cases.items() if {case["behavior"], case["behaviorClose"]} != {"OK"}}
    for name, case in sorted(notable.items()):
        print(" ", name, case["behavior"], "close", case["behaviorClose"])
    failed = [c for c in cases.values() if not {c["behavior"], c["behaviorClose"]} <= ACCEPTABLE]
    print(len(cases), "cases,", len(failed), "failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
