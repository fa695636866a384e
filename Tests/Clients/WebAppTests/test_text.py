"""The web app finds mentions and addresses in texts as the server and the terminal do, and keeps rules of SpotterClient.

`MentionParserTests` and `WebAddressTests` read `fixtures/addresses.jsonl`, too, `ClientRulesTests` `fixtures/client-rules.jsonl`;
`text/cases.ts` and `text/rules.ts` play them in node.
"""

from in_node import HERE, play

FIXTURES = HERE.parents[2] / "fixtures"


def test_mentions_and_addresses_are_found_alike(_server, _browser):
    play("text/cases.ts", FIXTURES / "addresses.jsonl")


def test_the_outbox_and_names_follow_the_same_rules(_server, _browser):
    play("text/rules.ts", FIXTURES / "client-rules.jsonl")
