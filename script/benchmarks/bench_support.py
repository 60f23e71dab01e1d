"""What the scripts that measure the console itself have in common: the program, a library with a family in it, a server, a browser."""

import contextlib
import csv
import http.client
import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
ADMIN, PARENT, PASSWORD = "bench@example.test", "parent@example.test", "a bench beside the quiet harbour"

# Of a hundred books, so many have such a window; the rest has none.
WINDOWS = [
    (80, ("*", "2020-01-01", "9999-12-31")),
    (10, ("*", "2024-01-01", "2099-03-01")),
    (3, ("GB", "2024-01-01", "2099-03-01")),
    (2, ("US", "2024-01-01", "9999-12-31")),
    (2, ("*", "2020-01-01", "2025-06-01")),
]


def program(built=None):
    """The program to measure: the one that is named, or the release build."""
    if built:
        return pathlib.Path(built).resolve()
    subprocess.run(["swift", "build", "--configuration", "release", "--product", "storytime"], cwd=ROOT, check=True)
    shown = subprocess.run(
        ["swift", "build", "--configuration", "release", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return pathlib.Path(shown.stdout.strip()) / "storytime"


def person(storytime, data, email, role):
    subprocess.run([storytime, "user", "add", "--data", data, "--email", email, "--role", role, "--password-stdin"],
                   input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL)


def imported(storytime, data, file):
    started = time.monotonic()
    subprocess.run([storytime, "books", "import", "--data", data, "--create-missing", "--skip-refused", file],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(f"imported in {time.monotonic() - started:.1f} s")


def family(storytime, data, library=0):
    """A parent in Britain with two children, windows of rights, and so many books in the first child's library."""
    person(storytime, data, PARENT, "parent")
    chance = random.Random(7)
    windows = [window for share, window in WINDOWS for _ in range(share)]
    windows += [None] * (100 - len(windows))
    database = sqlite3.connect(data / "storytime.db")
    with database:
        home = database.execute(
            "INSERT INTO families (name, name_key, territory, time_zone, language, created_at, updated_at)"
            " VALUES ('Bench', 'bench', 'GB', 'Europe/London', 'en', 0, 0)").lastrowid
        database.execute("UPDATE users SET family_id = ? WHERE email_key = ?", (home, PARENT))
        for name in ("James", "Mia"):
            database.execute(
                "INSERT INTO children (family_id, name, name_key, birth_date, avatar, created_at, updated_at)"
                " VALUES (?, ?, ?, '2021-05-05', 'fox', 0, 0)", (home, name, name.lower()))
        books = [book for book, in database.execute("SELECT id FROM books WHERE deleted_at IS NULL")]
        given = ((book, chance.choice(windows)) for book in books)
        database.executemany(
            "INSERT INTO rights_windows (book_id, territory, first_day, last_day, created_at, updated_at)"
            " VALUES (?, ?, ?, ?, 0, 0)", ((book, *window) for book, window in given if window))
        now = int(time.time())
        database.executemany(
            "INSERT INTO library_items (child_id, book_id, title_key, added_at, last_position_seconds, last_played_at)"
            " SELECT min(c.id), b.id, b.title_key, ?, 60, ? FROM children AS c, books AS b WHERE b.id = ?",
            ((now - place, now - place * 7200, book) for place, book in enumerate(chance.sample(books, library))))
    database.close()


def clip(data):
    """A film of 60 seconds on the server, 1280 x 720, with a tone."""
    media = data / "media/videos"
    media.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=24:duration=60", "-f", "lavfi", "-i", "sine=duration=60",
         "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "48", "-c:a", "aac", "-movflags", "+faststart", media / "clip.mp4"],
        check=True)


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


class Client:
    def __init__(self, port, email=ADMIN):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {}
        answer, _ = self.post("/login", {"email": email, "password": PASSWORD})
        cookies = [value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
        assert answer.status == 303 and cookies, answer.status
        self.headers = {"Cookie": "; ".join(cookies)}

    def post(self, path, fields):
        """The answer to a form, and the seconds that it took."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        started = time.perf_counter()
        answer, _ = self.ask("POST", path, urllib.parse.urlencode(fields), headers)
        return answer, time.perf_counter() - started

    def ask(self, method, path, body=None, headers=None):
        self.connection.request(method, path, body, self.headers | (headers or {}))
        answer = self.connection.getresponse()
        return answer, answer.read()


def wait_for(port):
    for _ in range(100):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("GET", "/healthz")
            return connection.getresponse().read()
        except OSError:
            time.sleep(0.05)
    sys.exit("the server does not answer")


@contextlib.contextmanager
def serving(storytime, data, port, before=(), **settings):
    """Serves while the block runs, and gives it the process; `before` stands before the command, as `taskset` does."""
    environment = os.environ | {"STORYTIME_DATA": str(data), "STORYTIME_PORT": str(port)} | settings
    server = subprocess.Popen([*before, storytime, "serve"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield server
    finally:
        server.terminate()
        server.wait()


def memory(server, name):
    """What the kernel says of the server's memory under a name like VmHWM (proc_pid_status(5)), in MB."""
    return int(re.search(name + r":\s+(\d+)", pathlib.Path(f"/proc/{server.pid}/status").read_text())[1]) / 1024


def note(results, **record):
    """Adds a record to the file that script/bench makes its table from, if there is one."""
    if results:
        with open(results, "a", encoding="utf-8") as file:
            file.write(json.dumps({"peer": "custom", **record}) + "\n")


# What a trace says of each frame; what a page itself sees of them leaves out those that the compositor drops.
FRAMES = "disabled-by-default-devtools.timeline.frame"


def sign_in(page, email=PARENT):
    page.goto("/login")
    page.fill("[name=email]", email)
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/children")


def hand_over(page, child):
    page.goto(f"/family/pin?child={child}")
    page.get_by_label("PIN").fill("4711")
    page.get_by_role("button", name="Save and open Kids Mode").click()
    page.wait_for_url("**/kids")


def affected(events):
    """The percentage of frames that somebody could have missed."""
    named = [each["args"] for each in events if each["name"] == "PipelineReporter"]
    # Chromium has renamed it.
    frames = [args.get("frame_reporter") or args["chrome_frame_reporter"] for args in named if args]
    wanted = [each for each in frames if each["state"] != "STATE_NO_UPDATE_DESIRED"]
    missed = [each for each in wanted if each["state"] != "STATE_PRESENTED_ALL" and each.get("affects_smoothness")]
    return 100 * len(missed) / len(wanted)
