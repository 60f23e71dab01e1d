"""A program that is killed in the middle of what ffmpeg does for it, again and again, each time a step later."""

import os
import sqlite3
from pathlib import Path

from waiting import until


def note_ffmpeg(storytime):
    """Lets the program use an ffmpeg that notes each time that it begins."""
    noting = Path(storytime.folder) / "noting-ffmpeg"
    noting.write_text(f'#!/bin/sh\necho >> "{notes(storytime)}"\nexec ffmpeg "$@"\n')
    noting.chmod(0o755)
    storytime.environment["STORYTIME_FFMPEG"] = str(noting)


def notes(storytime):
    return Path(storytime.folder) / "begun"


def kill_at_step(storytime, step):
    """Kills the program when its ffmpeg has begun so often since the last time, or has nothing left to do, and starts it anew."""
    begun = notes(storytime)
    until(lambda: (begun.read_text().count("\n") if begun.exists() else 0) >= step or is_idle(storytime))
    os.kill(storytime.process.pid, 9)
    storytime.process.wait()
    begun.unlink(missing_ok=True)
    storytime.start()


def is_idle(storytime):
    """Whether no job waits or runs."""
    return rows(storytime, "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')") == [0]


def rows(storytime, sql):
    """The first column of what the database answers."""
    with sqlite3.connect(Path(storytime.folder) / "storytime.db", timeout=10) as database:
        return [row[0] for row in database.execute(sql)]
