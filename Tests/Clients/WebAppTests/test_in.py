"""Getting in and out: signing in, an invitation, signing out."""

from harness import ALEX, PASSWORD, bubble, expect, open_chat, write


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
    # The link has served.
    other = browser.open(server, path)
    other.get_by_label("Your name").fill("Somebody")
    other.get_by_label("E-mail").fill("somebody@example.com")
    other.get_by_label("Password").fill("a sentence is fine")
    other.get_by_role("button", name="Join").click()
    expect(other.get_by_text("This invitation has ended or has been used.").first).to_be_visible()


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


def test_a_link_to_a_foreign_chat_says_so(server, browser):
    tab = browser.sign_in(server, ALEX, "/chats/0198b5f0-0000-7000-8000-000000000001")
    expect(tab.get_by_role("heading", name="This chat isn’t here for you")).to_be_visible()
