"""What somebody finds who comes by a link on a phone, for the first time or without being signed in."""

from harness import ALEX, PASSWORD, SARA, expect

PHONE = {"width": 390, "height": 844, "touch": True, "zone": "Europe/Stockholm"}


def sign_in(page, email):
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.locator("nav.rail").wait_for(state="attached")


def test_a_link_leads_on_after_signing_in(server, browser):
    chat = server.chat(SARA, "Alex Rivera")
    _, history = server.request("GET", f"/v1/chats/{chat}/messages?after=0&limit=5", token=server.login(SARA))
    message = history["messages"][1]["id"]
    page = browser.open(server, f"/chats/{chat}/messages/{message}", **PHONE)
    sign_in(page, SARA)
    expect(page.locator(f'[data-id="{message}"].hit')).to_be_in_viewport()
    page = browser.open(server, "/calendar", **PHONE)
    sign_in(page, SARA)
    expect(page.get_by_role("button", name="Strength and shoes with Sara")).to_be_visible()
    page = browser.open(server, "/assistant", **PHONE)
    sign_in(page, SARA)
    expect(page.get_by_label("Ask, or say what to arrange")).to_be_visible()


def test_an_empty_field_says_what_is_missing(server, browser):
    _, answer = server.request("POST", "/v1/invitations", {}, server.login(ALEX))
    link = answer["invitation"]["link"]
    page = browser.open(server, link[link.index("/invite/"):], **PHONE)
    page.get_by_label("Your name").fill("Nina")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_label("E-mail")).to_be_focused()
    expect(page.get_by_label("E-mail")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Fill this in.")).to_have_count(1)


def test_the_day_of_a_trainer_is_not_a_clients(server, browser):
    page = browser.sign_in(server, SARA, "/chats", **PHONE)
    page.goto(server.url + "/today")
    page.locator("html[data-ready]").wait_for(state="attached")
    expect(page.get_by_text("Invite a client")).to_have_count(0)
    expect(page).not_to_have_url(server.url + "/today")
