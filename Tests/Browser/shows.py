"""Series in a library's database: their seasons, episodes and dates, as an admin would have entered them."""

import datetime
import sqlite3
import time


def day(days=0):
    """A day so many days from today."""
    return (datetime.date.today() + datetime.timedelta(days=days)).isoformat()


def add_series(library, name, seasons, number=None):
    """Adds a series; `seasons` has the day of each episode by season, None for one without a day."""
    database = sqlite3.connect(library.folder / "storytime.db", timeout=20)
    now = int(time.time())
    with database:
        key = name.lower()
        series = database.execute(
            "INSERT INTO series (name, name_key, slug, external_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
            (name, key, key.replace(" ", "-"), number, now, now)).lastrowid
        database.execute("INSERT INTO names_search (words, kind, record_id) VALUES (?, ?, ?)", (key, f"series series{series}", series))
        for season, days in seasons.items():
            database.execute("INSERT INTO seasons (series_id, season_number) VALUES (?, ?)", (series, season))
            database.executemany(
                "INSERT INTO episodes (series_id, season_number, episode_number, title, air_date, created_at, updated_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                ((series, season, place, f"Part {place}", each or "", now, now) for place, each in enumerate(days, 1)))
    database.close()
    return series
