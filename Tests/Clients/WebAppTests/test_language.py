"""The app in Spanish: chosen by the browser or by a setting, and no English left."""

import re

from front import ROOT
from harness import ALEX, PASSWORD, SARA, expect
from screens import invitation

TEXTS = ROOT / "Sources" / "Clients" / "WebApp" / "src" / "text"
SCREENS = ["/chats", "/today", "/calendar", "/assistant", "/settings/profile", "/settings/appearance", "/settings/devices",
           "/settings/notifications", "/settings/calendar", "/settings/blocks", "/settings/assistant", "/settings/automatic", "/settings/keys",
           "/settings/account"]
# What people read or hear of the app itself: no names, messages or values.
SEEN = """() => {
    const own = ".ev, bdi, option, code, kbd, .msg, .ch, .it, [dir=auto], table, .av";
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        if (walker.currentNode.parentElement.closest(own) === null) texts.push(walker.currentNode.data);
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
        if (element.closest(own) !== null) continue;
        for (const name of ["aria-label", "placeholder", "title"]) texts.push(element.getAttribute(name) ?? "");
    }
    return [...texts.map((text) => text.trim()).filter((text) => text !== ""), document.title];
}"""
ENGLISH = re.compile(r"\b(the|your|you|and|with|this|that|is|are|of|to|for|from|not|can|all|who|what|when)\b", re.I)


def plain_texts(name):
    """The texts without arguments, by any key."""
    source = (TEXTS / f"{name}.ts").read_text()
    return set(re.findall(r':\s*"([^"\n]+)"', source))


def open_in(server, browser, languages, path="/"):
    context = browser.chromium.new_context(viewport={"width": 1280, "height": 800}, locale=languages,
                                           timezone_id="America/New_York")
    browser.contexts.append(context)
    return browser.tab(context, server, path)


def sign_in(page, email="Correo electrónico", password="Contraseña", who=ALEX):
    page.get_by_label(email).fill(who)
    page.get_by_label(password).fill(PASSWORD)
    page.keyboard.press("Enter")


def without_quotes(text):
    """What the app says around the words of a message, which stay as they were written."""
    return re.sub("«.*»", "", text, flags=re.S)


def judge_spanish(page, name):
    english = plain_texts("en") - plain_texts("es")
    seen = [without_quotes(text) for text in page.evaluate(SEEN)]
    assert len(seen) > 5, (name, seen)
    left = [text for text in seen if text in english or ENGLISH.search(text.replace(page.url.split("/")[2], ""))]
    assert left == [], (name, left)


def test_whole_screens_are_in_spanish(server, browser):
    page = open_in(server, browser, "es-ES")
    assert page.evaluate("document.documentElement.lang") == "es"
    judge_spanish(page, "sign-in")
    page.goto(server.url + invitation(server))
    page.get_by_label("Tu nombre").wait_for()
    judge_spanish(page, "invitation")
    page.goto(server.url + "/invite/abc")
    page.get_by_role("alert").first.wait_for()
    judge_spanish(page, "invitation-over")
    page.goto(server.url + "/")
    page.get_by_label("Correo electrónico").fill(ALEX)
    page.get_by_label("Contraseña").fill("not it at all")
    page.get_by_role("button", name="Iniciar sesión").click()
    expect(page.get_by_text("La contraseña no corresponde a este correo.").first).to_be_visible()
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Buenos días, Alex")).to_be_visible()
    # Why somebody is worth a look isn't said in the server's English.
    page.locator(".reasons p").first.wait_for()
    reasons = [without_quotes(one) for one in page.locator(".reasons p").all_inner_texts()]
    assert reasons and not [one for one in reasons if ENGLISH.search(one)], reasons
    # Dates are those of the language, too.
    expect(page.locator("main")).to_contain_text("miércoles")
    for path in SCREENS:
        page.goto(server.url + path)
        page.locator("html[data-ready]").wait_for(state="attached")
        page.locator("h1, h2").first.wait_for(state="attached")
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        judge_spanish(page, path)


def test_the_language_is_the_one_that_was_chosen(server, browser):
    page = browser.sign_in(server, ALEX, "/settings/appearance")
    assert page.evaluate("document.documentElement.lang") == "en"
    page.get_by_label("Language").select_option(label="Español")
    expect(page.get_by_role("heading", level=1, name="Ajustes")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "es"
    page.goto(server.url + "/today")
    expect(page.get_by_role("heading", name="Buenos días, Alex")).to_be_visible()
    page.goto(server.url + "/settings/appearance")
    page.get_by_label("Idioma").select_option(label="El del navegador")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()


def test_a_reason_of_a_kind_that_the_app_does_not_know_has_the_servers_words(server, browser):
    page = open_in(server, browser, "es-ES")
    # Every object has a member of the last name.
    reasons = [{"id": f"reason-{kind}", "kind": kind, "text": f"Said by the server: {kind}", "since": "2026-03-10T12:00:00Z",
                "citations": [], "drafts": []} for kind in ("somethingNew", "toString", "constructor")]
    person = {"userId": "person", "displayName": "Person", "chatId": None, "reasons": reasons, "moreReasons": 0, "sessions": []}
    page.route("**/v1/assistant/week", lambda route: route.fulfill(json={"createdAt": "2026-03-11T06:00:00Z", "people": [person]}))
    sign_in(page)
    expect(page.locator(".reasons p")).to_have_text([one["text"] for one in reasons])


def test_what_the_server_guesses_and_refuses_is_in_spanish(server, browser):
    page = open_in(server, browser, "es-ES")
    path = "/v1/assistant/proposals/0198b5f0-0000-7000-8000-000000000077"
    doubts = [("noTime", "No hour was said"), ("taken", "Tuesday is taken"), ("taken", "Friday is taken"), ("other", "Said by the server")]
    proposal = {"id": path.split("/")[-1], "tool": "setReminder", "state": "pending", "version": 1, "summary": "Reminder: factura",
                "arguments": {"text": "Factura", "dueAt": "2026-03-12T13:00:00.000Z"}, "expiresAt": "2026-03-18T13:00:00.000Z",
                "doubts": [{"kind": kind, "text": text} for kind, text in doubts]}
    refusal = {"error": {"code": "conflict", "message": "Another event is there", "retryable": False}}
    page.route("**/v1/assistant/proposals?state=pending", lambda route: route.fulfill(json={"proposals": [proposal]}))
    page.route(f"**{path}/confirm", lambda route: route.fulfill(status=409, json=refusal))
    sign_in(page)
    card = page.locator(".prop")
    # Each kind is said once; what the app has no words for is said as the server says it.
    expect(card.locator(".doubt")).to_have_text(
        ["No se dijo la hora: es una suposición.", "Alguna de las horas está ocupada y se deja fuera.", "Said by the server"])
    card.get_by_role("button", name="Confirmar").click()
    expect(card.get_by_role("alert")).to_contain_text("Eso choca con otra cosa que ya hay")
    expect(card).not_to_contain_text("Another event")


def test_what_the_assistant_asks_for_is_in_spanish(server, browser):
    page = open_in(server, browser, "es-ES")
    sign_in(page)
    page.get_by_role("heading", name="Buenos días, Alex").wait_for()
    answer = page.locator(".ans")

    def ask(text):
        page.goto(server.url + "/assistant")
        page.locator(".cmp textarea").fill(text)
        page.locator(".cmp textarea").press("Enter")
        page.locator(".mod").wait_for()

    # What a card says needs no sentence around it.
    ask("Schedule a call with Sara on Saturday at 10am")
    expect(answer.locator(".prop")).to_be_visible()
    expect(answer.locator(".tx")).to_have_count(0)
    ask("Schedule a training with Hannah today at 1pm")
    expect(answer).to_contain_text("A esa hora tienes 13:00–14:00 Strength with Tom. Estas horas están libres:")
    expect(answer).not_to_contain_text("overlaps")
    ask("tell mike I'm running late")
    expect(answer).to_contain_text("¿Cuál de estas opciones?")
    expect(answer.get_by_role("button", name="Mike Okafor")).to_be_visible()
    assert not ENGLISH.search(answer.locator("p").first.inner_text()), answer.inner_text()


def test_what_the_assistant_says_by_itself_is_in_the_language_of_the_question(server, browser):
    page = open_in(server, browser, "es-ES")
    sign_in(page, who=SARA)
    page.locator("nav.rail").wait_for()
    answer = page.locator(".ans").last

    def ask(text):
        page.goto(server.url + "/assistant")
        page.locator(".cmp textarea").fill(text)
        page.locator(".cmp textarea").press("Enter")
        page.locator(".mod").last.wait_for()

    ask("Programa una llamada con Alex mañana a las 14:00")
    expect(answer).to_have_text("Solo los entrenadores pueden planificar, mover o cancelar citas. Pídeselo al tuyo.")
    ask("¿Qué dijo Alex de los elefantes africanos?")
    expect(answer).to_contain_text("en tus chats con Alex Rivera")
    assert not ENGLISH.search(answer.locator(".tx").inner_text().split("\n")[0]), answer.inner_text()


def test_americans_count_hours_to_twelve_and_begin_on_sunday(server, browser):
    page = open_in(server, browser, "en-US")
    sign_in(page, "E-mail", "Password")
    session = page.locator("button.it", has_text="Strength with Tom").first
    expect(session).to_contain_text(re.compile(r"1:00\sPM–2:00\sPM"))
    # Fields and what is sent have the hours of the clock.
    session.click()
    expect(page.get_by_role("dialog").get_by_label("Starts")).to_have_value("13:00")
    page.goto(server.url + "/calendar")
    expect(page.locator(".ev", has_text=re.compile(r"1:00\sPM–2:00\sPM")).first).to_be_visible()
    expect(page.locator(".dayc").first).to_have_attribute("aria-label", re.compile("Sunday"))
