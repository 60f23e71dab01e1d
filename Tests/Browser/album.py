"""Photos of a family in a data folder, as the program has them after their sizes were made."""

import os
import secrets
import shutil
import sqlite3
import subprocess
import time
from functools import cache

from films import made_once

SIZES = [320, 640, 1280, 2560]
# Wide, high, a panorama: each of a colour by which a test knows it.
SHAPES = [("1600x1200", "0x2266aa"), ("1200x1600", "0xaa4422"), ("2400x800", "0x338844")]


@cache
def pictures():
    """The width, height, color and files of each shape."""
    folder = made_once(make_pictures)
    sides = [tuple(map(int, shape.split("x"))) for shape, _ in SHAPES]
    return [
        (width, height, "#" + color[2:], {size: folder / f"{index}-{size}.webp" for size in SIZES})
        for index, ((width, height), (_, color)) in enumerate(zip(sides, SHAPES))
    ]


def make_pictures(folder):
    """A file of each shape and size."""
    for index, (shape, color) in enumerate(SHAPES):
        width, height = map(int, shape.split("x"))
        for size in SIZES:
            share = min(1, size / max(width, height))
            scaled = f"{round(width * share)}x{round(height * share)}"
            source = f"testsrc2=s={scaled},drawbox=t=fill:c={color}@0.6"
            subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "1", folder / f"{index}-{size}.webp"], check=True)


class Album:
    def __init__(self, storytime, parent):
        self.storytime = storytime
        self.folder = storytime.folder / "media/photos"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.family = self.query("SELECT family_id FROM users WHERE email = ?", parent)[0][0]
        rows = self.query("SELECT name, id FROM photo_categories WHERE family_id = ?", self.family)
        self.categories = dict(rows)

    def query(self, sql, *values):
        with sqlite3.connect(self.storytime.folder / "storytime.db", timeout=10) as database:
            return database.execute(sql, values).fetchall()

    def add(self, category, count, words=""):
        """So many photos in a category; returns their keys."""
        keys = []
        with sqlite3.connect(self.storytime.folder / "storytime.db", timeout=10) as database:
            for number in range(count):
                width, height, color, files = pictures()[number % len(SHAPES)]
                key = secrets.token_urlsafe(18)
                for size, path in files.items():
                    own = self.folder / f"album-{path.name}"
                    if not own.exists():
                        shutil.copy(path, own)
                    # Thousands of photos take the space of a dozen.
                    os.link(own, self.folder / f"{key}-{size}.webp")
                database.execute(
                    "INSERT INTO photos (family_id, category_id, file_key, content_hash, name, format, state, width, height, color, "
                    "words, place, bytes, has_original, created_at) VALUES (?, ?, ?, ?, ?, 'jpeg', 'ready', ?, ?, ?, ?, ?, 1000, 0, ?)",
                    (self.family, self.categories[category], key, secrets.token_bytes(32), f"IMG_{number}.jpg", width, height, color, words if number == 0 else "", number, int(time.time())),
                )
                keys.append(key)
        return keys
