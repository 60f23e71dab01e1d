"""Videos of a library, made by ffmpeg and written beside the program, as a worker or Mux would have them."""

import fcntl
import hashlib
import inspect
import shutil
import sqlite3
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

from waiting import until

SAMPLES = Path(__file__).resolve().parents[2] / ".build/samples"
SECONDS = 40
# Counts apart from the page's own scripts: the milliseconds that pass while a film moves on, at its speed.
STOPWATCH = """player => {
    window.stopwatch = 0;
    let [at, place] = [performance.now(), player.currentTime];
    setInterval(() => {
        const [now, there] = [performance.now(), player.currentTime];
        const moved = ((there - place) / player.playbackRate) * 1000;
        if (moved > 0 && !player.seeking) window.stopwatch += Math.min(now - at, moved);
        [at, place] = [now, there];
    }, 50);
}"""
CUES = "WEBVTT\n\n00:00:01.000 --> 00:00:20.000\nIn the great green room\n"


class Films:
    """The rows and files of a data folder."""

    def __init__(self, folder):
        self.folder = folder

    def execute(self, sql, *values):
        with sqlite3.connect(self.folder / "storytime.db", timeout=10) as database:
            return database.execute(sql, values).lastrowid

    def execute_one(self, sql, *values):
        with sqlite3.connect(self.folder / "storytime.db", timeout=10) as database:
            return database.execute(sql, values).fetchone()[0]

    def add_video(self, book, status, age=60, **more):
        now = int(time.time())
        row = {"provider": "local", "is_current": 1, **dict.fromkeys(("chosen_at", "news_at", "created_at", "updated_at"), now - age)}
        row |= {"book_id": book, "status": status} | more
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        video = self.execute(f"INSERT INTO video_assets ({names}) VALUES ({marks})", *row.values())
        self.execute("INSERT INTO video_events (asset_id, at, kind, text) VALUES (?, ?, 'created', 'Added')", video, now - age)
        return video

    def add_playable(self, book):
        """A video of test pictures, with all that is made of one."""
        media = self.folder / "media/videos"
        media.mkdir(parents=True, exist_ok=True)
        video, poster, board = media / "1-a.mp4", media / "1-a.webp", media / "1-b.webp"
        sample = sample_film()
        for name, path in {"film.mp4": video, "poster.webp": poster, "storyboard.webp": board, "storyboard.vtt": media / "1-b.vtt"}.items():
            shutil.copy(sample / name, path)
        (media / "1-c.vtt").write_text(CUES)
        files = {"file_key": video.name, "poster_key": poster.name, "storyboard_key": board.name}
        made = self.add_video(book, "ready", duration_seconds=SECONDS, width=320, height=180, **files)
        names = "asset_id, language, label, kind, origin, status, file_key, created_at, updated_at"
        self.execute(f"INSERT INTO caption_tracks ({names}) VALUES (?, 'en', 'English', 'subtitles', 'embedded', 'ready', '1-c.vtt', 1, 1)", made)
        return made

    def add_version(self, video, size, width, height):
        """The same film in another size, as the worker would have made it."""
        name = f"{video}-x-{size}.mp4"
        path = self.folder / "media/videos" / name
        encode = ["-vf", f"scale={width}:{height}", "-c:v", "libx264", "-g", "10", "-c:a", "copy", "-movflags", "+faststart"]
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", sample_film() / "film.mp4", *encode, path], check=True)
        names = "asset_id, size, status, width, height, size_bytes, file_key, created_at, updated_at"
        values = (video, size, width, height, path.stat().st_size, name)
        self.execute(f"INSERT INTO video_versions ({names}) VALUES (?, ?, 'ready', ?, ?, ?, ?, 1, 1)", *values)
        return path


def made_once(make):
    """The folder that a function fills, always with the same: whichever run needs it first makes it, and all others have it, until
    the function's file changes."""
    version = hashlib.sha256(Path(inspect.getfile(make)).read_bytes()).hexdigest()[:12]
    folder = SAMPLES / f"{make.__name__}-{version}"
    SAMPLES.mkdir(parents=True, exist_ok=True)
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            draft = Path(tempfile.mkdtemp(dir=SAMPLES))
            make(draft)
            draft.rename(folder)
    return folder


@cache
def sample_film():
    """A folder with a film, its poster and its storyboard."""
    return made_once(make_film)


def make_film(folder):
    """Test pictures with a tone as a film, its poster and its storyboard."""
    make = ["ffmpeg", "-v", "error", "-y"]
    film = folder / "film.mp4"
    pictures, sound = f"testsrc2=size=320x180:rate=10:duration={SECONDS}", f"sine=duration={SECONDS}"
    encode = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "10", "-c:a", "aac", "-movflags", "+faststart"]
    subprocess.run([*make, "-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", sound, *encode, film], check=True)
    subprocess.run([*make, "-ss", "5", "-i", film, "-frames:v", "1", folder / "poster.webp"], check=True)
    subprocess.run([*make, "-i", film, "-vf", "fps=1,scale=160:90,tile=10x4", "-frames:v", "1", folder / "storyboard.webp"], check=True)
    times = [f"00:00:{n:02}.000 --> 00:00:{n + 1:02}.000\nstoryboard.webp#xywh={n % 10 * 160},{n // 10 * 90},160,90\n" for n in range(SECONDS)]
    (folder / "storyboard.vtt").write_text("WEBVTT\n\n" + "\n".join(times))


def wait_until(player, condition):
    """Waits for a player, of which playwright's own way would evaluate text in the page: its policy forbids that."""
    until(lambda: player.evaluate(f"player => {condition}"), condition)


def let_pass(page, player, seconds):
    """Moves the clock of a page on, second by second, while a film plays. That has a time of its own, and would stand still for as
    long as the clock jumped. However long this takes, no more than these seconds pass."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 1)
    for _ in range(1, seconds):
        place = player.evaluate("player => player.currentTime")
        page.clock.run_for(1000)
        wait_until(player, f"player.currentTime !== {place}")
    page.clock.resume()


def move_on(player, seconds):
    """Waits until a film has moved on by so many of its seconds."""
    wait_until(player, f"player.currentTime > {player.evaluate('player => player.currentTime') + seconds}")
