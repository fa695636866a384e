"""The web app's replica ends as that of SpotterClient, for the same events and answers.

`ReplicaCaseTests` keeps `fixtures/replica-cases.jsonl` up to date; `Tests/Clients/WebAppTests/store/cases.ts` plays it in node.
"""

import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parents[2] / "fixtures" / "replica-cases.jsonl"


def test_both_replicas_end_alike(_server, _browser):
    assert subprocess.run(["tsc", "-p", HERE / "store"]).returncode == 0
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "cases.mjs"
        subprocess.run(["esbuild", "--bundle", "--platform=node", "--target=node18", "--format=esm", "--log-level=warning",
                        HERE / "store" / "cases.ts", f"--outfile={output}"], check=True)
        played = subprocess.run(["node", output, CASES], capture_output=True, text=True)
        print(played.stdout, end="", flush=True)
        assert played.returncode == 0, played.stderr
