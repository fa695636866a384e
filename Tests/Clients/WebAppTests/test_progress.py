"""What clients measure as lines with their messages, and check-ins that are answered by tapping."""

import datetime

from harness import ALEX, SARA, expect, expect_sent, open_chat, to_newest, wait_until, write
from in_node import play
from test_chat import picture
from test_media import attach
from test_profile import open_profile, sara_of
from test_screens import judge


def points(server, token, sara, kind):
    _, answer = server.request("GET", f"/v1/clients/{sara}/measures?kind={kind}", token=token)
    return [point for series in answer["series"] for point in series["points"]]


def wait_for_value(page, server, token, sara, kind, value):
    """The server reads messages in the background, and tells nobody when it's done."""
    wait_until(page, lambda: any(point["value"] == value for point in points(server, token, sara, kind)))


def written(server, token, client, kind, values):
    """A value every second day; the last on 9 March."""
    for number, value in enumerate(reversed(values)):
        day = datetime.date(2026, 3, 9) - datetime.timedelta(days=2 * number)
        body = {"kind": kind, "value": value, "day": day.isoformat()}
        status, answer = server.request("POST", f"/v1/clients/{client}/measures/points", body, token)
        assert status == 201, answer


def test_a_line_has_a_goal_a_table_and_its_messages(server, browser):
    token = server.login(ALEX)
    sara = sara_of(server, token)
    written(server, token, sara, "waist", [78, 77.5, 77])
    written(server, token, sara, "weight", [64.2, 63.9, 63.5])
    # A month without a value is a gap, not a line.
    server.request("POST", f"/v1/clients/{sara}/measures/points", {"kind": "weight", "value": 65, "day": "2025-12-01"}, token)
    server.request("POST", f"/v1/clients/{sara}/profile/items", {"category": "goals", "text": "Get down to 61 kg"}, token)
    chat = server.chat(SARA, "Alex Rivera")
    said = {"clientMessageId": "progress-1", "text": "Weight 62.4 kg this morning"}
    server.request("POST", f"/v1/chats/{chat}/messages", said, server.login(SARA))
    page = browser.sign_in(server, ALEX)
    wait_for_value(page, server, token, sara, "weight", 62.4)
    dialog = open_profile(page, "Sara Lindqvist", "What Sara Lindqvist has said")
    figure = dialog.locator("figure", has=page.get_by_role("heading", name="Weight", exact=True))
    expect(figure).to_contain_text("62.4 kg")
    expect(figure).to_contain_text("goal 61 kg")
    expect(figure.locator("path.goal")).to_have_count(1)
    line = figure.locator("path.line").get_attribute("d")
    assert line.count("M") >= 2, line
    expect(dialog.locator("figure", has=page.get_by_role("heading", name="Waist"))).to_contain_text("77 cm")
    figure.get_by_text("values as a table").click()
    row = figure.get_by_role("row", name="62.4 kg")
    expect(row.get_by_role("rowheader")).to_contain_text("11 Mar 2026")
    judge(page, "lines of measures")
    link = row.get_by_role("link", name="Message")
    target = link.get_attribute("href").rsplit("/", 1)[-1]
    link.click()
    expect(page.locator(f'[data-id="{target}"].hit')).to_be_in_viewport()
    expect(dialog).to_have_count(0)


def test_a_goal_is_a_weight_that_somebody_wants_to_have(_server, _browser):
    play("text/goals.ts")


def test_a_press_on_a_point_opens_its_message(server, browser):
    token = server.login(ALEX)
    sara = sara_of(server, token)
    chat = server.chat(SARA, "Alex Rivera")
    said = {"clientMessageId": "progress-2", "text": "Resting pulse 52"}
    _, sent = server.request("POST", f"/v1/chats/{chat}/messages", said, server.login(SARA))
    page = browser.sign_in(server, SARA, width=390, height=844, touch=True, dark=True)
    wait_for_value(page, server, token, sara, "restingPulse", 52)
    dialog = open_profile(page, "Alex Rivera", "What Alex Rivera knows about you")
    judge(page, "lines of measures on a phone in the dark")
    dialog.locator("figure", has=page.get_by_role("heading", name="Resting pulse")).locator("svg").click()
    expect(page.locator(f'[data-id="{sent["message"]["id"]}"].hit')).to_be_in_viewport()
    expect(dialog).to_have_count(0)


def test_a_check_in_is_answered_by_tapping(server, browser):
    token = server.login(ALEX)
    sara = sara_of(server, token)
    page = browser.sign_in(server, SARA, width=390, height=844, touch=True)
    open_chat(page, "Alex Rivera")
    cards = page.get_by_role("region", name="Check-ins")
    expect(cards).to_have_count(0)
    # In Stockholm that time has passed when the coach's clock says it's still ahead: it's asked at once.
    asked = {"title": "Sunday look back", "clientIds": [sara], "startsAt": "2026-03-11T11:00", "questions": [
        {"kind": "number", "prompt": "Waist", "measure": "waist"},
        {"kind": "scale", "prompt": "Energy", "measure": "energy"},
        {"kind": "choice", "prompt": "Sessions", "choices": ["All", "Some", "None"]},
        {"kind": "text", "prompt": "Anything else?", "optional": True},
    ]}
    status, made = server.request("POST", "/v1/check-ins", asked, token)
    assert status == 201, made
    card = cards.locator(".prop")
    expect(card).to_contain_text("4 questions")
    judge(page, "a check-in in its chat")
    card.get_by_role("button", name="Answer: Sunday look back").click()
    dialog = page.get_by_role("dialog", name="Sunday look back")
    judge(page, "the form of a check-in")
    dialog.get_by_label("Waist (cm)").fill("76,5")
    dialog.get_by_role("radio", name="7", exact=True).check()
    # What was filled in is there when it's opened again.
    dialog.get_by_role("button", name="Close").click()
    card.get_by_role("button", name="Answer: Sunday look back").click()
    expect(dialog.get_by_label("Waist (cm)")).to_have_value("76,5")
    # So it is when one of the questions was answered in the chat meanwhile, which the form that is open can't be sent with.
    own = server.login(SARA)
    _, still_open = server.request("GET", "/v1/check-ins/asked?state=open", token=own)
    path = f"/v1/check-ins/asked/{still_open['asked'][0]['id']}/answers"
    status, answer = server.request("POST", path, {"answers": [{"question": 2, "number": 7}]}, own)
    assert status == 200, answer
    dialog.get_by_role("button", name="Close").click()
    expect(card).to_contain_text("3 questions")
    card.get_by_role("button", name="Answer: Sunday look back").click()
    expect(dialog.get_by_label("Waist (cm)")).to_have_value("76,5")
    expect(dialog.get_by_role("radio", name="7", exact=True)).to_have_count(0)
    dialog.get_by_role("radio", name="Some").check()
    dialog.get_by_role("button", name="Send the answers").click()
    expect(dialog).to_have_count(0)
    expect(cards).to_have_count(0)
    expect(page.locator(".bub", has_text="Sessions: Some").last).to_be_visible()
    assert points(server, token, sara, "waist")[-1]["value"] == 76.5
    # The one who asks has nothing to answer.
    coach = browser.sign_in(server, ALEX)
    open_chat(coach, "Sara Lindqvist")
    expect(coach.locator(".bub", has_text="Sessions: Some").last).to_be_visible()
    expect(coach.get_by_role("region", name="Check-ins")).to_have_count(0)


def test_the_day_has_a_small_line_for_each_client(server, browser):
    token = server.login(ALEX)
    page = browser.sign_in(server, ALEX, "/today")
    page.locator(".wp a").first.wait_for()
    _, week = server.request("GET", "/v1/assistant/week", token=token)
    person = week["people"][0]
    # More values than the messages say of anything else.
    written(server, token, person["userId"], "hips", [110 - number / 4 for number in range(41)])
    page.reload()
    row = page.locator(".wp", has=page.get_by_role("link", name=person["displayName"])).first
    expect(row.get_by_role("img", name="Hips: 100 cm · -10")).to_be_visible()


def test_a_coach_is_told_of_a_drop(server, browser):
    token = server.login(ALEX)
    sara = sara_of(server, token)
    page = browser.sign_in(server, ALEX)
    dialog = open_profile(page, "Sara Lindqvist", "What Sara Lindqvist has said")
    switch = dialog.get_by_label("Tell me of drops and jumps, of all my clients")
    expect(switch).not_to_be_checked()
    with page.expect_response(lambda answer: answer.url.endswith("/v1/me/measure-alerts") and answer.request.method == "PUT"):
        switch.check()
    own = server.login(SARA)
    for day, hours in ((8, 7.5), (9, 8), (10, 7.5), (11, 4)):
        body = {"kind": "sleep", "value": hours, "day": f"2026-03-{day:02}"}
        status, answer = server.request("POST", f"/v1/clients/{sara}/measures/points", body, own)
        assert status == 201, answer
    expect(page.get_by_text("Sara Lindqvist: Sleep down to 4 h").first).to_be_visible(timeout=30_000)


def test_photos_stand_side_by_side(server, browser):
    token = server.login(ALEX)
    sara = sara_of(server, token)
    page = browser.sign_in(server, SARA, width=390, height=844, touch=True)
    open_chat(page, "Alex Rivera")
    to_newest(page)
    for name, words in (("front.png", "From the front"), ("today.png", "And today")):
        attach(page, (name, "image/png", picture(300, 400)))
        write(page, words)
        expect_sent(page, words)
    coach = browser.sign_in(server, ALEX)
    dialog = open_profile(coach, "Sara Lindqvist", "What Sara Lindqvist has said")
    pair = dialog.locator(".pair")
    expect(pair.get_by_label("Now", exact=True).locator("option:checked")).to_have_text("11 Mar 2026 · today.png")
    before = pair.locator("figure", has=coach.get_by_label("Before", exact=True))
    before.get_by_label("Before", exact=True).select_option(label="11 Mar 2026 · front.png")
    expect(before.get_by_role("button", name="Open the photo front.png")).to_be_visible()
    expect(pair.get_by_role("button", name="Open the photo today.png")).to_be_visible()
    judge(coach, "photos side by side")
    before.get_by_role("link", name="Message").click()
    expect(coach.locator(".hit")).to_be_in_viewport()
    expect(dialog).to_have_count(0)
