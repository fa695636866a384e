"""Before the first data pages say that they load, and nothing that isn't known."""

from harness import ALEX, PASSWORD, expect
from test_screens import judge_now

ROUTES = ["**/v1/inbox", "**/v1/calendar/events?*", "**/v1/reminders", "**/v1/assistant/week"]


def test_nothing_is_said_before_it_is_known(server, browser):
    page = browser.open(server)
    for route in ROUTES:
        # Never answered.
        page.route(route, lambda one: None)
    page.get_by_label("E-mail").fill(ALEX)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1, name="Good morning, Alex")).to_be_visible()
    waiting = page.locator("section.blk", has=page.get_by_role("heading", name="Waiting for you"))
    sessions = page.locator("section.blk", has=page.get_by_role("heading", name="Today’s sessions"))
    expect(waiting).to_contain_text("Loading")
    expect(sessions).to_contain_text("Loading")
    expect(page.get_by_text("Nobody waits for you.")).to_have_count(0)
    judge_now(page, "today while it loads")
    page.goto(server.url + "/chats")
    expect(page.get_by_role("heading", level=2, name="Loading")).to_be_visible()
    page.goto(server.url + "/today")
    expect(waiting).to_contain_text("Loading")
    # What fails says so, and is there once the server answers.
    # In the place of the former: none of them is answered in between.
    for route in ROUTES:
        page.route(route, lambda one: one.abort())
    page.reload()
    expect(sessions).to_contain_text("The server can’t be reached.")
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    expect(waiting).to_contain_text("Kenji Watanabe")
    expect(sessions).to_contain_text("Strength with Tom")


def test_learning_the_time_keeps_what_was_begun(server, browser):
    """The server's clock is in 2026, and the page learns it on its first connection, while somebody may be writing."""
    page = browser.open(server)
    held, release = [], []

    def hold(socket):
        upstream = socket.connect_to_server()
        socket.on_message(upstream.send)
        upstream.on_message(lambda message: socket.send(message) if release else held.append((socket, message)))

    page.route_web_socket("**/v1/socket", hold)
    page.get_by_label("E-mail").fill(ALEX)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    title = page.locator(".page h1")
    expect(title).to_contain_text("Alex")
    title.evaluate("(title) => { title.dataset.same = ''; }")
    page.get_by_role("button", name="New reminder").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").first.fill("Half a re")
    expect(page.get_by_text("Wednesday 11 March, 09:15")).to_have_count(0)
    release.append(True)
    for socket, message in held:
        socket.send(message)
    expect(page.get_by_text("Wednesday 11 March, 09:15")).to_be_visible()
    expect(title).to_have_text("Good morning, Alex")
    assert page.locator("h1[data-same]").count() == 1
    expect(dialog.get_by_role("textbox").first).to_have_value("Half a re")


def test_the_day_and_the_hour_of_the_weekly_page_are_chosen(server, browser):
    page = browser.sign_in(server, ALEX, "/today")
    box = page.get_by_label("Tell me every week who needs a look")
    expect(page.get_by_label("Day of the week")).to_be_hidden()
    box.check()
    page.get_by_label("Day of the week").select_option("Thursday")
    page.get_by_label("Time of day").select_option("18:00")
    expect(page.get_by_text("You’ll be told every Thursday at 18:00.").first).to_be_visible()
    token = server.login(ALEX)
    _, answer = server.request("GET", "/v1/me/proactive", token=token)
    assert answer["proactive"] == {"weekly": True, "weekday": "thu", "hour": 18}, answer
    page.reload()
    expect(page.get_by_label("Day of the week")).to_have_value("thu")
    box.uncheck()
    expect(page.get_by_text("You won’t be told.").first).to_be_visible()


def test_a_session_is_with_nobody_any_more(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar")
    page.get_by_role("button", name="Loosening up with Sa").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox").first.select_option(label="Nobody (your own time)")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Loosening up with Sa").first.click()
    expect(page.get_by_role("dialog").get_by_role("combobox").first).to_have_value("")
    page.get_by_role("dialog").get_by_role("combobox").first.select_option(label="Sarah Whitfield")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # A client sees what it is; with whom is always the same.
    client = browser.sign_in(server, "sarah@example.com", "/calendar")
    box = client.get_by_role("button", name="Loosening up with Sa")
    expect(box.locator("b")).to_have_text("Loosening up with Sarah")
