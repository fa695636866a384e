"""Links that lead in: a new password, and invitations that have served."""

from harness import ALEX, PASSWORD, expect
from admin_token import admin_token
from test_settings import newcomer


def reset_link(server, email):
    """As the operator makes it; the token comes from the folder."""
    status, answer = server.request("POST", f"/v1/admin/users/{email}/reset", token=admin_token(server))
    assert status in (200, 201), answer
    return f"/reset#{answer['resetToken']}"


def test_a_password_is_set_by_a_link_once(server, browser):
    email = newcomer(server, "forgot@example.com")
    path = reset_link(server, email)
    page = browser.open(server, path, width=390, height=844, touch=True)
    page.get_by_role("textbox", name="New password").fill("abc")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("6 to 1024 characters").first).to_be_visible()
    page.get_by_role("textbox", name="New password").fill("a new sentence")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your password is changed. Sign in with it.").first).to_be_visible()
    assert "sp_p_" not in page.url
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill("a new sentence")
    page.get_by_role("button", name="Sign in").click()
    page.locator("nav.rail").wait_for()
    # The link has served, and says so; the way in is beside it.
    again = browser.open(server, path)
    again.get_by_role("textbox", name="New password").fill("yet another one")
    again.get_by_role("button", name="Save").click()
    expect(again.get_by_text("This link has ended or has been used.").first).to_be_visible()
    again.get_by_role("button", name="Sign in").click()
    expect(again.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_broken_reset_link_says_what_to_do(server, browser):
    page = browser.open(server, "/reset")
    expect(page.locator(".ban", has_text="This link isn’t whole.")).to_be_visible()
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("E-mail")).to_be_focused()


def test_a_reset_link_works_where_somebody_is_signed_in(server, browser):
    email = newcomer(server, "signedin@example.com")
    page = browser.sign_in(server, email)
    page.goto(server.url + reset_link(server, email))
    page.get_by_role("textbox", name="New password").fill("a new sentence")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    status, _ = server.request("POST", "/v1/auth/login", {"email": email, "password": PASSWORD})
    assert status == 401


def test_a_used_invitation_says_what_to_do(server, browser):
    _, made = server.request("POST", "/v1/invitations", {}, server.login(ALEX))
    path = f"/invite/{made['invitation']['code']}"
    # Two have opened it while it was good.
    first, second = browser.open(server, path), browser.open(server, path)
    for page, name in ((first, "First"), (second, "Second")):
        page.get_by_label("Your name").fill(name)
        page.get_by_label("E-mail").fill(f"{name.lower()}@example.com")
        page.get_by_label("Password").fill("a sentence is fine")
    first.get_by_role("button", name="Join").click()
    first.locator("nav.rail").wait_for()
    second.get_by_role("button", name="Join").click()
    expect(second.get_by_text("This invitation is for another e-mail, or has been used meanwhile.").first).to_be_visible()
    page = browser.open(server, path)
    problem = page.get_by_role("alert").first
    expect(problem).to_contain_text("This invitation has ended or has been used. Ask your coach for a new one, or sign in")
    page.get_by_role("link", name="I have an account").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_coach_is_told_that_an_invitation_is_for_clients(server, browser):
    _, made = server.request("POST", "/v1/invitations", {}, server.login(ALEX))
    page = browser.sign_in(server, ALEX)
    page.goto(f"{server.url}/invite/{made['invitation']['code']}")
    expect(page.get_by_text("This invitation is for clients")).to_be_visible()
    expect(page.get_by_role("button", name="Accept the invitation")).to_have_count(0)
