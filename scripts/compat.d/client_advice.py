"""httpx and httpx-sse as the app Genius asks for advice: every request twice, the newest message with the last id."""

import concurrent.futures
import json
import re

import httpx
from httpx_sse import connect_sse

from harness import check, finish, studio
from scripted import Model, SportsData

QUESTION = "Should Sara run on Sunday?"
ADVICE = {"advice": "Let her rest.\u2028Two days.", "reasoning": "Her knee hurt.", "confidence": 0.8,
          "alternatives": [{"title": "Cycling", "reason": "It loads the knee less."}]}
SECRET = "AEBtangerine%2Bsecret"


def body(*texts, **more):
    roles = ["user" if (len(texts) - place) % 2 else "assistant" for place in range(len(texts))]
    return {"conversation": [{"role": role, "content": text} for role, text in zip(roles, texts)],
            "model": "gpt-4.1-mini", "enable_web_search": True, **more}


model, sports = Model(), SportsData()
with studio(model=model, settings=sports.settings) as server:
    key = server.key("alex@example.com", ["assistant"])
    web = httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {key}"}, timeout=60)
    model.say(json.dumps(ADVICE))

    def events(request):
        with connect_sse(web, "POST", "/advice", json=request, headers={"Accept": "text/event-stream"}) as source:
            source.response.raise_for_status()
            return [(event.event, json.loads(event.data)) for event in source.iter_sse()]

    def twice(request):
        """As the app asks: a task that nobody reads, and the stream."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            unread = pool.submit(web.post, "/advice", json=request)
            found = events(request)
            assert unread.result().status_code == 200
            return found

    def conversations():
        status, answer = server.request("GET", "/v1/assistant/conversations", token=key)
        assert status == 200, answer
        return answer["conversations"]

    @check("the model is asked for first, and is the same everywhere")
    def _():
        assert web.get("/model").json() == {"model": "scripted"}
        assert web.get("/api/v1/settings/default-model").json() == {"model": "scripted"}
        health = httpx.get(server.url + "/health").json()
        assert health["status"] == "healthy" and health["version"]
        assert httpx.get(server.url + "/healthz").json()["status"] == "ok"

    @check("the app as it is, which sends no header: its base address holds the key")
    def _():
        bare = httpx.Client(base_url=f"{server.url}/k/{key}", timeout=60)
        assert bare.get("/model").json() == {"model": "scripted"}
        answer = bare.post("/advice", json=body(QUESTION), headers={"Accept": "text/event-stream"})
        assert answer.status_code == 200 and "event: response_complete" in answer.text
        able = server.key("alex@example.com", ["assistant", "messages:read"])
        assert httpx.get(f"{server.url}/k/{able}/model").status_code == 403

    @check("every request comes twice: asked, stored and paid once")
    def _():
        before, asked = len(conversations()), len(model.requests)
        found = twice(body(QUESTION))
        assert len(model.requests) == asked + 1 and len(conversations()) == before + 1
        names = [name for name, _ in found]
        assert names[0] == "status_update" and names[-1] == "response_complete" and "error" not in names
        deltas = [data for name, data in found if name == "text_delta"]
        assert all(set(data) == {"delta"} for data in deltas)
        final = found[-1][1]["final_json"]
        assert set(final) == {"main_advice", "reasoning", "confidence_score", "alternatives", "model_identifier"}
        assert "".join(data["delta"] for data in deltas) == final["main_advice"] and "{" not in final["main_advice"]
        assert final["alternatives"] == [{"player": "Cycling", "reason": "It loads the knee less."}]
        assert final["confidence_score"] == 0.8 and final["model_identifier"] == "scripted"

    @check("one event is two lines, whatever splits them")
    def _():
        raw = web.post("/advice", json=body("And on Monday?")).text
        blocks = raw.split("\n\n")
        assert blocks[-1] == "" and all(re.fullmatch(r"event: [a-z_]+\ndata: \{.*\}", block) for block in blocks[:-1])
        assert all(len(block.splitlines()) == 2 for block in blocks[:-1])

    @check("the newest message with the last id continues the stored conversation")
    def _():
        first = twice(body("Is the tangerine plan good for Sara?"))[-1][1]
        before = len(conversations())
        second = twice(body("And since when?", previous_response_id=first["response_id"]))
        assert len(conversations()) == before
        assert "tangerine" in json.dumps(model.requests[-1]["messages"])
        assert "context_restarted" not in [data.get("status") for _, data in second]
        assert second[-1][1]["response_id"] != first["response_id"]

    @check("somebody else's id and an unknown one fall back to the history, and say so")
    def _():
        own = events(body("Mine?"))[-1][1]["response_id"]
        sara = httpx.Client(base_url=server.url, timeout=60,
                            headers={"Authorization": f"Bearer {server.login('sara@example.com')}"})
        told = []
        for previous in (own, "resp_018f000000007000800000000000dead", "nonsense"):
            with connect_sse(sara, "POST", "/advice", json=body("My kumquat plan?", "Which?", "The second.",
                                                                previous_response_id=previous)) as source:
                found = [(event.event, json.loads(event.data)) for event in source.iter_sse()]
            assert "kumquat" in json.dumps(model.requests[-1]["messages"])
            told.append([(name, data.get("status")) for name, data in found])
        assert told[0] == told[1] == told[2] and ("status_update", "context_restarted") in told[0]

    @check("without a stream it is the same object; feedback and figures by its id")
    def _():
        answer = web.post("/advice-non-streaming", json=body("Should she swim?"))
        assert answer.json()["alternatives"][0]["player"] == "Cycling"
        response = answer.headers["x-response-id"]
        rating = {"response_id": response, "outcome": True, "feedback_notes": "No pain."}
        assert web.post("/feedback", json=rating).json()["status"] == "success"
        assert web.post("/feedback", json={**rating, "response_id": "resp_x"}).status_code == 404
        stats = web.get("/confidence/stats").json()
        assert stats["brier_score"]["entries_count"] == 1 and stats["distribution"]["distribution"]["high"]["count"] == 1
        assert web.get("/confidence/recent", params={"limit": 1}).json()["logs"][0]["response_id"] == response

    @check("errors are FastAPI's")
    def _():
        assert web.post("/advice", json={"conversation": []}).json() == {"detail": "No conversation provided."}
        refused = web.post("/advice", json={"conversation": [{"role": "user"}]})
        assert refused.status_code == 422
        assert refused.json()["detail"][0]["loc"] == ["body", "conversation", 0, "content"]
        assert httpx.post(server.url + "/advice", json=body(QUESTION)).status_code == 401
        wrong = {"Authorization": f"Bearer {server.key('alex@example.com', ['search'])}"}
        assert httpx.post(server.url + "/advice", json=body(QUESTION), headers=wrong).status_code == 403

    @check("a search is explained, an override respected")
    def _():
        decision = web.post("/search-discipline", params={"query": "latest marathon news"}).json()
        assert decision["decision"] == "mandatory" and decision["should_search"] is True
        never = {"query": "latest marathon news", "search_override": "/nosrch"}
        assert web.post("/search-discipline", params=never).json()["decision"] == "bypass"

    @check("league credentials go to the service alone")
    def _():
        path = "/api/v1/settings/espn-credentials"
        answer = web.put(path, json={"espn_s2": SECRET, "SWID": "{F00D}"})
        assert answer.json()["is_set"] is True and SECRET not in answer.text + web.get(path).text
        assert web.get("/pybaseball/standings", params={"year": 2025}).json() == {"status": "ok", "data": "Dodgers 93-69"}
        assert sports.headers[-1]["Cookie"] == f"SWID={{F00D}}; espn_s2={SECRET}"
        held = b"".join(file.read_bytes() for file in server.folder.rglob("*") if file.is_file())
        assert b"tangerine%2Bsecret" not in held
        assert web.delete(path).json()["is_set"] is False

    @check("a model's data tool: told in events, its result fed back as data")
    def _():
        model.call(("get_mlb_standings", {"year": 2025}), then=json.dumps(ADVICE))
        found = events(body("Who leads the league?", prompt_type="baseball"))
        names = [data.get("status", name) for name, data in found]
        assert "function_call_started" in names and "function_call_completed" in names
        result = next(data for name, data in found if name == "tool_result")
        assert result == {"tool": "get_mlb_standings", "result": "Dodgers 93-69"}
        assert "Dodgers 93-69" in model.requests[-1]["messages"][-1]["content"]

finish()
