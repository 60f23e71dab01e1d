"""A server for reading along alone: the real templates, scripts and style sheets with a made-up story, a stub of what answers
questions, and switches for what goes wrong. The pages of the program itself have tests of their own."""

import json
import re
from urllib.parse import parse_qs, urlparse

from films import SECONDS
from playroom import PUBLIC, Handler, Playroom, joined
from waiting import PATIENCE

SHARED_CSS = """00-layers base button chips dialog field forced-colors helpers icon layout menu-button navigation notice page-head print
    reset search shortcuts toast tokens"""
SHARED_JS = "00-storytime dialog lock menu-button menu print shortcuts toast"
VERSES = [
    "In the great green room", "there was a telephone", "and a red balloon", "and a picture of", "the cow jumping over the moon",
    "and there were three little bears", "sitting on chairs", "and two little kittens", "and a pair of mittens", "goodnight moon",
]
GERMAN = [
    "Im großen grünen Zimmer", "war ein Telefon", "und ein roter Ballon", "und ein Bild von", "der Kuh, die über den Mond springt",
    "und da waren drei kleine Bären", "auf Stühlen", "und zwei kleine Kätzchen", "und ein Paar Fäustlinge", "gute Nacht, Mond",
]


def style():
    return joined([PUBLIC / f"css/{name}.css" for name in sorted(SHARED_CSS.split())] + sorted((PUBLIC / "reading").glob("*.css")))


def script():
    shared = [PUBLIC / f"js/{name}.js" for name in sorted(SHARED_JS.split())]
    player = [file for file in sorted((PUBLIC / "player").glob("*.js")) if file.name != "captions.js"]
    return joined(shared + player + sorted((PUBLIC / "reading").glob("*.js")))


def timed(texts, first=1.0, each=2.0, gap=0.5, words=True):
    """A line for each text, each word of which takes its share."""
    cues = []
    for index, text in enumerate(texts):
        start = first + index * (each + gap)
        cue = {"id": 100 + index, "start": start, "end": start + each, "text": text}
        if words:
            parts = re.findall(r"\S+\s*", text)
            cue["words"] = [[round(start + at * each / len(parts), 3), part] for at, part in enumerate(parts)]
        cues.append(cue)
    return cues


class ReadingRoom(Playroom):
    """What the server shows and does; tests change it as they go."""

    def __init__(self, folder):
        super().__init__(folder)
        self.server.RequestHandlerClass = type("Handler", (ReadingHandler,), {"room": self})
        self.forms = []  # (path, fields) of what was posted
        self.texts = {"12": ("en", "English", timed(VERSES)), "13": ("de", "Deutsch", timed(GERMAN, words=False))}
        self.speed = "1"
        self.start = ""
        self.list = ""  # the playlist that a story was opened from
        self.steps = None
        self.kids_speed = "1"
        self.forms_of_film = []  # sources and sizes to choose from
        self.saves = []  # files to save
        self.explaining = {"is_on": True, "model": "stub", "language": "en", "assistant": {"name": "helper.example", "template": "https://helper.example/?q={text}"}}
        self.answer = lambda handler, form: handler.stream([("piece", {"text": "A large "}), ("piece", {"text": "room."}), ("done", {"id": 7, "thread": 7, "is_cached": False})])
        self.words_status = 200
        self.keeps_words = True
        self.saved = set()  # words, in small letters
        self.known = []  # explanations from before

    def fields_of(self, path, query):
        track = query.get("track", ["12"])[0]
        second = query.get("second", [""])[0]
        child = query.get("child", [""])[0]
        cues = self.texts[track][2] if track in self.texts else []
        clock = lambda seconds: f"{int(seconds) // 60}:{int(seconds) % 60:02}"
        asked = next((cue for cue in cues if cue["start"] >= 1), None)
        return {
            "second_language": self.texts[second][0] if second in self.texts else "", "explains": self.explaining["is_on"],
            "questions": [{"cue": "100", "time": clock(asked["start"]), "text": asked["text"]}] if asked else [],
            "ask_href": f"{path}/explanations", "print_href": f"{path}/print", "captions_href": f"{path}/captions", "way_query": "?book=7",
            "list_id": self.list, "steps": self.steps, "add_href": "/watch/playlists/add?video=7&from=watch",
            "words_href": "/watch/vocabulary/from/7", "vocabulary_href": "/watch/words?story=7&book=7",
            "keeps_words": self.keeps_words, "has_playlists": True, "forms": self.forms_of_film, "form": None, "saves": self.saves, "cannot_save": False,
            "user": None, "public_warning": None, "title": "Goodnight, Lantern", "author": "A. Writer", "back_href": "/catalog/books/7", "book_id": "7",
            "path": path, "poster": None, "source_count": 1, "expires_at": "", "seconds": str(SECONDS), "start": query.get("t", [self.start])[0],
            "storyboard": "/media/storyboard.vtt", "child_id": child, "events_href": "/kids/events",
            "companions": [{"label": "Alma", "avatar": "fox", "href": f"{path}?child=7", "is_current": child == "7"}, {"label": "Nobody", "avatar": None, "href": path, "is_current": not child}],
            "note": "Not counted for any child.",
            "speeds": [{"value": value, "is_current": value == self.speed} for value in ("0.5", "0.75", "1", "1.25", "1.5", "1.75", "2")],
            "tracks": [{"name": name, "label": label, "language": language, "is_current": name == track, "is_second": name == second} for name, (language, label, _) in self.texts.items()],
            "track": track if cues else None, "language": self.texts[track][0] if track in self.texts else "",
            "formats": [{"value": value, "label": value.upper()} for value in ("srt", "vtt", "sbv", "csv", "lrc", "ttml")],
            "lines": [{"time": clock(cue["start"]), "href": f"{path}?t={max(1, int(cue['start']))}", "text": cue["text"], "second": None, "details": None} for cue in cues],
            "remark": None, "any_form_href": path,
        }

    def render(self, template, **fields):
        assets = {"kids_css": "/css/kids.css", "kids_js": "/js/kids.js", "favicon": "/img/favicon.svg", "reading_css": "/css/reading.css", "reading_js": "/js/reading.js", "kids_reading_css": "/css/kids-reading.css", "kids_reading_js": "/js/kids-reading.js"}
        return super().render(template, **({"assets": assets, "user": None} | fields))

    def page(self, path, query):
        if path == "/watch/7":
            return self.render("family/reading/show.html", **self.fields_of(path, query))
        if path == "/watch/7/print":
            passages = [{"text": "\n".join(VERSES[at : at + 2]), "second": "", "picture": None} for at in range(0, len(VERSES), 2)]
            return self.render("family/reading/print.html", user=None, public_warning=None, title="Goodnight, Lantern", author="A. Writer", back_href="/watch/7", language="en", second_language="", remark=None, passages=passages)
        if path == "/kids/read/7":
            return self.render("family/reading/kids.html", title="Goodnight, Lantern", stage=self.stage(7), cues_href="/watch/7/cues/12.json", language="en", speed=self.kids_speed)
        return super().page(path, query)

    def posted(self, path):
        return [fields for at, fields in self.forms if at == path]


class ReadingHandler(Handler):
    def do_GET(self):
        room, path = self.room, urlparse(self.path).path
        if path == "/css/reading.css":
            return self.answer(style(), "text/css")
        if path == "/js/reading.js":
            return self.answer(script(), "text/javascript")
        if path == "/css/kids-reading.css":
            return self.answer(joined(sorted((PUBLIC / "kids-reading").glob("*.css"))), "text/css")
        if path == "/js/kids-reading.js":
            return self.answer(joined([PUBLIC / "reading/00-rules.js", *sorted((PUBLIC / "kids-reading").glob("*.js"))]), "text/javascript")
        if path == "/watch/7/film":
            return self.film()
        if path == "/watch/explaining":
            return self.answer(json.dumps(room.explaining), "application/json")
        if match := re.fullmatch(r"/watch/7/cues/(\w+)\.json", path):
            if match[1] not in room.texts:
                return self.answer("", status=404)
            language, label, cues = room.texts[match[1]]
            return self.answer(json.dumps({"language": language, "label": label, "cues": cues}), "application/json")
        if path == "/watch/7/explanations":
            return self.answer(json.dumps({"explanations": room.known}), "application/json")
        if path == "/watch/words/saved":
            asked = parse_qs(urlparse(self.path).query).get("term", [])
            return self.answer(json.dumps({"terms": [term for term in asked if term.lower() in room.saved]}), "application/json")
        return super().do_GET()

    def do_POST(self):
        room, path = self.room, urlparse(self.path).path
        if not path.startswith("/watch/"):
            return super().do_POST()
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        form = {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}
        room.forms.append((path, form))
        if path == "/watch/7/explanations":
            return room.answer(self, form)
        if path == "/watch/words":
            if room.words_status == 200:
                room.saved.add(form["term"].lower())
            return self.answer(json.dumps({"message": "Saved to Alma’s words."} if form.get("child") else {}), "application/json", room.words_status)
        return self.answer("", status=204)

    def begin_stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def send_event(self, kind, content):
        try:
            self.wfile.write(f"event: {kind}\ndata: {json.dumps(content)}\n\n".encode())
            self.wfile.flush()
            return True
        except OSError:
            return False  # The page has enough.

    def stream(self, events, gate=None):
        """Sends events; with a gate, only the first two before a test opens it."""
        self.begin_stream()
        for number, (kind, content) in enumerate(events):
            if gate and number == 2:
                assert gate.wait(PATIENCE)
            if not self.send_event(kind, content):
                return
