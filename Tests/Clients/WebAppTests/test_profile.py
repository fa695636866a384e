"""A client's profile: with its sources, and corrected by the trainer and by the client."""

from harness import ALEX, SARA, expect, open_chat, wait_until


def sara_of(server, token):
    _, answer = server.request("GET", f"/v1/chats/{server.chat(ALEX, 'Sara Lindqvist')}", token=token)
    return next(one["userId"] for one in answer["chat"]["members"] if one["displayName"].startswith("Sara"))


def wait_until_read(server, page):
    """The server reads profiles in the background, and tells nobody when it's done."""
    token = server.login(ALEX)
    sara = sara_of(server, token)

    def is_read():
        _, answer = server.request("GET", f"/v1/clients/{sara}/profile", token=token)
        return len(answer["items"]) >= 11 and any("smaller goal" in one["text"] for one in answer["items"])
    wait_until(page, is_read)


def open_profile(page, name, title):
    open_chat(page, name)
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.get_by_role("button", name=title).click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog.get_by_role("button", name="Write something down")).to_be_visible()
    return dialog


def test_a_profile_has_sources_and_takes_corrections(server, browser):
    page = browser.sign_in(server, ALEX)
    wait_until_read(server, page)
    dialog = open_profile(page, "Sara Lindqvist", "What Sara Lindqvist has said")
    fact = dialog.locator(".fact", has_text="smaller goal to a bigger bandage")
    expect(fact).to_contain_text("Holds since")
    expect(fact.locator(".src a")).to_contain_text("smaller goal")
    fact.get_by_role("button", name="Edit").click()
    dialog.get_by_label("What it is").fill("Half marathon in 2:05")
    dialog.get_by_role("button", name="Save").click()
    corrected = dialog.locator(".fact", has_text="Half marathon in 2:05")
    expect(corrected).to_contain_text("corrected by hand")
    dialog.get_by_role("button", name="Write something down").click()
    dialog.get_by_label("What it is").fill("Owns a foam roller")
    dialog.get_by_label("Kind").select_option("Equipment")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.locator(".fact", has_text="Owns a foam roller")).to_contain_text("Written by hand.")
    dialog.get_by_role("button", name="I’ve looked it through").click()
    expect(dialog.get_by_text("Looked through 11 Mar")).to_be_visible()
    # The client sees the same, and takes it back.
    client = browser.sign_in(server, SARA, width=390, height=844, touch=True)
    own = open_profile(client, "Alex Rivera", "What Alex Rivera knows about you")
    mine = own.locator(".fact", has_text="Owns a foam roller")
    mine.get_by_role("button", name="Remove").click()
    client.get_by_role("dialog", name="Remove this from the profile?").get_by_role("button", name="Remove").click()
    expect(mine).to_have_count(0)
    link = corrected.locator(".src a").first
    target = link.get_attribute("href").rsplit("/", 1)[-1]
    link.click()
    expect(page.locator(f'[data-id="{target}"].hit')).to_be_in_viewport()
    expect(dialog).to_have_count(0)
