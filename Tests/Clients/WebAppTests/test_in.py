"""Getting in and out: signing in, an invitation, signing out."""

from admin_token import admin_token
from harness import ALEX, PASSWORD, SARA, bubble, expect, fresh_server, open_chat, write
from screens import invitation
from test_chat import picture
from test_screens import judge


def test_wrong_password_is_told(server, browser):
    page = browser.open(server)
    page.get_by_label("E-mail").fill(ALEX)
    page.get_by_label("Password").fill("not it at all")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("That password doesn’t fit this e-mail.").first).to_be_visible()
    expect(page.get_by_label("Password")).to_be_focused()
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Good morning, Alex")).to_be_visible()


def test_invitation_to_first_answer(server, browser):
    coach = browser.sign_in(server, ALEX)
    coach.get_by_role("button", name="New chat or group").click()
    coach.get_by_role("button", name="Make a link").click()
    link = coach.locator("[data-link]").inner_text()
    coach.get_by_role("button", name="Close").click()
    path = link[link.index("/invite/"):]
    client = browser.open(server, path, width=390, height=844, touch=True, zone="Europe/Stockholm")
    client.get_by_label("Your name").fill("Nina Petrov")
    client.get_by_label("E-mail").fill("nina@example.com")
    client.get_by_label("Password").fill("a sentence is fine")
    client.get_by_role("button", name="Join").click()
    expect(client.get_by_role("heading", level=1, name="Alex Rivera")).to_be_visible()
    write(client, "Hello coach, it worked")
    open_chat(coach, "Nina Petrov")
    expect(bubble(coach, "Hello coach, it worked")).to_be_visible()
    write(coach, "Welcome, Nina")
    expect(bubble(client, "Welcome, Nina")).to_be_visible()
    # The link has served, and nobody fills in a form for nothing.
    other = browser.open(server, path)
    expect(other.get_by_text("This invitation has ended or has been used.").first).to_be_visible()
    expect(other.get_by_label("Your name")).to_have_count(0)


def test_an_invitation_shows_who_invites(server, browser):
    path = invitation(server)
    page = browser.open(server, path, width=390, height=844, touch=True)
    # Letters, as long as there is no photo.
    expect(page.locator(".auth .av")).to_have_text("AR")
    coach = browser.sign_in(server, ALEX, "/settings/profile")
    coach.locator("input[type=file]").set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": picture(300, 300)})
    expect(coach.get_by_role("button", name="Remove the photo")).to_be_visible()
    page.reload()
    face = page.locator(".auth .av img")
    expect(face).to_be_visible()
    assert 0 < face.evaluate("image => image.naturalWidth") <= 150
    judge(page, "an invitation with a photo")
    # A client who has an account sees it as well; with the code's use it's gone.
    other = browser.sign_in(server, SARA)
    other.goto(server.url + path)
    expect(other.locator(".empty .av img")).to_be_visible()
    join(page, "Nina Petrov", "nina@example.com")
    expect(page.get_by_role("heading", level=1, name="Alex Rivera")).to_be_visible()
    assert server.request("GET", f"/v1/invitations/{path.split('/')[-1]}/photo")[0] == 404


def join(page, name, email):
    page.get_by_label("Your name").fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill("a sentence is fine")
    page.get_by_role("button", name="Join").click()


def test_the_first_trainer_joins_by_the_code_that_the_server_prints(_, browser):
    with fresh_server() as server:
        line = server.printed(r"/invite/sp_i_\S+")
        page = browser.open(server, line[line.index("/invite/"):].strip())
        expect(page.get_by_role("heading", name="Become a coach on this server")).to_be_visible()
        join(page, "Coach One", "one@example.com")
        expect(page.get_by_role("heading", name="Coach")).to_be_visible()
        page.get_by_role("button", name="Invite a client").click()
        page.get_by_role("button", name="Make a link").click()
        link = page.locator("[data-link]").inner_text()
        client = browser.open(server, link[link.index("/invite/"):])
        expect(client.get_by_text("Coach One sent you this link.")).to_be_visible()
        join(client, "Client One", "client@example.com")
        expect(client.get_by_role("heading", level=1, name="Coach One")).to_be_visible()


def test_who_accepts_a_second_coach_gets_that_coachs_chat(server, browser):
    token = admin_token(server)
    _, made = server.request("POST", "/v1/admin/invitations", {"role": "trainer"}, token)
    coach = browser.open(server, f"/invite/{made['invitation']['code']}")
    join(coach, "Coach Two", "two@example.com")
    coach.get_by_role("button", name="Invite a client").click()
    coach.get_by_role("button", name="Make a link").click()
    link = coach.locator("[data-link]").inner_text()
    sara = browser.sign_in(server, SARA)
    sara.goto(server.url + link[link.index("/invite/"):])
    expect(sara.get_by_text("With this link, Coach Two becomes your coach.")).to_be_visible()
    sara.get_by_role("button", name="Accept the invitation").click()
    expect(sara.get_by_role("heading", level=1, name="Coach Two")).to_be_visible()
    expect(sara.locator("a.ch", has_text="Coach Two")).to_be_visible()
    write(sara, "Hello, second coach")
    coach.get_by_role("dialog").get_by_role("button", name="Close").click()
    coach.locator('nav.rail a[href="/chats"]').last.click()
    open_chat(coach, "Sara Lindqvist")
    expect(bubble(coach, "Hello, second coach")).to_be_visible()


def test_a_link_for_a_new_account_says_so_to_who_is_signed_in(server, browser):
    token = admin_token(server)
    _, made = server.request("POST", "/v1/admin/invitations", {"role": "trainer"}, token)
    page = browser.sign_in(server, SARA)
    page.goto(f"{server.url}/invite/{made['invitation']['code']}")
    expect(page.get_by_text("This invitation is for a new account")).to_be_visible()


def test_an_invitation_for_another_address_says_so(server, browser):
    _, made = server.request("POST", "/v1/admin/invitations", {"email": "right@example.com"}, admin_token(server))
    page = browser.open(server, f"/invite/{made['invitation']['code']}")
    expect(page.get_by_text("Whoever runs this server sent you this link.")).to_be_visible()
    join(page, "Wrong", "wrong@example.com")
    expect(page.get_by_text("This invitation is for another e-mail, or has been used meanwhile.").first).to_be_visible()
    expect(page.get_by_label("E-mail")).to_be_focused()
    page.get_by_label("E-mail").fill("right@example.com")
    page.get_by_role("button", name="Join").click()
    page.locator("nav.rail").wait_for()


def test_the_link_fits_its_sheet(server, browser):
    for options in ({"width": 1280, "height": 800}, {"width": 390, "height": 844, "touch": True}, {"width": 320, "height": 568, "touch": True}):
        page = browser.sign_in(server, ALEX, **options)
        page.get_by_role("button", name="New chat or group").click()
        page.get_by_role("button", name="Make a link").click()
        link = page.locator("[data-link]")
        expect(link).to_be_visible()
        sheet = page.locator("dialog[open] .dlg")
        assert sheet.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0, options
        inner, outer = link.bounding_box(), sheet.bounding_box()
        assert outer["x"] >= 0 and outer["x"] + outer["width"] <= options["width"], (options, outer)
        assert inner["x"] >= outer["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"], (options, inner, outer)
        middle = outer["x"] + outer["width"] / 2
        assert abs(middle - options["width"] / 2) < 10, (options, outer)


def test_signing_out_leaves_nothing(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    page.goto(server.url + "/settings/devices")
    page.get_by_role("button", name="Sign out", exact=True).last.click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    kept = page.evaluate("""async () => {
        const open = indexedDB.open("spotter");
        const db = await new Promise((done) => { open.onsuccess = () => done(open.result); });
        const counts = {};
        for (const name of db.objectStoreNames) {
            const request = db.transaction(name).objectStore(name).count();
            counts[name] = await new Promise((done) => { request.onsuccess = () => done(request.result); });
        }
        db.close();
        return counts;
    }""")
    assert set(kept.values()) == {0}, kept


def test_a_link_leads_to_its_message(server, browser):
    chat = server.chat(ALEX, "Sara Lindqvist")
    _, page = server.request("GET", f"/v1/chats/{chat}/messages?after=0&limit=5", token=server.login(ALEX))
    message = page["messages"][1]
    tab = browser.sign_in(server, ALEX, f"/chats/{chat}/messages/{message['id']}")
    expect(tab.locator(f'[data-id="{message["id"]}"].hit')).to_be_in_viewport()
    # One that never was isn't said to have been deleted.
    tab.goto(f"{server.url}/chats/{chat}/messages/0198b5f0-0000-7000-8000-000000000001")
    expect(tab.locator(".toast")).to_contain_text("This message isn’t here: it was deleted, or never was.")


def test_an_unknown_address_says_so_in_words(server, browser):
    page = browser.sign_in(server, ALEX)
    for path in ("/nothing", "/calendar/x"):
        page.goto(server.url + path)
        expect(page.get_by_role("heading", level=1, name="This page isn’t here")).to_be_visible()


def test_a_link_to_a_foreign_chat_says_so(server, browser):
    tab = browser.sign_in(server, ALEX, "/chats/0198b5f0-0000-7000-8000-000000000001")
    expect(tab.get_by_role("heading", name="This chat isn’t here for you")).to_be_visible()


def test_a_password_can_be_seen_and_a_forgotten_one_has_a_way(server, browser):
    page = browser.open(server)
    field = page.get_by_label("Password")
    field.fill("a secret sentence")
    expect(field).to_have_attribute("type", "password")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(field).to_have_attribute("type", "text")
    expect(field).to_be_focused()
    page.get_by_role("button", name="Show", exact=True).click()
    expect(field).to_have_attribute("type", "password")
    expect(page.get_by_text("can make you a link")).to_be_hidden()
    page.get_by_text("Forgot it?").click()
    expect(page.get_by_text("can make you a link")).to_be_visible()
