"""Playlists: a parent makes one, fills it, orders it by hand and by keyboard, goes through it, and gives it to a child."""

import re

import pytest
from checks import invisible_focus, night_problems, problems, small_targets
from conftest import press, write
from films import Films
from markup import keep_page
from playwright.sync_api import expect
from test_watch_home import BOOKS, PARENT, open_stories, title_of, titles
from waiting import until


@pytest.fixture
def films(demo):
    films = Films(demo.folder)
    for book in BOOKS:
        films.add_playable(book)
    return films


def make(page, name="Bedtime", books=BOOKS):
    """A playlist with stories in it, as forms make it; its address."""
    headers = {"Origin": page.url.split("/watch")[0]}
    answer = page.request.post("/watch/playlists", form={"name": name}, headers=headers, max_redirects=0)
    assert answer.status == 303, answer.text()
    address = answer.headers["location"]
    body = "&".join(f"video={book}" for book in books)
    filled = page.request.post(f"{address}/items", data=body, max_redirects=0, headers=headers | {"Content-Type": "application/x-www-form-urlencoded"})
    assert filled.status == 303
    return address


@pytest.mark.parametrize("width", [375, 1366])
def test_its_pages_fit_every_window_and_have_no_barriers(families, films, width):
    page = families(PARENT, width=width, has_touch=width < 800)
    page.goto("/watch/playlists")
    assert not problems(page) + invisible_focus(page) + night_problems(page)
    address = make(page)
    open_stories(page, *BOOKS)
    page.request.post(f"{address}", form={"name": "Bedtime", "version": "1", "child_ids": "1", "is_shared": "on"}, headers={"Origin": page.url.split("/watch")[0]})
    targets = [
        "/watch/playlists", "/watch/playlists/new", address, f"{address}/edit", f"{address}/add?from=catalog", f"{address}/add?from=history",
        f"{address}/add?from=catalog&q=zzzz", "/watch/playlists/add?video=7&from=home", f"/watch/8?list={address.split('/')[-1]}", "/catalog", "/catalog/books/7",
    ]
    for target in targets:
        page.goto(target)
        found = problems(page) + invisible_focus(page) + (small_targets(page) if width < 800 else [])
        found += night_problems(page)
        assert not found, (target, found)
        keep_page(page)


def test_a_story_goes_from_the_history_into_a_new_playlist_by_keyboard(families, films):
    """V4.2 L103, L104."""
    page = families(PARENT)
    open_stories(page, 7)
    page.goto("/watch")
    title = title_of(films, 7)
    press(page, page.get_by_role("button", name=f"Actions for {title}"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Add to Playlist")
    press(page, page.get_by_role("button", name="Add", exact=True))
    expect(page.get_by_role("alert").first).to_be_visible()
    write(page, page.get_by_label("Playlist name"), "Bedtime")
    press(page, page.get_by_role("button", name="Add", exact=True))
    expect(page.locator("#toasts")).to_contain_text(f"“{title}” added to “Bedtime”.")
    # The second time there is one to choose.
    page.goto("/watch/playlists/add?video=8&from=book")
    expect(page.get_by_label("Bedtime")).to_be_checked()
    expect(page.get_by_label("Playlist name")).to_be_hidden()
    press(page, page.get_by_role("button", name="Add", exact=True))
    expect(page).to_have_url(page.url.split("/watch")[0].split("/catalog")[0] + "/catalog/books/8")


def test_many_are_added_at_once(families, films):
    """V4.2 L104."""
    page = families(PARENT)
    page.goto("/watch")
    address = make(page, books=[9])
    open_stories(page, *BOOKS)
    page.goto(address)
    press(page, page.get_by_role("link", name="Add videos"))
    for book in (7, 8):
        page.get_by_role("checkbox", name=title_of(films, book)).check()
    expect(page.get_by_role("checkbox", name=title_of(films, 9))).to_be_disabled()
    press(page, page.get_by_role("button", name="Add to the playlist"))
    expect(page.locator("#toasts")).to_contain_text("2 videos added.")
    assert len(titles(page)) == 3


def test_what_is_checked_stays_checked_from_list_to_list(families, films):
    """V4.2 L104: from the history to the catalog, through its search, and back; and it can be taken back."""
    page = families(PARENT)
    page.goto("/watch")
    address = make(page, books=[])
    open_stories(page, 7, 8)
    page.goto(f"{address}/add?from=history")
    # Its whole row checks it.
    page.get_by_text(title_of(films, 7), exact=True).click()
    press(page, page.get_by_role("button", name="Catalog", exact=True))
    expect(page.get_by_role("button", name="Catalog", exact=True)).to_have_attribute("aria-current", "page")
    write(page, page.get_by_label("Search the catalog"), title_of(films, 8))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q="))
    expect(page.get_by_text("1 more checked elsewhere")).to_be_visible()
    press(page, page.get_by_role("button", name="History", exact=True))
    expect(page.get_by_role("checkbox", name=title_of(films, 7))).to_be_checked()
    page.get_by_role("checkbox", name=title_of(films, 8)).check()
    press(page, page.get_by_role("button", name="Add to the playlist"))
    expect(page.locator("#toasts")).to_contain_text("2 videos added.")
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.locator("#toasts")).to_contain_text("2 videos removed from the playlist.")
    assert titles(page) == []


def test_the_order_is_changed_by_keyboard_and_stays(families, films):
    """V4.2 L105."""
    page = families(PARENT)
    page.goto("/watch")
    address = make(page)
    page.goto(address)
    first, second, third = titles(page)
    with page.expect_response("**/order") as answer:
        press(page, page.get_by_role("button", name=f"Move {first} down"))
    assert answer.value.status == 204
    assert titles(page) == [second, first, third]
    expect(page.get_by_role("button", name=f"Move {first} down")).to_be_focused()
    with page.expect_response("**/order"):
        page.keyboard.press("Enter")
    assert titles(page) == [second, third, first]
    expect(page.locator("#toasts")).to_contain_text(f"“{first}” is now in place 3 of 3.")
    # At the end the other button has the focus.
    expect(page.get_by_role("button", name=f"Move {first} up")).to_be_focused()
    page.reload()
    assert titles(page) == [second, third, first]
    press(page, page.get_by_role("button", name=f"Remove {third}"))
    expect(page.locator("#toasts")).to_contain_text("removed from the playlist")
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.locator("#toasts")).to_contain_text("Video restored.")
    assert titles(page) == [second, third, first]


def test_a_row_is_pulled_to_its_place(families, films):
    """V4.2 L105."""
    page = families(PARENT, width=375)
    page.goto("/watch")
    address = make(page)
    page.goto(address)
    first, second, third = titles(page)
    rows = page.locator(".watched-row")
    grip = rows.nth(0).locator(".grip").bounding_box()
    goal = rows.nth(2).bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(x, y + (goal["y"] + goal["height"] - y) * step / 10)
    with page.expect_response("**/order") as answer:
        page.mouse.up()
    assert answer.value.status == 204
    page.reload()
    assert titles(page) == [second, third, first]


def test_without_scripts_the_order_is_changed_too(families, films):
    page = families(PARENT, scripts=False)
    page.goto("/watch")
    address = make(page)
    page.goto(address)
    first, second, third = titles(page)
    page.get_by_role("button", name=f"Move {third} up").click()
    until(lambda: titles(page) == [first, third, second])
    page.get_by_role("button", name=f"Remove {first}").click()
    until(lambda: titles(page) == [third, second])
    page.get_by_role("button", name="Undo").click()
    until(lambda: titles(page) == [first, third, second])


def test_next_and_previous_stay_in_the_playlist(families, films):
    """V4.2 L107."""
    page = families(PARENT)
    page.goto("/watch")
    address = make(page)
    page.goto(address)
    first, second, third = titles(page)
    page.get_by_role("link", name="Play", exact=True).click()
    steps = page.get_by_role("navigation", name="Playlist")
    expect(steps).to_contain_text("1 of 3")
    press(page, steps.get_by_role("link", name="Next"))
    expect(page.get_by_role("heading", level=1)).to_have_text(second)
    # With another child it is the same list.
    page.get_by_role("navigation", name="Watching with").get_by_role("link", name="Pippi").click()
    expect(steps).to_contain_text("2 of 3")
    assert "child=" in page.url
    press(page, steps.get_by_role("link", name="Next"))
    expect(page.get_by_role("heading", level=1)).to_have_text(third)
    assert "child=" in page.url
    expect(steps.get_by_role("link", name="Next")).to_have_count(0)
    # “Link to this moment” says nothing of it, and the address keeps it when the second text changes.
    page.goto("/watch")
    assert titles(page) == [third, second, first]
