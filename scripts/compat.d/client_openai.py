"""OpenAI's own SDK, which checks the order of the events that it gets."""

import math

import openai

from harness import check, expect_error, finish, studio
from scripted import Embeddings, Model

WEATHER = {"name": "get_weather", "description": "The weather somewhere.",
           "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}
QUESTION = "What did Sara say about her kneecap?"


def client(server, secret, base="/openai/v1"):
    return openai.OpenAI(base_url=server.url + base, api_key=secret, max_retries=0)


with studio() as server:
    secret = server.key("alex@example.com", ["assistant", "search"])
    api = client(server, secret)

    @check("models are listed and retrieved")
    def _():
        names = [model.id for model in api.models.list()]
        assert names[:2] == ["spotter", "built-in"], names
        assert api.models.retrieve("built-in").owned_by == "spotter"
        assert expect_error(openai.NotFoundError, lambda: api.models.retrieve("gpt-4o")).code == "model_not_found"

    @check("a chat completion is grounded and cites")
    def _():
        answer = api.chat.completions.create(model="spotter", messages=[{"role": "user", "content": QUESTION}])
        message = answer.choices[0].message
        assert "kneecap" in message.content.lower(), message.content
        assert answer.choices[0].finish_reason == "stop" and answer.model == "built-in"
        cited = message.annotations[0].url_citation
        assert "/chats/" in cited.url and message.content[cited.start_index:cited.end_index] == "[1]", cited
        assert answer.model_extra["spotter"]["citations"][0]["senderName"] == "Sara Lindqvist"

    @check("a streamed chat completion ends with its usage")
    def _():
        chunks = list(api.chat.completions.create(model="spotter", messages=[{"role": "user", "content": QUESTION}],
                                                  stream=True, stream_options={"include_usage": True}))
        assert len({(chunk.id, chunk.created) for chunk in chunks}) == 1
        assert chunks[0].choices[0].delta.role == "assistant" and chunks[-1].usage is not None
        assert chunks[-2].choices[0].finish_reason == "stop" and not chunks[-1].choices

    @check("the stream helper accumulates a chat completion")
    def _():
        with api.chat.completions.stream(model="spotter", messages=[{"role": "user", "content": QUESTION}]) as stream:
            for event in stream:
                pass
            assert "kneecap" in stream.get_final_completion().choices[0].message.content.lower()

    @check("earlier messages are read, and the last one is the question")
    def _():
        messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tell me about Sara"},
                    {"role": "assistant", "content": "What about her?"}, {"role": "user", "content": "How is her kneecap?"}]
        answer = api.chat.completions.create(model="spotter", messages=messages)
        # Which of her words answer depends on how far her profile has been read.
        [first, *_] = answer.choices[0].message.annotations
        assert first.url_citation.title.startswith("Sara Lindqvist"), answer.choices[0].message.content

    @check("what was asked before, by the program's account, is not proposed")
    def _():
        messages = [{"role": "user", "content": "Tell Mike Chen that training is off"},
                    {"role": "assistant", "content": "Shall I?"}, {"role": "user", "content": "yes"}]
        answer = api.chat.completions.create(model="spotter", messages=messages)
        assert answer.model_extra["spotter"]["proposals"] == []

    @check("a request is proposed, and nothing has happened")
    def _():
        answer = api.chat.completions.create(
            model="spotter", messages=[{"role": "user", "content": "Schedule a call with Sara Lindqvist tomorrow at 3pm"}])
        [proposal] = answer.model_extra["spotter"]["proposals"]
        assert proposal["state"] == "pending" and proposal["summary"] in answer.choices[0].message.content
        token = server.login("alex@example.com")
        status, found = server.request("GET", f"/v1/assistant/proposals/{proposal['id']}", token=token)
        assert status == 200 and found["proposal"]["state"] == "pending", found
        status, done = server.request("POST", f"/v1/assistant/proposals/{proposal['id']}/confirm", {}, token)
        assert status == 200 and done["proposal"]["state"] == "executed", done

    @check("errors have the SDK's classes and codes")
    def _():
        ask = [{"role": "user", "content": "hello"}]
        wrong = client(server, "wrong")
        assert expect_error(openai.AuthenticationError, lambda: wrong.models.list()).code == "invalid_api_key"
        narrow = client(server, server.key("alex@example.com", ["search"]))
        assert expect_error(openai.PermissionDeniedError, lambda: narrow.models.list()).request_id
        create = api.chat.completions.create
        assert expect_error(openai.NotFoundError, lambda: create(model="x", messages=ask)).code == "model_not_found"
        long = [{"role": "user", "content": "a" * 5000}]
        error = expect_error(openai.BadRequestError, lambda: create(model="spotter", messages=long))
        assert error.code == "context_length_exceeded" and error.param == "messages"
        assert expect_error(openai.BadRequestError, lambda: create(model="spotter", messages=ask, n=2)).param == "n"

    @check("responses: created, streamed in order, retrieved, resumed, deleted")
    def _():
        with api.responses.stream(model="spotter", input=QUESTION) as stream:
            events = list(stream)
            final = stream.get_final_response()
        assert [event.sequence_number for event in events] == list(range(len(events)))
        assert "kneecap" in final.output_text.lower()
        assert final.output[0].content[0].annotations[0].url.startswith(server.url + "/chats/")
        assert api.responses.retrieve(final.id).output_text == final.output_text
        half = len(events) // 2
        rest = list(api.responses.retrieve(final.id, stream=True, starting_after=half))
        assert [event.sequence_number for event in rest] == list(range(half + 1, len(events)))
        assert rest[-1].response.output_text == final.output_text
        items = api.responses.input_items.list(final.id)
        assert [item.content[0].text for item in items] == [QUESTION]
        api.responses.delete(final.id)
        expect_error(openai.NotFoundError, lambda: api.responses.retrieve(final.id))

    @check("responses: branches from any response, and not from somebody else's")
    def _():
        first = api.responses.create(model="spotter", input="What did Sara say about her kneecap?")
        second = api.responses.create(model="spotter", input="And when?", previous_response_id=first.id)
        branch = api.responses.create(model="spotter", input="Who is travelling?", previous_response_id=first.id)
        assert second.previous_response_id == branch.previous_response_id == first.id
        other = client(server, server.key("sara@example.com", ["assistant"]))
        error = expect_error(openai.NotFoundError, lambda: other.responses.create(
            model="spotter", input="And?", previous_response_id=first.id))
        assert error.code == "previous_response_not_found"
        expect_error(openai.NotFoundError, lambda: other.responses.retrieve(first.id))

    @check("responses: in the background, waited for and cancelled")
    def _():
        begun = api.responses.create(model="spotter", input=QUESTION, background=True)
        assert begun.status in ("queued", "in_progress", "completed")
        list(api.responses.retrieve(begun.id, stream=True))
        assert api.responses.retrieve(begun.id).status == "completed"
        assert api.responses.cancel(begun.id).status == "completed"

    @check("responses: what isn't stored can't be retrieved")
    def _():
        answer = api.responses.create(model="spotter", input=QUESTION, store=False)
        expect_error(openai.NotFoundError, lambda: api.responses.retrieve(answer.id))

    @check("the same under /v1, for tools that take only a host")
    def _():
        short = client(server, secret, "/v1")
        assert short.models.list().data[0].id == "spotter"
        ask = [{"role": "user", "content": "hello"}]
        assert short.chat.completions.create(model="spotter", messages=ask).choices
        assert short.responses.create(model="spotter", input="hello").output_text

    @check("without a language model a demanded call is refused, an offered one is not made")
    def _():
        ask = dict(model="spotter", messages=[{"role": "user", "content": QUESTION}],
                   tools=[{"type": "function", "function": WEATHER}])
        assert api.chat.completions.create(**ask).choices[0].message.tool_calls is None
        error = expect_error(openai.BadRequestError, lambda: api.chat.completions.create(**ask, tool_choice="required"))
        assert error.param == "tool_choice"

model, embeddings = Model(), Embeddings()
with studio(model, embeddings) as server:
    api = client(server, server.key("alex@example.com", ["assistant", "search"]))

    @check("the program's tool is called, and its result answers")
    def _():
        model.call(("get_weather", {"city": "Stockholm"}), then="It rains there.")
        ask = dict(model="spotter", tools=[{"type": "function", "function": WEATHER}])
        messages = [{"role": "user", "content": "How is the weather in Stockholm?"}]
        first = api.chat.completions.create(messages=messages, **ask).choices[0]
        [call] = first.message.tool_calls
        assert first.finish_reason == "tool_calls" and call.function.name == "get_weather"
        assert call.function.arguments == '{"city": "Stockholm"}', call
        messages += [first.message, {"role": "tool", "tool_call_id": call.id, "content": "rain"}]
        assert api.chat.completions.create(messages=messages, **ask).choices[0].message.content == "It rains there."

    @check("tool calls are streamed")
    def _():
        model.call(("get_weather", {"city": "Oslo"}), ("get_weather", {"city": "Rome"}), then="Fine.")
        with api.chat.completions.stream(model="spotter", tools=[{"type": "function", "function": WEATHER}],
                                         messages=[{"role": "user", "content": "Oslo and Rome?"}]) as stream:
            for event in stream:
                pass
            calls = stream.get_final_completion().choices[0].message.tool_calls
        assert [call.function.arguments for call in calls] == ['{"city": "Oslo"}', '{"city": "Rome"}']

    @check("responses: tools, streamed, and continued with their outputs alone")
    def _():
        model.call(("get_weather", {"city": "Lima"}), then="Dry as always.")
        ask = dict(model="spotter", tools=[{"type": "function", **WEATHER}])
        with api.responses.stream(input="How is Lima?", **ask) as stream:
            for event in stream:
                pass
            first = stream.get_final_response()
        [call] = first.output
        assert (call.type, call.name, call.arguments) == ("function_call", "get_weather", '{"city": "Lima"}')
        output = [{"type": "function_call_output", "call_id": call.call_id, "output": "dry"}]
        error = expect_error(openai.BadRequestError, lambda: api.responses.create(
            input="And?", previous_response_id=first.id, **ask))
        assert "No tool output found" in error.message
        second = api.responses.create(input=output, previous_response_id=first.id, **ask)
        assert second.output_text == "Dry as always." and second.previous_response_id == first.id
        assert model.requests[-1]["messages"][-1] == {"role": "tool", "tool_call_id": call.call_id, "content": "dry"}
        assert second.usage.input_tokens == 900

    @check("embeddings come as base64, which the SDK asks for, and as floats")
    def _():
        texts = ["My knee hurts", "I travel to Oslo"]
        packed = api.embeddings.create(model="spotter-embedding", input=texts)
        plain = api.embeddings.create(model="scripted-embedding", input=texts, encoding_format="float")
        for one, other, text in zip(packed.data, plain.data, texts):
            assert len(one.embedding) == embeddings.dimension
            assert all(math.isclose(a, b, abs_tol=1e-6) for a, b in zip(one.embedding, other.embedding))
            assert all(math.isclose(a, b, abs_tol=1e-6) for a, b in zip(one.embedding, embeddings.vector(text)))
        assert api.embeddings.create(model="spotter-embedding", input="one", dimensions=8).data
        error = expect_error(openai.BadRequestError, lambda: api.embeddings.create(
            model="spotter-embedding", input="one", dimensions=256))
        assert error.param == "dimensions"
        expect_error(openai.BadRequestError, lambda: api.embeddings.create(model="spotter-embedding", input=[[1, 2]]))

finish()
