"""The assistant: branches, stopping, models, and proposals that are edited before they're confirmed."""

import contextlib
import os
import re
import subprocess

import harness
from harness import ALEX, NOW, Server, expect
from model import Model


def ask(page, text):
    page.get_by_label("Ask, or say what to arrange").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Ask again").last).to_be_visible()


@contextlib.contextmanager
def server_with_models():
    """A server of its own, with two models that are the same slow one."""
    model = Model()

    class Modelled(Server):
        def start(self):
            (self.root / "models.json").write_text(
                '{"models":[%s]}' % ",".join('{"name":"%s","baseURL":"%s","model":"x"}' % (name, model.url) for name in ("quick", "careful")))
            environment = {name: value for name, value in os.environ.items() if not name.startswith("SPOTTER_")}
            environment["SPOTTER_MODEL_DIR"] = str(self.root / "no-model")
            command = [os.environ["SPOTTER_BINARY"], "serve", "--data", self.root / "data", "--port", str(self.port), "--now", NOW,
                       "--log-level", "warning", "--models", self.root / "models.json", "--llm-titles", "false"]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
            for line in self.process.stdout:
                if re.match(r"listening on (\S+)", line):
                    return
            raise RuntimeError("the server doesn't start")

    server = Modelled()
    try:
        yield server, model
    finally:
        server.end()
        model.end()


def test_a_question_branches(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    expect(page.get_by_text("No language model is set up")).to_be_visible()
    ask(page, "How is Sara's knee?")
    page.get_by_role("button", name="Ask again").click()
    answers = page.get_by_role("group", name="Versions of this answer")
    expect(answers).to_contain_text("2 of 2")
    answers.get_by_role("button", name="Previous version").click()
    expect(answers).to_contain_text("1 of 2")
    page.get_by_role("button", name="Edit the question").click()
    page.get_by_role("textbox", name="Edit the question").fill("When is Sara's race?")
    page.keyboard.press("Enter")
    questions = page.get_by_role("group", name="Versions of this question")
    expect(questions).to_contain_text("2 of 2")
    expect(page.locator(".ask")).to_contain_text("When is Sara's race?")
    questions.get_by_role("button", name="Previous version").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ask")).to_contain_text("How is Sara's knee?")
    # Going back finds the answer that was shown there.
    expect(answers).to_contain_text("1 of 2")
    expect(questions.get_by_role("button", name="Previous version")).to_be_focused()
    page.reload()
    expect(page.locator(".ask")).to_contain_text("How is Sara's knee?")


def test_an_answer_is_stopped_and_its_model_chosen(_, browser):
    with server_with_models() as (server, model):
        model.say, model.pause = " ".join(f"word{number}" for number in range(400)), 0.05
        page = browser.sign_in(server, ALEX, "/assistant")
        page.get_by_label("Answers:").select_option("careful")
        page.get_by_label("Ask, or say what to arrange").fill("Write me a poem about rowing")
        page.keyboard.press("Enter")
        expect(page.locator(".as")).to_contain_text("word3")
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("Stopped. What was written is kept.")).to_be_visible()
        expect(page.locator(".ans")).to_contain_text("word3")
        expect(page.locator(".as")).not_to_contain_text("word399")
        model.say, model.pause = "Oars in the morning.", 0.0
        page.get_by_role("button", name="Ask again").click()
        expect(page.locator(".ans")).to_contain_text("Oars in the morning.")
        expect(page.get_by_text("Answered by careful")).to_be_visible()
        expect(page.get_by_role("group", name="Versions of this answer")).to_contain_text("2 of 2")
        page.get_by_label("Answers:").select_option("the built-in assistant")
        expect(page.get_by_text("Nothing leaves this server.")).to_be_visible()
        page.get_by_role("button", name="Ask again").click()
        expect(page.get_by_text("Answered by the built-in assistant")).to_be_visible()


def test_a_proposal_is_edited_then_confirmed(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    ask(page, "Schedule a call with Sara on Saturday at 10am")
    card = page.locator(".prop")
    expect(card).to_contain_text("Stockholm")
    expect(card).to_contain_text("15:00–15:30")
    card.get_by_role("button", name="Edit").click()
    card.get_by_label("Title").fill("Shoes with Sara")
    card.get_by_label("Starts").fill("11:30")
    card.get_by_role("button", name="Confirm with these changes").click()
    expect(card).to_contain_text("Done, with your changes")
    expect(card).to_contain_text("11:30–12:00")
    token = server.login(ALEX)
    _, answer = server.request("GET", "/v1/calendar/events?from=2026-03-14T04:00:00Z&to=2026-03-15T04:00:00Z", token=token)
    made = [event for event in answer["events"] if event["title"] == "Shoes with Sara"]
    assert [event["startsAt"] for event in made] == ["2026-03-14T15:30:00.000Z"], answer
    # The server itself has done it, in the version that was shown last.
    _, answer = server.request("GET", "/v1/assistant/proposals?state=executed", token=token)
    done = [one for one in answer["proposals"] if one.get("arguments", {}).get("title") == "Shoes with Sara"]
    assert len(done) == 1 and done[0]["version"] == 2, answer
    _, answer = server.request("GET", "/v1/assistant/proposals?state=pending", token=token)
    assert not any("Sara" in proposal["summary"] and "10:00" in proposal["summary"] for proposal in answer["proposals"]), answer
    # What stands against it is told on the card, and nothing is lost.
    ask(page, "remind me tomorrow at 8pm to send Olivia the invoice")
    card = page.locator(".prop").last
    card.get_by_role("button", name="Edit").click()
    card.get_by_label("What to remind you of").fill("Olivia: invoice 1040")
    card.get_by_role("button", name="Leave it as it was").click()
    expect(card).to_contain_text("Send Olivia the invoice")
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_contain_text("Cancelled")


def test_a_conflict_is_resolved(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    ask(page, "Schedule a training with Hannah today at 1pm")
    expect(page.locator(".ans")).to_contain_text("Strength with Tom")
    expect(page.locator(".opt")).to_have_count(3)
    page.get_by_role("region", name="Ask about your chats").focus()
    page.keyboard.press("1")
    card = page.locator(".prop")
    expect(card).to_contain_text("14:30–15:30")
    expect(card).to_contain_text("Chicago")
    expect(card).to_contain_text("13:30–14:30")
    page.get_by_role("region", name="Ask about your chats").focus()
    page.keyboard.press("Control+Enter")
    expect(card).to_contain_text("Done")
    card.get_by_role("link", name="Open it").click()
    expect(page.get_by_role("button", name="Training with Hannah Goldberg").first).to_be_visible()


def test_a_choice_is_made_by_a_button(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant", width=390, height=844, touch=True)
    page.get_by_label("Ask, or say what to arrange").fill("tell mike I'm running late")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_role("button", name="Mike Okafor").click()
    card = page.locator(".prop")
    expect(card).to_contain_text("Message to Mike Okafor")
    card.get_by_role("button", name="Edit").click()
    card.get_by_label("Message").fill("Ten minutes late, sorry")
    card.get_by_role("button", name="Confirm with these changes").click()
    expect(card).to_contain_text("Done, with your changes")
    card.get_by_role("link", name="Open it").click()
    expect(harness.bubble(page, "Ten minutes late, sorry")).to_be_visible()


def test_a_conversation_is_renamed_and_deleted(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant", width=390, height=844, touch=True)
    page.get_by_label("Ask, or say what to arrange").fill("Who travels in March?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Rename the conversation").click()
    page.get_by_label("Title").fill("Spring journeys")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Conversations").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Spring journeys")).to_be_visible()
    page.get_by_role("dialog").get_by_role("link", name="Spring journeys").click()
    expect(page.locator(".ask")).to_contain_text("Who travels in March?")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Delete the conversation").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".ask")).to_have_count(0)
    page.get_by_role("button", name="Conversations").click()
    expect(page.get_by_role("link", name="Spring journeys")).to_have_count(0)


MARKDOWN = """# A plan for Sara
Keep it **easy** this week; *no* hills, and 3 * 2 stays 3 * 2.

- Walk *twice*
- Row once, `20 min`

1. Warm up
2. Stretch

| Day | What |
|-----|------|
| Mon | <b>rest</b> |

```
sets = 3
```
See [the plan](javascript:alert(1)) or https://example.com/plan."""


def test_what_a_model_writes_has_its_shape(_, browser):
    with server_with_models() as (server, model):
        model.say, model.pause = MARKDOWN, 0.0
        page = browser.sign_in(server, ALEX, "/assistant")
        page.get_by_label("Answers:").select_option("careful")
        ask(page, "Write me a plan")
        text = page.locator(".ans .tx")
        expect(text.locator(".hd strong")).to_have_text("A plan for Sara")
        expect(text.locator("p strong")).to_have_text(["A plan for Sara", "easy"])
        expect(text.locator("em")).to_have_text(["no", "twice"])
        expect(text.locator("ul li")).to_have_text(["Walk twice", "Row once, 20 min"])
        expect(text.locator("ol li")).to_have_text(["Warm up", "Stretch"])
        expect(text.locator("th")).to_have_text(["Day", "What"])
        # What isn't Markdown stays text, and only addresses are links.
        expect(text.locator("td").first).to_have_text("Mon")
        expect(text.locator("td").last).to_contain_text("rest")
        expect(text.locator("td *")).to_have_count(0)
        expect(text.locator("pre")).to_have_text("sets = 3")
        expect(text).to_contain_text("3 * 2 stays 3 * 2")
        links = text.locator("a").evaluate_all("(all) => all.map((one) => one.href)")
        assert all(link.startswith("https://") for link in links), links


def test_an_empty_page_shows_what_can_be_asked(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    page.get_by_role("button", name="What is planned for tomorrow?").click()
    expect(page.get_by_label("Ask, or say what to arrange")).to_have_value("What is planned for tomorrow?")
    expect(page.locator(".ask")).to_have_count(0)
    client = browser.sign_in(server, harness.SARA, "/assistant", width=390, height=844, touch=True)
    expect(client.get_by_role("button", name="When is my next session?")).to_be_visible()
    # Beside a chat, about that chat; what was begun there shows nothing over itself.
    page.goto(server.url + "/chats")
    harness.open_chat(page, "Sara Lindqvist")
    page.get_by_role("button", name="Ask about this chat").click()
    pane = page.locator(".pane")
    pane.get_by_role("button", name="When is the next session?").click()
    pane.locator(".cmp textarea").press("Enter")
    expect(pane.locator(".mod")).to_be_visible()
    expect(pane.get_by_role("button", name="When is the next session?")).to_have_count(0)


def test_conversations_are_found_on_a_phone(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant", width=390, height=844, touch=True)
    page.get_by_label("Ask, or say what to arrange").fill("Who spoke of a purple kettlebell?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()
    page.get_by_role("button", name="Conversations").click()
    sheet = page.get_by_role("dialog", name="Conversations")
    field = sheet.get_by_role("searchbox")
    expect(field).to_have_attribute("autocomplete", "off")
    field.fill("kettlebell")
    expect(sheet.locator("a.ch")).to_have_count(1)
    field.fill("nobody asked this")
    expect(sheet.get_by_role("status")).to_have_text("No conversation has “nobody asked this”.")
    field.fill("")
    sheet.get_by_role("link", name="purple kettlebell").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".ask")).to_contain_text("purple kettlebell")


def test_conversations_are_found_pinned_and_archived(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    ask(page, "Who talks about marmalade toast?")
    page.get_by_role("link", name="New conversation").first.click()
    ask(page, "Did anybody mention turquoise laces?")
    side = page.get_by_role("region", name="Conversations")
    rows = side.locator("a.ch")
    expect(rows.first).to_contain_text("Turquoise")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Keep on top", exact=True).click()
    expect(rows.first.locator(".pin-s")).to_have_count(1)
    side.get_by_role("searchbox").fill("marmalade")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("marmalade", ignore_case=True)
    side.get_by_role("searchbox").fill("")
    expect(rows.first).to_contain_text("Turquoise")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Archive", exact=True).click()
    expect(side.locator("a.ch", has_text="turquoise")).to_have_count(0)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Archived conversations").click()
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("Turquoise")


def test_an_answer_is_called_good_or_not(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    ask(page, "Who talks about marmalade toast?")
    good, bad = page.get_by_role("button", name="Good answer", exact=True), page.get_by_role("button", name="Not a good answer")
    expect(good).to_have_attribute("aria-pressed", "false")
    with page.expect_response("**/rating"):
        good.click()
    expect(good).to_have_attribute("aria-pressed", "true")
    # It's another one's opinion now; the keyboard stays where it is.
    with page.expect_response("**/rating"):
        bad.click()
    expect(good).to_have_attribute("aria-pressed", "false")
    expect(bad).to_have_attribute("aria-pressed", "true")
    expect(bad).to_be_focused()
    # Another device learns of it, and takes it back.
    other = browser.sign_in(server, ALEX, page.evaluate("location.pathname"), width=390, height=844, touch=True)
    there = other.get_by_role("button", name="Not a good answer")
    expect(there).to_have_attribute("aria-pressed", "true")
    there.click()
    expect(there).to_have_attribute("aria-pressed", "false")
    expect(bad).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(bad).to_have_attribute("aria-pressed", "false")
    # What the server doesn't take isn't shown as taken.
    page.route("**/rating", lambda route: route.abort())
    good.click()
    expect(page.locator(".toast")).to_contain_text("That didn’t work")
    expect(good).to_have_attribute("aria-pressed", "false")


def test_all_conversations_can_be_seen(server, browser):
    token = server.login(ALEX)
    for text in ("Who talks about marmalade toast?", "Did anybody mention turquoise laces?"):
        status, answer = server.request("POST", "/v1/assistant/query", {"message": text}, token)
        assert status == 200, answer
    page = browser.sign_in(server, ALEX, "/chats")
    # Pages of one stand for those of fifty.
    page.route(re.compile(r"/v1/assistant/conversations\?limit=50"),
               lambda route: route.continue_(url=route.request.url.replace("limit=50", "limit=1")))
    page.goto(server.url + "/assistant")
    side = page.get_by_role("region", name="Conversations")
    rows = side.locator("a.ch")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("turquoise", ignore_case=True)
    side.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("marmalade", ignore_case=True)
    expect(rows.last).to_be_focused()
