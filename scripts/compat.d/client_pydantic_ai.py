"""Pydantic AI: agents whose answers have types, by Responses and by chat completions."""

from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

from harness import check, finish, studio
from scripted import Model

QUESTION = "What did Sara say about her kneecap?"


class Injury(BaseModel):
    person: str
    part: str


def model_of(kind, server, key):
    return kind("spotter", provider=OpenAIProvider(base_url=server.url + "/openai/v1", api_key=key))


scripted = Model()
with studio() as server, studio(scripted) as clever:
    plain_key = server.key("alex@example.com", ["assistant"])
    clever_key = clever.key("alex@example.com", ["assistant"])
    for kind in (OpenAIChatModel, OpenAIResponsesModel):
        @check(f"{kind.__name__}: a text")
        def _():
            agent = Agent(model_of(kind, server, plain_key), instructions="Be brief.")
            assert "kneecap" in agent.run_sync(QUESTION).output.lower()

        @check(f"{kind.__name__}: a follow-up with the messages before it")
        def _():
            agent = Agent(model_of(kind, server, plain_key))
            first = agent.run_sync("What did Sara say about her kneecap?")
            second = agent.run_sync("And when did she say that?", message_history=first.all_messages())
            assert second.output

        @check(f"{kind.__name__}: an object, by a tool of the agent's")
        def _():
            scripted.call(("final_result", {"person": "Sara", "part": "knee"}), then="done")
            agent = Agent(model_of(kind, clever, clever_key), output_type=Injury)
            assert agent.run_sync(QUESTION).output == Injury(person="Sara", part="knee")

        @check(f"{kind.__name__}: a tool's result answers")
        def _():
            scripted.call(("get_weather", {"city": "Kiruna"}), then="It snows.")
            agent = Agent(model_of(kind, clever, clever_key))

            @agent.tool_plain
            def get_weather(city: str) -> str:
                return f"{city}: snow"

            assert agent.run_sync("Kiruna?").output == "It snows."
            assert scripted.requests[-1]["messages"][-1]["content"] == "Kiruna: snow"

finish()
