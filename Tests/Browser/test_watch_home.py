"""The home of reading along, as a parent uses it: what was opened, something to try, and the ways to something else."""

import pytest
from checks import invisible_focus, night_problems, overflow, problems, small_targets, violations
from conftest import press
from films import Films, wait_until
from markup import keep_page
from playwright.sync_api import expect
from waiting import painted

PARENT = "astrid@example.test"
BOOKS = (7, 8, 9)


@pytest.fixture
def films(demo):
    films = Films(demo.folder)
    for book in BOOKS:
        # Each film has files of its own name in a real library; here one set serves them all.
        films.add_playable(book)
    return films


def title_of(films, book):
    return films.execute_one("SELECT title FROM books WHERE id = ?", book)


def open_stories(page, *books):
    for book in books:
        assert page.request.get(f"/watch/{book}").status == 200


def titles(page):
    return page.locator(".watched-title").all_inner_texts()


def swipe(page, element, by, steps=10):
    """A finger that moves over an element, as the browser makes it of touches."""
    box = element.bounding_box()
    x, y = box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, steps + 1):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + by * step / steps, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("width", [375, 1366])
def test_the_home_fits_every_window_and_has_no_barriers(families, films, width):
    page = families(PARENT, width=width, has_touch=width < 800)
    page.goto("/watch")
    assert not problems(page) + invisible_focus(page) + night_problems(page)
    open_stories(page, *BOOKS)
    assert page.request.post("/watch/9/place", form={"seconds": "20"}, headers={"Origin": page.url.removesuffix("/watch")}).status == 204
    page.reload()
    found = problems(page) + invisible_focus(page) + (small_targets(page) if width < 800 else [])
    assert not found + night_problems(page)
    bar = page.locator("progress.watched-bar")
    expect(bar).to_have_count(1)
    # V4.1 L99: at the bottom of the picture, and red.
    picture, line = page.locator(".watched-picture").first.bounding_box(), bar.bounding_box()
    assert abs(picture["y"] + picture["height"] - line["y"] - line["height"]) < 1 and line["width"] > 40
    page.get_by_role("button", name="Actions for").first.click()
    expect(page.get_by_role("menuitem", name="Add to Playlist").first).to_be_visible()
    assert overflow(page) <= 0
    assert not violations(page)
    keep_page(page)


@pytest.mark.parametrize("path", ["", "/playlists", "/words", "/open", "/settings"])
def test_on_a_phone_the_pages_are_one_line_that_shows_which_one_it_is(families, path):
    page = families(PARENT, width=375)
    page.goto(f"/watch{path}")
    chips = page.get_by_role("navigation", name="Reading along").get_by_role("link")
    assert len({round(chip.bounding_box()["y"]) for chip in chips.all()}) == 1
    expect(page.locator(".chips-line [aria-current=page]")).to_be_in_viewport(ratio=1)
    assert overflow(page) <= 0


def test_an_entry_is_swiped_away_and_comes_back(families, films):
    """V4.1 L100: with a finger; a short pull, or one upward, is nothing."""
    page = families(PARENT, width=375, has_touch=True)
    open_stories(page, *BOOKS)
    page.goto("/watch")
    before = titles(page)
    row = page.locator(".watched-row").nth(1)
    swipe(page, row, -40)
    painted(page)
    assert titles(page) == before and page.url.endswith("/watch")
    swipe(page, row, 200)
    painted(page)
    assert titles(page) == before
    swipe(page, row, -230)
    expect(page.locator("#toasts")).to_contain_text("removed from the history")
    assert titles(page) == [before[0], before[2]]
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts")).to_contain_text("Entry restored.")
    assert titles(page) == before


def test_all_of_it_by_keyboard(families, films):
    """V4.1 L100, Home L137, L139: the menu, removing, and clearing with Undo."""
    page = families(PARENT)
    open_stories(page, *BOOKS)
    page.goto("/watch")
    before = titles(page)
    press(page, page.get_by_role("button", name=f"Actions for {before[0]}"))
    expect(page.get_by_role("menuitem", name="Add to Playlist").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("removed from the history")
    assert titles(page) == before[1:]
    press(page, page.get_by_role("button", name="Clear History", exact=True))
    expect(page.get_by_text("Nothing opened yet")).to_be_visible()
    expect(page.get_by_role("button", name="Clear History")).to_have_count(0)
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.locator("#toasts")).to_contain_text("History restored.")
    assert titles(page) == before[1:]
    # The context menu of a row is its menu.
    page.locator(".watched-row").first.click(button="right")
    expect(page.get_by_role("menuitem", name="Add to Playlist").first).to_be_visible()
    page.keyboard.press("Escape")
    # The whole row opens the story.
    page.locator(".watched-row").first.click(position={"x": 300, "y": 20})
    expect(page.locator("#reading")).to_be_visible()


@pytest.mark.parametrize("clipboard, expected", [("https://films.example/owl.mp4?a=1&b=2", "?url=https%3A%2F%2Ffilms.example%2Fowl.mp4%3Fa%3D1%26b%3D2"), ("some words", ""), ("", "")])
def test_an_address_is_taken_from_the_clipboard(families, films, clipboard, expected):
    """Home L138: Paste URL leads to the page where an address is opened, filled in."""
    page = families(PARENT, permissions=["clipboard-read", "clipboard-write"])
    page.goto("/watch")
    page.evaluate("text => navigator.clipboard.writeText(text)", clipboard)
    page.route("**/watch/open*", lambda route: route.fulfill(body="<!doctype html><title>Open</title>", content_type="text/html"))
    press(page, page.get_by_role("link", name="Paste URL", exact=True))
    page.wait_for_url("**/watch/open*")
    assert page.url.endswith("/watch/open" + expected)


def test_where_the_clipboard_is_not_allowed_the_page_opens_empty(families, films):
    page = families(PARENT)
    page.goto("/watch")
    page.route("**/watch/open*", lambda route: route.fulfill(body="<!doctype html><title>Open</title>", content_type="text/html"))
    page.evaluate("() => { navigator.clipboard.readText = () => Promise.reject(new DOMException('no', 'NotAllowedError')); }")
    page.get_by_role("link", name="Paste URL", exact=True).click()
    page.wait_for_url("**/watch/open")


def test_without_scripts_everything_is_there(families, films):
    page = families(PARENT, scripts=False)
    open_stories(page, 7, 8)
    page.goto("/watch")
    assert page.get_by_role("link", name="Paste URL", exact=True).get_attribute("href") == "/watch/open"
    page.locator("summary", has_text="Actions for").first.click()
    expect(page.get_by_role("link", name="Add to Playlist").first).to_be_visible()
    page.get_by_role("button", name=f"Remove {title_of(films, 8)} from the history").click()
    assert titles(page) == [title_of(films, 7)]
    page.get_by_role("button", name="Undo").click()
    assert titles(page) == [title_of(films, 8), title_of(films, 7)]
    page.get_by_role("button", name="Clear History").click()
    expect(page.get_by_text("Nothing opened yet")).to_be_visible()


def test_a_moment_that_was_only_looked_at_is_no_place(families, films):
    """V1.2 L38: the end of a story that a link named isn't where somebody was."""
    page = families(PARENT)
    page.goto("/watch/7?t=20")
    wait_until(page.locator("video"), "player.readyState >= 2 && player.currentTime >= 20")
    page.goto("/watch")
    expect(page.locator(".watched-row")).to_have_count(1)
    expect(page.locator("progress.watched-bar")).to_have_count(0)


@pytest.mark.parametrize("way", ["link", "back"])
def test_the_history_knows_the_place_that_was_just_left(families, films, way):
    """V1.2 L41: also while the film plays."""
    page = families(PARENT)
    page.goto("/watch")
    page.goto("/watch/7")
    video = page.locator("video")
    video.evaluate("video => { video.muted = true }")
    wait_until(video, "player.readyState >= 2")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(video, "player.currentTime >= 3")
    if way == "link":
        page.get_by_role("navigation").get_by_role("link", name="Reading along").first.click()
    else:
        page.go_back()
    expect(page.locator("progress.watched-bar")).to_have_count(1)
