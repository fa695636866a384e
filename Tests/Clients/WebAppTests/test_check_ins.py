"""Check-ins as a coach makes, changes, pauses and deletes them."""

from harness import ALEX, SARA, expect
from test_profile import sara_of
from test_screens import judge


def open_list(page):
    page.get_by_role("button", name="New chat or group").click()
    page.get_by_role("button", name="Check-ins", exact=True).click()
    return page.get_by_role("dialog", name="Check-ins", exact=True)


def question(dialog, number):
    return dialog.get_by_role("group", name="Question", exact=True).nth(number)


def write_question(dialog, number, kind, prompt):
    place = question(dialog, number)
    place.get_by_label("Kind").select_option(kind)
    place.get_by_role("textbox", name="Question", exact=True).fill(prompt)
    return place


def stored(server, token):
    return server.request("GET", "/v1/check-ins", token=token)[1]["checkIns"]


def test_a_coach_makes_a_check_in(server, browser):
    token = server.login(ALEX)
    server.request("POST", "/v1/measure-kinds", {"name": "water", "unit": "l", "min": 0, "max": 10}, token)
    page = browser.sign_in(server, ALEX)
    listed = open_list(page)
    listed.get_by_role("button", name="New check-in").click()
    dialog = page.get_by_role("dialog", name="New check-in")
    save = dialog.get_by_role("button", name="Save")
    dialog.get_by_label("What it’s called").fill("Sunday")
    first = write_question(dialog, 0, "A scale", "How much energy?")
    first.get_by_label("Measure").select_option("Energy")
    first.get_by_label("Until").fill("5")
    dialog.get_by_role("button", name="Add a question").click()
    expect(question(dialog, 1).get_by_role("textbox", name="Question", exact=True)).to_be_focused()
    second = write_question(dialog, 1, "A choice", "Sessions")
    expect(second.get_by_label("Measure")).to_be_hidden()
    second.get_by_label("Choices, each on a line").fill("All\nSome\n\nNone")
    second.get_by_label("May be left out").check()
    dialog.get_by_role("button", name="Add a question").click()
    third = write_question(dialog, 2, "A number", "How much did you drink?")
    third.get_by_label("Measure").select_option("water")
    dialog.get_by_role("button", name="Add a question").click()
    write_question(dialog, 3, "Words", "Not this one")
    question(dialog, 3).get_by_role("button", name="Remove").click()
    # What is moved up keeps what was written.
    question(dialog, 2).get_by_role("button", name="Move up").click()
    expect(question(dialog, 1).get_by_role("textbox", name="Question", exact=True)).to_have_value("How much did you drink?")
    dialog.get_by_label("Wed", exact=True).check()
    dialog.get_by_label("Time of day").fill("19:30")
    judge(page, "a new check-in")
    save.click()
    expect(dialog.get_by_role("alert")).to_contain_text("Choose at least one client.")
    dialog.get_by_label("Sara Lindqvist").check()
    save.click()
    expect(dialog).to_have_count(0)
    row = listed.get_by_role("listitem").filter(has_text="Sunday")
    expect(row).to_contain_text("every week on Wed, Sun, 19:30 · 1 person · next")
    judge(page, "the check-ins")
    [made] = stored(server, token)
    # It's Wednesday morning: the first time is this evening.
    assert (made["startsAt"], made["rrule"], made["zone"], made["remindAfterHours"]) == ("2026-03-11T19:30", "FREQ=WEEKLY;BYDAY=WE,SU", None, 24), made
    assert [one["userId"] for one in made["recipients"]] == [sara_of(server, token)]
    energy, water, sessions = made["questions"]
    assert (energy["kind"], energy["measure"], energy["min"], energy["max"]) == ("scale", "energy", 1, 5), energy
    assert (water["kind"], water["measure"], water["unit"]) == ("number", "water", "l"), water
    assert (sessions["choices"], sessions["optional"]) == (["All", "Some", "None"], True), sessions


def test_a_check_in_is_changed_paused_and_deleted(server, browser):
    token = server.login(ALEX)
    sara = sara_of(server, token)
    questions = [{"kind": "number", "prompt": "Back", "measure": "pain", "detail": "back"}, {"kind": "photo", "prompt": "A picture", "optional": True}]
    # The web app can't write a rule that ends; it leaves it as it is.
    body = {"title": "Month", "questions": questions, "clientIds": [sara], "startsAt": "2026-04-06T09:00", "rrule": "FREQ=WEEKLY;BYDAY=MO;COUNT=10"}
    status, before = server.request("POST", "/v1/check-ins", body, token)
    assert status == 201, before
    page = browser.sign_in(server, ALEX, width=390, height=844, touch=True, dark=True)
    listed = open_list(page)
    row = listed.get_by_role("listitem")
    row.get_by_role("button", name="Edit: Month").click()
    dialog = page.get_by_role("dialog", name="Change the check-in")
    expect(question(dialog, 0).get_by_label("Place or exercise")).to_have_value("back")
    expect(dialog.get_by_label("Sara Lindqvist")).to_be_checked()
    judge(page, "a check-in is changed on a phone in the dark")
    dialog.get_by_label("What it’s called").fill("First Monday")
    dialog.get_by_label("Tom Becker").check()
    dialog.get_by_label("Remind after so many hours, 0 for never").fill("0")
    dialog.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("2 people")
    [changed] = stored(server, token)
    kept = {key: before["checkIn"][key] for key in ("startsAt", "rrule", "questions")}
    assert {key: changed[key] for key in kept} == kept, changed
    assert (changed["title"], changed["remindAfterHours"]) == ("First Monday", None), changed
    # At another time, once.
    row.get_by_role("button", name="Edit: First Monday").click()
    dialog.get_by_label("Repeats").select_option("Doesn’t repeat")
    dialog.get_by_label("Date").fill("2026-04-02")
    dialog.get_by_label("Time of day").fill("08:00")
    dialog.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("2 Apr 2026, 08:00")
    assert stored(server, token)[0]["rrule"] is None
    row.get_by_role("button", name="Pause: First Monday").click()
    expect(row).to_contain_text("paused")
    row.get_by_role("button", name="Go on: First Monday").click()
    expect(row).to_contain_text("next")
    row.get_by_role("button", name="Delete: First Monday").click()
    page.get_by_role("dialog", name="Delete First Monday?").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    assert stored(server, token) == []


def test_another_time_of_day_keeps_the_week(server, browser):
    token = server.login(ALEX)
    sara = sara_of(server, token)
    questions = [{"kind": "text", "prompt": "How was it?"}]
    # It's Wednesday, 11 March. Neither begins on the coming Sunday.
    for title, start, rule in (("Fortnight", "2026-03-22T18:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"), ("Spring", "2026-05-03T18:00", "FREQ=WEEKLY;BYDAY=SU")):
        body = {"title": title, "questions": questions, "clientIds": [sara], "startsAt": start, "rrule": rule}
        assert server.request("POST", "/v1/check-ins", body, token)[0] == 201
    page = browser.sign_in(server, ALEX)
    listed = open_list(page)
    for title in ("Fortnight", "Spring"):
        listed.get_by_role("button", name=f"Edit: {title}").click()
        dialog = page.get_by_role("dialog", name="Change the check-in")
        dialog.get_by_label("Time of day").fill("19:00")
        dialog.get_by_role("button", name="Save").click()
        expect(listed.get_by_role("listitem").filter(has_text=title)).to_contain_text("19:00")
    changed = {one["title"]: (one["startsAt"], one["rrule"]) for one in stored(server, token)}
    assert changed["Fortnight"] == ("2026-03-22T19:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"), changed
    assert changed["Spring"] == ("2026-05-03T19:00", "FREQ=WEEKLY;BYDAY=SU"), changed


def test_what_the_server_refuses_is_said_in_the_form(server, browser):
    page = browser.sign_in(server, ALEX)
    listed = open_list(page)
    listed.get_by_role("button", name="New check-in").click()
    dialog = page.get_by_role("dialog", name="New check-in")
    dialog.get_by_label("What it’s called").fill("Scale")
    place = write_question(dialog, 0, "A scale", "How was it?")
    place.get_by_label("From").fill("7")
    place.get_by_label("Until").fill("3")
    dialog.get_by_label("Sara Lindqvist").check()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("a scale goes from a lower to a higher number")
    place.get_by_label("Until").fill("9")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)


def test_a_client_has_none_to_make(server, browser):
    page = browser.sign_in(server, SARA)
    page.get_by_role("button", name="New chat or group").click()
    expect(page.get_by_role("dialog", name="New chat")).to_be_visible()
    expect(page.get_by_role("button", name="Check-ins", exact=True)).to_have_count(0)
