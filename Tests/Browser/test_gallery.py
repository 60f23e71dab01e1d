"""The gallery in Kids Mode, as fingers, a mouse and a keyboard use it: the criteria of ATLAS-KM-001, K1 to K6."""

import random
import re
import subprocess

import pytest
from album import Album
from checks import night_problems, overflow, problems, small_targets
from conftest import DEMO_PARENT, wait_until_true
from fingers import Fingers
from kids_home import hand_over, handed, home, tablet  # noqa: F401, fixtures among them
from monkey import playtime  # noqa: F401, a fixture
from playwright.sync_api import expect
from waiting import at_rest, painted, until

TRIPS, ANIMALS = 12, 3


@pytest.fixture(scope="module")
def album(home):  # noqa: F811
    """Twelve photos of trips and three of animals; the first category has none."""
    album = Album(home.storytime, DEMO_PARENT)
    album.add("Trips", TRIPS, words="Grandma on the pier")
    album.add("Animals", ANIMALS)
    return album


@pytest.fixture
def gallery(album, handed):  # noqa: F811
    """Opens the gallery on a tablet in Kids Mode."""

    def gallery(path="", **options):
        page = handed(**options)
        page.goto("/kids/gallery" + path)
        page.fingers = Fingers(page)
        return page

    return gallery


MIDDLE = (512, 400)


def own_time(page):
    """Opens the page again, on a clock that only the test moves on."""
    page.clock.install()
    page.reload()
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 1)
    return page


def middle(button):
    box = button.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def trips(album, index=None):
    return f"/{album.categories['Trips']}" + ("" if index is None else f"/{index + 1}")


def at(album, name, number=None):
    end = f"/kids/gallery/{album.categories[name]}" + ("" if number is None else f"/{number}")
    return re.compile(re.escape(end) + "$")


def scale(page):
    """How far the photo is zoomed in."""
    return page.locator(".viewer-cell:not([inert]) .viewer-photo").evaluate("photo => new DOMMatrix(getComputedStyle(photo).transform).a")


def pan(page):
    """How far the photo is from the middle, at this moment."""
    return page.locator(".viewer-cell:not([inert]) .viewer-photo").evaluate("photo => { const { e, f } = new DOMMatrix(getComputedStyle(photo).transform); return [e, f]; }")


def wait_until_photo(page, condition):
    """Waits for where the photo that is shown is put, of which the page's words say `matrix`."""
    wait_until_true(page, f"""(() => {{
        const photo = document.querySelector(".viewer-cell:not([inert]) .viewer-photo");
        if (!photo) return false;
        const matrix = new DOMMatrix(getComputedStyle(photo).transform);
        return {condition};
    }})()""")


def is_scale(page, wanted):
    wait_until_photo(page, f"Math.abs(matrix.a - {wanted}) < 0.01")


# ---- K1


def test_a_toast_says_the_new_category_for_two_seconds(album, gallery):
    """K1: name and color, 80 px from the top, 18 px, two seconds, glass."""
    page = own_time(gallery(trips(album)))
    page.get_by_role("button", name="Next category").click()
    toast = page.locator("#gallery-toast > span")
    expect(toast).to_have_text("Animals")
    box = toast.bounding_box()
    assert 78 <= box["y"] <= 82, box
    assert toast.evaluate("toast => parseFloat(getComputedStyle(toast).fontSize)") >= 18
    assert "blur" in toast.evaluate("toast => getComputedStyle(toast).backdropFilter")
    assert toast.locator("i").evaluate("dot => getComputedStyle(dot).backgroundColor") == "rgb(138, 90, 23)"
    page.clock.run_for(1_900)
    expect(toast).to_have_text("Animals")
    page.clock.run_for(1_500)
    expect(toast).to_have_count(0)


LONG = "Grundschulausflüge"


@pytest.fixture
def long_name(home, album):  # noqa: F811
    """A category whose name is one long word; its key."""
    rename = lambda name: home.films.execute("UPDATE photo_categories SET name = ? WHERE id = ?", name, album.categories["Animals"])
    rename(LONG)
    yield album.categories["Animals"]
    rename("Animals")


def test_the_strip_begins_where_the_child_is(long_name, gallery):
    """K1: on a phone, too, the first look shows which category it is, and its name as a whole."""
    page = gallery(f"/{long_name}", width=375)
    name = page.locator(".gallery-category[aria-current] .gallery-name")
    box, strip = name.bounding_box(), page.locator(".gallery-head nav").bounding_box()
    assert strip["x"] <= box["x"] and box["x"] + box["width"] <= strip["x"] + strip["width"], (box, strip)
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), "it is cut"


def enlarge(page):
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    painted(page)


def test_text_of_twice_the_size_finds_its_place_above_the_tiles(long_name, gallery):
    """K1: pictures become smaller, buttons stay, and no name lies under the toast."""
    page = gallery(f"/{long_name}", width=375)
    enlarge(page)
    for part in page.locator(".gallery-name, .gallery-swatch, .gallery-head > a").all():
        box = part.bounding_box()
        assert -1 <= box["y"] and box["y"] + box["height"] <= 80, (part.text_content(), box)
    assert page.locator(".gallery-head nav").bounding_box()["width"] > 100
    tops = page.locator(".gallery-tile").evaluate_all("tiles => tiles.map((tile) => Math.round(tile.getBoundingClientRect().top))")
    assert tops.count(tops[0]) == 2, tops
    assert overflow(page) <= 0


@pytest.mark.parametrize("width", [375, 1920])
def test_nothing_that_can_be_read_lies_under_the_toast(home, album, gallery, width):  # noqa: F811
    """K1: the names of the categories end above it."""
    home.films.execute("UPDATE photo_categories SET name = 'Grundschulausflüge' WHERE id = ?", album.categories["Birthdays"])
    try:
        page = gallery(trips(album), width=width)
        page.get_by_role("button", name="Next category").click()
        top = page.locator("#gallery-toast > span").bounding_box()["y"]
        for part in page.locator(".gallery-name, .gallery-swatch, .gallery-head > a").all():
            box = part.bounding_box()
            assert box["y"] + box["height"] <= top, (part.text_content(), box, top)
        name = page.locator(".gallery-name", has_text="Grundschulausflüge")
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), "it is cut"
        assert "linear-gradient" in page.locator(".gallery-head nav").evaluate("nav => getComputedStyle(nav).maskImage")
    finally:
        home.films.execute("UPDATE photo_categories SET name = 'Birthdays' WHERE id = ?", album.categories["Birthdays"])


def test_the_toast_is_solid_where_contrast_asks_for_it(album, gallery):
    """K1: glass, but nobody has to read through it."""
    page = gallery(trips(album), contrast="more")
    page.get_by_role("button", name="Next category").click()
    toast = page.locator("#gallery-toast > span")
    assert toast.evaluate("toast => getComputedStyle(toast).backdropFilter") == "none"
    assert "0." not in toast.evaluate("toast => getComputedStyle(toast).backgroundColor").split("/")[-1] or "/" not in toast.evaluate("toast => getComputedStyle(toast).backgroundColor")


# ---- K2


def test_the_first_category_with_photos_comes_first(album, gallery):
    """K2: never “All Photos”."""
    page = gallery()
    expect(page).to_have_url(at(album, "Trips"))
    expect(page.locator(".gallery-category[aria-current]")).to_have_text("Trips")
    expect(page.get_by_text("All Photos")).to_have_count(0)


def test_a_swipe_of_more_than_150_pixels_changes_the_category(album, gallery):
    """K2: 145 px and a rest are not enough, 160 are, and the other way leads back."""
    page = gallery(trips(album))
    page.fingers.swipe((700, 400), -145, 0, rest=0.16)
    painted(page)
    expect(page).to_have_url(at(album, "Trips"))
    page.fingers.swipe((700, 400), -160, 0, rest=0.16)
    expect(page).to_have_url(at(album, "Animals"))
    expect(page.locator(".gallery-tile")).to_have_count(ANIMALS)
    page.fingers.swipe((300, 400), 160, 0, rest=0.16)
    expect(page).to_have_url(at(album, "Trips"))
    expect(page.locator(".gallery-tile")).to_have_count(TRIPS)


def test_parents_may_ask_for_less_than_150_pixels(home, album, gallery):  # noqa: F811
    """K2: the distance is a setting of each child."""
    home.films.execute("INSERT INTO gallery_settings (child_id, swipe_distance) VALUES (?, 80)", home.alma)
    try:
        page = gallery(trips(album))
        page.fingers.swipe((700, 400), -100, 0, rest=0.16)
        expect(page).to_have_url(at(album, "Animals"))
    finally:
        home.films.execute("DELETE FROM gallery_settings WHERE child_id = ?", home.alma)


def test_a_quick_flick_is_enough(album, gallery):
    """K2: velocity counts, too: a small finger doesn’t go far."""
    page = gallery(trips(album))
    page.fingers.swipe((700, 400), -70, 0, steps=3, pause=0.004)
    expect(page).to_have_url(at(album, "Animals"))


def test_categories_do_not_change_twice_at_once(album, gallery):
    """K2: within 300 ms only one."""
    page = gallery(trips(album))
    page.fingers.swipe((800, 400), -200, 0, steps=3)
    page.fingers.swipe((800, 400), -200, 0, steps=3, after=0.2)
    painted(page)
    expect(page).to_have_url(at(album, "Animals"))


def test_the_category_is_kept_for_the_session(album, gallery):
    """K2: over a reload, and after a visit to the stories."""
    page = gallery(trips(album))
    with page.expect_request("**/kids/looks") as told:
        page.get_by_role("button", name="Next category").click()
    assert f"category={album.categories['Trips']}&" in told.value.post_data
    page.reload()
    expect(page).to_have_url(at(album, "Animals"))
    page.get_by_role("link", name="Back to the stories").click()
    page.wait_for_url("**/kids")
    page.get_by_role("link", name="Photos").click()
    expect(page).to_have_url(at(album, "Animals"))


def test_a_finger_may_begin_on_an_arrow(album, gallery):
    """K2: a drag from there changes the category once, and a tap presses it."""
    for width, height in [(768, 1024), (375, 667)]:
        page = gallery(trips(album), width=width)
        page.set_viewport_size({"width": width, "height": height})
        x, y = middle(page.get_by_role("button", name="Next category"))
        page.fingers.swipe((x, y), -300, 0)
        expect(page).to_have_url(at(album, "Animals"))
        x, y = middle(page.get_by_role("button", name="Previous category"))
        # To the browser, a touch right after a swipe only ends its momentum: this one has none.
        page.fingers.swipe((x, y), 300, 0, rest=0.16)
        expect(page).to_have_url(at(album, "Trips"))
        # On the clock of the finger: that of a quick machine is behind it, as if the tap came with the swipe.
        page.fingers.pause(0.1)
        page.fingers.tap(*middle(page.get_by_role("button", name="Next category")))
        expect(page).to_have_url(at(album, "Animals"))


# ---- K3


def test_a_tap_opens_a_photo_and_fingers_lead_through_all(album, gallery):
    """K3: full screen; up and down are photos, to the sides are categories."""
    page = gallery(trips(album))
    page.locator(".gallery-tile").nth(1).tap()
    expect(page).to_have_url(at(album, "Trips", 2))
    viewer = page.get_by_role("dialog")
    assert viewer.bounding_box() == {"x": 0, "y": 0, "width": 1024, "height": 800}
    box = page.locator(".viewer-cell:not([inert]) img").bounding_box()
    assert abs(box["height"] - 800) < 1 and abs(box["width"] - 600) < 1, box
    page.fingers.swipe(MIDDLE, 0, -260)
    expect(page).to_have_url(at(album, "Trips", 3))
    page.fingers.swipe(MIDDLE, 0, 260)
    expect(page).to_have_url(at(album, "Trips", 2))
    page.fingers.swipe(MIDDLE, -260, 0)
    expect(page).to_have_url(at(album, "Animals", 2))


def test_a_photo_is_pinched_and_panned_within_its_edges(album, gallery):
    """K3: to four times its size, and never further than its edges."""
    page = gallery(trips(album, 0))
    page.fingers.pinch(*MIDDLE, 40, 420)
    is_scale(page, 4)
    page.fingers.pinch(*MIDDLE, 400, 30)
    is_scale(page, 1)
    page.fingers.pinch(*MIDDLE, 40, 80)
    is_scale(page, 2)
    for _ in range(2):
        page.fingers.swipe((300, 300), 400, 300, rest=0.16)
    box = at_rest(page.locator(".viewer-cell:not([inert]) .viewer-photo"))
    assert -1 <= box["x"] <= 1 and -1 <= box["y"] <= 1, box


def test_a_double_tap_zooms_where_the_finger_is(album, gallery):
    """K3: one to two and a half times, and back."""
    page = gallery(trips(album, 0))
    before = page.locator(".viewer-cell:not([inert]) .viewer-photo").bounding_box()
    x, y = 400, 350
    page.fingers.double_tap(x, y)
    is_scale(page, 2.5)
    after = page.locator(".viewer-cell:not([inert]) .viewer-photo").bounding_box()
    share = lambda box: ((x - box["x"]) / box["width"], (y - box["y"]) / box["height"])
    assert all(abs(old - new) < 0.02 for old, new in zip(share(before), share(after))), (before, after)
    page.fingers.pause(0.4)
    page.fingers.double_tap(x, y)
    is_scale(page, 1)


def test_pulling_the_first_photo_down_leaves(album, gallery):
    """K3 (X7): down is the photo before; on the first one it leads back to the tiles, as do ✕, Escape and Back."""
    page = gallery(trips(album))
    viewer = page.get_by_role("dialog")
    leave = [
        lambda: page.fingers.swipe((512, 200), 0, 400, rest=0.1),
        lambda: page.get_by_role("button", name="Close").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.go_back(),
    ]
    for act in leave:
        page.locator(".gallery-tile").first.tap()
        expect(viewer).to_be_visible()
        expect(page).to_have_url(at(album, "Trips", 1))
        act()
        expect(viewer).to_have_count(0)
        expect(page).to_have_url(at(album, "Trips"))
        expect(page.locator(".gallery-tile").first).to_be_focused()


def test_a_finger_may_begin_on_an_arrow_in_full_screen(album, gallery):
    """K3: a drag from there swipes, or pans what is zoomed; a tap presses it, and quick taps never zoom."""
    for width, height in [(768, 1024), (375, 667)]:
        page = gallery(trips(album, 1), width=width)
        page.set_viewport_size({"width": width, "height": height})
        arrow = lambda name: page.get_by_role("dialog").get_by_role("button", name=name)
        page.fingers.swipe(middle(arrow("Next photo")), 0, -350)
        expect(page).to_have_url(at(album, "Trips", 3))
        page.fingers.swipe(middle(arrow("Next category")), -350 if width > 400 else -300, 0)
        expect(page).to_have_url(at(album, "Animals", 3))
        arrow("Previous category").tap()
        expect(page).to_have_url(at(album, "Trips", 3))
        x, y = middle(arrow("Next photo"))
        page.fingers.double_tap(x, y)
        expect(page).to_have_url(at(album, "Trips", 5))
        painted(page)
        assert scale(page) == 1
        page.keyboard.press("+")
        page.keyboard.press("+")
        is_scale(page, 2.25)
        page.fingers.pause(0.3)
        page.fingers.swipe(middle(arrow("Next category")), -100, 0, rest=0.16)
        expect(page).to_have_url(at(album, "Trips", 5))
        assert pan(page)[0] < -40
        assert not arrow("Next category").evaluate("button => button.matches(':focus-visible')")


def test_a_mouse_drags_from_an_arrow_too(album, gallery):
    """K3: what it lets go on the same arrow has pressed nothing, if it has swiped."""
    page = gallery(trips(album, 1), width=1280, has_touch=False)
    x, y = middle(page.get_by_role("dialog").get_by_role("button", name="Next photo"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 25)
    page.mouse.move(x, y - 31)
    page.mouse.up()
    expect(page).to_have_url(at(album, "Trips", 3))
    painted(page)
    expect(page).to_have_url(at(album, "Trips", 3))
    page.mouse.click(x, y)
    expect(page).to_have_url(at(album, "Trips", 4))


def test_back_and_forward_lead_in_and_out(album, gallery):
    """K3: whatever the address says is what is shown, also after the photo was loaded again."""
    page = gallery(trips(album))
    viewer = page.get_by_role("dialog")
    page.locator(".gallery-tile").nth(1).tap()
    expect(viewer).to_be_visible()
    page.keyboard.press("ArrowDown")
    for _ in range(2):
        page.go_back()
        expect(page).to_have_url(at(album, "Trips"))
        expect(viewer).to_have_count(0)
        page.go_forward()
        expect(page).to_have_url(at(album, "Trips", 3))
        expect(viewer.locator(".viewer-words")).to_have_text(f"Trips · 3 of {TRIPS}")
    page.get_by_role("button", name="Close").click()
    expect(page).to_have_url(at(album, "Trips"))
    expect(page.locator(".gallery-tile").nth(2)).to_be_focused()
    page.go_forward()
    expect(viewer).to_be_visible()
    page.reload()
    expect(viewer).to_be_visible()
    page.go_back()
    expect(page).to_have_url(at(album, "Trips"))
    expect(page.locator(".gallery-tile")).to_have_count(TRIPS)
    page.go_forward()
    expect(viewer.locator(".viewer-words")).to_have_text(f"Trips · 3 of {TRIPS}")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".gallery-tile")).to_have_count(TRIPS)
    expect(viewer).to_have_count(0)


def test_a_thrown_photo_glides_on_and_is_caught(home, album, gallery):  # noqa: F811
    """K6: at the speed of the finger, to its edges at most; a finger holds it where it is; with less motion it stays."""
    page = gallery(trips(album, 0))
    photo = page.locator(".viewer-cell:not([inert]) .viewer-photo")
    throw = lambda: page.fingers.swipe(MIDDLE, -60, -30, steps=4, pause=0.001)
    page.keyboard.press("Enter")
    is_scale(page, 2.5)
    throw()
    still = pan(page)
    at_rest(photo)
    assert pan(page) == still and -75 < still[0] < -45, still
    try:
        home.films.execute("UPDATE children SET has_reduced_motion = 0 WHERE id = ?", home.alma)
        page.emulate_media(reduced_motion="no-preference")
        page.reload()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Enter")
        is_scale(page, 2.5)
        at_rest(photo)
        throw()
        at_rest(photo)
        far = pan(page)
        assert far[0] < still[0] - 25, (far, still)
        assert page.evaluate("document.querySelector('.viewer-cell:not([inert]) .viewer-photo').getBoundingClientRect().right >= innerWidth - 1")
        page.fingers.swipe(MIDDLE, 120, 60, steps=4, pause=0.001)
        page.fingers.touch("touchStart", MIDDLE)
        caught = pan(page)
        painted(page, 10)
        assert pan(page) == caught
        page.fingers.touch("touchEnd")
        painted(page, 10)
        assert pan(page) == caught
    finally:
        home.films.execute("UPDATE children SET has_reduced_motion = 1 WHERE id = ?", home.alma)


def test_a_zoom_that_was_quicker_than_the_photo_is_kept(album, gallery):
    """K3: who is quick on a slow connection sees what they asked for, and goes on from there."""
    page = gallery(trips(album), service_workers="block", is_watched=False)
    held = []
    page.route(re.compile("/kids/gallery/.*/pictures"), lambda route: held.append(route))
    page.goto("/kids/gallery" + trips(album, 1))
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")
    until(lambda: held, "a question for pictures", page)
    painted(page)
    assert not page.locator(".viewer-photo").count()
    for route in held:
        route.continue_()
    page.unroute_all(behavior="ignoreErrors")
    expect(page.locator(".viewer-cell:not([inert]) .viewer-photo img")).to_be_visible()
    is_scale(page, 2.5)
    page.keyboard.press("Enter")
    is_scale(page, 1)


# ---- K4


def test_the_index_is_kept_from_category_to_category(album, gallery):
    """K4 (X8): clamped to what there is, and the first photo after zooming in."""
    page = gallery(trips(album, 1))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(album, "Animals", 2))
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(at(album, "Trips", 2))
    page.keyboard.press("End")
    expect(page).to_have_url(at(album, "Trips", TRIPS))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(album, "Animals", ANIMALS))
    page.keyboard.press("+")
    is_scale(page, 1.5)
    page.get_by_role("button", name="Previous category").click()
    expect(page).to_have_url(at(album, "Trips", 1))
    is_scale(page, 1)


def test_only_neighbors_are_in_the_page(album, gallery):
    """K4: two pagers, and no more than the photo and those around it."""
    page = gallery(trips(album, 5))
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page).to_have_url(at(album, "Trips", 10))
    expect(page.locator(".viewer-cell:not([inert])")).to_have_count(1)
    assert page.locator(".viewer-cell").count() <= 5


# ---- K5


def test_words_and_arrows_fade_and_a_tap_brings_them_back(album, gallery):
    """K5: category and number; three seconds; never while the keyboard is among them."""
    page = own_time(gallery(trips(album, 2)))
    words = page.locator("dialog .viewer-words")
    expect(words).to_have_text(f"Trips · 3 of {TRIPS}")
    dialog = page.get_by_role("dialog")
    expect(dialog).not_to_have_class(re.compile("is-bare"))
    page.clock.run_for(3_500)
    expect(dialog).to_have_class(re.compile("is-bare"))
    for pattern in (expect(dialog).not_to_have_class, expect(dialog).to_have_class):
        page.fingers.tap(*MIDDLE)
        page.clock.run_for(500)
        pattern(re.compile("is-bare"))
    page.keyboard.press("Tab")
    expect(page.locator(".viewer-arrows :focus-visible")).to_have_count(1)
    page.clock.run_for(60_000)
    assert words.evaluate("words => getComputedStyle(words).opacity") == "1"


def test_the_color_comes_first_then_the_picture(album, gallery):
    """K5: a color at once, a sign of waiting after a quarter of a second, then the picture."""
    page = gallery(trips(album), service_workers="block", is_watched=False)
    held = []
    page.route(re.compile("/media/photos/.*/(1280|2560)"), lambda route: held.append(route))
    page.locator(".gallery-tile").first.tap()
    photo = page.locator(".viewer-cell:not([inert]) .viewer-photo")
    assert photo.evaluate("photo => photo.style.background") == "rgb(34, 102, 170)"
    expect(photo.locator("img")).to_have_count(0)
    expect(photo.locator(".viewer-spinner")).to_be_visible()
    for route in held:
        route.continue_()
    page.unroute_all(behavior="ignoreErrors")
    expect(photo.locator("img")).to_have_count(1)
    expect(photo.locator(".viewer-spinner")).to_have_count(0)
    assert photo.locator("img").get_attribute("alt") == "Grandma on the pier"


def test_a_photo_whose_data_comes_late_is_zoomed_all_the_same(album, gallery):
    """K5: nobody waits for an answer before a key acts, and once it is there its photo is panned."""
    page = gallery(trips(album), service_workers="block", has_touch=False, is_watched=False)
    errors, held = [], []
    page.on("pageerror", lambda error: errors.append(error))
    page.route(re.compile(r"/pictures\?from="), lambda route: held.append(route))
    page.locator(".gallery-tile").first.click()
    for number in [2, 3]:
        page.keyboard.press("ArrowDown")
        expect(page).to_have_url(at(album, "Trips", number))
    page.keyboard.press("+")
    page.keyboard.press("+")
    for route in held:
        route.continue_()
    is_scale(page, 2.25)
    page.keyboard.press("ArrowRight")
    wait_until_photo(page, "matrix.e < 0")
    assert not errors


def test_a_photo_that_does_not_come_is_a_drawing_until_it_does(album, gallery):
    """K5: never a black screen, and nobody has to swipe again."""
    page = gallery(trips(album), service_workers="block", is_watched=False)
    page.route(re.compile(rf"/{album.categories['Animals']}/pictures"), lambda route: route.abort())
    page.locator(".gallery-tile").first.tap()
    page.get_by_role("dialog").get_by_role("button", name="Next category").click()
    expect(page).to_have_url(at(album, "Animals", 1))
    here = page.locator(".viewer-cell:not([inert])")
    expect(here).to_contain_text("Nothing here yet")
    page.unroute_all(behavior="ignoreErrors")
    expect(here.locator("img")).to_be_visible()
    expect(here).not_to_contain_text("Nothing here yet")


def test_a_category_that_is_hidden_meanwhile_has_nothing(album, gallery):
    page = gallery(trips(album), service_workers="block", is_watched=False)
    page.route(re.compile(rf"/{album.categories['Animals']}/pictures"), lambda route: route.fulfill(status=404))
    page.locator(".gallery-tile").first.tap()
    page.get_by_role("dialog").get_by_role("button", name="Next category").click()
    expect(page.locator(".viewer-cell:not([inert])")).to_contain_text("Nothing here yet")
    expect(page.locator(".viewer-words")).to_have_text("Animals")


def test_closed_in_another_category_the_tile_of_the_photo_is_there(album, gallery):
    """K4: as it is in the same one."""
    page = gallery(trips(album), has_touch=False)
    page.locator(".gallery-tile").first.click()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(album, "Animals", 1))
    page.keyboard.press("End")
    expect(page).to_have_url(at(album, "Animals", ANIMALS))
    page.keyboard.press("Escape")
    expect(page.locator(".gallery-panel:not(.is-beside) .gallery-tile").nth(ANIMALS - 1)).to_be_focused()


@pytest.mark.parametrize("is_large", [False, True])
def test_a_long_name_has_room_beside_the_arrows(long_name, gallery, is_large):
    """K5: in one line on a phone, and with text of twice the size in as many as it needs; the arrow stands above."""
    page = gallery(f"/{long_name}/1", width=375)
    if is_large:
        enlarge(page)
    words = page.locator("dialog .viewer-words")
    expect(words).to_have_text(f"{LONG} · 1 of {ANIMALS}")
    box = words.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 375, box
    assert is_large or box["height"] < 45, box
    assert words.evaluate("words => words.scrollWidth <= words.clientWidth")
    for arrow in page.locator(".viewer-arrows button:visible").all():
        other = arrow.bounding_box()
        assert other["y"] + other["height"] <= box["y"], (arrow.get_attribute("aria-label"), other, box)


# ---- K6


def test_an_empty_category_has_a_card_that_is_swiped_away(album, gallery):
    """K6: “Nothing here yet”, on the tiles and full screen."""
    page = gallery(f"/{album.categories['Family']}")
    expect(page.locator(".gallery-empty")).to_be_visible()
    page.fingers.swipe((700, 400), -300, 0)
    expect(page).to_have_url(at(album, "Trips"))
    page.locator(".gallery-tile").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.fingers.swipe(MIDDLE, 300, 0)
    expect(page).to_have_url(at(album, "Family", 1))
    expect(page.get_by_role("dialog").get_by_text("Nothing here yet").last).to_be_visible()
    page.fingers.swipe(MIDDLE, -300, 0)
    expect(page).to_have_url(at(album, "Trips", 1))


def test_the_zoom_stays_from_photo_to_photo(album, gallery):
    """K6 (X8): the same scale, in the middle."""
    page = gallery(trips(album, 0))
    page.keyboard.press("Enter")
    is_scale(page, 2.5)
    page.keyboard.press("PageDown")
    expect(page).to_have_url(at(album, "Trips", 2))
    is_scale(page, 2.5)


def test_springs_move_and_nothing_moves_where_that_is_asked_for(home, album, gallery):  # noqa: F811
    """K6: springs for every transition, none under reduced motion."""
    page = gallery(trips(album, 0))
    running = "document.getAnimations().filter((each) => each.effect.target.matches('.viewer-cell, .viewer-photo')).length"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(running) == 0
    home.films.execute("UPDATE children SET has_reduced_motion = 0 WHERE id = ?", home.alma)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    expect(page.get_by_role("dialog")).to_be_visible()
    moved = page.evaluate(f"""() => {{
        document.querySelector('dialog .viewer-stage').dispatchEvent(new KeyboardEvent('keydown', {{ key: 'ArrowDown', bubbles: true }}));
        return {running};
    }}""")
    assert moved >= 2


# ---- Tiles


def test_tiles_are_as_large_as_the_screen_allows(album, gallery):
    page = gallery(trips(album))
    for width, least, most in [(375, 2, 2), (768, 3, 4), (1366, 4, 6), (1920, 4, 6), (2560, 5, 6)]:
        page.set_viewport_size({"width": width, "height": 800})
        tops = page.locator(".gallery-tile").evaluate_all("tiles => tiles.map((tile) => Math.round(tile.getBoundingClientRect().top))")
        assert least <= tops.count(tops[0]) <= most, (width, tops)


def test_covers_are_shown_whole(home, album, gallery):  # noqa: F811
    """Portraits, with their titles and pictures, from the server and from the script."""
    cover = home.storytime.folder / "media/covers" / f"{'c0' * 20}.webp"
    cover.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=400x600", "-frames:v", "1", str(cover)], check=True)
    home.films.execute("UPDATE books SET cover_key = ?, cover_width = 400, cover_height = 600 WHERE id = ?", cover.name, home.book)
    page = gallery("/covers")
    images = page.locator(".gallery-tile img")
    covers = images.count()
    for _ in range(2):
        expect(images.first).to_be_visible()
        box = images.first.bounding_box()
        assert abs(box["height"] / box["width"] - 1.5) < 0.02, box
        assert images.first.evaluate("image => getComputedStyle(image).objectFit") == "contain"
        page.goto("/kids/gallery" + trips(album))
        page.locator(".gallery-category[data-key=covers]").click()
        expect(page).to_have_url(re.compile("/covers$"))
        expect(images).to_have_count(covers)
        at_rest(images.first)


# ---- By other means


def test_a_mouse_drags_and_big_arrows_lead_everywhere(album, gallery):
    page = gallery(trips(album), width=1280, has_touch=False)
    page.mouse.move(900, 400)
    page.mouse.down()
    page.mouse.move(600, 400, steps=10)
    page.mouse.up()
    expect(page).to_have_url(at(album, "Animals"))
    page.locator(".gallery-tile").first.click()
    for name, number in [("Next photo", 2), ("Previous photo", 1)]:
        page.get_by_role("button", name=name).click()
        expect(page).to_have_url(at(album, "Animals", number))
    page.get_by_role("dialog").get_by_role("button", name="Previous category").click()
    expect(page).to_have_url(at(album, "Trips", 1))


def test_a_keyboard_does_everything(album, gallery):
    page = gallery(trips(album), has_touch=False)
    page.locator(".gallery-tile").nth(3).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(at(album, "Trips", 4))
    for key, number in [("ArrowUp", 3), ("Home", 1), ("End", TRIPS), ("PageUp", TRIPS - 1)]:
        page.keyboard.press(key)
        expect(page).to_have_url(at(album, "Trips", number))
    for key, wanted in [("+", 1.5), ("+", 2.25), ("-", 1.5), ("0", 1), ("Enter", 2.5)]:
        page.keyboard.press(key)
        is_scale(page, wanted)
    page.keyboard.press("Escape")
    expect(page).to_have_url(at(album, "Trips"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(album, "Animals"))


def test_a_screen_reader_hears_category_number_and_words(album, gallery):
    page = gallery(trips(album, 0))
    status = page.get_by_role("dialog").get_by_role("status").first
    expect(status).to_have_text(f"Trips, 1 of {TRIPS}: Grandma on the pier")
    page.keyboard.press("ArrowDown")
    expect(status).to_have_text(f"Trips, 2 of {TRIPS}")


def test_without_scripts_links_lead_through_all(album, gallery):
    page = gallery(trips(album), scripts=False, is_watched=False)
    page.locator(".gallery-tile").first.click()
    # Its color is behind it.
    at_middle = "image => document.elementFromPoint(innerWidth / 2, innerHeight / 2) === image"
    assert page.locator(".viewer-cell > img").evaluate(at_middle)
    page.get_by_role("link", name="Next photo").click()
    expect(page).to_have_url(at(album, "Trips", 2))
    page.get_by_role("link", name="Next category").click()
    expect(page).to_have_url(at(album, "Animals", 2))
    page.get_by_role("link", name="Close").click()
    expect(page).to_have_url(at(album, "Animals"))


@pytest.mark.parametrize("width", [375, 1280])
def test_its_pages_are_accessible_and_fit(album, gallery, width):
    page = gallery(trips(album), width=width)
    for path in [trips(album), f"/{album.categories['Family']}", trips(album, 1)]:
        page.goto("/kids/gallery" + path)
        assert not problems(page) + night_problems(page), path
        assert not small_targets(page), path
        assert overflow(page) <= 0, path


def test_random_gestures_find_no_way_out_and_leave_nothing_behind(home, album, gallery, playtime):  # noqa: F811
    """K6: nothing fails, and the heap grows by less than a fifth.

    A page that is loaded again has a heap of its own, so all of it must happen on one.
    """
    page = gallery(trips(album))
    protocol = page.fingers.protocol
    protocol.send("Performance.enable")
    chance = random.Random(playtime.seed)
    width, height = 1024, 800

    def heap():
        for _ in range(2):
            protocol.send("HeapProfiler.collectGarbage")
        return next(each["value"] for each in protocol.send("Performance.getMetrics")["metrics"] if each["name"] == "JSHeapUsedSize")

    def act():
        place = (chance.uniform(40, width - 40), chance.uniform(120, height - 40))
        match chance.randrange(8):
            case 0 | 1:
                page.fingers.swipe(place, chance.choice([-1, 1]) * chance.uniform(40, 500), chance.uniform(-60, 60), steps=6, pause=0.008)
            case 2 | 3:
                page.fingers.swipe(place, chance.uniform(-60, 60), chance.choice([-1, 1]) * chance.uniform(40, 500), steps=6, pause=0.008)
            case 4:
                page.fingers.pinch(width / 2, height / 2, chance.uniform(20, 300), chance.uniform(20, 300), steps=6)
            case 5:
                page.fingers.tap(*place)
            case 6:
                page.fingers.double_tap(*place)
            case 7:
                page.keyboard.press(chance.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "+", "-", "0", "Home", "End", "Enter", "Escape"]))
        assert re.search(r"/kids/gallery/", page.url), page.url
        assert page.locator(".viewer-cell").count() <= 6

    # All that it loads and makes once is there before its heap is measured.
    page.evaluate("window.isTheSame = true")
    page.locator(".gallery-tile").first.tap()
    for key in ["ArrowDown"] * TRIPS + ["+", "0", "Home"] + ["ArrowRight", "ArrowLeft"] * 4 + ["Escape"]:
        page.keyboard.press(key)
        painted(page)
    for _ in range(20):
        act()
    before, count = heap(), 0
    while playtime.share(count) < 1:
        act()
        count += 1
    assert page.evaluate("window.isTheSame"), "the page was loaded again, so its heap says nothing"
    after = heap()
    story = f"seed {playtime.seed}, {count} acts; heap {before / 1e6:.1f} MB before, {after / 1e6:.1f} MB after"
    print(story)
    assert after < 1.2 * before, story
    assert page.request.get("/children").status == 404
