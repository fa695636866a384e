"""Firefox ESR by its own protocol, whose commands are those of WebDriver: Debian has no driver for it."""

import contextlib
import json
import os
import re
import socket
import subprocess
import tempfile

from engines import driver
from engines.driver import PATIENCE, Refused, free_port, wait_for_port

# By method and path; the number of an element is the command's argument `id`.
COMMANDS = {
    "POST /url": "Navigate", "GET /url": "GetCurrentURL", "POST /refresh": "Refresh", "GET /screenshot": "TakeScreenshot",
    "POST /element": "FindElement", "GET /element/displayed": "IsElementDisplayed", "GET /element/text": "GetElementText",
    "POST /element/click": "ElementClick", "POST /element/value": "ElementSendKeys", "POST /execute/sync": "ExecuteScript",
    "POST /execute/async": "ExecuteAsyncScript", "POST /window/rect": "SetWindowRect",
}
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False, "app.update.enabled": False, "intl.accept_languages": "en-GB,en",
    "browser.aboutwelcome.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "dom.disable_open_during_load": False,
}


class Page(driver.Page):
    def __init__(self, zone, width, height):
        port = free_port()
        self.profile = tempfile.TemporaryDirectory(prefix="spotter-firefox-", ignore_cleanup_errors=True)
        wanted = {**PREFERENCES, "marionette.port": port}
        with open(f"{self.profile.name}/user.js", "w") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wanted.items())
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", self.profile.name],
            env={**os.environ, "TZ": zone, "MOZ_HEADLESS_WIDTH": str(width), "MOZ_HEADLESS_HEIGHT": str(height)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(port, self.process)
        self.socket = socket.create_connection(("127.0.0.1", port), 120)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        self.receive()
        self.command("NewSession", {})
        self.command("SetTimeouts", {"implicit": PATIENCE, "script": PATIENCE})
        self.call("POST", "/window/rect", {"width": width, "height": height})

    def close(self):
        with contextlib.suppress(Exception):
            self.send([0, self.number + 1, "Marionette:Quit", {"flags": ["eForceQuit"]}])
            self.process.wait(10)
        self.process.terminate()
        self.process.wait(30)
        self.stream.close()
        self.socket.close()
        self.profile.cleanup()

    def call(self, method, path, body=None):
        found = re.match(r"/element/([^/]+)/(\w+)$", path)
        name = COMMANDS[f"{method} /element/{found[2]}" if found else f"{method} {path}"]
        return self.command(name, {**(body or {}), **({"id": found[1]} if found else {})})

    def command(self, name, arguments):
        self.number += 1
        self.send([0, self.number, f"WebDriver:{name}", arguments])
        _, _, problem, result = self.receive()
        if problem is not None:
            raise Refused(problem["error"], arguments, problem["message"])
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    # Each message is its length in bytes, a colon, and JSON.

    def send(self, message):
        data = json.dumps(message).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))

    def receive(self):
        length = b""
        while (digit := self.stream.read(1)) != b":":
            if digit == b"":
                raise EOFError("Firefox has ended")
            length += digit
        return json.loads(self.stream.read(int(length)))


class Browser(driver.Browser):
    page = Page
