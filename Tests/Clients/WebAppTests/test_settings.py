"""One's own account, section by section: what is set there holds on the server."""

import tarfile

from front import ROOT
from harness import ALEX, PASSWORD, SARA, expect
from test_screens import judge

SECTIONS = ["profile", "appearance", "devices", "notifications", "blocks", "assistant", "automatic", "keys", "account"]
ICON = ROOT / "Sources" / "Clients" / "WebApp" / "icon-192.png"


def settings(server, browser, section, email=ALEX, **options):
    page = browser.sign_in(server, email, f"/settings/{section}", **options)
    page.locator(".set h2").first.wait_for()
    return page


def newcomer(server, email, name="Nina Petrov"):
    """An account that a test may change or delete."""
    _, made = server.request("POST", "/v1/invitations", {}, server.login(ALEX))
    status, grant = server.request("POST", "/v1/auth/register", {
        "displayName": name, "email": email, "password": PASSWORD, "role": "client", "timezone": "Europe/Stockholm",
        "invite": made["invitation"]["code"]})
    assert status == 201, grant
    server.request("POST", "/v1/auth/logout", {}, grant["accessToken"])
    return email


def test_name_zone_and_photo_are_saved(server, browser):
    email = newcomer(server, "profile@example.com")
    page = settings(server, browser, "profile", email)
    page.get_by_label("Name", exact=True).fill("Nina P.")
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    page.locator("input[type=file]").set_input_files(ICON)
    expect(page.locator(".av.xl img")).to_be_visible()
    page.get_by_label("Others see when I’m online").uncheck()
    expect(page.get_by_role("button", name="Remove the photo")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Nina P.")
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    expect(page.get_by_label("Others see when I’m online")).not_to_be_checked()
    page.get_by_role("button", name="Remove the photo").click()
    expect(page.locator(".av.xl img")).to_have_count(0)
    _, mine = server.request("GET", "/v1/me", token=server.login(email))
    assert (mine["user"]["displayName"], mine["user"]["photoMediaId"]) == ("Nina P.", None)


def test_a_password_is_changed_and_ends_other_devices(server, browser):
    email = newcomer(server, "password@example.com")
    other = browser.sign_in(server, email, "/settings/devices")
    page = settings(server, browser, "devices", email)
    expect(page.locator("li.it")).to_have_count(2)
    page.get_by_label("Current password").fill("not this one")
    page.get_by_label("New password").fill("another sentence")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("That isn’t your password.").first).to_be_visible()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Change the password").click()
    expect(page.locator("li.it")).to_have_count(1)
    # In words that say what to do, not the server's.
    expect(other.get_by_text("You were signed out: this device was signed out elsewhere, or your password was changed.").first).to_be_visible()
    expect(other.get_by_text("token")).to_have_count(0)
    status, _ = server.request("POST", "/v1/auth/login", {"email": email, "password": "another sentence"})
    assert status == 200


def test_a_device_is_signed_out_from_another(server, browser):
    email = newcomer(server, "devices@example.com")
    other = browser.sign_in(server, email)
    page = settings(server, browser, "devices", email)
    page.locator("li.it", has_not_text="This device").get_by_role("button", name="Sign out").click()
    expect(page.locator("li.it")).to_have_count(1)
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_key_is_shown_once_works_and_is_revoked(server, browser):
    page = settings(server, browser, "keys")
    page.get_by_role("button", name="Make the key").click()
    expect(page.get_by_label("What is it for?")).to_be_focused()
    page.get_by_label("What is it for?").fill("Report of the week")
    page.get_by_role("button", name="Make the key").click()
    expect(page.get_by_role("alert").filter(has_text="Choose what the key may do.")).to_be_visible()
    page.get_by_label("Read messages").check()
    page.get_by_label("How long it lasts").select_option("30")
    page.get_by_role("button", name="Make the key").click()
    secret = page.locator("[data-secret]").inner_text()
    status, _ = server.request("GET", "/v1/chats", token=secret)
    assert status == 200
    status, _ = server.request("GET", "/v1/calendar/events?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z", token=secret)
    assert status == 403
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    row = page.locator("li.it", has_text="Report of the week")
    expect(row).to_contain_text("Read messages · ends 10 April 2026")
    assert secret not in page.content()
    row.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(row).to_have_count(0)
    status, _ = server.request("GET", "/v1/chats", token=secret)
    assert status == 401


def test_somebody_is_blocked_and_unblocked(server, browser):
    page = settings(server, browser, "blocks")
    page.get_by_label("Person").select_option(label="Tom Becker")
    page.get_by_role("button", name="Block").click()
    page.get_by_role("dialog", name="Block Tom Becker?").get_by_role("button", name="Block").click()
    row = page.locator("li.it", has_text="Tom Becker")
    expect(row).to_contain_text("Blocked since 11 March 2026")
    chat = server.chat(ALEX, "Tom Becker")
    message = {"clientMessageId": "blocked-1", "text": "Hello?"}
    status, _ = server.request("POST", f"/v1/chats/{chat}/messages", message, server.login("tom@example.com"))
    assert status == 403
    row.get_by_role("button", name="Unblock").click()
    expect(row).to_have_count(0)
    status, _ = server.request("POST", f"/v1/chats/{chat}/messages", message, server.login("tom@example.com"))
    assert status == 201


def test_instructions_and_what_was_used(server, browser):
    page = settings(server, browser, "assistant")
    page.get_by_label("How should answers be?").fill("Short, in kilograms.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    page.reload()
    expect(page.get_by_label("How should answers be?")).to_have_value("Short, in kilograms.")
    expect(page.get_by_text("The built-in assistant", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="Questions")).to_be_visible()
    page.get_by_label("How should answers be?").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    _, mine = server.request("GET", "/v1/me", token=server.login(ALEX))
    assert mine["user"]["customInstructions"] is None


def test_automatic_replies_need_both_sides(server, browser):
    page = settings(server, browser, "automatic")
    page.get_by_label("Let Spotter answer").check()
    page.get_by_label("Your words, when").fill("I answer tonight.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    page.get_by_label("After how many minutes").fill("5000")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("form [role=alert]")).to_contain_text("1440")
    page.get_by_label("Person").select_option(label="Sara Lindqvist")
    page.get_by_role("button", name="Offer").click()
    expect(page.locator("li.it", has_text="Sara Lindqvist")).to_contain_text("not agreed yet")
    client = settings(server, browser, "automatic", SARA, width=390, height=844, touch=True)
    client.get_by_role("button", name="Agree").click()
    expect(client.locator("li.it", has_text="Alex Rivera")).to_contain_text("agreed 11 March 2026")
    page.reload()
    expect(page.locator("li.it", has_text="Sara Lindqvist")).to_contain_text("agreed 11 March 2026")
    expect(page.get_by_label("Your words, when")).to_have_value("I answer tonight.")
    page.get_by_role("button", name="Show what would have been sent").click()
    expect(page.get_by_text("messages would have been answered")).to_be_visible()
    client.get_by_role("button", name="End").click()
    expect(client.get_by_text("Nobody has offered it to you.")).to_be_visible()
    page.get_by_label("Your words, when").fill("")
    page.get_by_label("Let Spotter answer").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    _, now = server.request("GET", "/v1/automatic", token=server.login(ALEX))
    assert (now["settings"]["enabled"], now["settings"]["acknowledgement"]) == (False, None), now


def test_quiet_hours_are_kept(server, browser):
    page = settings(server, browser, "notifications")
    page.get_by_label("Keep quiet at night").check()
    page.get_by_label("From").fill("22:30")
    page.get_by_label("Until").fill("22:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Choose two different times.")).to_be_visible()
    page.get_by_label("Until").fill("06:15")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    _, now = server.request("GET", "/v1/me/quiet-hours", token=server.login(ALEX))
    assert now["quietHours"] == {"from": "22:30", "to": "06:15"}
    page.get_by_label("Keep quiet at night").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    _, now = server.request("GET", "/v1/me/quiet-hours", token=server.login(ALEX))
    assert now["quietHours"] is None


def test_the_theme_is_the_chosen_one(server, browser):
    page = settings(server, browser, "appearance")
    ground = "getComputedStyle(document.body.querySelector('.mid')).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_label("Colours").select_option(label="Dark")
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")
    page.locator(".set h2").first.wait_for()
    assert page.evaluate(ground) == dark
    judge(page, "chosen dark on a light system")
    page.emulate_media(color_scheme="dark")
    page.get_by_label("Colours").select_option(label="Light")
    assert page.evaluate(ground) == light
    page.get_by_label("Colours").select_option(label="As the system")
    assert page.evaluate(ground) == dark


def test_everything_is_exported(server, browser, tmp="export.tar"):
    page = settings(server, browser, "account", SARA)
    box = page.get_by_role("form", name="Export")
    box.get_by_label("Password").fill("wrong one")
    box.get_by_role("button").last.click()
    expect(page.get_by_text("That isn’t your password.").first).to_be_visible()
    box.get_by_label("Password").fill(PASSWORD)
    with page.expect_download() as download:
        box.get_by_role("button").last.click()
    path = server.root / tmp
    download.value.save_as(path)
    with tarfile.open(path) as archive:
        assert archive.getnames()[-1].endswith("manifest.json")


def test_an_account_is_deleted_and_nothing_stays(server, browser):
    email = newcomer(server, "gone@example.com")
    page = settings(server, browser, "account", email)
    page.evaluate("localStorage.setItem('letters', 'off')")
    box = page.get_by_role("form", name="Delete my account")
    box.get_by_label("Password").fill(PASSWORD)
    box.get_by_role("button").last.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete for ever").click()
    expect(page.get_by_text("Your account is deleted, with everything in it.")).to_be_visible()
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    status, _ = server.request("POST", "/v1/auth/login", {"email": email, "password": PASSWORD})
    assert status == 401


def walk(server, browser, **options):
    page = settings(server, browser, "profile", **options)
    for section in SECTIONS:
        page.goto(f"{server.url}/settings/{section}")
        page.locator(".set h2").first.wait_for()
        judge(page, section)


def test_settings_on_a_desk(server, browser):
    walk(server, browser)


def test_settings_on_the_smallest_phone_dark(server, browser):
    walk(server, browser, width=320, height=568, touch=True, dark=True)
