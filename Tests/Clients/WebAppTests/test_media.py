"""Photos and videos: seen before they're sent, together, one after the other, and played where they stand."""

from harness import ALEX, SARA, bubble, expect, expect_sent, open_chat, to_newest, write
from test_chat import picture

RECORD = """() => new Promise((done) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [64, 48];
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm" });
    const parts = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = async () => done([...new Uint8Array(await new Blob(parts).arrayBuffer())]);
    recorder.start();
    let count = 0;
    const draw = () => {
        pen.fillStyle = `hsl(${count * 9} 80% 50%)`;
        pen.fillRect(0, 0, 64, 48);
        count += 1;
        if (count < 40) requestAnimationFrame(draw);
        else recorder.stop();
    };
    draw();
})"""


def attach(page, *files):
    page.get_by_label("Attach a photo or file").last.set_input_files(
        [{"name": name, "mimeType": kind, "buffer": content} for name, kind, content in files])


def test_a_video_plays_where_it_stands(server, browser):
    sara = browser.sign_in(server, SARA, width=390, height=844, touch=True)
    open_chat(sara, "Alex Rivera")
    to_newest(sara)
    attach(sara, ("squat.webm", "video/webm", bytes(sara.evaluate(RECORD))))
    write(sara, "My squat")
    expect_sent(sara, "My squat")
    alex = browser.sign_in(server, ALEX)
    open_chat(alex, "Sara Lindqvist")
    to_newest(alex)
    message = bubble(alex, "My squat")
    message.get_by_role("button", name="Play the video squat.webm").click()
    video = message.locator("video")
    expect(video).to_be_visible()
    alex.wait_for_function("(video) => video.readyState >= 2", arg=video.element_handle())
    message.get_by_role("button", name="Speed 1").click()
    assert video.evaluate("(video) => video.playbackRate") == 1.5
    # A reaction draws the message anew: what plays stays.
    video.evaluate("(video) => { video.dataset.same = ''; }")
    chat = server.chat(SARA, "Alex Rivera")
    target = message.locator("xpath=ancestor::li").get_attribute("data-id")
    server.request("POST", f"/v1/chats/{chat}/messages/{target}/reactions", {"emoji": "💪"}, server.login(SARA))
    expect(alex.get_by_role("button", name="💪 1").last).to_be_visible()
    expect(message.locator("video[data-same]")).to_have_count(1)


def test_a_video_comes_in_parts(server, browser):
    """With the worker only what is seen is fetched, with a token that the player doesn't have."""
    page = browser.sign_in(server, ALEX)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    attach(page, ("press.webm", "video/webm", bytes(page.evaluate(RECORD))))
    write(page, "My press")
    expect_sent(page, "My press")
    start = bubble(page, "My press").get_by_role("button", name="Play the video press.webm")
    # Its first frame stands for it.
    page.wait_for_function("(video) => video.readyState >= 2 && video.paused", arg=start.locator("video").element_handle())
    start.click()
    video = bubble(page, "My press").locator("video")
    page.wait_for_function("(video) => video.readyState >= 2", arg=video.element_handle())
    assert video.get_attribute("src").endswith("/content?stream"), video.get_attribute("src")
    path = video.get_attribute("src")
    answer = page.evaluate("""(path) => fetch(path, { headers: { Range: "bytes=0-9" } })
        .then(async (one) => [one.status, one.headers.get("Content-Range"), (await one.arrayBuffer()).byteLength])""", path)
    assert answer[0] == 206 and answer[1].startswith("bytes 0-9/") and answer[2] == 10, answer


def test_a_photo_gets_larger(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    attach(page, ("detail.png", "image/png", picture(600, 400)))
    write(page, "A detail")
    expect_sent(page, "A detail")
    bubble(page, "A detail").locator(".pic img").click()
    image = page.locator("dialog.view .photo img")
    expect(image).to_be_visible()
    whole = image.bounding_box()
    image.dblclick(position={"x": 10, "y": 10})
    large = image.bounding_box()
    assert abs(large["width"] / whole["width"] - 2.5) < 0.1, (whole, large)
    # What was tapped comes nearer, no further than its edge; a drag moves it.
    assert abs(large["x"]) < 2, (whole, large)
    page.mouse.move(640, 400)
    page.mouse.down()
    page.mouse.move(440, 300, steps=4)
    page.mouse.up()
    moved = image.bounding_box()
    assert moved["x"] < large["x"] - 100, (large, moved)
    image.dblclick()
    assert abs(image.bounding_box()["width"] - whole["width"]) < 2
    page.keyboard.press("+")
    assert image.bounding_box()["width"] > whole["width"] * 1.4
    page.keyboard.press("0")
    assert abs(image.bounding_box()["width"] - whole["width"]) < 2


def test_a_file_that_is_no_video_can_be_saved(server, browser):
    # What the worker fetches can't be replaced by a test.
    page = browser.sign_in(server, ALEX, service_workers="block")
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    page.route("**/v1/media/*/content", lambda route: route.fulfill(body=b"nothing", content_type="video/webm"))
    attach(page, ("lunge.webm", "video/webm", bytes(page.evaluate(RECORD))))
    write(page, "My lunge")
    expect_sent(page, "My lunge")
    bubble(page, "My lunge").get_by_role("button", name="Play the video lunge.webm").click()
    expect(bubble(page, "My lunge")).to_contain_text("This video can’t be played here.")
    expect(bubble(page, "My lunge").get_by_role("button", name="Save lunge.webm")).to_be_visible()


def test_photos_stand_together_and_follow_each_other(server, browser):
    page = browser.sign_in(server, ALEX, width=390, height=844, touch=True)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    attach(page, *[(f"{number}.png", "image/png", picture(600, 900)) for number in range(1, 5)])
    expect(page.locator(".files img.thumb")).to_have_count(4)
    write(page, "Four photos")
    expect_sent(page, "Four photos")
    album = bubble(page, "Four photos").get_by_role("group", name="4 photos")
    expect(album.locator(".pic")).to_have_count(4)
    # Four full ones were 1,600 pixels high.
    assert album.bounding_box()["height"] < 400, album.bounding_box()
    album.get_by_role("button", name="Open the photo 2.png").click()
    viewer = page.locator("dialog.view")
    expect(viewer).to_contain_text("2 of 4 · 2.png")
    viewer.get_by_role("button", name="Next photo").click()
    expect(viewer).to_contain_text("3 of 4 · 3.png")
    expect(viewer.get_by_role("img", name="Photo: 3.png")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(viewer).to_contain_text("1 of 4 · 1.png")
    viewer.get_by_role("button", name="Previous photo").click()
    expect(viewer).to_contain_text("4 of 4 · 4.png")
    viewer.get_by_role("button", name="Close").click()


def test_what_is_being_uploaded_can_be_taken_back(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    held = []
    page.route("**/v1/media/*", lambda route: held.append(route) if route.request.method == "PATCH" else route.continue_())
    attach(page, ("long.bin", "application/octet-stream", bytes(3_000_000)))
    write(page, "Not this one")
    pending = page.locator("[data-pending]", has_text="Not this one")
    pending.get_by_role("button", name="Discard").click()
    expect(pending).to_have_count(0)
    page.unroute("**/v1/media/*")
    # What is written after it goes on its way.
    attach(page, ("short.bin", "application/octet-stream", bytes(2_000)))
    write(page, "This one")
    expect_sent(page, "This one")
    assert "Not this one" not in server.texts(ALEX, server.chat(ALEX, "Sara Lindqvist"))
