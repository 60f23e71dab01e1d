"""What the tests of the API share: a library with the demo's books and families, and everybody's tokens."""

import html
import json
import re
import sys
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

from films import Films  # noqa: E402
from mux import Mux  # noqa: E402
from openlibrary import OpenLibrary  # noqa: E402
from storytime import Storytime  # noqa: E402

ADMIN = "ada@example.test"
PARENT = "karin@lindqvist.example"
PASSWORD = "correct horse battery"


class Person:
    """Somebody with a browser: cookies, forms, and the pages about the API."""

    def __init__(self, library, email):
        self.library, self.email = library, email
        # Browsers take this machine for secure without TLS.
        cookies = CookieJar(DefaultCookiePolicy(secure_protocols=("http", "https")))
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
        page = self.post("/login", email=email, password=PASSWORD)
        assert "Sign out" in page, page

    def get(self, path):
        with self.opener.open(self.library.address + path, timeout=30) as answer:
            return answer.read().decode()

    def post(self, path, **fields):
        pairs = [(name, each) for name, value in fields.items() for each in (value if isinstance(value, list) else [value])]
        content = urllib.parse.urlencode(pairs).encode()
        with self.opener.open(self.library.address + path, content, timeout=30) as answer:
            return answer.read().decode()

    def key(self):
        """An access key with every scope that is offered."""
        scopes = re.findall(r'name="scopes" value="([^"]+)"', self.get("/account/keys"))
        page = self.post("/account/keys", name="All of it", days="30", scopes=scopes)
        return re.search(r"storytime_pat_[0-9a-f]{64}", page).group()

    def code(self, operation, name="curl"):
        """Lines that a page about the API offers to be copied."""
        page = self.get(f"/api/docs/{operation}")
        return html.unescape(re.search(rf'<code id="{name}"[^>]*>(.*?)</code>', page, re.DOTALL).group(1))


def serve(folder, **settings):
    """A fresh library: the demo's, with videos in every state and one at Mux."""
    library = Storytime(folder)
    library.environment |= {"STORYTIME_API_REQUESTS_PER_MINUTE": "0", "STORYTIME_LOG": "errors"} | settings
    library.add_user(ADMIN, PASSWORD)
    library.command("demo", "--without-stories", "--password-stdin", typed=PASSWORD + "\n")
    films = Films(folder)
    book = films.execute_one("SELECT book_id FROM library_items ORDER BY id LIMIT 1")
    films.add_playable(book)
    for status, more in [
        ("ready", {"is_current": 0, "book_id": book}),
        ("preparing", {}),
        ("errored", {"provider": "mux", "source": "https://media.example/owl.mp4", "error": "It is no video"}),
        ("preparing", {"provider": "mux", "mux_asset_id": "asset-1", "source": "https://media.example/fox.mp4"}),
    ]:
        other = films.execute_one("SELECT id FROM books WHERE id NOT IN (SELECT book_id FROM video_assets WHERE book_id NOTNULL)")
        films.add_video(**{"book": more.pop("book_id", other), "status": status} | more)
    keep_for_reading(films, book)
    return library.start()


def keep_for_reading(films, book):
    """A story that the parent opened, a playlist with it, and a word of it."""
    user = films.execute_one("SELECT id FROM users WHERE email = ?", PARENT)
    films.execute(
        "INSERT INTO kept_words (family_id, term, term_key, created_at, created_by) SELECT family_id, 'lantern', 'lantern', 1, name FROM users WHERE id = ?", user)
    films.execute("INSERT INTO watch_history (user_id, book_id, turn, opened_at) VALUES (?, ?, 1, 1)", user, book)
    films.execute("INSERT INTO playlists (user_id, name, name_key, created_at, updated_at) VALUES (?, 'Travels', 'travels', 1, 1)", user)
    films.execute("INSERT INTO playlist_items (playlist_id, book_id, position, added_at) VALUES (1, ?, 1, 1)", book)


@pytest.fixture(scope="session")
def mux():
    with Mux() as mux:
        yield mux


@pytest.fixture(scope="session")
def lookup():
    """A catalog on this machine in which books are looked up."""
    catalog = OpenLibrary()
    yield catalog
    catalog.stop()


@pytest.fixture
def library(tmp_path, mux, lookup):
    """One of one's own: what is done there is of no concern to other tests."""
    library = serve(tmp_path, STORYTIME_LOOKUP_URL=lookup.address, **mux.settings)
    yield library
    library.stop()


@pytest.fixture
def people(library):
    return {"admin": Person(library, ADMIN), "parent": Person(library, PARENT)}


@pytest.fixture
def document(library):
    with urllib.request.urlopen(library.address + "/api/v1/openapi.json", timeout=30) as answer:
        return json.load(answer)


def operations(document):
    """Each operation with its method and its path."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation
