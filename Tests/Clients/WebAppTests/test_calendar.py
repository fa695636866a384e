"""The calendar: made and moved by mouse and keyboard, series with their scopes, both clocks, reminders, hours, the feed."""

import urllib.error
import urllib.request

from harness import ALEX, SARA, expect, frames


def events(server, title, since="2026-03-09T00:00:00Z", until="2026-06-30T00:00:00Z"):
    _, answer = server.request("GET", f"/v1/calendar/events?from={since}&to={until}", token=server.login(ALEX))
    return [one for one in answer["events"] if one["title"] == title]


def client(server, name):
    _, answer = server.request("GET", "/v1/contacts", token=server.login(ALEX))
    return next(one["userId"] for one in answer["contacts"] if one["displayName"] == name)


def make(server, title, start, end, **more):
    body = {"title": title, "eventType": "training", "startsAt": start, "endsAt": end, **more}
    status, answer = server.request("POST", "/v1/calendar/events", body, server.login(ALEX))
    assert status == 201, answer
    return answer["event"]


def at(page, weekday, hour):
    """A place in the grid, on the screen."""
    column = page.locator(".dayc").nth(weekday)
    column.evaluate("(one, hour) => { one.closest('.scroll').scrollTop = (hour - 2) * 48; }", hour)
    box = column.bounding_box()
    return box["x"] + box["width"] * 0.9, box["y"] + hour * 48 + 4


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def test_a_session_is_made_by_dragging_and_moved_by_dragging(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar")
    expect(page.get_by_role("button", name="Strength with Tom").first).to_be_visible()
    x, y = at(page, 5, 16)
    drag(page, (x, y), (x, y + 48 + 12))
    dialog = page.get_by_role("dialog", name="New session")
    expect(dialog.get_by_label("Starts")).to_have_value("16:00")
    expect(dialog.get_by_label("Minutes")).to_have_value("90")
    dialog.get_by_label("With").select_option(label="Kenji Watanabe")
    expect(dialog.get_by_text("in Tokyo")).to_be_visible()
    dialog.get_by_label("Title").fill("Rowing by drag")
    dialog.get_by_role("button", name="Save").click()
    box = page.get_by_role("button", name="Rowing by drag")
    expect(box).to_contain_text("16:00–17:30")
    expect(box).to_contain_text("05:00 Tokyo")
    # From Saturday to Friday, an hour and a half later.
    place = box.bounding_box()
    width = page.locator(".dayc").nth(5).bounding_box()["width"]
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    drag(page, middle, (middle[0] - width, middle[1] + 72))
    question = page.get_by_role("dialog", name="Tell Kenji Watanabe about the new time?")
    expect(question).to_contain_text("17:30")
    expect(question).to_contain_text("06:30 in Tokyo")
    question.get_by_role("button", name="Move").click()
    expect(box).to_contain_text("17:30–19:00")
    assert [one["startsAt"] for one in events(server, "Rowing by drag")] == ["2026-03-13T21:30:00.000Z"]
    # What isn't agreed to goes back.
    place = box.bounding_box()
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    drag(page, middle, (middle[0], middle[1] - 48))
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator(".ev.moved")).to_have_count(0)
    assert abs(box.bounding_box()["y"] - place["y"]) < 3
    page.get_by_label("Another zone’s hours beside yours").select_option("+ Tokyo")
    expect(page.locator(".grid-hours")).to_have_count(2)
    page.get_by_role("button", name="Day", exact=True).click()
    expect(page.locator(".dayc")).to_have_count(1)


def test_a_session_gets_longer_by_its_lower_edge_and_is_put_back(server, browser):
    make(server, "Stretching", "2026-03-14T14:00:00Z", "2026-03-14T15:00:00Z", eventType="adhoc")
    page = browser.sign_in(server, ALEX, "/calendar")
    box = page.get_by_role("button", name="Stretching")
    box.scroll_into_view_if_needed()
    place = box.bounding_box()
    edge = (place["x"] + place["width"] / 2, place["y"] + place["height"] - 3)
    drag(page, edge, (edge[0], edge[1] + 24))
    question = page.get_by_role("dialog", name="Move this session?")
    expect(question).to_contain_text("90 min")
    question.get_by_role("button", name="Move").click()
    expect(box).to_contain_text("10:00–11:30")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(box).to_contain_text("10:00–11:00")
    # By keys: Shift changes the length, without it the time.
    box.focus()
    page.keyboard.press("Alt+Shift+ArrowDown")
    page.get_by_role("dialog").get_by_role("button", name="Move").click()
    expect(box).to_contain_text("10:00–11:15")
    box.focus()
    page.keyboard.press("Alt+ArrowDown")
    page.get_by_role("dialog").get_by_role("button", name="Move").click()
    expect(box).to_contain_text("10:15–11:30")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(box).to_contain_text("10:00–11:15")
    assert [one["endsAt"] for one in events(server, "Stretching")] == ["2026-03-14T15:15:00.000Z"]


def test_a_moved_series_is_put_back(server, browser):
    make(server, "Moved series", "2026-04-07T14:00:00Z", "2026-04-07T15:00:00Z", eventType="adhoc", rrule="FREQ=WEEKLY;BYDAY=TU;COUNT=4")

    def starts():
        path = "/v1/calendar/events?from=2026-04-01T00:00:00Z&to=2026-05-20T00:00:00Z"
        found = server.request("GET", path, token=server.login(ALEX))[1]["events"]
        return sorted(one["startsAt"][5:16] for one in found if one["title"] == "Moved series" and one["status"] == "scheduled")

    before = starts()
    assert len(before) == 4, before
    page = browser.sign_in(server, ALEX, "/calendar#2026-04-14,week")
    box = page.get_by_role("button", name="Moved series")
    for choice, moved in (("All that are ahead", before), ("This one and all after it", before[1:])):
        box.focus()
        page.keyboard.press("Alt+ArrowDown")
        page.get_by_role("dialog").get_by_role("button", name=choice).click()
        expect(box).to_contain_text("10:15")
        assert starts() == [one.replace("14:00", "14:15") if one in moved else one for one in before]
        page.locator(".toast").get_by_role("button", name="Undo").click()
        expect(box).to_contain_text("10:00")
        assert starts() == before


def test_the_header_of_the_calendar_is_whole_on_every_width(server, browser):
    for width in (320, 390, 820):
        page = browser.sign_in(server, ALEX, "/calendar", width=width, height=900, touch=width < 800)
        if width == 820:
            expect(page.get_by_role("button", name="Strength with Tom").first).to_be_visible()
            assert page.locator(".dayc").last.evaluate("(one) => one.getBoundingClientRect().right <= innerWidth")
        expect(page.get_by_role("button", name="Reminders")).to_be_visible()
        parts = [one for one in page.locator(".calbar > h1, .calbar button, .calbar select").all() if one.is_visible()]
        boxes = [one.bounding_box() for one in parts]
        for index, (one, box) in enumerate(zip(parts, boxes)):
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (width, box)
            # No word is broken, nothing is cut, and nothing lies over anything else.
            assert one.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1"), (width, one.inner_text())
            assert box["height"] < 52, (width, box, one.inner_text())
            for other in boxes[index + 1:]:
                apart = (box["x"] + box["width"] <= other["x"] + 1 or other["x"] + other["width"] <= box["x"] + 1
                         or box["y"] + box["height"] <= other["y"] + 1 or other["y"] + other["height"] <= box["y"] + 1)
                assert apart, (width, box, other)


def test_a_week_shows_with_whom_and_all_lines(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar")
    expect(page.locator(".ev", has=page.locator("b", has_text="Tom Becker"), has_text="13:00–14:00")).to_be_visible()
    # Nothing of an hour is cut at its lower edge.
    cut = page.locator(".ev[data-event]:not(.sh)").evaluate_all("""(all) => all.filter((one) => {
        const lowest = Math.max(...[...one.querySelectorAll("span")].map((line) => line.getBoundingClientRect().bottom));
        return lowest > one.getBoundingClientRect().bottom + 1;
    }).map((one) => one.textContent)""")
    assert cut == [], cut


def test_an_answer_that_comes_late_does_not_bring_back_what_was(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar")
    expect(page.get_by_role("button", name="Strength with Tom").first).to_be_visible()
    held = []

    def hold(route):
        # What the server said before the change waits until later answers have come.
        held.append((route, route.fetch())) if not held else route.continue_()

    page.route("**/v1/calendar/events?*", hold)
    with page.expect_request("**/v1/calendar/events?*"):
        page.get_by_role("button", name="Today", exact=True).click()
    frames(page, 2)
    make(server, "Made meanwhile", "2026-03-12T22:00:00Z", "2026-03-12T23:00:00Z",
         clientId=client(server, "Kenji Watanabe"))
    page.get_by_role("button", name="Today", exact=True).click()
    expect(page.get_by_role("button", name="Made meanwhile")).to_be_visible()
    (route, early), = held
    assert "Made meanwhile" not in early.text()
    with page.expect_response("**/v1/calendar/events?*"):
        route.fulfill(response=early)
    frames(page, 4)
    expect(page.get_by_role("button", name="Made meanwhile")).to_be_visible()


def test_a_session_is_made_and_moved_by_keyboard(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar")
    expect(page.get_by_role("button", name="Strength with Tom").first).to_be_visible()
    slot = page.get_by_role("button", name="Free time: Monday 9 March, 09:00")
    slot.focus()
    for key in ["ArrowRight"] * 5 + ["ArrowDown"] * 6:
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Free time: Saturday 14 March, 12:00")).to_be_focused()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="New session")
    expect(dialog.get_by_label("Date")).to_have_value("2026-03-14")
    dialog.get_by_label("Title").fill("Keyboard session")
    page.keyboard.press("Enter")
    box = page.get_by_role("button", name="Keyboard session")
    expect(box).to_contain_text("12:00–13:00")
    box.focus()
    page.keyboard.press("Alt+ArrowRight")
    page.get_by_role("dialog", name="Move this session?").get_by_role("button", name="Move").click()
    # Saturday became Sunday, at the same time of day.
    expect(page.locator(".dayc").nth(6).get_by_role("button", name="Keyboard session")).to_contain_text("12:00–13:00")
    expect(box).to_be_focused()


def test_a_series_changes_for_one_for_those_after_it_or_for_all(server, browser):
    tom = client(server, "Tom Becker")
    series = make(server, "Series", "2026-03-17T10:00:00Z", "2026-03-17T10:30:00Z", rrule="FREQ=WEEKLY;BYDAY=TU;COUNT=6", clientId=tom)
    page = browser.sign_in(server, ALEX, "/calendar#2026-03-25")
    box = page.get_by_role("button", name="Series")
    expect(box).to_contain_text("06:00–06:30")
    expect(box).to_have_attribute("aria-label", "Series, 06:00–06:30 · 04:00 Denver · Tom Becker · Training · repeats")
    box.focus()
    page.keyboard.press("Alt+ArrowDown")
    page.get_by_role("dialog").get_by_role("button", name="Only this one").click()
    expect(box).to_contain_text("06:15–06:45")
    starts = lambda: [one["startsAt"][5:16] for one in events(server, "Series")]
    assert starts() == ["03-17T10:00", "03-24T10:15", "03-31T10:00", "04-07T10:00", "04-14T10:00", "04-21T10:00"]
    page.get_by_role("button", name="Later").click()
    expect(page.locator(".dayc").nth(1)).to_have_attribute("aria-label", "Tuesday 31 March")
    expect(box).to_contain_text("06:00–06:30")
    box.focus()
    page.keyboard.press("Alt+ArrowRight")
    page.get_by_role("dialog").get_by_role("button", name="This one and all after it").click()
    expect(page.locator(".dayc").nth(2).get_by_role("button", name="Series")).to_be_visible()
    assert starts() == ["03-17T10:00", "03-24T10:15", "04-01T10:00", "04-08T10:00", "04-15T10:00", "04-22T10:00"]
    # All that are ahead: from the first one on, a quarter of an hour later.
    page.get_by_role("button", name="Later").click()
    page.locator(".dayc").nth(2).get_by_role("button", name="Series").focus()
    page.keyboard.press("Alt+ArrowDown")
    page.get_by_role("dialog").get_by_role("button", name="All that are ahead").click()
    expect(page.locator(".dayc").nth(2).get_by_role("button", name="Series")).to_contain_text("06:15–06:45")
    assert starts()[2:] == ["04-01T10:15", "04-08T10:15", "04-15T10:15", "04-22T10:15"]
    page.locator(".dayc").nth(2).get_by_role("button", name="Series").click()
    page.get_by_role("button", name="Cancel the session").click()
    page.get_by_role("dialog", name="Cancel this session?").get_by_role("button", name="This one and all after it").click()
    expect(box).to_have_count(0)
    assert starts() == ["03-17T10:00", "03-24T10:15", "04-01T10:15"], series


def test_a_series_is_made_and_leaves_out_what_is_taken(server, browser):
    # On the second Sunday there's the course in Boston.
    page = browser.sign_in(server, ALEX, "/calendar", width=390, height=844, touch=True)
    page.get_by_role("button", name="New session").click()
    dialog = page.get_by_role("dialog", name="New session")
    dialog.get_by_label("Title").fill("Sunday stretch")
    dialog.get_by_label("Date").fill("2026-03-15")
    dialog.get_by_label("Starts").fill("13:00")
    dialog.get_by_label("Repeats").select_option("Every week")
    dialog.get_by_label("How many times").fill("4")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("taken")
    dialog.get_by_role("button", name="Leave out the times that are taken").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Left out because they’re taken").first).to_be_visible()
    expect(page.get_by_role("button", name="Sunday stretch")).to_be_visible()
    assert [one["startsAt"][5:10] for one in events(server, "Sunday stretch")] == ["03-15", "03-29", "04-05"]


def test_reminders_are_made_put_off_and_ticked(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar#reminders")
    page.get_by_role("button", name="New reminder").click()
    dialog = page.get_by_role("dialog", name="New reminder")
    dialog.get_by_label("What to remind you of").fill("Order resistance bands")
    dialog.get_by_label("Date").fill("2026-03-12")
    dialog.get_by_label("Starts").fill("10:00")
    dialog.get_by_label("About").select_option(label="Zoë Lambert")
    dialog.get_by_role("button", name="Save").click()
    row = page.locator(".reminders .it", has_text="Order resistance bands")
    expect(row).to_contain_text("10:00")
    row.get_by_role("button", name="Put off or delete").click()
    page.get_by_role("button", name="Monday, 9:00").click()
    expect(row).to_contain_text("Monday 16 March, 09:00")
    row.get_by_role("checkbox").click()
    expect(row).to_have_count(0)


def test_working_hours_are_set_and_shown(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar")
    expect(page.locator(".dayc").nth(6).locator(".offh")).to_have_count(1)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Working hours").click()
    dialog = page.get_by_role("dialog", name="Working hours")
    dialog.get_by_label("Sunday").fill("nine to five")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Write it like 07:00-20:00")).to_be_visible()
    dialog.get_by_label("Sunday").fill("09:00-12:00, 14:00-17:00")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".dayc").nth(6).locator(".offh")).to_have_count(3)


def test_a_feed_link_is_revoked(server, browser):
    page = browser.sign_in(server, SARA, "/calendar")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Calendar link").click()
    address = page.locator("[data-feed]").inner_text()
    path = address[address.index("/calendar/feeds/"):]
    with urllib.request.urlopen(server.api + path) as answer:
        assert b"BEGIN:VCALENDAR" in answer.read()
    page.get_by_role("button", name="End this link").click()
    page.get_by_role("dialog", name="End this link?").get_by_role("button", name="End this link").click()
    expect(page.get_by_text("The link has ended.")).to_be_visible()
    try:
        urllib.request.urlopen(server.api + path).close()
        raise AssertionError("the old link still works")
    except urllib.error.HTTPError as error:
        error.close()
    page.get_by_role("button", name="Make a new link").click()
    expect(page.locator("[data-feed]")).not_to_have_text(address)
