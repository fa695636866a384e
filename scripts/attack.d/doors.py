"""Doors of other programs: a small request can't have a huge answer, nor fill the disk, nor try passwords without end."""

import base64
import io
import threading
import time
import zipfile

from load import p99, times
from registry import case, expect, family
from world import PASSWORD

DAV = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'


class Phone:
    """A calendar program with a key of its own."""

    def __init__(self, world, who):
        self.server, self.user = world.server, world.user(who)
        key = world.of(who).post("/v1/keys", {"name": "Phone", "scopes": ["calendar:read", "calendar:write"]})
        expect(key.status == 201, f"key: {key!r}")
        login = f"{world.email(who)}:{key.json['key']['secret']}"
        self.headers = {"Authorization": "Basic " + base64.b64encode(login.encode()).decode()}
        self.calendar = f"/dav/calendars/{self.user}/spotter/"

    def send(self, method, path, body=None, **headers):
        client = self.server.client()
        client.timeout = 120
        try:
            return client.request(method, path, body.encode() if isinstance(body, str) else body,
                                  headers={**self.headers, **headers})
        finally:
            client.close()

    def put(self, number, padding=0):
        """An event, an hour of its own, with so many bytes of lines that are kept."""
        day = time.strftime("%Y%m%d", time.gmtime(1_900_000_000 + number // 20 * 86_400))
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", f"UID:{number}",
                 f"DTSTART:{day}T{number % 20:02d}0000Z", f"DTEND:{day}T{number % 20:02d}3000Z", f"SUMMARY:{number}"]
        lines += [f"X-LINE-{line}:" + "x" * 900 for line in range(padding // 900)]
        body = "\r\n".join(lines + ["END:VEVENT", "END:VCALENDAR", ""])
        return self.send("PUT", f"{self.calendar}{number}.ics", body, **{"Content-Type": "text/calendar"})


def long_namespace(method, length, count):
    names = "".join(f"<x:p{number}/>" for number in range(count))
    inner = f"<d:prop>{names}</d:prop>"
    kind = "propfind" if method == "PROPFIND" else "propertyupdate"
    if method == "PROPPATCH":
        inner = f"<d:set>{inner}</d:set>"
    return f'<d:{kind} {DAV} xmlns:x="urn:{"n" * length}">{inner}</d:{kind}>'


def memory_of(world, attack):
    """What `attack()` gives, and by how many megabytes the server grew meanwhile."""
    before, most, stop = world.server.memory(), [0], threading.Event()

    def watch():
        while not stop.is_set():
            most[0] = max(most[0], world.server.memory())
            time.sleep(0.05)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return attack(), most[0] - before
    finally:
        stop.set()
        watcher.join()


def others(world, attack):
    """The p99 of somebody else's requests, in seconds: before `attack`, and while it runs."""
    quiet = p99(times(world, "mike", 1.5))
    thread = threading.Thread(target=attack, daemon=True)
    thread.start()
    during = p99(times(world, "mike", 1.5, goes_on=thread.is_alive))
    thread.join()
    return quiet, during


# MARK: Amplification

@family("doors", "{0} with a namespace of {1} bytes and {2} properties has a small answer", [
    ("PROPFIND", 150_000, 3_990), ("PROPPATCH", 150_000, 3_990), ("PROPFIND", 200, 3_990), ("PROPPATCH", 200, 3_990),
    ("PROPFIND", 200, 60)], finding="H2")
def namespaces(t, method, length, count):
    answer = Phone(t.world, "sara").send(method, "/dav/", long_namespace(method, length, count), Depth="1")
    expect(answer.status in (207, 400, 403, 413), f"{answer!r}")
    expect(len(answer.body) < 200_000, f"{len(answer.body)} bytes")


@case("doors", "an object that is named 2500 times is answered once", finding="H2")
def repeated_names(t):
    world = t.own_world()
    phone = Phone(world, "alex")
    expect(phone.put(1, 90_000).status == 201, "no event")
    hrefs = f"<d:href>{phone.calendar}1.ics</d:href>" * 2_500
    for asked in ("<c:calendar-data/>", "<c:calendar-data/>" * 1_000):
        body = f"<c:calendar-multiget {DAV}><d:prop>{asked}</d:prop>{hrefs}</c:calendar-multiget>"
        answer = phone.send("REPORT", phone.calendar, body)
        expect(answer.status in (207, 400, 413), f"{answer!r}")
        expect(len(answer.body) < 2_000_000, f"{len(answer.body)} bytes")


@case("fairness", "long namespaces to CalDAV leave others quick", finding="H2", short=False)
def namespaces_at_once(t):
    world = t.own_world()
    phone, body = Phone(world, "sara"), long_namespace("PROPPATCH", 150_000, 3_990)

    def attack():
        threads = [threading.Thread(target=phone.send, args=("PROPPATCH", "/dav/", body)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    (quiet, during), more = memory_of(world, lambda: others(world, attack))
    expect(during < max(3 * quiet, 0.5), f"{during:.2f} s, {quiet:.2f} s without")
    expect(more < 200, f"{more:.0f} MB more")


def costly_documents():
    """Calendar documents that are small, and long to work out if one isn't careful."""
    def document(lines, zone=()):
        event = ["BEGIN:VEVENT", "UID:costly", *lines, "SUMMARY:x", "END:VEVENT"]
        return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", *zone, *event, "END:VCALENDAR", ""])
    times_of_day = ["DTSTART:20310312T150000Z", "DURATION:PT30M"]
    for rule in ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-31,31",
                 "FREQ=MONTHLY;BYMONTHDAY=31;BYSETPOS=-31", "FREQ=DAILY;INTERVAL=1000;BYDAY=MO;BYMONTHDAY=30;BYMONTH=2"):
        yield rule, document([*times_of_day, f"RRULE:{rule}"])
    days = ",".join(f"{1100 + number * 4}0101T100000" for number in range(1_900))
    change = ["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "END:STANDARD"]
    rules = [line for number in range(30) for line in ["BEGIN:STANDARD", f"DTSTART:19{10 + number}0101T030000", *change]]
    zone = ["BEGIN:VTIMEZONE", "TZID:Odd", *rules, "END:VTIMEZONE"]
    start = ["DTSTART;TZID=Odd:20310312T150000", "DURATION:PT30M", "RRULE:FREQ=DAILY;COUNT=3"]
    yield "a zone of rules that never come", document([*start, f"EXDATE;TZID=Odd:{days}"], zone)
    yield "a line of a byte a line", document([*times_of_day, "DESCRIPTION:" + "\r\n ".join("x" * 20_000)])


@case("doors", "calendar documents that are long to work out are answered soon", finding="public-bugs 2, 4, 16")
def costly_calendars(t):
    phone = Phone(t.own_world(), "alex")
    for name, document in costly_documents():
        begun = time.monotonic()
        answer = phone.send("PUT", phone.calendar + "costly.ics", document, **{"Content-Type": "text/calendar"})
        expect(answer.status in (201, 204, 403, 409), f"{name}: {answer!r}"[:300])
        expect(time.monotonic() - begun < 5, f"{name}: {time.monotonic() - begun:.1f} s")
        phone.send("DELETE", phone.calendar + "costly.ics")


# MARK: Calendars without an end

@case("doors", "what is stored by CalDAV counts as what is stored by messages", finding="H3")
def stored_bytes(t):
    world = t.own_world(env={"SPOTTER_LIMIT_MESSAGE_BYTES": "1000/s:500000"})
    phone = Phone(world, "alex")
    answers = [phone.put(number, 90_000) for number in range(12)]
    refused = [answer for answer in answers if not answer.is_success]
    expect(answers[0].status == 201 and refused and refused[0].status == 429, f"{[a.status for a in answers]}")


@case("doors", "a calendar keeps at most 20 MB of others' lines", finding="H3", short=False)
def kept_bytes(t):
    world = t.own_world()
    phone = Phone(world, "alex")
    for number in range(300):
        answer = phone.put(number, 90_000)
        if answer.status != 201:
            break
    expect(answer.status == 507 and 200 < number < 240, f"{number}: {answer!r}")


@case("fairness", "looking at a big calendar leaves others quick and costs little memory", finding="H3", short=False)
def big_calendar(t):
    world = t.own_world()
    phone = Phone(world, "alex")
    for number in range(200):
        expect(phone.put(number, 90_000).status == 201, f"no event {number}")
    for number in range(200, 1_200):
        expect(phone.put(number).status == 201, f"no event {number}")
    etags = f"<d:propfind {DAV}><d:prop><d:getetag/></d:prop></d:propfind>"
    whole = f"<c:calendar-query {DAV}><d:prop><c:calendar-data/></d:prop><c:filter/></c:calendar-query>"

    def attack():
        def look(method, body):
            for _ in range(3):
                answer = phone.send(method, phone.calendar, body, Depth="1")
                expect(answer.status in (207, 429), f"{answer!r}")
        looks = [("PROPFIND", etags)] * 8 + [("REPORT", whole)] * 8
        threads = [threading.Thread(target=look, args=each) for each in looks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    (quiet, during), more = memory_of(world, lambda: others(world, attack))
    expect(during < max(3 * quiet, 0.5), f"{during:.2f} s, {quiet:.2f} s without")
    expect(more < 250, f"{more:.0f} MB more")


# MARK: Guessing

@case("doors", "a key in an address can do nothing but ask", finding="rows 85, 89")
def keys_in_addresses(t):
    world = t.world
    trainer = world.of("alex")

    def key(*scopes):
        answer = trainer.post("/v1/keys", {"name": "app", "scopes": list(scopes)})
        expect(answer.status == 201, f"key: {answer!r}")
        return answer.json["key"]["secret"]

    client = world.server.client()
    asking = key("assistant")
    expect(client.request("GET", f"/k/{asking}/model").status == 200, "a key that asks isn't taken")
    for other in [key("assistant", "messages:read"), key("search"), trainer.token]:
        answer = client.request("GET", f"/k/{other}/model")
        expect(answer.status == 403 and other.encode() not in answer.body, f"taken, or repeated: {answer!r}")
    for path in ["v1/chats", "v1/me", "openai/v1/models", "..%2fv1/me", f"k/{asking}/model"]:
        expect(client.request("GET", f"/k/{asking}/{path}").status == 404, f"something is behind the address: {path}")
    client.close()


@case("doors", "the page of Google's code shows nothing else of its address", finding="row 65")
def page_of_the_code(t):
    client = t.world.server.client()
    for code in ["%3Cscript%3E", "a%22b", "a%0d%0aX:%20y", "a" * 501, "%F0%9F%98%80"]:
        answer = client.request("GET", f"/calendar/google?code={code}&state=%3Cb%3E")
        expect(answer.status == 400 and b"<code>" not in answer.body and b"script" not in answer.body, f"{code}: {answer!r}")
    client.close()


@case("doors", "all names of an account share the brake on guessing", finding="M4")
def names_of_an_account(t):
    world = t.own_world()
    user, statuses = world.user("sara"), []
    names = [f"@{user}:s{number}" for number in range(30)] + ["sara", "@sara:x", world.email("sara"), user]
    for name in names:
        answer = world.server.client().post("/_matrix/client/v3/login", {
            "type": "m.login.password", "password": "guess", "identifier": {"type": "m.id.user", "user": name}})
        statuses.append(answer.status)
    expect(statuses.count(403) <= 8 and statuses.count(429) >= len(names) - 8, f"{statuses}")
    right = world.server.client().post("/v1/auth/login", {"email": world.email("sara"), "password": PASSWORD})
    expect(right.status == 429, f"another door: {right!r}")


# MARK: Imports

def admin_token(t, world):
    world.server.stop()
    made = t.binary.run("admin", "token", "--data", world.server.folder)
    expect(made.returncode == 0, made.stderr)
    world.server.start()
    return made.stdout.split()[-1]


def chat_of(count, text="x"):
    line = f"[13/01/2024, 21:41:05] Sara: {text}\n".encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_chat.txt", line * count)
    return packed.getvalue()


@family("doors", "an archive of {0} messages of {1} bytes is refused soon and costs little memory", [
    (3_000_000, 1), (1_500_000, 1), (40_000, 3_000)], finding="L4")
def archives(t, count, length):
    world = t.own_world()
    token = admin_token(t, world)
    query = "member=Sara%3Dsara%40example.com&member=Alex%3Dalex%40example.com&timezone=UTC"
    body = chat_of(count, "x" * length)
    start = time.monotonic()
    answer, more = memory_of(world, lambda: world.server.client(token).post(f"/v1/admin/import?{query}", body))
    expect(answer.status in (400, 413), f"{answer!r}")
    expect(more < 400, f"{more:.0f} MB more")
    expect(time.monotonic() - start < 20, f"{time.monotonic() - start:.0f} s")
