"""A server that is killed while words are saved and episodes are marked has every one of them that it said it had, once."""

import json
import random
import sqlite3
import threading
import urllib.error
import urllib.request

from conftest import ADMIN, PARENT, PASSWORD, Person
from kills import rounds
from shows import add_series, day
from storytime import Storytime

ROUNDS = rounds(6)
SEASONS = 10
EPISODES = 2000
NUMBER = 100_001


class Sender(threading.Thread):
    """Sends one thing after another until the server is gone."""

    def __init__(self, library, key, things):
        super().__init__(daemon=True)
        self.library, self.key, self.things = library, key, things
        self.has_saved = threading.Event()
        self.saved, self.cut, self.refusal = [], None, None

    def run(self):
        for thing in self.things:
            try:
                self.send(*self.request(thing))
                self.saved.append(thing)
                self.has_saved.set()
            except urllib.error.HTTPError as error:
                self.refusal = f"{error.code} {error.read().decode()}"
                return
            except OSError:
                self.cut = thing
                return

    def send(self, method, path, members):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.library.address + path, json.dumps(members).encode(), headers, method=method)
        urllib.request.urlopen(request, timeout=30).read()


class Words(Sender):
    def request(self, word):
        return "POST", "/api/v1/vocabulary", {"term": word, "language": "en"}


class Marks(Sender):
    def request(self, mark):
        season, episode, child = mark
        members = {"seasonNumber": season, "episodeNumber": episode, "status": "watched"}
        return "PUT", f"/api/watchlist/{NUMBER}/progress?child_id={child}", members


def check(library, words, marks):
    """What was said to be there is, and nothing is there twice or by half."""
    database = sqlite3.connect(library.folder / "storytime.db", timeout=10)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    there = [term for term, in database.execute("SELECT term FROM kept_words")]
    assert len(there) == len(set(there))
    assert set(words) <= set(there), set(words) - set(there)
    known = """
        SELECT e.season_number, e.episode_number, p.child_id
        FROM episode_progress AS p JOIN episodes AS e ON e.id = p.episode_id JOIN series AS s ON s.id = e.series_id
        WHERE p.status = 'watched' AND s.external_id = ?"""
    known = set(database.execute(known, (NUMBER,)))
    for season, episode, child in marks:
        # Up to an episode: all before it in its season, too.
        missing = {(season, each, child) for each in range(1, episode + 1)} - known
        assert not missing, missing
    database.close()


def test_a_killed_server_has_the_words_and_marks_that_it_confirmed(tmp_path):
    library = Storytime(tmp_path)
    library.environment |= {"STORYTIME_API_REQUESTS_PER_MINUTE": "0", "STORYTIME_LOG": "errors"}
    library.add_user(ADMIN, PASSWORD)
    library.command("demo", "--without-stories", "--password-stdin", typed=PASSWORD + "\n")
    add_series(library, "Owls", {season: [day(-1)] * EPISODES for season in range(1, SEASONS + 1)}, NUMBER)
    library.start()
    key = Person(library, PARENT).key()
    database = sqlite3.connect(library.folder / "storytime.db", timeout=10)
    family = "SELECT family_id FROM users WHERE email = ?"
    child, = database.execute(f"SELECT min(id) FROM children WHERE family_id = ({family})", (PARENT,)).fetchone()
    database.close()
    marks = [(season, episode, child) for episode in range(1, EPISODES + 1) for season in range(1, SEASONS + 1)]
    kept_words, kept_marks, next_word, next_mark, cut = [], [], 0, 0, 0
    chance = random.Random(35)
    for _ in range(ROUNDS):
        senders = [
            Words(library, key, [f"word {next_word + number}" for number in range(1000)]),
            Words(library, key, [f"term {next_word + number}" for number in range(1000)]),
            Marks(library, key, marks[next_mark:]),
        ]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.has_saved.wait(30)
        # Anywhere in what they do: what must hold doesn't depend on where.
        senders[0].join(chance.uniform(0.01, 0.15))
        library.process.kill()
        library.process.wait()
        for sender in senders:
            sender.join(30)
            assert sender.refusal is None, sender.refusal
        kept_words += senders[0].saved + senders[1].saved
        kept_marks += senders[2].saved
        # What was under way may be there or not; it isn't sent again.
        next_word += 1 + max(len(sender.saved) for sender in senders[:2])
        next_mark += 1 + len(senders[2].saved)
        cut += sum(sender.cut is not None for sender in senders)
        library.start()
        check(library, kept_words, kept_marks[-200:])
    check(library, kept_words, kept_marks)
    assert cut >= ROUNDS, "the server was never killed in the middle of something"
    assert kept_words and kept_marks
    library.stop()
