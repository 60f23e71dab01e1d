"""A server that is killed while captions are imported and saved leaves each track as it was or as it was to be, and whole."""

import json
import random
import re
import sqlite3
import threading
import urllib.error
import urllib.request

import pytest
from conftest import ADMIN, PASSWORD, Person
from films import Films
from kills import rounds
from storytime import Storytime

CUES = 100
ROUNDS = rounds(6)


def srt(words):
    """Cues that all have the same first word, so that a half of another track would be seen."""
    return "".join(f"{n + 1}\n00:{n // 60:02}:{n % 60:02},000 --> 00:{n // 60:02}:{n % 60:02},900\n{words} {n}\n\n" for n in range(CUES))


class Writer(threading.Thread):
    """Imports tracks and saves one of them, over and over, until the server is gone."""

    def __init__(self, library, person, key, video, track, turn):
        super().__init__(daemon=True)
        self.library, self.person, self.key, self.video, self.track, self.turn = library, person, key, video, track, turn
        self.saved = []
        self.has_begun = threading.Event()
        self.tried = None
        self.is_cut = False

    def run(self):
        try:
            while True:
                self.turn += 1
                self.tried = f"word{self.turn}"
                self.has_begun.set()
                if self.turn % 2:
                    self.add(self.tried)
                else:
                    self.save(self.tried)
                self.saved.append(self.tried)
        except (OSError, urllib.error.URLError):
            self.is_cut = True

    def add(self, word):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/x-subrip"}
        path = f"{self.library.address}/api/v1/video_assets/{self.video}/captions?language=en"
        urllib.request.urlopen(urllib.request.Request(path, srt(word).encode(), headers), timeout=30).read()

    def save(self, word):
        path = f"/admin/video_assets/{self.video}/captions/{self.track}"
        version = re.search(r'data-saved="(\d+)"', self.person.get(path)).group(1)
        edits = [{"act": "set", "cue": n, "start": n * 1000, "end": n * 1000 + 900, "text": f"{word} {n}"} for n in range(CUES)]
        self.person.post(path + "/edits", saved=version, edits=json.dumps(edits))


def check(library, key):
    """Every track is whole, and rows, index, document and file say the same. Returns their words."""
    database = sqlite3.connect(library.folder / "storytime.db", timeout=10)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.execute("INSERT INTO caption_words (caption_words) VALUES ('integrity-check')")
    database.rollback()
    words = {}
    tracks = "SELECT id, asset_id, file_key, cue_count, saved_version FROM caption_tracks"
    for track, video, file, count, saved in database.execute(tracks).fetchall():
        texts = [text for text, in database.execute("SELECT text FROM caption_cues WHERE track_id = ? ORDER BY position", (track,))]
        word = texts[0].split()[0]
        assert texts == [f"{word} {n}" for n in range(CUES)] and count == CUES, (track, texts[:3], count)
        newest = "SELECT max(number), cue_count FROM caption_versions WHERE track_id = ?"
        assert database.execute(newest, (track,)).fetchone() == (saved, CUES), track
        found = "SELECT w.words FROM caption_cues AS c LEFT JOIN caption_words AS w ON w.rowid = c.id WHERE c.track_id = ? ORDER BY c.position"
        assert [each for each, in database.execute(found, (track,))] == texts, track
        assert lines((library.folder / "media/videos" / file).read_text()) == texts, track
        path = f"{library.address}/api/v1/video_assets/{video}/captions/{track}?format=srt"
        document = urllib.request.urlopen(urllib.request.Request(path, headers={"Authorization": f"Bearer {key}"}), timeout=30)
        assert lines(document.read().decode()) == texts, track
        words[track] = word
    rows = [database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("caption_cues", "caption_words")]
    assert rows == [CUES * len(words)] * 2, rows
    database.close()
    return words


def lines(text):
    return re.findall(r"^word\d+ \d+$", text, re.MULTILINE)


def test_a_killed_server_leaves_the_old_captions_or_the_new_ones(tmp_path):
    library = Storytime(tmp_path)
    library.environment |= {"STORYTIME_API_REQUESTS_PER_MINUTE": "0", "STORYTIME_LOG": "errors"}
    library.add_user(ADMIN, PASSWORD)
    films = Films(tmp_path)
    book = films.execute(
        "INSERT INTO books (title, title_key, author, author_key, status, created_at, updated_at) VALUES ('Owl', 'owl', '', '', 'active', 1, 1)")
    video = films.add_video(book, "ready", duration_seconds=600)
    library.start()
    person = Person(library, ADMIN)
    key = person.key()
    first = Writer(library, person, key, video, None, 0)
    first.add("word0")
    track = films.execute_one("SELECT id FROM caption_tracks")
    chance, turn, cut, edited = random.Random(19), 0, 0, "word0"
    for _ in range(ROUNDS):
        writer = Writer(library, person, key, video, track, turn)
        writer.start()
        writer.has_begun.wait()
        # Anywhere in a round: what must hold doesn't depend on where.
        writer.join(chance.uniform(0.02, 0.25))
        library.process.kill()
        library.process.wait()
        writer.join(30)
        cut += writer.is_cut
        library.start()
        words = check(library, key)
        done = [word for word in writer.saved if int(word[4:]) % 2 == 0]
        edited = done[-1] if done else edited
        # The one under way when the server was killed may be there: nobody was told yet.
        assert words[track] in {edited, writer.tried}, (words[track], edited, writer.tried)
        edited = words[track]
        assert {word for word in writer.saved if int(word[4:]) % 2} <= set(words.values())
        turn = writer.turn
    assert cut >= ROUNDS / 2, "the server was never killed in the middle of something"
    # What the checks look for would be seen.
    films.execute("DELETE FROM caption_cues WHERE id = (SELECT max(id) FROM caption_cues)")
    with pytest.raises(AssertionError):
        check(library, key)
    library.stop()
