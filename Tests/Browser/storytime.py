"""The program under test: the built binary, on a data folder and a port of its own."""

import base64
import hashlib
import os
import re
import socket
import sqlite3
import subprocess
import threading
import urllib.request
from contextlib import closing
from pathlib import Path

from waiting import until

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("STORYTIME_BINARY", str(ROOT / ".build/debug/storytime"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Storytime:
    """`storytime serve` on 127.0.0.1. What it prints is kept: the setup code is in it."""

    def __init__(self, folder):
        assert os.access(BINARY, os.X_OK), f"{BINARY} is not there: swift build makes it"
        self.folder = folder
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.lines = []
        self.process = None
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "STORYTIME_HOST": "127.0.0.1",
            "STORYTIME_PORT": str(port),
            "STORYTIME_DATA": str(folder),
            "STORYTIME_LOOKUP_URL": "",  # No test asks anything of the Internet.
        }

    def command(self, *words, typed=""):
        """Runs another command of the program on the same data folder."""
        done = subprocess.run(
            [BINARY, *words], cwd=ROOT, env=self.environment, input=typed, text=True, capture_output=True, timeout=60
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def add_user(self, email, password, role="admin", name="Ada Lovelace"):
        self.command("user", "add", "--email", email, "--role", role, "--name", name, "--password-stdin", typed=password + "\n")

    def make_passwords_cheap(self, password):
        """Gives everybody a hash of their password that is checked like any other, and with hardly any work: hundreds of tests
        sign in. The program must not be running."""
        salt = b"salt"
        digest = hashlib.scrypt(password.encode(), salt=salt, n=2, r=1, p=1, dklen=32)
        salt, digest = (base64.urlsafe_b64encode(part).decode().rstrip("=") for part in (salt, digest))
        with closing(sqlite3.connect(Path(self.folder) / "storytime.db")) as database, database:
            database.execute("UPDATE users SET password_hash = ?", (f"scrypt$1$1$1${salt}${digest}",))

    def start(self):
        self.process = subprocess.Popen(
            [BINARY, "serve"], cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        threading.Thread(target=self._read, daemon=True).start()
        self._wait_until(self._answers, "the health endpoint")
        return self

    def stop(self):
        """Asks it to end, as an operator would: it finishes what it began and says that all is well."""
        self.process.terminate()
        status = self.process.wait(timeout=40)
        assert status == 0, f"storytime ended with status {status}:\n" + "".join(self.lines)

    def setup_code(self):
        code = None

        def is_printed():
            nonlocal code
            code = re.search(r"[Ss]etup code:?\s+(\S+)", "".join(self.lines))
            return code is not None

        self._wait_until(is_printed, "the setup code")
        return code.group(1)

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def _answers(self):
        try:
            with urllib.request.urlopen(self.address + "/healthz", timeout=1) as response:
                return response.status == 200
        except OSError:
            return False

    def _wait_until(self, condition, what):
        def is_so():
            assert self.process.poll() is None, f"storytime has ended before {what}:\n" + "".join(self.lines)
            return condition()

        until(is_so, lambda: f"{what} (" + "".join(self.lines) + ")")
