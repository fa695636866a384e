"""The web app's replica ends as that of SpotterClient, for the same events and answers.

`ReplicaCaseTests` keeps `fixtures/replica-cases.jsonl` up to date; `Tests/Clients/WebAppTests/store/cases.ts` plays it in node.
"""

from in_node import HERE, play


def test_both_replicas_end_alike(_server, _browser):
    print(play("store/cases.ts", HERE.parents[2] / "fixtures" / "replica-cases.jsonl"), end="", flush=True)
