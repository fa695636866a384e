"""WebKitGTK under WebDriver, on a display of its own: the engine that is nearest to Safari's. Debian has it in webkit2gtk-driver."""

import contextlib
import json
import os
import subprocess
import urllib.error
import urllib.request

from engines import driver
from engines.driver import PATIENCE, Refused, free_port, wait_for_port


class Display:
    """An X display that nobody sees, as large as its one window: without a window manager, the window under the pointer has
    the focus, and the pointer is in the middle."""

    def __init__(self, width, height):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
                                        pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as number:
            self.name = f":{number.readline().strip()}"

    def close(self):
        self.process.terminate()
        self.process.wait(30)


class Page(driver.Page):
    """A window of WebKit's MiniBrowser. Each has a profile that nothing stays of."""

    def __init__(self, zone, width, height):
        port = free_port()
        self.display = Display(width, height)
        self.address = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"],
                                       env={**os.environ, "DISPLAY": self.display.name, "TZ": zone}, stderr=subprocess.DEVNULL)
        wait_for_port(port, self.driver)
        wanted = {"timeouts": {"implicit": PATIENCE, "script": PATIENCE}}
        made = self.send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{made['sessionId']}"
        self.call("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def close(self):
        with contextlib.suppress(Exception):
            self.call("DELETE", "")
        self.driver.terminate()
        self.driver.wait(30)
        self.display.close()

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                problem = json.load(error)["value"]
            raise Refused(problem["error"], body, problem["message"]) from None

    def call(self, method, path, body=None):
        return self.send(method, self.session + path, body)


class Browser(driver.Browser):
    page = Page
