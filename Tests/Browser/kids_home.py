"""Kids Mode at the home of a demo family: what its tests share."""

import sqlite3

import pytest
from conftest import DEMO_PARENT, sign_in
from films import Films, wait_until

PIN = "4711"
TABLET = {"width": 1024, "has_touch": True}
# Everything that was watched has been sent and taken.
NOTHING_WAITS = "!Object.keys(localStorage).some((key) => key.startsWith('storytime.event.'))"


class Home:
    """The Lindqvists of the demo, two of whose stories each have a film."""

    def __init__(self, storytime):
        self.storytime = storytime
        self.films = Films(storytime.folder)
        rows = self.query("SELECT c.id, c.name FROM children c JOIN users u ON u.family_id = c.family_id WHERE u.email = ? ORDER BY c.name", DEMO_PARENT)
        (self.alma, self.alma_name), (self.nils, self.nils_name) = rows[:2]
        self.book = self.own(self.alma, self.nils)
        self.nils_book = self.own(self.nils, self.alma)
        for book in (self.book, self.nils_book):
            self.films.execute("UPDATE video_assets SET is_current = 0 WHERE book_id = ?", book)
            self.films.add_playable(book)

    def query(self, sql, *values):
        with sqlite3.connect(self.storytime.folder / "storytime.db", timeout=10) as database:
            return database.execute(sql, values).fetchall()

    def own(self, child, other):
        """A book that is in one child's library and not in the other's."""
        return self.query(
            "SELECT book_id FROM library_items WHERE child_id = ? AND book_id NOT IN "
            "(SELECT book_id FROM library_items WHERE child_id = ?) ORDER BY book_id DESC LIMIT 1", child, other
        )[0][0]

    def title(self, book):
        return self.query("SELECT title FROM books WHERE id = ?", book)[0][0]

    def watched(self, child, book):
        """Milliseconds that count for a child and a book since the demo's history, which ends before today's hour."""
        return self.query(
            "SELECT coalesce(sum(watched_ms), 0) FROM viewings WHERE child_id = ? AND book_id = ? AND session_id NOT LIKE 'demo-%'", child, book
        )[0][0]

    def place(self, child, book):
        return self.query("SELECT last_position_seconds FROM library_items WHERE child_id = ? AND book_id = ?", child, book)[0][0]


@pytest.fixture(scope="module")
def home(house):
    return Home(house)


@pytest.fixture
def tablet(home, open_page):
    """Opens a page of a tablet on which the parent is signed in."""

    def tablet(**options):
        page = open_page(home.storytime, **{**TABLET, **options})
        sign_in(page, DEMO_PARENT)
        return page

    return tablet


@pytest.fixture
def handed(home, tablet):
    """Opens a page of a tablet that was handed over to a child."""

    def handed(child=None, **options):
        page = tablet(**options)
        hand_over(page, child or home.alma)
        return page

    return handed


def hand_over(page, child):
    page.goto("/children")
    page.locator(f"form[action='/children/{child}/kids'] button").click()
    if page.url.split("?")[0].endswith("/family/pin"):
        page.get_by_label("PIN").fill(PIN)
        page.get_by_role("button", name="Save and open Kids Mode").click()
    page.wait_for_url("**/kids")


def play(page, book):
    page.locator(f".kids-cover[data-book='{book}']").first.tap()
    player = page.locator("#stage video")
    player.evaluate("player => player.muted = true")
    wait_until(player, "player.currentTime > 0.3 && !player.paused")
    return player
