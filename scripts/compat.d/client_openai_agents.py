"""OpenAI's agents SDK: agents with tools, by Responses and by chat completions."""

import asyncio

import openai
from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled

from harness import check, finish, studio
from scripted import Model

set_tracing_disabled(True)
QUESTION = "What did Sara say about her kneecap?"


@function_tool
def get_weather(city: str) -> str:
    """The weather somewhere."""
    return f"{city}: snow"


def model_of(kind, server, key):
    api = openai.AsyncOpenAI(base_url=server.url + "/openai/v1", api_key=key, max_retries=0)
    return kind(model="spotter", openai_client=api)


def run(agent, question):
    return asyncio.run(Runner.run(agent, question))


async def streamed(agent, question):
    result = Runner.run_streamed(agent, question)
    kinds = [event.type async for event in result.stream_events()]
    return result.final_output, kinds


scripted = Model()
with studio() as server, studio(scripted) as clever:
    plain_key = server.key("alex@example.com", ["assistant"])
    clever_key = clever.key("alex@example.com", ["assistant"])
    for kind in (OpenAIResponsesModel, OpenAIChatCompletionsModel):
        @check(f"{kind.__name__}: an agent answers, and streams")
        def _():
            agent = Agent(name="Spotter", instructions="Be brief.", model=model_of(kind, server, plain_key))
            assert "kneecap" in run(agent, QUESTION).final_output.lower()
            agent = Agent(name="Spotter", model=model_of(kind, server, plain_key))
            output, kinds = asyncio.run(streamed(agent, QUESTION))
            assert "kneecap" in output.lower() and "raw_response_event" in kinds

        @check(f"{kind.__name__}: an agent uses its tool")
        def _():
            scripted.call(("get_weather", {"city": "Kiruna"}), then="It snows in Kiruna.")
            agent = Agent(name="Spotter", model=model_of(kind, clever, clever_key), tools=[get_weather])
            assert run(agent, "How is the weather in Kiruna?").final_output == "It snows in Kiruna."
            assert scripted.requests[-1]["messages"][-1]["content"] == "Kiruna: snow"

finish()
