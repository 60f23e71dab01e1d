"""A server on this machine that stands for Open Library and knows one book."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from storytime import ROOT

ISBN = "9780399257759"
PICTURE = (ROOT / "Tests/Fixtures/pictures/baseline.jpg").read_bytes()

EDITION = {
    "key": "/books/OL1M",
    "works": [{"key": "/works/OL1W"}],
    "languages": [{"key": "/languages/ger"}],
    "contributors": [{"role": "Illustrator", "name": "Beispiel, Berta"}],
    "series": ["Eulen und Füchse ; 2"],
    "description": "Three foxes look for the moon, and find it where nobody would have thought. " * 3,
}

WORK = {
    "key": "/works/OL1W",
    "title": "Drei Füchse",
    "author_name": ["A. Muster"],
    "first_publish_year": 2012,
    "language": ["ger", "eng"],
    "edition_count": 4,
    "cover_edition_key": "OL1M",
}


def summary(address):
    return {
        "key": "/books/OL1M",
        "title": "Drei Füchse",
        "authors": [{"name": "A. Muster"}],
        "number_of_pages": 32,
        "publishers": [{"name": "Eulen Verlag"}],
        "publish_date": "March 6, 2013",
        "identifiers": {"isbn_13": [ISBN]},
        "subjects": [{"name": "Foxes"}, {"name": "Juvenile fiction"}],
        "cover": {"large": f"{address}/b/id/7-L.jpg"},
    }


class OpenLibrary:
    """Serves until it is stopped."""

    def __init__(self):
        library = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                library.answer(self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler):
        path, query = urlsplit(handler.path).path, parse_qs(urlsplit(handler.path).query)
        if path == "/api/books":
            [key] = query["bibkeys"]
            knows = key in (f"ISBN:{ISBN}", "OLID:OL1M")
            return self.send(handler, {key: summary(self.address)} if knows else {})
        if path == "/search.json":
            return self.send(handler, {"numFound": 34, "docs": [WORK]})
        if path == "/books/OL1M.json":
            return self.send(handler, EDITION)
        if path == "/b/id/7-L.jpg":
            return self.send_bytes(handler, PICTURE, "image/jpeg")
        return handler.send_error(404)

    def send(self, handler, value):
        self.send_bytes(handler, json.dumps(value).encode(), "application/json")

    def send_bytes(self, handler, content, kind):
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)
