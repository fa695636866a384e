"""Uploads: bombs, files that are two things, what a picture tells, foreign ranges, and the process that decodes."""

import os
import pathlib
import re
import threading
import time

import pictures
import seccomp
from registry import Skipped, case, expect, family, skip
from server import until


def upload(client, data, name="a.png", identifier=None):
    return client.post(f"/v1/media?clientMediaId={identifier or os.urandom(6).hex()}&fileName={name}", data)


def settled(client, answer):
    """The upload's state once it's decided."""
    if not answer.is_success:
        return answer
    media = answer.json["media"]["id"]
    return until(lambda: (lambda a: a if a.json.get("media", {}).get("status", a.json.get("media", {}).get("state")) not in (
        "processing", "uploading", "pending") else None)(client.get(f"/v1/media/{media}")), 60, 0.1) or answer


BOMBS = [
    ("65535 x 65535", lambda: pictures.png(1, 1, claimed=(65535, 65535))),
    ("2 billion x 1", lambda: pictures.png(1, 1, claimed=(2 ** 31 - 1, 1))),
    ("0 x 0", lambda: pictures.png(1, 1, claimed=(0, 0))),
    ("60000 x 60000 of one bit, whole", lambda: pictures.png(60000, 6000, 1, 0, claimed=(60000, 60000))),
    ("51 million pixels", lambda: pictures.png(7200, 7200, 1, 0)),
    ("IDAT that never ends", lambda: pictures.png(10, 10, body=__import__("zlib").compress(b"\0" * 50_000_000, 9))),
    ("a text that inflates to 50 MB", lambda: pictures.png(10, 10, extra=pictures.chunk(
        b"zTXt", b"a\0\0" + __import__("zlib").compress(b"x" * 50_000_000, 9)))),
    ("a profile that inflates to 50 MB", lambda: pictures.png(10, 10, extra=pictures.chunk(
        b"iCCP", b"a\0\0" + __import__("zlib").compress(b"x" * 50_000_000, 9)))),
    ("a cut PNG", lambda: pictures.png(500, 500)[:600]), ("a PNG of noise", lambda: pictures.png(10, 10, body=b"\xff" * 999)),
    ("a GIF of 65535 x 65535", lambda: pictures.gif(65535, 65535)), ("a WebP of 16383 x 16383", lambda: pictures.webp(16383, 16383)),
    ("a JPEG head alone", lambda: b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"), ("an empty RIFF", lambda: b"RIFF\0\0\0\0WEBP"),
]


@family("media", "a bomb: {0}", BOMBS)
def bomb(t, _, make):
    alex, start = t.world.of("alex"), time.monotonic()
    before = t.server.memory()
    answer = settled(alex, upload(alex, make()))
    expect(answer.status < 500, f"{answer!r}")
    expect(time.monotonic() - start < 20, f"{time.monotonic() - start:.0f} s")
    expect(t.server.memory() - before < 120, f"{t.server.memory() - before:.0f} MB more in the server")
    expect(t.world.of("sara").get("/v1/me").status == 200, "no answer afterwards")


SCRIPT = b"<html><script>alert(1)</script></html>"
POLYGLOTS = [
    ("HTML as .png", SCRIPT, "a.png"), ("HTML as .html", SCRIPT, "a.html"), ("SVG with a script", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "a.svg"),
    ("XML with an entity", b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", "a.xml"),
    ("GIF and script", pictures.gif() + b"/*" + SCRIPT, "a.gif"), ("PNG and HTML", pictures.png(extra=pictures.chunk(b"tEXt", b"a\0" + SCRIPT)), "a.html"),
    ("PNG and a trailer", pictures.png() + SCRIPT, "a.png"), ("JavaScript", b"alert(1)//", "a.js"), ("a PDF with a script", pictures.pdf(b"a") + SCRIPT, "a.pdf"),
    ("HTML after a BOM", b"\xef\xbb\xbf" + SCRIPT, "a.txt"), ("HTML in UTF-16", SCRIPT.decode().encode("utf-16"), "a.txt"), ("MHTML", b"MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n" + SCRIPT, "a.mht"),
    ("a name with an odd ending", SCRIPT, "a.png.html%00.png"), ("an empty name", SCRIPT, ""),
]


@family("media", "a polyglot: {0}", POLYGLOTS)
def polyglot(t, _, data, name):
    alex = t.world.of("alex")
    answer = upload(alex, data, name)
    expect(answer.status < 500, f"{answer!r}")
    if not answer.is_success:
        return
    content = alex.get(f"/v1/media/{answer.json['media']['id']}/content")
    kind = content.headers.get("content-type", "").split(";")[0]
    expect(content.headers.get("x-content-type-options") == "nosniff", "it may be sniffed")
    runs = kind in ("text/html", "image/svg+xml", "text/xml", "application/xml", "application/xhtml+xml", "text/javascript",
                    "application/javascript", "multipart/related")
    expect(not runs or content.headers.get("content-disposition", "").startswith("attachment"), f"served as {kind}")
    if kind.startswith("image/"):
        expect(b"<script" not in content.body, "the picture carries the script along")


EXIF = b"Exif\0\0II*\0\x08\0\0\0\1\0\x0e\1\2\0\x10\0\0\0\x1a\0\0\0\0\0\0\0zebrametadata59\0"
METADATA = [
    ("PNG text", pictures.png(extra=pictures.chunk(b"tEXt", b"Location\0zebrametadata")), "a.png"),
    ("PNG EXIF", pictures.png(extra=pictures.chunk(b"eXIf", EXIF[6:])), "b.png"),
    ("PNG XMP", pictures.png(extra=pictures.chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0zebrametadata")), "c.png"),
    ("PNG trailer", pictures.png() + b"zebrametadata", "d.png"), ("GIF comment", pictures.gif(comment=b"zebrametadata"), "e.gif"),
]


@family("media", "metadata goes: {0}", METADATA)
def metadata(t, _, data, name):
    check_metadata(t, data, name)


def check_metadata(t, data, name, must_be_taken=True):
    alex = t.world.of("alex")
    answer = settled(alex, upload(alex, data, name))
    expect(answer.is_success or not must_be_taken, f"{answer!r}")
    if answer.is_success:
        media = answer.json["media"]["id"]
        content = alex.get(f"/v1/media/{media}/content")
        expect(content.status == 200, f"{content!r}")
        expect(b"zebrametadata" not in content.body, "it's still there")


@case("media", "metadata goes: WebM tags", finding="L-webm")
def webm_tags(t):
    check_metadata(t, pictures.webm(b"zebrametadata +59.3293+018.0686/"), "a.webm", must_be_taken=False)


@case("media", "metadata goes: PDF author and XMP", finding="L-pdf")
def pdf_author(t):
    check_metadata(t, pictures.pdf(b"zebrametadata"), "a.pdf", must_be_taken=False)


@family("media", "a WebP of {0} x {0} is taken", [6000, 7000], finding="L-webp", short=False)
def large_webp(t, side):
    alex = t.world.of("alex")
    answer = settled(alex, upload(alex, pictures.webp(side, side), "a.webp"))
    expect(answer.is_success, f"{answer!r}")
    expect(answer.json["media"].get("kind") == "image" and "damaged" not in answer.text, f"{answer!r}")


@family("media", "a range of {0}", ["bytes=0-", "bytes=0-0", "bytes=-1", "bytes=-0", "bytes=5-2", "bytes=99999999-", "bytes=0-99999999999999999999",
                                    "bytes=-99999999999999999999", "bytes=0-1,3-4", "bytes=" + ",".join(f"{n}-{n}" for n in range(500)),
                                    "bytes=a-b", "bytes=", "items=0-1", "bytes=0-1;x", "bytes=--1"])
def odd_range(t, value):
    world = t.world
    answer = world.of("alex").get(f"/v1/media/{world.media}/content", headers={"Range": value})
    whole = world.of("alex").get(f"/v1/media/{world.media}/content").body
    expect(answer.status in (200, 206, 416), f"{answer!r}")
    expect(len(answer.body) <= len(whole) or answer.status == 416, "more than the file")
    if answer.status == 200:
        expect(answer.body == whole, "another body")


@family("media", "an upload that {0}", ["says another size", "begins elsewhere", "goes on beyond its size", "is negative", "has no size"])
def odd_upload(t, what):
    alex = t.world.of("alex")
    size = {"is negative": -1, "has no size": None, "says another size": 10}.get(what, 10)
    begun = alex.post("/v1/media", {"clientMediaId": os.urandom(6).hex(), "fileName": "a.bin", "size": size})
    if what in ("is negative", "has no size"):
        return expect(begun.status == 400, f"{begun!r}")
    expect(begun.is_success, f"{begun!r}")
    media = begun.json["media"]["id"]
    offset = {"begins elsewhere": "5"}.get(what, "0")
    data = b"x" * {"says another size": 3, "goes on beyond its size": 50}.get(what, 5)
    answer = alex.patch(f"/v1/media/{media}", data, headers={"Upload-Offset": offset, "Content-Type": "application/offset+octet-stream"})
    expect(answer.status < 500, f"{answer!r}")
    if what != "says another size":
        expect(answer.status in (400, 409, 413), f"{answer!r}")
    content = alex.get(f"/v1/media/{media}/content")
    expect(content.status != 200 or len(content.body) == 10, "half a file is served")


@case("media", "an upload can't be attached by another, nor twice to strangers")
def foreign_upload(t):
    world = t.world
    media = upload(world.of("alex"), b"private", "p.txt").json["media"]["id"]
    for who in ("sara", "olga"):
        expect(world.of(who).get(f"/v1/media/{media}/content").status == 404, f"{who} reads it")
    sent = world.of("sara").post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": "att", "text": "x", "mediaIds": [media]})
    expect(sent.status in (400, 403, 404), f"{sent!r}")


def seen_worker(t):
    """What a process that decodes for the area's server looks like: status, descriptors, environment, filters."""
    known = t.area.__dict__
    if "worker" not in known:
        known["worker"] = None
        client = t.world.client("alex")
        busy = threading.Thread(target=lambda: upload(client, pictures.png(5700, 5700, 16, 6)))
        busy.start()
        child = until(lambda: confined_child(t.server.process.pid), 30, 0.01)
        if child:
            pid, status = child
            descriptors = []
            for descriptor in pathlib.Path(f"/proc/{pid}/fd").iterdir():
                try:
                    descriptors.append(os.readlink(descriptor))
                except OSError:
                    continue
            environment = pathlib.Path(f"/proc/{pid}/environ").read_bytes()
            filters = []
            while busy.is_alive() and not isinstance(filters, str):
                # It may confine itself further once its libraries are loaded.
                try:
                    filters = max(filters, seccomp.filters(pid), key=len)
                except Skipped as reason:
                    filters = filters or str(reason)
                time.sleep(0.1)
            known["worker"] = (status, descriptors, environment, filters)
        busy.join()
    if known["worker"] is None:
        skip("no worker was seen; are libvips and its libraries installed?")
    return known["worker"]


def confined_child(parent):
    for path in pathlib.Path("/proc").glob("[0-9]*/status"):
        try:
            text = path.read_text()
        except OSError:
            continue
        if re.search(rf"PPid:\s+{parent}\b", text) and re.search(r"Seccomp:\s+2", text):
            return int(path.parent.name), text
    return None


@case("media", "the worker has no network, no files of the server, no secrets")
def worker_confined(t):
    status, targets, environment, _ = seen_worker(t)
    expect(re.search(r"NoNewPrivs:\s+1", status), "new privileges")
    expect(not [target for target in targets if re.search("spotter[.]db|/media/(?!uploads|temporary)|socket:", target)], f"{targets}")
    expect(b"SPOTTER" not in environment and b"KEY" not in environment, "an environment")


def worker_filters(t):
    filters = seen_worker(t)[3]
    if isinstance(filters, str):
        skip(filters)
    expect(filters, "the worker has no filter")
    return filters


@family("media", "the worker can't {0}", sorted(seccomp.CALLS), finding="M11")
def worker_call(t, name):
    expect(not seccomp.verdict(worker_filters(t), seccomp.CALLS[name]), f"{name} is let through")


@family("media", "the worker never could {0}", sorted(seccomp.ALWAYS))
def worker_always(t, name):
    expect(not seccomp.verdict(worker_filters(t), seccomp.ALWAYS[name]), f"{name} is let through")


@case("media", "the worker can't lower the server's limits or run what it wrote", finding="M11")
def worker_arguments(t):
    filters = worker_filters(t)
    # prlimit64(server, NOFILE, new limits, nothing); mprotect and mmap to write and execute.
    expect(not seccomp.verdict(filters, 302, (t.server.process.pid, 7, 0x7FFF0000, 0)), "prlimit64 of another process")
    expect(not seccomp.verdict(filters, 10, (0x1000, 4096, 7)), "mprotect with write and execute")
    expect(not seccomp.verdict(filters, 9, (0, 4096, 7, 0x22)), "mmap with write and execute")


@case("media", "the worker may do few things in all", finding="M11")
def worker_allowed(t):
    allowed = [number for number in range(470) if seccomp.verdict(worker_filters(t), number)]
    expect(len(allowed) <= 45, f"{len(allowed)} system calls: {allowed}")
