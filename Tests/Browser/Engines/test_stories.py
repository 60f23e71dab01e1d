"""What a family does in a minute, in WebKit and in Firefox: the suite beside this folder sees the program in Chromium alone."""

import pytest
from album import Album
from conftest import DEMO_PARENT, EMAIL, PASSWORD
from films import SECONDS
from kids_home import NOTHING_WAITS, PIN, home  # noqa: F401, a fixture among them
from person import Person, engine, person  # noqa: F401, fixtures among them
from secure import behind_tls
from selenium.webdriver.common.keys import Keys
from test_videos import large_video, video  # noqa: F401, fixtures among them
from waiting import until

LINES = ["In the great green room", "there was a telephone", "and a red balloon", "and a picture of the moon"]
PLAYER = "document.querySelector('video')"


@pytest.fixture(scope="module")
def captions(home):  # noqa: F811
    """A line every five seconds, which is what players of the stories get."""
    cues = [f"00:{at * 5 + 1:02}.000 --> 00:{at * 5 + 5:02}.000\n{line}\n" for at, line in enumerate(LINES)]
    captions = "WEBVTT\n\n" + "\n".join(cues)
    (home.films.folder / "media/videos/1-c.vtt").write_text(captions)
    return captions


@pytest.fixture(scope="module")
def album(home):  # noqa: F811
    album = Album(home.storytime, DEMO_PARENT)
    album.add("Trips", 3)
    album.add("Animals", 2)
    return album


def hand_over(person, child):  # noqa: F811
    """A parent signs in and gives the device to a child."""
    person.sign_in(DEMO_PARENT, PASSWORD)
    person.find("h1", "Your children")
    person.press(f"form[action='/children/{child}/kids'] button")
    until(lambda: person.look("#stories") or person.look("main form [name=pin]"), "the shelf, or a form for a PIN")
    if not person.look("#stories"):
        person.write("[name=pin]", PIN)
        person.press("button", "Save and open Kids Mode")
    person.find("#stories")


def test_who_is_not_signed_in_comes_to_the_page_that_was_asked_for(person):  # noqa: F811
    person.go("/catalog")
    person.sign_in(DEMO_PARENT, "not the password")
    person.find("[role=alert]", "e-mail")
    person.sign_in(DEMO_PARENT, PASSWORD)
    person.wait_for_address("/catalog")
    person.press("button", "Sign out")
    person.find("[name=password]")
    person.go("/children")
    person.find("[name=password]")


def test_over_tls_a_cookie_goes_over_tls_alone(engine, stock, tmp_path):  # noqa: F811
    with behind_tls(stock(tmp_path, books=False), tmp_path) as address:
        person = Person(engine, address)
        person.go("/admin/people")
        person.sign_in(EMAIL, PASSWORD)
        person.wait_for_address("/admin/people")
        [cookie] = [each for each in engine.get_cookies() if each["name"] == "__Host-storytime_session"]
        assert cookie["secure"] and cookie["httpOnly"], cookie


def test_a_list_is_searched_while_somebody_types(person):  # noqa: F811
    person.sign_in(EMAIL, PASSWORD)
    person.wait_for_address("/admin")
    person.go("/admin/books")
    person.evaluate("window.stayed = true")
    person.find("main input[type=search]").send_keys("gruff")
    person.find(".list-count", "1 book for “gruff”")
    person.wait_for_address("/admin/books?q=gruff")
    titles = person.evaluate("return [...document.querySelectorAll('.book-title')].map(title => title.textContent.trim())")
    assert titles == ["The Gruffalo"]
    assert person.evaluate("return window.stayed && document.activeElement.type") == "search"


def test_a_form_says_what_is_missing_and_keeps_the_rest(person):  # noqa: F811
    person.sign_in(EMAIL, PASSWORD)
    person.wait_for_address("/admin")
    person.go("/admin/books/new")
    person.write("[name=author]", "Somebody")
    person.press(".form-actions button", "Add book")
    person.wait("document.activeElement.role === 'alert'")
    assert person.evaluate("return document.querySelector('[name=author]').value") == "Somebody"
    title = f"A book in {person.driver.name}"
    person.write("[name=title]", title)
    person.press(".form-actions button", "Add book")
    person.find("#toasts", title)
    person.press("a", "Edit book")
    person.write("[name=title]", f"{title}, changed")
    person.press(".form-actions button", "Save changes")
    person.find("h1", f"{title}, changed")


def test_a_video_is_sent_in_parts_and_becomes_ready(person, home, large_video):  # noqa: F811
    person.sign_in(EMAIL, PASSWORD)
    person.wait_for_address("/admin")
    book = home.query("SELECT id FROM books WHERE id NOT IN (SELECT book_id FROM video_assets WHERE book_id NOTNULL) ORDER BY id")[0][0]
    person.go(f"/admin/books/{book}/video/new")
    before = len(home.storytime.lines)
    person.find("#field-video").send_keys(str(large_video))
    person.press("button", "Upload video")
    person.find("[role=status]", "Uploading")
    person.find("#toasts", "uploaded. Preparing it")
    person.wait_for_address(f"/admin/books/{book}")
    parts = [line for line in home.storytime.lines[before:] if "method=PATCH path=/admin/video_uploads/" in line]
    assert len(parts) == 3, parts
    until(lambda: home.query("SELECT id FROM video_assets WHERE book_id = ? AND status = 'ready'", book), "the video that was sent")


def test_a_child_watches_to_the_end_and_it_counts_until_a_pin_leads_out(person, home, captions):  # noqa: F811
    hand_over(person, home.alma)
    before, first = home.watched(home.alma, home.book), home.place(home.alma, home.book) or 0
    person.press(f".kids-cover[data-book='{home.book}']")
    person.wait(f"{PLAYER}.currentTime > 0.2 && !{PLAYER}.paused")
    person.wait_for_address(f"/kids/watch/{home.book}")
    person.type("c")
    person.find(".stage-captions", LINES[0])
    person.wait(f"{PLAYER}.currentTime > 8")
    person.find(".stage-captions", LINES[1])
    person.type("k")
    person.wait(f"{PLAYER}.paused")
    last = person.evaluate(f"return {PLAYER}.currentTime")
    person.evaluate(f"{PLAYER}.currentTime = {SECONDS - 2}")
    person.wait(f"!{PLAYER}.seeking")
    person.type("k")
    person.find("p", "The End!")
    person.press(".stage-ended a", "Back to Library")
    person.wait_for_address("/kids")
    person.wait(NOTHING_WAITS)
    counted = (home.watched(home.alma, home.book) - before) / 1000
    assert abs(counted - (last - first + 2)) < 2, (counted, first, last)
    for pin, comes in [("0000", "That PIN isn’t right."), (PIN, "Your children")]:
        if not person.look("#pin"):
            person.press(".kids-corner")
        person.write("#pin", pin + Keys.ENTER)
        person.find(".pin-trouble, h1", comes)


def test_photos_are_looked_at_one_after_another(person, home, album):  # noqa: F811
    hand_over(person, home.alma)
    person.press("a", "Photos")
    trips = f"/kids/gallery/{album.categories['Trips']}"
    person.wait_for_address(trips)
    person.press(".gallery-tile")
    person.wait_for_address(f"{trips}/1")
    person.type(Keys.ARROW_DOWN)
    person.wait_for_address(f"{trips}/2")
    photo = "document.querySelector('.viewer-cell:not([inert]) .viewer-photo')"
    person.wait(f"[...{photo}?.querySelectorAll('img') ?? []].some((picture) => picture.naturalWidth > 0)")
    person.type("+")
    person.wait(f"Math.abs(new DOMMatrix(getComputedStyle({photo}).transform).a - 1.5) < 0.01")
    person.type(Keys.ESCAPE)
    person.wait_for_address(trips)
    person.press("button, a", "Next category")
    person.wait_for_address(f"/kids/gallery/{album.categories['Animals']}")


def test_a_parent_adds_captions_and_reads_along(person, home, captions):  # noqa: F811
    person.sign_in(DEMO_PARENT, PASSWORD)
    person.wait_for_address("/children")
    person.go(f"/watch/{home.book}/captions")
    person.write("#field-text", captions)
    person.press("button", "Read the file")
    person.write("[name=language]", "en")
    person.press("button", "Add captions")
    person.find("#cues li .cue-text", LINES[0])
    person.go(f"/watch/{home.book}?t=1")  # wherever it was left the last time
    person.press(".reading-toggle")
    for line in LINES[:2]:
        person.find("#cues li[aria-current] .cue-text", line)
    # A tap on the time of a line goes there.
    person.press("#cues li:nth-child(4) .cue-time")
    person.find("#cues li[aria-current] .cue-text", LINES[3])
    person.wait(f"{PLAYER}.currentTime > 16.2 && !{PLAYER}.paused")
    person.type("k")
    person.wait(f"{PLAYER}.paused")
    person.find("input[aria-label='Find in the text']").send_keys("moon")
    person.find("#cue-count", "1 of 1")
