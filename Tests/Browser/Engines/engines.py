"""WebKit and Firefox as Debian has them, both told what to do through selenium."""

import glob
import itertools
import json
import os
import socket
import subprocess
from contextlib import ExitStack, contextmanager

from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.common.webdriver import LocalWebDriver
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.webkitgtk.webdriver import WebDriver
from waiting import PATIENCE, until

WIDTH, HEIGHT = 1280, 900
# As on the machine of a test, which has no sound, no accessibility bus and no certificates of its own.
WEBKIT_ENVIRONMENT = {"NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory"}
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "marionette.port": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


@contextmanager
def screen():
    """A screen that nobody sees: WebKit's small browser has none of its own. Its name."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with ended(server), os.fdopen(reader) as lines:
        number = lines.readline().strip()
        assert number, f"Xvfb has ended with status {server.wait()}"
        yield f":{number}"


@contextmanager
def webkit(folder):
    """WebKitGTK's small browser, by its own driver."""
    options = Options()
    [options.binary_location] = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")
    options.add_argument("--automation")
    options.accept_insecure_certs = True
    with screen() as display:
        service = Service("/usr/bin/WebKitWebDriver", env=os.environ | WEBKIT_ENVIRONMENT | {"DISPLAY": display, "HOME": str(folder)})
        driver = WebDriver(options, service)
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def firefox(folder):
    """Firefox without a window. Debian has no geckodriver, so what that would say is said to Firefox itself."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    environment = os.environ | {"HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    command = ["firefox-esr", "--headless", "--marionette", f"--width={WIDTH}", f"--height={HEIGHT}", "--no-remote", "--profile", str(folder)]
    with ExitStack() as at_end, open(folder / "firefox.log", "w+") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        at_end.enter_context(ended(process))

        def port():
            assert process.poll() is None, f"Firefox has ended with status {process.returncode}:\n{(folder / 'firefox.log').read_text()}"
            file = folder / "MarionetteActivePort"
            return file.exists() and file.read_text().strip()

        marionette = at_end.enter_context(Marionette(int(until(port, "the port of Firefox"))))
        options = ArgOptions()
        options.set_capability("acceptInsecureCerts", True)
        yield Firefox(command_executor=marionette, options=options)


class Firefox(LocalWebDriver):
    """Selenium's driver, whose commands go to Firefox itself."""


class Marionette:
    """What geckodriver does: passes commands of WebDriver on to Firefox, whose own protocol has them under other names. A message is
    its length, a colon and JSON: [0, number, command, parameters], answered by [1, number, error, result]."""

    NAMES = {
        Command.NEW_SESSION: "WebDriver:NewSession",
        Command.QUIT: "WebDriver:DeleteSession",
        Command.GET: "WebDriver:Navigate",
        Command.GET_CURRENT_URL: "WebDriver:GetCurrentURL",
        Command.GET_TITLE: "WebDriver:GetTitle",
        Command.GO_BACK: "WebDriver:Back",
        Command.REFRESH: "WebDriver:Refresh",
        Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
        Command.CLICK_ELEMENT: "WebDriver:ElementClick",
        Command.CLEAR_ELEMENT: "WebDriver:ElementClear",
        Command.SEND_KEYS_TO_ELEMENT: "WebDriver:ElementSendKeys",
        Command.W3C_ACTIONS: "WebDriver:PerformActions",
        Command.W3C_CLEAR_ACTIONS: "WebDriver:ReleaseActions",
        Command.DELETE_ALL_COOKIES: "WebDriver:DeleteAllCookies",
        Command.GET_ALL_COOKIES: "WebDriver:GetCookies",
    }

    def __init__(self, port):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.stream = self.connection.makefile("rb")
        self.numbers = itertools.count(1)
        self.receive()  # what it says of itself

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def execute(self, command, parameters):
        if command == Command.NEW_SESSION:
            parameters = parameters["capabilities"]["alwaysMatch"]
        message = json.dumps([0, next(self.numbers), self.NAMES[command], parameters])
        self.connection.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, result = self.receive()
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        # Some results are the value and others have it.
        return {"value": result["value"] if isinstance(result, dict) and set(result) == {"value"} else result}

    def receive(self):
        length = b""
        while (digit := self.stream.read(1)) != b":":
            assert digit, "Firefox has hung up"
            length += digit
        return json.loads(self.stream.read(int(length)))


@contextmanager
def ended(process):
    """Ends a process at the end."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


ENGINES = {"webkit": webkit, "firefox": firefox}
