"""The web app finds mentions and addresses in texts as the server and the terminal do.

`MentionParserTests` and `WebAddressTests` read `fixtures/addresses.jsonl`, too; `text/cases.ts` plays it in node.
"""

import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parents[2] / "fixtures" / "addresses.jsonl"


def test_mentions_and_addresses_are_found_alike(_server, _browser):
    assert subprocess.run(["tsc", "-p", HERE / "text"]).returncode == 0
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "cases.mjs"
        subprocess.run(["esbuild", "--bundle", "--platform=node", "--target=node18", "--format=esm", "--log-level=warning",
                        HERE / "text" / "cases.ts", f"--outfile={output}"], check=True)
        played = subprocess.run(["node", output, CASES], capture_output=True, text=True)
        assert played.returncode == 0, played.stdout + played.stderr
