"""Every screen, dialog and tab: nothing that axe finds, nothing sideways, in both schemes, on a phone and a desk."""

import screens
from admin_token import admin_token
from harness import ALEX, expect
from test_screens import judge

# A picture of a page without a network is none that axe can be run on: it comes from there.
NAMES = [name for name in screens.names() if name != "offline"]


def judge_all(server, browser, names=NAMES, **options):
    admin_token(server)
    public = browser.open(server, "/", **options)
    own = browser.sign_in(server, ALEX, **options)
    problems = []
    for name in names:
        page = public if name in screens.PUBLIC else own
        screens.open_screen(server, page, name)
        try:
            judge(page, name)
        except AssertionError as error:
            problems.append(str(error))
    assert problems == [], problems


def test_every_screen_on_a_phone_in_the_dark(server, browser):
    judge_all(server, browser, width=390, height=844, touch=True, dark=True)


def test_every_screen_on_a_desk(server, browser):
    judge_all(server, browser, width=1280, height=800)


def test_the_widest_screens_at_320_pixels(server, browser):
    """As wide as a desk of 1280 pixels at 400 %, or a small phone."""
    widest = ["chat", "group-form", "profile", "today", "agenda", "reminders", "session", "hours", "proposal-form", "operator",
              "settings-notifications", "settings-automatic"]
    judge_all(server, browser, widest, width=320, height=640, touch=True)


def test_a_desk_at_200_percent(server, browser):
    """What a desk of 1280 pixels shows at 200 %: half the pixels, each twice as large."""
    judge_all(server, browser, ["chats", "group", "today", "week-or-list", "answer", "settings-keys"], width=640, height=400,
              device_scale_factor=2)


def test_nothing_moves_for_those_who_want_that(server, browser):
    page = browser.sign_in(server, ALEX, "/today", reduced_motion="reduce")
    page.get_by_role("button", name="Invite a client").click()
    moving = page.evaluate("""() => [...document.querySelectorAll("*")].filter((one) => {
        const style = getComputedStyle(one);
        return style.animationName !== "none" || style.transitionDuration.split(", ").some((time) => time !== "0s")
            && style.transitionProperty !== "none" || style.scrollBehavior === "smooth";
    }).map((one) => one.className)""")
    assert moving == [], moving[:5]


def test_forced_colours_leave_borders_and_states(server, browser):
    """What colour alone would say has a border or an outline when the system gives the colours."""
    page = browser.sign_in(server, ALEX, "/chats", forced_colors="active", reduced_motion="reduce")
    current = page.locator("nav.rail [aria-current]")
    assert current.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
    screens.open_screen(server, page, "chat")
    expect(page.locator(".msg .bub").last).to_have_css("border-top-style", "solid")
    screens.open_screen(server, page, "settings-appearance")
    knob = page.get_by_role("switch", name="Shortcuts with single letters")
    look = "(one) => { const style = getComputedStyle(one, '::after'); return [style.backgroundColor, style.insetInlineStart, style.translate]; }"
    on = knob.evaluate(look)
    knob.uncheck()
    assert knob.evaluate(look) != on, on
    assert on[0] not in ("rgba(0, 0, 0, 0)", "transparent"), on
