"""Lists at a glance: how many rows a window shows, at which widths words stay whole, and what somebody prefers."""

import re

import pytest
from checks import broken_words, overflow, problems, small_targets
from conftest import PASSWORD, sign_in
from films import Films
from playwright.sync_api import expect
from waiting import until

ROWS = """() => [...document.querySelectorAll(".sheet tbody tr")].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}).length"""
# A table is as wide as what it stands on.
TOO_WIDE = "() => [...document.querySelectorAll('.sheet')].some((sheet) => sheet.scrollWidth > sheet.clientWidth + 1)"

# A title that lies over the next column.
COVERED = "() => [...document.querySelectorAll('.sheet .lead')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length"


def test_a_window_shows_many_books(admin):
    page = admin()
    # Filters fold away once they are applied: there is one more line, of what is chosen.
    for address, lines in [("/admin/books", 0), ("/admin/books?status=active&category=1", 2)]:
        page.goto(address)
        for width, height, least in [(1366, 768, 12), (1920, 1080, 20)]:
            page.set_viewport_size({"width": width, "height": height})
            shown = page.evaluate(ROWS)
            print(f"{shown} rows of books at {width} x {height}")
            assert shown >= least - lines


@pytest.fixture(scope="module")
def long_address(library):
    """Somebody whose e-mail address is one long word."""
    library.add_user("the-grandmother-of-everybody@a-long-domain.example.test", PASSWORD, role="parent", name="Ada")


def test_no_word_is_broken_at_any_width(admin, long_address):
    page = admin()
    for path in ("/admin/books", "/admin/video_assets", "/admin/publishers", "/admin/categories", "/admin/families", "/admin/users"):
        page.goto(path)
        for width in (320, 375, 768, 1024, 1100, 1366, 1440, 1600, 1920, 2560):
            page.set_viewport_size({"width": width, "height": 800})
            assert overflow(page) <= 0 and not page.evaluate(TOO_WIDE), (path, width)
            assert not broken_words(page, "main"), (path, width)


@pytest.mark.parametrize("density", ["compact", "comfortable"])
def test_lists_fit_tablets_without_a_mouse(demo, open_page, density):
    """However closely they are set, what is touched has 44 pixels, and nothing is off the screen."""
    films = Films(demo.folder)
    films.add_playable(1)
    films.execute("UPDATE users SET density = ?", density)
    page = open_page(demo, has_touch=True)
    sign_in(page)
    assert not page.evaluate("matchMedia('(pointer: fine)').matches")
    for path in ("/admin/books", "/admin/captions", "/admin/categories", "/admin/series", "/admin/families"):
        page.goto(path)
        for width in (768, 820, 1024, 1180, 1366):
            page.set_viewport_size({"width": width, "height": 800})
            assert overflow(page) <= 0 and not page.evaluate(TOO_WIDE), (path, width)
            assert not broken_words(page, ".sheet"), (path, width)
            assert not page.evaluate(COVERED), (path, width)
            assert not small_targets(page), (path, width)


def test_one_long_language_takes_no_room_from_titles(demo, open_page):
    """“English (United States)” is one row’s, and all rows pay for a line that isn’t broken."""
    films = Films(demo.folder)
    films.add_playable(1)
    films.execute("UPDATE caption_tracks SET language = 'en-US', label = 'English (United States)'")
    broken = films.add_video(2, "errored", error="The file is damaged.")
    names = "asset_id, language, label, kind, origin, status, created_at, updated_at"
    for language in ("de", "nb", "pl", "pt-BR", "zh-Hant"):
        films.execute(f"INSERT INTO caption_tracks ({names}) VALUES (?, ?, '', 'subtitles', 'uploaded', 'ready', 1, 1)", broken, language)
    page = open_page(demo)
    sign_in(page)
    for path in ("/admin/video_assets", "/admin/captions", "/admin/users"):
        page.goto(path)
        for width in (768, 834, 1024, 1152, 1180, 1279, 1366):
            page.set_viewport_size({"width": width, "height": 800})
            assert overflow(page) <= 0 and not page.evaluate(TOO_WIDE), (path, width)
            assert not broken_words(page, ".sheet"), (path, width)
            assert not page.evaluate(COVERED), (path, width)
            if path != "/admin/users":
                assert page.evaluate("Math.min(...[...document.querySelectorAll('tbody .lead')].map((cell) => cell.clientWidth))") >= 160


def test_somebody_chooses_colors_and_how_closely_lists_are_set(shelf):
    page = shelf(scheme="light")
    page.goto("/account")
    page.get_by_label("Colors").select_option("Dark")
    page.get_by_label("Lists").select_option("Comfortable")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("#toasts")).to_contain_text("Changes saved.")
    paper = lambda: page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    is_dark = lambda: sum(map(int, re.findall(r"\d+", paper())[:3])) < 3 * 128
    assert is_dark(), paper()
    assert not problems(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto("/admin/books")
    assert not problems(page)
    roomy = page.evaluate(ROWS)
    assert 0 < roomy < 10
    page.goto("/account")
    page.get_by_label("Colors").select_option("Light")
    page.get_by_label("Lists").select_option("Compact")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    assert not is_dark(), paper()
    page.goto("/admin/books")
    assert page.evaluate(ROWS) > roomy


def typed(page):
    page.goto("/admin/publishers/new")
    page.get_by_label("Name").press_sequentially("Half a na")
    return page.get_by_label("Name")


def answer(page, accepts):
    """Answers the browser's question whether to leave, and says how often it was asked."""
    asked = []

    def on_dialog(dialog):
        asked.append(dialog.type)
        dialog.accept() if accepts else dialog.dismiss()

    page.once("dialog", on_dialog)
    return asked


def test_leaving_a_form_asks_and_coming_back_brings_the_text_back(shelf):
    page = shelf()
    name = typed(page)
    asked = answer(page, accepts=False)
    page.get_by_role("link", name="Videos", exact=True).first.click()
    until(lambda: asked, page=page)
    assert asked == ["beforeunload"] and page.url.endswith("/new")
    expect(name).to_have_value("Half a na")
    asked = answer(page, accepts=True)
    page.get_by_role("link", name="Videos", exact=True).first.click()
    page.wait_for_url("**/admin/video_assets")
    assert asked
    page.go_back()
    expect(name).to_have_value("Half a na")
    expect(page.get_by_text("Your unsaved changes were restored.")).to_be_visible()
    assert not problems(page)
    page.get_by_role("button", name="Discard").click()
    expect(name).to_have_value("")
    page.get_by_role("link", name="Videos", exact=True).first.click()
    page.wait_for_url("**/admin/video_assets")
    page.go_back()
    expect(name).to_have_value("")


def test_what_was_saved_or_given_up_does_not_come_back(shelf):
    page = shelf()
    name = typed(page)
    page.get_by_label("Slug").fill("no slug!")
    page.get_by_role("button", name="Add publisher").click()
    expect(page.get_by_role("alert")).to_be_visible()
    # A refused form is not saved yet.
    asked = answer(page, accepts=False)
    page.get_by_role("link", name="Videos", exact=True).first.click()
    until(lambda: asked, page=page)
    page.get_by_label("Slug").fill("half")
    page.get_by_role("button", name="Add publisher").click()
    expect(page.locator("#toasts")).to_contain_text("Half a na")
    page.goto("/admin/publishers/new")
    expect(name).to_have_value("")
    name.fill("Another")
    page.get_by_role("link", name="Cancel").click()
    page.goto("/admin/publishers/new")
    expect(name).to_have_value("")


def test_signing_out_leaves_nothing_of_what_was_typed(shelf):
    page = shelf()
    typed(page)
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url("**/login")
    assert page.evaluate("sessionStorage.length") == 0
    sign_in(page)
    page.goto("/admin/publishers/new")
    expect(page.get_by_label("Name")).to_have_value("")
