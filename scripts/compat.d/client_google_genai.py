"""Google's SDK, with the key in its header, on both versions."""

from google import genai
from google.genai import errors, types

from harness import check, expect_error, finish, studio
from scripted import Embeddings, Model

QUESTION = "What did Sara say about her kneecap?"


def client(server, secret, version):
    options = types.HttpOptions(base_url=server.url, api_version=version)
    return genai.Client(api_key=secret, http_options=options)


model, embeddings = Model(), Embeddings()
with studio() as server, studio(model, embeddings) as clever:
    secret = server.key("alex@example.com", ["assistant"])
    clever_secret = clever.key("alex@example.com", ["assistant", "search"])
    for version in ("v1beta", "v1"):
        api, clever_api = client(server, secret, version), client(clever, clever_secret, version)

        @check(f"{version}: an answer with its sources")
        def _():
            answer = api.models.generate_content(model="spotter", contents=QUESTION)
            assert "kneecap" in answer.text.lower() and answer.candidates[0].finish_reason == "STOP"
            sources = answer.candidates[0].citation_metadata.citations
            place = answer.text.encode()[sources[0].start_index:sources[0].end_index]
            assert place == b"[1]" and sources[0].uri.startswith(server.url + "/chats/")

        @check(f"{version}: a streamed answer")
        def _():
            pieces = list(api.models.generate_content_stream(model="spotter", contents=QUESTION))
            assert "kneecap" in "".join(piece.text or "" for piece in pieces).lower()
            assert pieces[-1].usage_metadata is not None

        @check(f"{version}: a chat of several turns")
        def _():
            chat = api.chats.create(model="spotter")
            chat.send_message("Tell me about Sara")
            answer = chat.send_message("How is her kneecap?")
            # Which of her words answer depends on how far her profile has been read.
            assert "Sara Lindqvist" in answer.candidates[0].citation_metadata.citations[0].title, answer.text

        @check(f"{version}: a function is called by the SDK itself")
        def _():
            def get_weather(city: str) -> str:
                """The weather somewhere."""
                return f"{city}: snow"

            model.call(("get_weather", {"city": "Kiruna"}), then="It snows.")
            answer = clever_api.models.generate_content(
                model="spotter", contents="Kiruna?", config=types.GenerateContentConfig(
                    tools=[get_weather], system_instruction="Be brief.", temperature=0.2))
            assert answer.text == "It snows."
            assert "Kiruna: snow" in model.requests[-1]["messages"][-1]["content"]

        @check(f"{version}: embeddings, one and several")
        def _():
            answer = clever_api.models.embed_content(model="spotter-embedding", contents=["one", "two"])
            assert [len(each.values) for each in answer.embeddings] == [embeddings.dimension] * 2

        @check(f"{version}: tokens are counted and models listed")
        def _():
            assert api.models.count_tokens(model="spotter", contents=QUESTION).total_tokens > 5
            assert "models/spotter" in [each.name for each in api.models.list()]
            assert api.models.get(model="built-in").name == "models/built-in"

        @check(f"{version}: errors are the SDK's own")
        def _():
            wrong = client(server, "wrong", version)
            error = expect_error(errors.ClientError, lambda: wrong.models.generate_content(model="spotter", contents="x"))
            assert (error.code, error.status) == (401, "UNAUTHENTICATED"), error
            error = expect_error(errors.ClientError, lambda: api.models.generate_content(model="x", contents="x"))
            assert (error.code, error.status) == (404, "NOT_FOUND"), error

        @check(f"{version}: the key in the address works as well")
        def _():
            path = f"/{version}/models/spotter:generateContent?key={secret}"
            body = {"contents": [{"parts": [{"text": QUESTION}]}]}
            status, answer = server.request("POST", path, body)
            assert status == 200 and answer["candidates"][0]["content"]["role"] == "model", answer

        @check(f"{version}: without alt=sse the stream is a list")
        def _():
            path = f"/{version}/models/spotter:streamGenerateContent"
            body = {"contents": [{"role": "user", "parts": [{"text": QUESTION}]}]}
            status, pieces = server.request("POST", path, body, headers={"x-goog-api-key": secret})
            assert status == 200 and isinstance(pieces, list), pieces
            assert pieces[-1]["candidates"][0]["finishReason"] == "STOP"

finish()
