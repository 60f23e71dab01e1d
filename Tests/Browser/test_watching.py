"""A parent watches a story in the catalog before a child gets it, and what was begun stands on the child's shelf."""

import re
import time

import pytest
from checks import invisible_focus, night_problems, problems, small_targets, violations
from conftest import press, wait_until_true
from films import SECONDS, Films, wait_until
from markup import keep_page
from playwright.sync_api import expect

PARENT = "astrid@example.test"
CUE = "In the great green room"


@pytest.fixture
def films(demo):
    return Films(demo.folder)


def title_of(films, book):
    return films.execute_one("SELECT title FROM books WHERE id = ?", book)


def test_a_story_is_watched_on_its_page_and_then_added(families, films):
    film, title = films.add_playable(7), title_of(films, 7)
    page = families(PARENT, width=375, has_touch=True)
    page.goto("/catalog/books/7")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    answers = []
    page.on("response", lambda answer: answers.append((answer.url.split("/")[-1], answer.status)))
    player = page.locator("video")
    wait_until(player, "player.readyState >= 1")
    assert round(player.evaluate("player => player.duration")) == SECONDS
    found = problems(page) + invisible_focus(page) + small_targets(page)
    assert not found + night_problems(page, invisible_focus)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not problems(page) + invisible_focus(page)
    page.set_viewport_size({"width": 375, "height": 800})
    # It is there without moments below, and plays by the keyboard alone.
    expect(page.locator("[data-seek]")).to_have_count(0)
    player.evaluate("player => player.muted = true")
    # The picture is its own button until it plays; then the browser's are there.
    press(page, page.get_by_role("button", name="Play", exact=True), "Space")
    expect(player).to_be_focused()
    wait_until(player, "player.controls && player.currentTime > 0.5")
    player.evaluate("player => { player.textTracks[0].mode = 'showing'; player.currentTime = 12 }")
    wait_until(player, "player.textTracks[0].activeCues?.length === 1")
    assert player.evaluate("player => player.textTracks[0].activeCues[0].text") == CUE
    wait_until(player, "player.currentTime > 12.2")
    assert ("video.mp4", 206) in answers
    player.evaluate("player => player.pause()")
    keep_page(page)

    press(page, page.get_by_role("button", name="Add to Pippi’s Library"))
    expect(page.locator("#toasts")).to_contain_text(f"“{title}” is in Pippi’s library.")
    expect(player).to_have_count(1)
    # Its rights end: the library keeps it, and nobody watches it.
    address = f"/media/videos/{film}/video.mp4"
    assert page.request.get(address).status == 200
    films.execute("DELETE FROM rights_windows WHERE book_id = 7")
    page.reload()
    expect(page.get_by_text("This story isn’t available now.")).to_be_visible()
    expect(player).to_have_count(0)
    assert not violations(page) + night_problems(page)
    assert page.request.get(address).status == 404


def test_a_link_to_a_moment_is_copied_and_leads_there(families, films):
    films.add_playable(7)
    page = families(PARENT, permissions=["clipboard-read", "clipboard-write"])
    page.goto("/catalog/books/7?list=q%3Dmoon")
    player = page.locator("video")
    wait_until(player, "player.readyState >= 1")
    player.evaluate("player => { player.currentTime = 12.7 }")
    press(page, page.get_by_role("button", name="Copy link"))
    expect(page.locator("#toasts")).to_contain_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("/catalog/books/7?t=12")
    page.goto(link)
    wait_until(page.locator("video"), "player.currentTime >= 12")
    assert not problems(page)


def test_a_finger_shares_the_link(families, films):
    films.add_playable(7)
    page = families(PARENT, width=375, has_touch=True)
    page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    page.goto("/catalog/books/7")
    page.get_by_role("button", name="Share link").tap()
    wait_until_true(page, "Boolean(window.shared)")
    assert page.evaluate("window.shared.url").endswith("/catalog/books/7")


def test_without_a_script_a_story_is_watched_all_the_same(families, films):
    film = films.add_playable(7)
    page = families(PARENT, width=375, has_touch=True, scripts=False)
    page.goto("/catalog/books/7")
    player = page.locator("video[controls]")
    expect(player).to_be_visible()
    address = f"/media/videos/{film}/video.mp4"
    assert player.locator("source").get_attribute("src") == address
    assert page.request.get(address, headers={"Range": "bytes=0-99"}).status == 206
    page.goto("/catalog/books/8")
    expect(page.get_by_text("No video yet.")).to_be_visible()


def test_a_menu_says_to_whose_library_a_story_goes(families):
    page = families(PARENT, width=375, has_touch=True)
    page.goto("/children/new")
    page.fill("[name=name]", "James")
    page.fill("[name=birth_date]", "2019-05-04")
    page.click("main form.card button[type=submit]")
    page.goto("/catalog?q=mouse%20soup")
    row = page.locator(".story-row").first
    menu = row.locator("summary")
    expect(menu).to_have_text("Add Mouse Soup")
    # Before it opens: it closes when the focus goes elsewhere.
    assert not invisible_focus(page)
    press(page, menu)
    button = row.get_by_role("button", name="James’s Library")
    expect(row.get_by_role("button", name="Pippi’s Library")).to_be_visible()
    assert not problems(page) + small_targets(page)
    press(page, button)
    expect(page.locator("#toasts")).to_contain_text("“Mouse Soup” is in James’s library.")
    expect(row).to_contain_text("Already Added · in James’s library")
    expect(row.get_by_role("link", name="Mouse Soup", exact=True)).to_be_focused()
    # Who is left stands in the menu.
    press(page, row.locator("summary"))
    press(page, row.get_by_role("button", name="Pippi’s Library"))
    expect(row).to_contain_text("in James’s and Pippi’s libraries")
    expect(row.get_by_role("button")).to_have_count(0)
    expect(row.locator("summary")).to_have_count(0)
    assert not problems(page)


def test_what_was_begun_is_hidden_or_forgotten_and_given_back(families, films):
    page = families(PARENT, width=375, has_touch=True)
    book = 7
    title, now = title_of(films, book), int(time.time())
    films.add_video(book, "ready", duration_seconds=340)
    page.goto("/children")
    # The demo has children of its own, with lower numbers.
    library = page.get_by_role("link", name="Library of Pippi").get_attribute("href")
    page.request.post(library, form={"book_id": str(book)}, headers={"Sec-Fetch-Site": "same-origin"})
    films.execute("UPDATE library_items SET last_position_seconds = 170, last_played_at = ?", now)
    page.goto(library)
    begun = page.get_by_role("region", name="Continue Watching")
    progress = page.get_by_role("progressbar")
    expect(begun.get_by_role("link", name=title)).to_be_visible()
    expect(progress).to_have_count(2)
    assert not problems(page) + invisible_focus(page) + small_targets(page)
    for act, words, bars in [("Hide", "is hidden from Continue Watching", 1), ("Clear", "was cleared", 0)]:
        press(page, begun.get_by_role("button", name=re.compile(f"^{act} ")))
        expect(page.locator("#toasts")).to_contain_text(words)
        expect(begun).to_have_count(0)
        expect(progress).to_have_count(bars)
        assert not problems(page)
        press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
        expect(begun.get_by_role("link", name=title)).to_be_visible()
        expect(progress).to_have_count(2)
