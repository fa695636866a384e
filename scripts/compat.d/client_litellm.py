"""LiteLLM, by its provider for servers that speak OpenAI's contracts."""

import litellm

from harness import check, expect_error, finish, studio
from scripted import Embeddings, Model

litellm.suppress_debug_info = True
QUESTION = [{"role": "user", "content": "What did Sara say about her kneecap?"}]
TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": {
    "type": "object", "properties": {"city": {"type": "string"}}}}}

with studio() as server:
    at = dict(model="openai/spotter", api_base=server.url + "/openai/v1", num_retries=0, max_retries=0,
              api_key=server.key("alex@example.com", ["assistant"]))

    @check("a completion")
    def _():
        answer = litellm.completion(messages=QUESTION, **at)
        assert "kneecap" in answer.choices[0].message.content.lower()

    @check("a streamed completion")
    def _():
        chunks = list(litellm.completion(messages=QUESTION, stream=True, **at))
        whole = litellm.stream_chunk_builder(chunks, messages=QUESTION)
        assert "kneecap" in whole.choices[0].message.content.lower() and chunks[-1].choices[0].finish_reason == "stop"

    @check("a response, and a streamed one")
    def _():
        answer = litellm.responses(input=QUESTION[0]["content"], **at)
        assert answer.output[0].content[0].text and answer.status == "completed"
        events = list(litellm.responses(input=QUESTION[0]["content"], stream=True, **at))
        assert events[-1].type == "response.completed"

    @check("errors are LiteLLM's own")
    def _():
        expect_error(litellm.AuthenticationError, lambda: litellm.completion(
            messages=QUESTION, **{**at, "api_key": "wrong"}))
        expect_error(litellm.NotFoundError, lambda: litellm.completion(
            messages=QUESTION, **{**at, "model": "openai/gpt-4o"}))

model, embeddings = Model(), Embeddings()
with studio(model, embeddings) as server:
    at = dict(api_base=server.url + "/openai/v1", api_key=server.key("alex@example.com", ["assistant", "search"]))

    @check("a tool call")
    def _():
        model.call(("get_weather", {"city": "Kiruna"}), then="Cold.")
        answer = litellm.completion(model="openai/spotter", messages=[{"role": "user", "content": "Kiruna?"}],
                                    tools=[TOOL], **at)
        assert answer.choices[0].message.tool_calls[0].function.name == "get_weather"

    @check("embeddings")
    def _():
        answer = litellm.embedding(model="openai/spotter-embedding", input=["one", "two"], **at)
        assert len(answer.data) == 2 and len(answer.data[0]["embedding"]) == embeddings.dimension

finish()
