"""Series in Kids Mode: one cover with its next story, the way into a series and from story to story."""

import re

import pytest
from checks import invisible_focus, problems, small_targets
from conftest import wait_until_true
from films import wait_until
from markup import keep_markup
from playroom import Playroom
from playwright.sync_api import expect
from waiting import painted

SERIES = (2, 5, 7)


@pytest.fixture
def room(tmp_path):
    room = Playroom(tmp_path)
    room.series = SERIES
    yield room
    room.close()


@pytest.fixture
def shelf(room, open_page):
    def shelf(path="/kids", **options):
        page = open_page(room, **options)
        page.add_init_script("addEventListener('play', ({ target }) => { target.muted = true; }, true)")
        page.goto(path)
        return page

    return shelf


def watch(page, book):
    page.locator(f"#stories .kids-cover[data-book='{book}']").click()
    player = page.locator("video")
    wait_until(player, "!player.paused && player.currentTime > 0 && player.readyState > 2")
    return player


def end(page):
    page.locator("video").evaluate("player => { player.currentTime = player.duration - 0.2; }")
    expect(page.get_by_text("The End!")).to_be_visible()


def books(page):
    return [int(cover.get_attribute("data-book")) for cover in page.locator("#stories .kids-cover").all()]


def test_a_series_is_one_cover_which_plays_its_next_story(shelf, room):
    room.watched = {2}
    page = shelf()
    assert books(page) == [1, 5, 3, 4, 6, 8, 9, 10, 11, 12]
    tile = page.locator("[data-key='series-3']")
    expect(tile.locator(".kids-series")).to_have_text(re.compile("Nights in the Wood"))
    watch(page, 5)
    assert page.url.endswith("/kids/watch/5")
    end(page)
    page.get_by_role("link", name="Back to Library").last.click()
    # The server has heard of it, and the next one is there without the shelf being opened again.
    expect(tile.locator(".kids-cover")).to_have_attribute("data-book", "7")
    expect(tile.locator(".kids-cover")).to_be_focused()


def test_the_way_into_a_series_and_back(shelf, room):
    room.watched = {2}
    page = shelf()
    page.get_by_role("link", name="All stories of Nights in the Wood").click()
    expect(page.get_by_role("heading", name="Nights in the Wood")).to_be_visible()
    assert books(page) == list(SERIES)
    expect(page.locator("#stories > li").nth(0).get_by_text("Watched")).to_be_attached()
    expect(page.locator("[data-next] .kids-cover")).to_have_attribute("data-book", "5")
    watch(page, 2)
    page.get_by_role("link", name="Back to Library").first.click()
    expect(page.locator("#stage")).to_be_hidden()
    assert page.url.endswith("/kids/series/3")
    watch(page, 5)
    end(page)
    page.get_by_role("link", name="Back to Library").last.click()
    expect(page.locator("[data-next] .kids-cover")).to_have_attribute("data-book", "7")
    page.get_by_role("link", name="Back to all stories").click()
    expect(page.locator("[data-key='series-3'] .kids-cover")).to_have_attribute("data-book", "7")


def test_the_next_story_is_offered_at_the_end_and_never_begins_by_itself(shelf, room):
    page = shelf()
    page.clock.install()
    page.reload()
    watch(page, 2)
    end(page)
    follow = page.get_by_role("link", name="Next Story")
    expect(follow).to_be_focused()
    page.clock.run_for(60_000)
    painted(page)
    expect(page.get_by_text("The End!")).to_be_visible()
    assert len({event["book_id"] for event in room.events}) <= 1
    follow.click()
    player = page.locator("video")
    wait_until(player, "!player.paused && player.currentTime > 0 && player.currentTime < 20")
    assert page.url.endswith("/kids/watch/5")
    end(page)
    expect(follow).to_have_attribute("href", "/kids/watch/7")
    page.keyboard.press("Enter")
    wait_until(player, "!player.paused && player.currentTime > 0 && player.currentTime < 20")
    end(page)
    # Behind the last one there is none.
    expect(follow).to_be_hidden()
    expect(page.get_by_role("button", name="Watch Again")).to_be_focused()
    page.go_back()
    expect(page.locator("#stage")).to_be_hidden()
    assert page.url.endswith("/kids")
    wait_until(page.locator("body"), "document.querySelector('[data-key=series-3] .kids-cover').dataset.book === '2'")
    assert {event["book_id"] for event in room.events if event["event_type"] == "play_end"} == set(SERIES)


def test_a_story_by_itself_has_no_next_one(shelf, room):
    page = shelf()
    watch(page, 3)
    end(page)
    expect(page.get_by_role("link", name="Next Story")).to_be_hidden()
    expect(page.get_by_role("button", name="Watch Again")).to_be_focused()


def test_a_story_by_its_own_address_leads_to_the_next_one(shelf, room):
    page = shelf("/kids/watch/5")
    player = page.locator("video")
    wait_until(player, "player.readyState > 2")
    if player.evaluate("player => player.paused"):
        page.get_by_role("button", name="Play").click()
    end(page)
    page.get_by_role("link", name="Next Story").click()
    page.wait_for_url("**/kids/watch/7")


def test_captions_are_remembered_for_the_series_and_not_for_other_stories(shelf, room):
    page = shelf()
    watch(page, 2)
    page.get_by_role("button", name="Captions, currently off").click()
    expect(page.locator(".stage-captions")).to_have_text("In the great green room")
    wait_until_true(page, "performance.getEntriesByName(location.origin + '/kids/captions').length === 1")
    assert room.captions_choice == "en"
    assert page.evaluate("localStorage.getItem('captions_enabled_7')") is None
    page.go_back()
    watch(page, 3)
    expect(page.get_by_role("button", name="Captions, currently off")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Captions, currently on")).to_be_visible()
    page.go_back()
    # Another device turned them off.
    room.captions_choice = "off"
    watch(page, 2)
    expect(page.get_by_role("button", name="Captions, currently off")).to_be_visible()
    page.goto("/kids/watch/5")
    expect(page.get_by_role("button", name="Captions, currently off")).to_be_visible()
    page.keyboard.press("c")
    wait_until_true(page, "performance.getEntriesByName(location.origin + '/kids/captions').length === 1")
    assert room.captions_choice == "en"


def test_arrows_lead_to_the_way_into_a_series(shelf, room):
    page = shelf(width=1024)
    page.locator("[data-key='series-3'] .kids-cover").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".kids-series")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-key='series-3'] .kids-cover")).to_be_focused()


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1366, "light")])
def test_pages_fit_and_are_for_everyone(shelf, room, width, scheme):
    room.watched = {2}
    page = shelf(width=width, scheme=scheme, has_touch=width < 1100)
    found = {}
    for path in ("/kids", "/kids/series/3"):
        page.goto(path)
        found[path] = problems(page) + invisible_focus(page) + small_targets(page)
    assert not any(found.values()), found


def test_the_end_with_a_next_story_is_for_everyone(shelf):
    page = shelf(width=375, has_touch=True)
    watch(page, 2)
    end(page)
    assert not problems(page) + small_targets(page)


def test_pages_are_html(room):
    room.watched = {2}
    for path in ("/kids", "/kids/series/3", "/kids/watch/2"):
        keep_markup(path, room.page(path, {}))
