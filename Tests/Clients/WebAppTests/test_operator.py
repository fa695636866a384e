"""The operator's page: only with the token, which is nowhere but in memory."""

import tarfile

from admin_token import admin_token
from harness import ALEX, PASSWORD, expect
from test_screens import judge
from test_settings import newcomer


def opened(server, browser, **options):
    token = admin_token(server)
    page = browser.open(server, "/settings/operator", **options)
    page.get_by_label("Admin token").fill(token)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Forget the token").wait_for()
    return page, token


def test_the_operator_needs_the_token_each_time(server, browser):
    token = admin_token(server)
    page = browser.open(server, "/settings/operator")
    judge(page, "asking for the token")
    page.get_by_label("Admin token").fill("sp_admin_made_up")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("The server doesn’t take this token.").first).to_be_visible()
    page.get_by_label("Admin token").fill(token)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text(ALEX)).to_be_visible()
    kept = page.evaluate("""async () => {
        const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, location.href];
        const db = await new Promise((done) => { const open = indexedDB.open("spotter"); open.onsuccess = () => done(open.result); });
        for (const name of db.objectStoreNames) {
            const request = db.transaction(name).objectStore(name).getAll();
            texts.push(JSON.stringify(await new Promise((done) => { request.onsuccess = () => done(request.result); })));
        }
        db.close();
        return texts.join(" ");
    }""")
    assert token not in kept and token not in page.content()
    page.reload()
    expect(page.get_by_label("Admin token")).to_be_visible()


def test_the_operator_disables_and_enables_an_account(server, browser):
    email = newcomer(server, "operated@example.com", "Olga Operated")
    page, _ = opened(server, browser)
    client = browser.sign_in(server, email)
    page.get_by_label("Name or e-mail").fill("operated@")
    page.get_by_role("button", name="Find").click()
    row = page.locator("li.it")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Devices: 1").click()
    expect(page.get_by_role("dialog").locator("li.it")).to_contain_text("Chrome on Linux")
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(client.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    row = page.locator("li.it", has_text="Olga Operated")
    row.get_by_role("button", name="Disable").click()
    page.get_by_role("dialog", name="Disable Olga Operated?").get_by_role("button", name="Disable").click()
    expect(row).to_contain_text("Disabled")
    login = {"email": email, "password": PASSWORD}
    assert server.request("POST", "/v1/auth/login", login)[0] == 403
    row.get_by_role("button", name="Enable").click()
    expect(row).not_to_contain_text("Disabled")
    assert server.request("POST", "/v1/auth/login", login)[0] == 200
    row.get_by_role("button", name="Password link").click()
    link = page.locator("[data-secret]").inner_text()
    reset = browser.open(server, link[link.index("/reset#"):])
    reset.get_by_role("textbox", name="New password").fill("by the operator")
    reset.get_by_role("button", name="Save").click()
    expect(reset.get_by_role("heading", name="Sign in")).to_be_visible()
    assert server.request("POST", "/v1/auth/login", {**login, "password": "by the operator"})[0] == 200


def test_the_operator_invites_a_coach(server, browser):
    page, token = opened(server, browser)
    page.get_by_role("button", name="Invitations").click()
    page.get_by_label("Becomes").select_option(label="Coach")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("[data-secret]").inner_text()
    assert "/invite/sp_i_" in link
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    row = page.locator("li.it", has_text="Whoever has the link").first
    expect(row).to_contain_text("Coach")
    # The link does what it says.
    used = browser.open(server, link[link.index("/invite/"):])
    expect(used.get_by_role("heading", name="Become a coach on this server")).to_be_visible()
    used.get_by_label("Your name").fill("Invited Coach")
    used.get_by_label("E-mail").fill("invited.coach@example.com")
    used.get_by_label("Password").fill("a sentence is fine")
    used.get_by_role("button", name="Join").click()
    expect(used.get_by_role("button", name="Invite a client")).to_be_visible()
    page.get_by_label("Becomes").select_option(label="Coach")
    page.get_by_role("button", name="Make a link").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    row = page.locator("li.it", has_text="Whoever has the link").first
    row.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("No invitation waits to be used.")).to_be_visible()
    _, left = server.request("GET", "/v1/admin/invitations", token=token)
    assert left["invitations"] == []


def test_the_operator_sees_health_and_takes_a_backup(server, browser):
    page, _ = opened(server, browser, width=390, height=844, touch=True, dark=True)
    judge(page, "people of the operator")
    page.get_by_role("button", name="Server", exact=True).click()
    expect(page.get_by_text("The server works.")).to_be_visible()
    expect(page.get_by_text("Free on the disk")).to_be_visible()
    expect(page.get_by_text("Off: no embedding model is set up.")).to_be_visible()
    judge(page, "health")
    with page.expect_download() as download:
        page.get_by_role("button", name="Make a backup and download it").click()
    path = server.root / "backup.tar"
    download.value.save_as(path)
    with tarfile.open(path) as archive:
        assert any(name.endswith("spotter.db") for name in archive.getnames())
    page.get_by_role("button", name="Forget the token").click()
    expect(page.get_by_label("Admin token")).to_be_visible()
