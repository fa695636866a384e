"""What is measured in a page, each as a list of milliseconds."""

import time

# A key counts until the frame after it is on the screen: the task that follows that frame's drawing.
KEYS = """() => {
    window.keys = [];
    addEventListener("keydown", (event) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.keys.push(performance.now() - event.timeStamp);
        channel.port2.postMessage(0);
    }), true);
}"""

SENDS = """() => {
    window.sends = [];
    let enter = null;
    addEventListener("keydown", (event) => { if (event.key === "Enter") enter = event.timeStamp; }, true);
    new MutationObserver((changes) => {
        const isThere = changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.dataset?.pending));
        if (!isThere || enter === null) return;
        const since = enter;
        enter = null;
        requestAnimationFrame(() => setTimeout(() => window.sends.push(performance.now() - since)));
    }).observe(document.querySelector(".tl"), { childList: true });
}"""

SCROLL = """() => {
    window.frames_ = [];
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: "longtask" });
    let last = performance.now();
    const next = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
}"""

# Interactive: the app is ready, its chats are there, and the frame that shows them is drawn.
START = """() => {
    const look = () => {
        if (document.documentElement.dataset.ready === undefined || document.querySelector("a.ch") === null) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.interactive = performance.now(); }));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { attributes: true, childList: true, subtree: true });
}"""


def until(page, condition):
    """Waits for it. Playwright's own way evaluates text in the page, which the policy forbids."""
    end = time.monotonic() + 60
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(20)


def key_to_paint(page, count):
    field = page.locator(".cmp textarea")
    field.focus()
    page.evaluate(KEYS)
    for number in range(count):
        page.keyboard.press("abcdefghij "[number % 11], delay=5)
        page.wait_for_timeout(25)
    until(page, f"window.keys.length >= {count}")
    field.fill("")
    return page.evaluate("window.keys")


def send_to_paint(page, count):
    page.evaluate(SENDS)
    for number in range(count):
        page.locator(".cmp textarea").fill(f"Sent {number}")
        page.keyboard.press("Enter")
        until(page, f"window.sends.length > {number}")
        until(page, "document.querySelector('[data-pending]') === null")
    return page.evaluate("window.sends")


def scrolling(page, seconds):
    """@returns the times between frames, and long tasks; and how many messages were passed."""
    log = page.get_by_role("log")
    place = log.bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    first = log.evaluate("(log) => Number(log.querySelector('[data-seq]').dataset.seq)")
    page.evaluate(SCROLL)
    page.evaluate("(until) => { window.until = performance.now() + until * 1000; }", seconds)
    while page.evaluate("performance.now() < window.until"):
        page.mouse.wheel(0, -400)
        page.wait_for_timeout(16)
    last = log.evaluate("(log) => Number(log.querySelector('[data-seq]').dataset.seq)")
    frames, tasks = page.evaluate("[window.frames_.slice(1), window.tasks]")
    return frames, tasks, first - last


def start(page, runs, slowdown):
    """Loads the page anew. @returns the first contentful paints, and when it was interactive."""
    page.add_init_script(f"({START})()")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    paints, interactive = [], []
    for _ in range(runs):
        page.reload()
        until(page, "window.interactive !== undefined")
        until(page, "performance.getEntriesByName('first-contentful-paint').length > 0")
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        interactive.append(page.evaluate("window.interactive"))
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return paints, interactive
