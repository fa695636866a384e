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


def test_a_file_that_is_no_video_can_be_saved(server, browser):
    page = browser.sign_in(server, ALEX)
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
