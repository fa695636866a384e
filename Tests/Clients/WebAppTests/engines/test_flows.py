"""The main flows in engines other than Chromium."""

from harness import ALEX, PASSWORD, SARA
from engines.driver import ENTER

NOTHING_PENDING = "body:not(:has([data-pending]))"
# The order of a date, and whether hours are counted to twelve, is the language's of the machine.
DAY = "//div[contains(@class,'dayc')][contains(@aria-label, '{}')][contains(@aria-label, '{}')]"


def open_chat(page, name):
    # By a key: a row may move while the pointer is on its way, as long as the list is still arriving.
    page.xpath(f"//a[contains(@class,'ch')][.//*[contains(@class,'who')][starts-with(normalize-space(.), '{name}')]]").type(ENTER)
    page.heading(name)
    page.css(".msg, .edge")


def write(page, text):
    page.css(".cmp textarea").type(text + ENTER)
    page.bubble(text)


def test_invitation_to_first_answer(server, browser):
    coach = browser.sign_in(server, ALEX)
    coach.button("New chat or group").click()
    coach.button("Make a link").click()
    link = coach.css("[data-link]").text
    coach.button("Close").click()
    client = browser.open(server, link[link.index("/invite/"):], width=447, height=844, zone="Europe/Stockholm")
    client.field("Your name").type("Nina Petrov")
    client.field("E-mail").type("nina@example.com")
    client.field("Password").type("a sentence is fine")
    client.button("Join").click()
    client.heading("Alex Rivera")
    write(client, "Hello coach, it worked")
    open_chat(coach, "Nina Petrov")
    coach.bubble("Hello coach, it worked")
    write(coach, "Welcome, Nina")
    client.bubble("Welcome, Nina")
    # Nobody is offered a new release on the first visit.
    client.css(".ban[hidden]")


def test_two_people_with_typing_and_receipts(server, browser):
    alex = browser.sign_in(server, ALEX)
    sara = browser.sign_in(server, SARA, width=447, height=844, zone="Europe/Stockholm")
    open_chat(alex, "Sara Lindqvist")
    open_chat(sara, "Alex Rivera")
    sara.css(".cmp textarea").type("On my")
    alex.xpath("//header//*[normalize-space(.)='Sara Lindqvist is typing…']")
    alex.css("header .av.on")
    sara.css(".cmp textarea").type(" way" + ENTER)
    alex.bubble("On my way")
    alex.xpath("//header[not(.//*[normalize-space(.)='Sara Lindqvist is typing…'])]")
    write(alex, "See you at nine")
    sara.bubble("See you at nine")
    alex.xpath("//*[contains(@class,'st')][normalize-space(.)='Read']")


def test_what_is_written_offline_arrives_once_and_in_order(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    write(page, "Before the crash")
    page.css(NOTHING_PENDING)
    # So that the page opens without the server, the worker has to be there.
    assert page.promise("navigator.serviceWorker.ready.then(() => 'ready')") == "ready"
    server.kill()
    texts = [f"Written offline {number}" for number in range(1, 6)]
    for text in texts:
        write(page, text)
    page.button("Try now")
    page.xpath("//*[contains(@class,'ban')][contains(., '5 messages wait')]")
    page.reload()
    for text in texts:
        page.bubble(text)
    server.start()
    page.run("dispatchEvent(new Event('online'))")
    page.css(NOTHING_PENDING)
    assert server.texts(ALEX, server.chat(ALEX, "Sara Lindqvist"))[-6:] == ["Before the crash", *texts]


def test_a_proposal_is_confirmed(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    page.field("Ask, or say what to arrange").type("Schedule a call with Sara tomorrow at 3pm" + ENTER)
    page.xpath("//*[contains(@class,'prop')][contains(., 'Waits for you')][contains(., '15:00–15:30') or contains(., '–3:30')]")
    page.xpath("//*[contains(@class,'prop')]//button[normalize-space(.)='Confirm']").click()
    page.xpath("//*[contains(@class,'prop')][contains(., 'Done')]")
    page.goto(server.url + "/calendar")
    page.xpath("//button[contains(., 'Call with Sara Lindqvist') or contains(@aria-label, 'Call with Sara Lindqvist')]")


def test_the_calendar_and_the_day_open(server, browser):
    """Dates are put together from parts, since engines write those of a language differently."""
    page = browser.sign_in(server, ALEX, "/calendar")
    page.xpath("//button[contains(@aria-label, 'Strength with Tom') or contains(., 'Strength with Tom')]")
    page.xpath(DAY.format("March", "12"))
    page.button("Agenda").click()
    page.xpath("//*[contains(., 'Strength and shoes with Sara')]")
    page.goto(server.url + "/today")
    page.heading("Good morning, Alex")
    page.xpath("//button[contains(@class,'it')][contains(., 'Strength and shoes with Sara')][contains(., '16:00–17:00') or contains(., '–5:00')]")
    for name in ("Today’s sessions", "Reminders", "Worth a look"):
        page.xpath(f"//section[contains(@class,'blk')][.//h2[normalize-space(.)='{name}']]//li[not(contains(@class,'late'))]")
    # A link to a day, as a proposal's and a notice's.
    page.goto(server.url + "/calendar#2026-03-20")
    page.xpath(DAY.format("March", "20"))


def test_a_moved_session_is_told(server, browser):
    alex = server.login(ALEX)
    _, people = server.request("GET", "/v1/contacts", token=alex)
    times = {"startsAt": "2026-03-20T10:00:00Z", "endsAt": "2026-03-20T11:00:00Z"}
    status, answer = server.request("POST", "/v1/calendar/events", {
        "title": "Told session", "eventType": "training", **times,
        "clientId": next(one["userId"] for one in people["contacts"] if one["displayName"] == "Sara Lindqvist")}, alex)
    assert status == 201, answer
    sara = browser.sign_in(server, SARA, width=447, height=844, zone="Europe/Stockholm")
    sara.css("nav.rail a[href='/calendar'] .n")
    changed = {"startsAt": "2026-03-20T12:00:00Z", "endsAt": "2026-03-20T13:00:00Z"}
    status, answer = server.request("PATCH", f"/v1/calendar/events/{answer['event']['id']}", changed, alex)
    assert status == 200, answer
    sara.xpath("//*[contains(@class,'toast')][contains(., 'Moved: Told session')]//button").click()
    sara.xpath("//button[contains(@aria-label, 'Told session') or contains(., 'Told session')]")


def test_logging_out_leaves_nothing(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    page.goto(server.url + "/settings/devices")
    page.xpath("(//button[normalize-space(.)='Sign out'])[last()]").click()
    page.xpath("//dialog//button[normalize-space(.)='Sign out']").click()
    page.heading("Sign in")
    kept = page.promise("""(async () => {
        const open = indexedDB.open("spotter");
        const db = await new Promise((done) => { open.onsuccess = () => done(open.result); });
        const kept = [];
        for (const name of db.objectStoreNames) {
            const request = db.transaction(name).objectStore(name).getAllKeys();
            const keys = await new Promise((done) => { request.onsuccess = () => done(request.result); });
            kept.push(...keys.map((key) => `${name}: ${key}`));
        }
        db.close();
        return kept;
    })()""")
    assert kept == [], kept
    # The same browser takes the next person.
    page.field("E-mail").type(SARA)
    page.field("Password").type(PASSWORD + ENTER)
    page.css("nav.rail")
