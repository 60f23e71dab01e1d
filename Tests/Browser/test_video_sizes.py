"""Videos in several sizes: made and deleted by an admin, also while the program is killed again and again; chosen in the player, where
the place stays; and saved by a parent where that is allowed."""

import os
import re
import subprocess

import pytest
from checks import overflow, problems, problems_everywhere
from conftest import add_families, press, sign_in, wait_until_true
from crashes import is_idle, kill_at_step, note_ffmpeg, notes, rows
from films import Films, sample_film
from markup import keep_page
from playwright.sync_api import expect
from waiting import until

PARENT = "astrid@example.test"
BOOK, OTHER = 7, 8


@pytest.fixture
def saving(request, stock, tmp_path, browser):
    """A library with two families, in which parents may save videos, and a story with a film in two sizes."""

    def two_families(storytime):
        context = browser.new_context(base_url=storytime.address)
        add_families(storytime, context.new_page())
        context.close()

    storytime = stock(tmp_path, furnish=two_families)
    storytime.environment["STORYTIME_DOWNLOADS"] = "on"
    films = Films(storytime.folder)
    storytime.films = films
    storytime.video = films.add_playable(BOOK)
    storytime.smaller = films.add_version(storytime.video, "480p", 160, 90)
    yield storytime.start()
    storytime.stop()


@pytest.fixture
def watch(saving, open_page):
    def open_story(address=f"/watch/{BOOK}", **options):
        page = open_page(saving, **options)
        sign_in(page, PARENT)
        page.goto(address)
        if options.get("scripts", True):
            page.locator("video").evaluate("video => { video.muted = true }")
            wait_until_true(page, "document.querySelector('video').readyState >= 2")
        return page

    return open_story


def width(page):
    return page.evaluate("document.querySelector('video').videoWidth")


def place(page):
    return page.evaluate("document.querySelector('video').currentTime")


def form(page):
    return page.get_by_label("Source and size")


def test_another_size_plays_on_at_the_same_place_and_is_kept(watch, saving):
    """V1.1 L20, V2.5 L79, V5 L117."""
    page = watch()
    assert width(page) == 320
    expect(form(page).locator("option")).to_have_count(3)
    expect(form(page).locator("option").last).to_contain_text("480p, ")
    page.evaluate("document.querySelector('video').currentTime = 17")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until_true(page, "document.querySelector('video').currentTime > 17.3")
    form(page).select_option("480p")
    wait_until_true(page, "document.querySelector('video').videoWidth === 160 && document.querySelector('video').readyState >= 2")
    assert 17 < place(page) < 22
    wait_until_true(page, "!document.querySelector('video').paused && document.querySelector('video').currentTime > 18")
    page.get_by_role("button", name="Pause", exact=True).click()
    # While it rests, it changes as well, and rests on.
    before = place(page)
    form(page).select_option("")
    wait_until_true(page, "document.querySelector('video').videoWidth === 320 && !document.querySelector('video').seeking")
    assert abs(place(page) - before) < 0.5 and page.evaluate("document.querySelector('video').paused")
    # This browser keeps what was chosen, for each film that has it.
    form(page).select_option("480p")
    page.reload()
    expect(form(page)).to_have_value("480p")
    wait_until_true(page, "document.querySelector('video').videoWidth === 160")
    saving.films.add_playable(OTHER)
    page.goto(f"/watch/{OTHER}")
    wait_until_true(page, "document.querySelector('video').videoWidth === 320")
    expect(form(page)).to_have_count(0)


def test_a_film_that_was_paused_just_before_its_size_changed_rests_on(watch):
    page = watch()
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until_true(page, "document.querySelector('video').currentTime > 0.3")
    # At once, so that the film hasn't told yet that it rests.
    form(page).evaluate(
        """sizes => {
            document.querySelector("[data-act=toggle]").click();
            sizes.value = "480p";
            sizes.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    wait_until_true(page, "document.querySelector('video').videoWidth === 160 && !document.querySelector('video').seeking")
    assert page.evaluate("document.querySelector('video').paused")


def test_a_size_that_is_deleted_meanwhile_stops_nobody(watch, saving):
    page = watch()
    form(page).select_option("480p")
    wait_until_true(page, "document.querySelector('video').videoWidth === 160")
    saving.films.execute("DELETE FROM video_versions")
    saving.smaller.unlink()
    page.evaluate("document.querySelector('video').currentTime = 30")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until_true(page, "document.querySelector('video').currentTime > 30.5")
    page.reload()
    wait_until_true(page, "document.querySelector('video').videoWidth === 320")


def test_a_parent_saves_a_video_in_a_size(watch, saving):
    """V5 L115."""
    page = watch()
    title = page.locator("h1").inner_text()
    press(page, page.get_by_role("button", name="Save video"))
    with page.expect_download() as saved:
        page.get_by_role("menuitem", name="480p").click()
    name = saved.value.suggested_filename
    assert name.endswith("-480p.mp4") and name[0].lower() == title[0].lower()
    assert saved.value.path().read_bytes() == saving.smaller.read_bytes()
    page.reload()
    page.get_by_role("button", name="Save video").click()
    with page.expect_download() as saved:
        page.get_by_role("menuitem", name="Original").click()
    assert saved.value.path().read_bytes() == (sample_film() / "film.mp4").read_bytes()


def test_without_scripts_sizes_are_links(watch):
    page = watch(scripts=False)
    page.locator(".reading-with a").first.click()
    child = re.search(r"child=\d+", page.url)[0]
    page.get_by_role("link", name="480p").first.click()
    # Whoever watches, and the texts, stay as they were.
    assert child in page.url
    assert page.locator("video").get_attribute("src") == f"/watch/{BOOK}/film?size=480p"
    expect(page.get_by_text("Save video")).to_be_visible()


def test_the_player_with_its_menus_fits(watch):
    page = watch(width=1366)
    keep_page(page)
    assert not problems_everywhere(page)
    for size in (1920, 1366, 768, 375):
        page.set_viewport_size({"width": size, "height": 800})
        if size > 400:
            buttons_stand_in_one_row(page)
        page.get_by_role("button", name="Save video").click()
        expect(page.get_by_role("menuitem", name="480p")).to_be_visible()
        assert overflow(page) <= 0
        if folder := os.environ.get("SCREENSHOTS"):
            page.screenshot(path=f"{folder}/watch-{size}.png", full_page=True)
        page.keyboard.press("Escape")


def buttons_stand_in_one_row(page):
    """The choice of a size pushes no button into another row."""
    middles = page.evaluate("""() => [...document.querySelectorAll(".reading-buttons button")]
        .map((button) => button.getBoundingClientRect()).map((box) => box.y + box.height / 2)""")
    assert len(middles) > 5
    # Buttons stand at the bottom of their row, the largest a little higher.
    assert max(middles) - min(middles) < 12, middles


# What admins do


@pytest.fixture(scope="module")
def large_film(tmp_path_factory):
    """Two seconds in 720p, with more bits than a smaller size needs."""
    path = tmp_path_factory.mktemp("films") / "fox.mp4"
    pictures = ["-f", "lavfi", "-i", "testsrc2=duration=2:size=1280x720:rate=10", "-f", "lavfi", "-i", "sine=duration=2"]
    codecs = ["-c:v", "libx264", "-crf", "8", "-pix_fmt", "yuv420p", "-c:a", "aac"]
    subprocess.run(["ffmpeg", "-v", "error", *pictures, *codecs, path], check=True)
    return path


@pytest.fixture
def noting_library(stock, tmp_path):
    """A library whose ffmpeg notes when it begins."""
    storytime = stock(tmp_path)
    note_ffmpeg(storytime)
    yield storytime.start()
    storytime.stop()


def bring(page, library, film):
    file = {"name": "fox.mp4", "mimeType": "video/mp4", "buffer": film.read_bytes()}
    page.request.post("/admin/books/1/video/new", multipart={"video": file}, headers={"Origin": library.address})
    until(lambda: is_idle(library))
    return rows(library, "SELECT id FROM video_assets WHERE status = 'ready'")[0]


def test_a_size_is_made_shown_and_deleted_by_keyboard(noting_library, open_page, large_film):
    """V5 L115, L116, L118."""
    page = open_page(noting_library, width=1366)
    sign_in(page)
    video = bring(page, noting_library, large_film)
    page.goto(f"/admin/video_assets/{video}")
    sizes = page.locator("#sizes")
    expect(sizes.get_by_role("button", name="Make")).to_have_count(1)
    press(page, sizes.get_by_role("button", name="Make 480p"))
    expect(page.locator("#toasts")).to_contain_text("480p is being made.")
    # The page follows the work by itself.
    expect(sizes.locator(".pill")).to_have_text("Ready", timeout=60_000)
    expect(sizes).to_contain_text("854 × 480")
    assert not problems_everywhere(page)
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/sizes.png", full_page=True)
    press(page, sizes.get_by_role("link", name="Delete 480p"))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This frees")
    assert not problems(page)
    press(page, dialog.get_by_role("button", name="Delete 480p"))
    expect(page.locator("#toasts")).to_contain_text("480p deleted.")
    expect(sizes.get_by_role("button", name="Make 480p")).to_be_visible()
    assert rows(noting_library, "SELECT count(*) FROM video_versions") == [0]


def test_a_size_is_made_however_often_the_program_is_killed_meanwhile(noting_library, open_page, large_film):
    page = open_page(noting_library, is_watched=False)
    sign_in(page)
    video = bring(page, noting_library, large_film)
    notes(noting_library).unlink()
    for step in range(4):
        # One that has failed or is there already stays as it is.
        address = f"/admin/video_assets/{video}/versions"
        page.request.post(address, form={"size": "480p"}, headers={"Origin": noting_library.address})
        kill_at_step(noting_library, step)
    until(lambda: is_idle(noting_library))
    assert rows(noting_library, "SELECT status FROM video_versions")[0] in {"ready", "errored"}
    named = rows(noting_library, "SELECT file_key FROM video_versions WHERE file_key IS NOT NULL")
    made = [path.name for path in (noting_library.folder / "media/videos").iterdir() if path.name.endswith("-480p.mp4")]
    assert made == named
    assert not list((noting_library.folder / "tmp").iterdir())
