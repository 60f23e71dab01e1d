"""A server for the player alone: the real templates, scripts and style sheets of Kids Mode with made-up stories, and switches
for what goes wrong on the way. The pages of the program itself have tests of their own."""

import json
import re
import shutil
import threading
import time
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import jinja2
from films import SECONDS, sample_film
from markupsafe import Markup
from waiting import PATIENCE, until

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = ROOT / "Public"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; media-src 'self' https://*.mux.com; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'"
)
CUES = "WEBVTT\n\n00:00.500 --> 00:20.000\nIn the great <i>green</i> room\n\n00:20.000 --> 00:39.000\nthere was a telephone\n"
TITLES = ["Goodnight, Lantern", "The Bear Who Could Not Find His Hat in Winter", "Mouse Soup", "Über den Wolken", "Owl Post", "The Snow Bus"]
ICONS = ["moon.stars", "pawprint", "sailboat", "music.note", "tree", "star"]


def style():
    names = [PUBLIC / f"css/{name}.css" for name in ("00-layers", "cover", "icon", "reset", "tile", "tokens")]
    return joined(names + sorted((PUBLIC / "kids").glob("*.css")))


def script():
    shared = [PUBLIC / "js/00-storytime.js", PUBLIC / "js/cover.js"]
    return joined(shared + sorted((PUBLIC / "player").glob("*.js")) + sorted((PUBLIC / "kids").glob("*.js")))


def worker():
    return joined(sorted((PUBLIC / "kids-worker").glob("*.js")))


def joined(paths):
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


class Templates(jinja2.FileSystemLoader):
    """Quill passes values to an included template as `include … with`, which is `with` around it in Jinja."""

    def get_source(self, environment, template):
        source, *rest = super().get_source(environment, template)
        include = re.compile(r"\{%-?\s*include\s+(\"[^\"]+\")\s+with\s+(.*?)\s*-?%\}", re.DOTALL)
        return include.sub(r"{% with \2 %}{% include \1 %}{% endwith %}", source), *rest


@cache
def environment():
    """The templates, each compiled once for all rooms."""
    made = jinja2.Environment(
        loader=Templates(ROOT / "Templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    made.filters["icon"] = lambda name, more="": Markup(
        f'<svg class="icon {more}" aria-hidden="true"><use href="/img/icons.svg#{name}"></use></svg>'
    )
    return made


class Playroom:
    """What the server shows and does; tests change it as they go."""

    def __init__(self, folder):
        self.folder = folder
        self.events = []  # as they came, again and again if they are sent again
        self.requests = []  # bodies of POST /kids/events
        self.may_answer = threading.Event()  # cleared, events are not answered
        self.may_answer.set()
        self.is_closed = threading.Event()
        self.films = []  # addresses of films that were asked for
        self.positions = {}
        self.stories = 12
        self.per_page = 12
        self.child = 7
        self.may_scrub = True
        self.speaks_titles = False
        self.may_read = False
        self.has_captions = True
        self.has_german_first = False  # a second track, with which players begin
        self.series = ()  # the books of a series, whose cover is that of the first one that was not watched
        self.watched = set()
        self.captions_choice = None  # of that series
        self.sources = 1
        self.expires_in = None
        self.events_status = 200
        self.has_ended = False  # Kids Mode, by a parent elsewhere
        self.deny = lambda path: False  # whether an address of a film is refused
        self.rate = None  # bytes a second of a film
        make_film(folder)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"room": self}))
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.is_closed.set()
        self.server.shutdown()
        self.server.server_close()

    def signs(self):
        """The kinds of the events, each once, in the order in which they happened."""
        known = {event["client_event_id"]: event for event in self.events}
        return [event["event_type"] for event in sorted(known.values(), key=lambda event: event["occurred_at"])]

    def wait_for_signs(self, *expected):
        until(lambda: self.signs() == list(expected), lambda: f"{list(expected)}, but {self.signs()},")

    def render(self, template, **fields):
        shared = {
            "assets": {"kids_css": "/css/kids.css", "kids_js": "/js/kids.js", "favicon": "/img/favicon.svg"},
            "icons_href": "/img/icons.svg", "avatars_href": "/img/avatars.svg", "flash": None, "has_reduced_motion": False,
            "leave_href": "/kids/leave", "manifest_href": f"/kids/manifest/{self.child}",
        }
        return environment().get_template(template).render(**(shared | fields))

    def tile(self, book):
        title, place = TITLES[book % len(TITLES)], self.positions.get(book, 0)
        cover = {"title": title, "author": "A. Writer", "palette": book % 12, "icon": ICONS[book % len(ICONS)], "picture": None}
        return {
            "book_id": book, "title": title, "href": f"/kids/watch/{book}", "film": f"/kids/film/{book}", "cover": cover,
            "badge": "0:40", "seconds": str(SECONDS), "position": str(place or ""),
            "progress": str(place * 100 // SECONDS) if place else "", "language": "en",
            "key": f"book-{book}", "series_name": None, "series_href": "", "is_watched": False, "is_next": False,
        }

    def next_of_series(self):
        return next((book for book in self.series if book not in self.watched), self.series[0])

    def cover(self, book):
        """A story on the shelf, or its whole series; nothing for the other stories of that."""
        if book not in self.series:
            return self.tile(book)
        if book != self.series[0]:
            return None
        name = {"key": "series-3", "series_name": "Nights in the Wood", "series_href": "/kids/series/3"}
        return self.tile(self.next_of_series()) | name

    def following(self, book):
        """What comes after a story of the series."""
        rest = self.series[self.series.index(book) + 1 :] if book in self.series else ()
        if not rest:
            return None
        book = rest[0]
        return {
            "book": book, "title": TITLES[book % len(TITLES)], "href": f"/kids/watch/{book}", "film": f"/kids/film/{book}", "language": "en",
            "seconds": SECONDS, "position": self.positions.get(book, 0),
        }

    def expires_at(self):
        return self.expires_in and int(time.time() + self.expires_in)

    def stage(self, book=None):
        story = None
        if book:
            story = self.tile(book) | {
                "captions": self.captions("href"), "poster": None, "storyboard": "/media/storyboard.vtt",
                "source_count": self.sources, "expires_at": str(self.expires_at() or ""), "is_in_series": book in self.series,
                "captions_choice": self.captions_choice or "", "following": self.following(book),
            }
        return {"child_id": self.child, "events_href": "/kids/events", "captions_href": "/kids/captions", "may_scrub": self.may_scrub, "has_captions": False, "may_read": self.may_read, "back_href": "/kids", "story": story}

    def shelf(self, page):
        first = (page - 1) * self.per_page + 1
        last = min(self.stories, page * self.per_page)
        categories = [
            {"name": name, "icon": icon, "href": f"/kids?category={number}", "is_current": number == 1}
            for number, (name, icon) in enumerate([("Bedtime", "moon.stars"), ("Animals", "pawprint"), ("Songs and rhymes", "music.note")])
        ]
        return self.render(
            "family/kids/shelf.html", child_name="Alma", child_id=self.child, avatar="fox", speaks_titles=self.speaks_titles, may_switch=True, photos_href=None,
            continuing=[self.tile(book) for book in self.positions] if page == 1 else [], playlists=[], words_href=None, categories=categories,
            stories=[cover for book in range(first, last + 1) if (cover := self.cover(book))],
            stories_heading="All Stories", more_href=f"/kids?page={page + 1}" if last < self.stories else None, stage=self.stage(), is_empty=self.stories == 0,
        )

    def captions(self, address):
        """The tracks of each story; `address` is what a page and what a program call it."""
        tracks = [("en", "English", "captions.vtt")] if self.has_captions else []
        tracks += [("de", "Deutsch", "captions.de.vtt")] if self.has_german_first else []
        return [
            {"language": language, "label": label, "kind": "captions", address: f"/media/{file}", "is_default": language == "de"}
            for language, label, file in tracks
        ]

    def story(self, book):
        return {
            "book_id": book, "title": TITLES[book % len(TITLES)], "film": f"/kids/film/{book}", "source_count": self.sources,
            "duration_seconds": SECONDS, "resume_position_seconds": self.positions.get(book, 0), "expires_at": self.expires_at(),
            "poster": None, "storyboard": "/media/storyboard.vtt", "captions": self.captions("url"), "is_in_series": book in self.series,
            "captions_choice": self.captions_choice if book in self.series else None, "following": self.following(book),
        }

    def page(self, path, query):
        """The pages, by their addresses."""
        children = [
            {"id": number, "name": name, "avatar": avatar, "is_current": number == self.child}
            for number, name, avatar in [(7, "Alma", "fox"), (8, "James", "owl"), (9, "Bo", "whale")]
        ]
        asked = "child" in query
        wait = "Try again in 30 seconds." if "wait" in query else None
        complaint = "Too many wrong PINs on your family’s devices." if wait else "That PIN isn’t right."
        trouble = {"complaint": complaint, "wait_text": wait, "seconds": "30" if wait else "0", "is_refused": not wait} if wait or "wrong" in query else None
        if path == "/kids" and self.has_ended:
            path = "/kids/message"
        if path == "/kids":
            return self.shelf(int(query.get("page", ["1"])[0]))
        if match := re.fullmatch(r"/kids/watch/(\d+)", path):
            book = int(match[1])
            return self.render("family/kids/watch.html", title=TITLES[book % len(TITLES)], stage=self.stage(book))
        if path == "/kids/series/3":
            tiles = [self.tile(book) | {"is_watched": book in self.watched, "is_next": book == self.next_of_series()} for book in self.series]
            return self.render("family/kids/series.html", name="Nights in the Wood", back_href="/kids", speaks_titles=self.speaks_titles,
                stories=tiles, more_href=None, stage=self.stage())
        if path == "/kids/leave":
            forgotten = {"email": "", "parent_error": None, "code_needed": False, "is_parent_open": "forgotten" in query}
            return self.render("family/kids/leave.html", trouble=trouble, has_stories=False, **forgotten)
        if path == "/kids/who":
            chosen = children[1] if asked else None
            return self.render("family/kids/who.html", children=children, needs_pin=True, chosen=chosen, trouble=trouble)
        if path == "/kids/message":
            words = {"heading": "Kids Mode is off", "text": "A grown-up can sign in to start it again.", "picture": "kids-end"}
            return self.render("family/kids/message.html", **words, button=None, href="/login", href_label="Sign in")
        if path == "/kids/offline":
            return self.render("family/kids/offline.html", manifest_href=None)
        if path == "/blank":
            return "<!doctype html><title>Blank</title><script src='/js/kids.js'></script>"
        return None


class Handler(BaseHTTPRequestHandler):
    """Answers for a room."""

    protocol_version = "HTTP/1.1"
    TYPES = {"svg": "image/svg+xml", "png": "image/png", "webp": "image/webp", "vtt": "text/vtt"}

    def log_message(self, *_):
        pass

    def answer(self, body, kind="text/html; charset=utf-8", status=200, **headers):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        common = {"Content-Type": kind, "Content-Length": len(body), "Cache-Control": "no-store"}
        if kind.startswith("text/html"):
            common["Content-Security-Policy"] = POLICY
        for name, value in (common | {name.replace("_", "-"): value for name, value in headers.items()}).items():
            self.send_header(name, str(value))
        self.end_headers()
        self.pour(body)

    def pour(self, body):
        rate = self.room.rate if self.path.startswith("/kids/film") else None
        try:
            for start in range(0, len(body), size := rate // 10 if rate else len(body) or 1):
                self.wfile.write(body[start : start + size])
                if rate:
                    time.sleep(0.1)
        except OSError:
            self.close_connection = True  # The player has what it wanted.

    def do_HEAD(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        room, address = self.room, urlparse(self.path)
        path = address.path
        if text := room.page(path, parse_qs(address.query, keep_blank_values=True)):
            return self.answer(text)
        if path == "/css/kids.css":
            return self.answer(style(), "text/css")
        if path == "/js/kids.js":
            return self.answer(script(), "text/javascript")
        if path == "/kids/worker.js":
            return self.answer(worker(), "text/javascript", Service_Worker_Allowed="/kids")
        if path == "/kids/journey":
            return self.answer(json.dumps({"child": room.child, "now": int(time.time()), "stories": []}), "application/json")
        if path.startswith("/kids/manifest/"):
            return self.answer("{}", "application/manifest+json")
        if match := re.fullmatch(r"/kids/stories/(\d+)", path):
            if room.has_ended:
                return self.answer("{}", "application/json", 401)
            return self.answer(json.dumps(room.story(int(match[1]))), "application/json")
        if path.startswith("/kids/film/"):
            return self.film()
        folder = {"img": PUBLIC / "img", "media": room.folder}.get(path.split("/")[1])
        file = folder / path.split("/")[-1] if folder else None
        if file and file.is_file():
            return self.answer(file.read_bytes(), self.TYPES[file.suffix[1:]])
        return self.answer("", status=404)

    def film(self):
        room = self.room
        room.films.append(self.path)
        if room.has_ended or room.deny(self.path):
            return self.answer("", status=403)
        film = (room.folder / "film.mp4").read_bytes()
        wanted = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not wanted:
            return self.answer(film, "video/mp4", Accept_Ranges="bytes")
        first = int(wanted[1])
        last = int(wanted[2]) if wanted[2] else len(film) - 1
        return self.answer(film[first : last + 1], "video/mp4", 206, Content_Range=f"bytes {first}-{last}/{len(film)}", Accept_Ranges="bytes")

    def do_POST(self):
        room = self.room
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/kids/captions":
            room.captions_choice = parse_qs(body.decode())["captions"][0]
            return self.answer("", status=204)
        if self.path != "/kids/events":
            return self.answer("", status=404)
        if room.has_ended or room.events_status != 200:
            return self.answer("{}", "application/json", 401 if room.has_ended else room.events_status)
        sent = json.loads(body)
        room.requests.append(sent | {"size": len(body)})
        room.events += sent["events"]
        room.watched |= {event["book_id"] for event in sent["events"] if event["event_type"] == "play_end"}
        room.may_answer.wait(PATIENCE)
        results = [{"client_event_id": event["client_event_id"], "status": "accepted", "error": None} for event in sent["events"]]
        return self.answer(json.dumps({"results": results}), "application/json")


def make_film(folder):
    """Test pictures with a tone, their storyboard, and captions."""
    shutil.copytree(sample_film(), folder, dirs_exist_ok=True)
    (folder / "captions.vtt").write_text(CUES)
    (folder / "captions.de.vtt").write_text(CUES.replace("In the", "Im"))
