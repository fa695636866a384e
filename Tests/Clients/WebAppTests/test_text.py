"""The web app finds mentions and addresses in texts as the server and the terminal do, and keeps rules of SpotterClient.

`MentionParserTests` and `WebAddressTests` read `fixtures/addresses.jsonl`, too, `ClientRulesTests` `fixtures/client-rules.jsonl`;
`text/cases.ts` and `text/rules.ts` play them in node.
"""

import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parents[2] / "fixtures"


def play(script, cases):
    assert subprocess.run(["tsc", "-p", HERE / "text"]).returncode == 0
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "cases.mjs"
        subprocess.run(["esbuild", "--bundle", "--platform=node", "--target=node18", "--format=esm", "--log-level=warning",
                        HERE / "text" / script, f"--outfile={output}"], check=True)
        played = subprocess.run(["node", output, FIXTURES / cases], capture_output=True, text=True)
        assert played.returncode == 0, played.stdout + played.stderr


def test_mentions_and_addresses_are_found_alike(_server, _browser):
    play("cases.ts", "addresses.jsonl")


def test_the_outbox_and_names_follow_the_same_rules(_server, _browser):
    play("rules.ts", "client-rules.jsonl")
