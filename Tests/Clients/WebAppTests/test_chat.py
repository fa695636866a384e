"""Two people in a chat, and one person in two tabs."""

import io
import struct
import zlib

from harness import ALEX, SARA, bubble, expect, expect_sent, open_chat, to_newest, write


def two(server, browser):
    alex = browser.sign_in(server, ALEX)
    sara = browser.sign_in(server, SARA, width=390, height=844, dark=True, touch=True, zone="Europe/Stockholm")
    open_chat(alex, "Sara Lindqvist")
    open_chat(sara, "Alex Rivera")
    return alex, sara


def test_typing_receipts_and_presence(server, browser):
    alex, sara = two(server, browser)
    sara.locator(".cmp textarea").press_sequentially("On my")
    expect(alex.get_by_text("Sara Lindqvist is typing…").first).to_be_visible()
    expect(alex.locator("header .av.on")).to_be_visible()
    write(sara, "On my way")
    expect(bubble(alex, "On my way")).to_be_visible()
    expect(alex.get_by_text("Sara Lindqvist is typing…")).to_have_count(0)
    write(alex, "See you at nine")
    expect(bubble(sara, "See you at nine")).to_be_visible()
    expect(alex.locator(".st", has_text="Read")).to_be_visible()


def test_edits_reactions_replies_and_deletions(server, browser):
    alex, sara = two(server, browser)
    write(alex, "Five sets of tne")
    expect(bubble(sara, "Five sets of tne")).to_be_visible()
    # Who hears of it before its sender does.
    expect_sent(alex, "Five sets of tne")
    alex.locator(".cmp textarea").press("ArrowUp")
    alex.keyboard.press("Enter")
    expect(alex.locator(".cmp textarea")).to_have_value("Five sets of tne")
    alex.locator(".cmp textarea").fill("Five sets of ten")
    alex.keyboard.press("Enter")
    expect(bubble(sara, "Five sets of ten")).to_contain_text("edited")
    expect(alex.locator(".msg.chosen")).to_have_count(0)
    bubble(alex, "Five sets of ten").hover()
    bubble(alex, "Five sets of ten").get_by_role("button", name="React").click()
    alex.get_by_role("button", name="💪").click()
    expect(sara.get_by_role("button", name="💪 1")).to_be_visible()
    sara.get_by_role("button", name="💪 1").click()
    expect(alex.get_by_role("button", name="💪 2")).to_be_visible()
    bubble(alex, "Five sets of ten").hover()
    bubble(alex, "Five sets of ten").get_by_role("button", name="Reply").click()
    write(alex, "And rest well")
    expect(bubble(sara, "And rest well").locator(".qt")).to_contain_text("Five sets of ten")
    bubble(alex, "Five sets of ten").hover()
    bubble(alex, "Five sets of ten").get_by_role("button", name="More").click()
    alex.get_by_role("button", name="Delete").click()
    alex.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(sara.get_by_text("Alex Rivera deleted this message").last).to_be_visible()
    expect(bubble(sara, "And rest well").locator(".qt")).to_contain_text("This message has been deleted.")


def test_drafts_stay(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Kenji Watanabe")
    page.locator(".cmp textarea").fill("Not finished")
    open_chat(page, "Sara Lindqvist")
    expect(page.locator("a.ch", has_text="Kenji Watanabe")).to_contain_text("Draft:Not finished")
    page.reload()
    open_chat(page, "Kenji Watanabe")
    expect(page.locator(".cmp textarea")).to_have_value("Not finished")
    page.locator(".cmp textarea").fill("")
    open_chat(page, "Sara Lindqvist")
    expect(page.locator("a.ch", has_text="Kenji Watanabe")).not_to_contain_text("Draft:")


def test_photos_and_files(server, browser):
    alex, sara = two(server, browser)
    alex.get_by_label("Attach a photo or file").last.set_input_files(
        [{"name": "squat.png", "mimeType": "image/png", "buffer": picture()},
         {"name": "plan.txt", "mimeType": "text/plain", "buffer": b"Monday: rest"}])
    write(alex, "Two things")
    message = bubble(sara, "Two things")
    expect(message).to_be_visible()
    expect(message.get_by_role("button", name="Save plan.txt")).to_be_visible()
    expect(message.locator(".pic img, .file").first).to_be_visible()


def test_a_photo_is_seen_whole(server, browser):
    """A phone's photo on a desk, and a wide one on a phone: all of it, below the bar that stays."""
    for (width, height), options in (((300, 1000), {"width": 1280, "height": 800}), ((300, 1400), {"width": 390, "height": 844, "touch": True}),
                                     ((1000, 300), {"width": 390, "height": 844, "touch": True})):
        page = browser.sign_in(server, ALEX, **options)
        open_chat(page, "Sara Lindqvist")
        to_newest(page)
        page.get_by_label("Attach a photo or file").last.set_input_files(
            [{"name": f"{width}.png", "mimeType": "image/png", "buffer": picture(width, height)}])
        write(page, f"A photo of {width} by {height}")
        bubble(page, f"A photo of {width} by {height}").locator(".pic img").click()
        photo = page.locator("dialog.view .photo img")
        expect(photo).to_be_visible()
        page.wait_for_function("document.querySelector('dialog.view .photo img').complete")
        seen, bar = photo.bounding_box(), page.locator("dialog.view .bar").bounding_box()
        assert bar["y"] == 0 and seen["y"] >= bar["height"] - 1, (bar, seen)
        assert seen["x"] >= 0 and seen["x"] + seen["width"] <= options["width"] + 1, seen
        assert seen["y"] + seen["height"] <= options["height"] + 1, seen
        assert page.locator("dialog.view").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0
        # What is behind doesn't shine through.
        assert page.locator("dialog.view").evaluate("(one) => getComputedStyle(one).backgroundColor").startswith("rgb(")
        page.get_by_role("button", name="Close").click()


def picture(width=64, height=64):
    """A PNG."""
    rows = b"".join(b"\0" + bytes((x * 4 % 256, y * 4 % 256, 120)[i] for x in range(width) for i in range(3)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    out = io.BytesIO(b"\x89PNG\r\n\x1a\n")
    out.seek(0, 2)
    out.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return out.getvalue()


def test_search_jumps_to_a_message(server, browser):
    page = browser.sign_in(server, ALEX)
    page.get_by_label("Find people and messages").fill("EpiPen")
    hit = page.locator(".hits a").first
    expect(hit.locator("mark").first).to_be_visible()
    target = hit.get_attribute("href").rsplit("/", 1)[-1]
    hit.click()
    expect(page.locator(f'[data-id="{target}"]')).to_be_in_viewport()


def test_people_are_found_without_their_accents(server, browser):
    page = browser.sign_in(server, ALEX)
    expect(page.locator("a.ch").first).to_be_visible()
    named = [name for name in page.locator(".side .who").all_inner_texts() if name.startswith(("José", "Zoë"))]
    assert named, "the studio has somebody with an accent"
    page.get_by_label("Find people and messages").fill(named[0].split()[0].lower().replace("é", "e").replace("ë", "e"))
    expect(page.locator(".side .who", has_text=named[0]).last).to_be_visible()


def test_two_tabs_share_one_connection(server, browser):
    first = browser.sign_in(server, ALEX)
    sockets = []
    context = first.context
    second = context.new_page()
    second.on("websocket", lambda socket: sockets.append(socket.url))
    second.goto(server.url + "/chats")
    second.locator("html[data-ready]").wait_for(state="attached")
    open_chat(second, "Tom Becker")
    open_chat(first, "Tom Becker")
    write(second, "From the second tab")
    expect(bubble(first, "From the second tab")).to_be_visible()
    expect_sent(second, "From the second tab")
    assert sockets == [], sockets
    # The other one takes over.
    first.close()
    write(second, "Alone now")
    expect_sent(second, "Alone now")
    chat = server.chat(ALEX, "Tom Becker")
    texts = server.texts(ALEX, chat)
    assert texts[-2:] == ["From the second tab", "Alone now"], texts[-4:]
