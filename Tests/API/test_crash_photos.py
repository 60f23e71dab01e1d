"""A server that is killed while photos arrive and are made smaller has each of them whole, or not at all."""

import hashlib
import random
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from conftest import ADMIN, PARENT, PASSWORD, Person
from kills import rounds
from storytime import Storytime
from waiting import until

PHOTO = (Path(__file__).resolve().parents[1] / "Fixtures/photos/photo.jpg").read_bytes()
ROUNDS = rounds(6)
COUNT = max(100, 12 * ROUNDS)
AT_ONCE = 3


def photo(number):
    """One that nobody has uploaded yet: what follows the end of a JPEG is not looked at."""
    return PHOTO + f"{number:06}".encode()


class Uploader(threading.Thread):
    """Uploads photos one after another, until there are none left or the server is gone."""

    def __init__(self, person, category, numbers, begun):
        super().__init__(daemon=True)
        self.person, self.category, self.numbers, self.begun = person, category, numbers, begun
        self.saved, self.cut = [], []

    def run(self):
        while True:
            try:
                number = self.numbers.pop()
            except IndexError:
                return
            try:
                self.begun.set()
                self.upload(number)
                self.saved.append(number)
            except (OSError, urllib.error.URLError):
                self.cut.append(number)
                return

    def upload(self, number):
        path = f"{self.person.library.address}/family/photos/files?category={self.category}&name=IMG_{number}.jpg"
        request = urllib.request.Request(path, photo(number), {"Content-Type": "image/jpeg", "Accept": "application/json"}, method="PUT")
        with self.person.opener.open(request, timeout=30) as answer:
            assert answer.status in (200, 201), answer.status


def check(library):
    """Every photo has its files, and each of them is whole. Returns the hashes of their contents."""
    database = sqlite3.connect(library.folder / "storytime.db", timeout=10)
    # Read in one moment: the server makes sizes meanwhile, under new names, and removes old files a while later.
    rows = database.execute("SELECT file_key, content_hash, state, family_id FROM photos").fetchall()
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    folder = library.folder / "media/photos"
    for key, content, state, family in rows:
        if state == "waiting":
            original = folder / f"original-{family}-{content.hex()}"
            if original.exists():
                assert hashlib.sha256(original.read_bytes()).digest() == content, key
                continue
            # Made while this looked at the others.
            key, state = now(library, content)
        assert state == "ready", (key, state)
        sizes = list(folder.glob(f"{key}-*.webp"))
        assert sizes, key
        for size in sizes:
            data = size.read_bytes()
            # RIFF says how long a file is (WebP container specification).
            assert data[:4] == b"RIFF" and int.from_bytes(data[4:8], "little") + 8 == len(data), size.name
    return {content for _, content, _, _ in rows}


def now(library, content):
    database = sqlite3.connect(library.folder / "storytime.db", timeout=10)
    found = database.execute("SELECT file_key, state FROM photos WHERE content_hash = ?", (content,)).fetchone()
    database.close()
    return found


def test_a_killed_server_has_whole_photos_or_none(tmp_path):
    library = Storytime(tmp_path)
    library.environment |= {"STORYTIME_LOG": "errors"}
    library.add_user(ADMIN, PASSWORD)
    library.command("demo", "--without-stories", "--password-stdin", typed=PASSWORD + "\n")
    library.start()
    person = Person(library, PARENT)
    category = first_category(library)
    chance = random.Random(20)
    numbers = list(range(COUNT))
    saved, cut = set(), 0
    for _ in range(ROUNDS):
        if not numbers:
            break
        begun = threading.Event()
        uploaders = [Uploader(person, category, numbers, begun) for _ in range(AT_ONCE)]
        for uploader in uploaders:
            uploader.start()
        begun.wait(30)
        time.sleep(chance.uniform(0.005, 0.06))
        library.process.kill()
        library.process.wait()
        for uploader in uploaders:
            uploader.join(30)
            saved |= set(uploader.saved)
            cut += len(uploader.cut)
            # Nobody knows what became of these: they are sent again, as the page does it.
            numbers.extend(uploader.cut)
        library.start()
        there = check(library)
        assert {hashlib.sha256(photo(number)).digest() for number in saved} <= there
    assert cut >= 2, "the server was never killed in the middle of something"
    # What is left arrives, and everything is made in the end.
    last = Uploader(person, category, numbers, threading.Event())
    last.run()
    assert not last.cut
    let_pauses_end(library)
    while left := waiting(library):
        until(lambda left=left: waiting(library) < left, f"one of {left} photos", patience=60)
    assert check(library) == {hashlib.sha256(photo(number)).digest() for number in range(COUNT)}
    library.stop()


def let_pauses_end(library):
    """What was cut off often is begun again later each time, up to an hour: that hour passes."""
    database = sqlite3.connect(library.folder / "storytime.db", timeout=30, isolation_level=None)
    database.execute("UPDATE jobs SET run_after = 0 WHERE state = 'queued'")
    database.close()


def first_category(library):
    database = sqlite3.connect(library.folder / "storytime.db", timeout=10)
    family = "SELECT family_id FROM users WHERE email = ?"
    found = database.execute(f"SELECT id FROM photo_categories WHERE family_id = ({family}) ORDER BY display_order", (PARENT,)).fetchone()
    database.close()
    return found[0]


def waiting(library):
    database = sqlite3.connect(library.folder / "storytime.db", timeout=10)
    count = database.execute("SELECT count(*) FROM photos WHERE state = 'waiting'").fetchone()[0]
    database.close()
    return count
