"""Parents keep photos: many at once, from a phone and a camera, sorted, turned, binned, and what each child sees."""

import re
from pathlib import Path

import pytest
from album import Album
from checks import night_problems, overflow, problems, small_targets
from conftest import DEMO_PARENT
from playwright.sync_api import expect

FIXTURES = Path(__file__).resolve().parents[1] / "Fixtures/photos"
PHOTO = (FIXTURES / "photo.jpg").read_bytes()
READY = 60_000  # milliseconds in which the worker has made all sizes, whatever else it does


def photo(number, name=None):
    """One that nobody has uploaded yet: what follows the end of a JPEG is not looked at."""
    return {"name": name or f"IMG_{number}.jpg", "mimeType": "image/jpeg", "buffer": PHOTO + f"{number:06}".encode()}


@pytest.fixture(scope="module")
def album(house):
    return Album(house, DEMO_PARENT)


@pytest.fixture
def photos(album, parent_page):
    """Opens the family’s photos as its parent."""

    def photos(path="", **options):
        page = parent_page(**options)
        page.goto("/family/photos" + path)
        return page

    return photos


def choose(page, files):
    if page.locator("details.photo-add:not([open])").count():
        page.get_by_text("Add photos").click()
    page.set_input_files("#field-files", files)


def words(page):
    return page.locator("[data-photos-words]")


def test_many_photos_arrive_and_what_is_no_photo_is_said(photos):
    page = photos()
    choose(page, [photo(number) for number in range(5)] + [
        {"name": "camera.heic", "mimeType": "image/heic", "buffer": (FIXTURES / "photo.heic").read_bytes()}, {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"notes"}, photo(0, "copy.jpg")])
    expect(words(page)).to_contain_text("of 8 photos uploaded", timeout=20_000)
    expect(words(page)).to_have_text("6 of 8 photos uploaded, 1 was already here, 1 failed.", timeout=20_000)
    queue = page.locator("[data-photos-queue]")
    expect(queue).to_contain_text("notes.txtThis file isn’t a photo. Choose a JPEG, PNG, WebP, HEIC or AVIF photo.")
    expect(queue).to_contain_text("copy.jpgThis photo is already here, in “Family”.")
    expect(page.locator(".photo img")).to_have_count(6, timeout=READY)
    expect(page.locator(".lede")).to_contain_text("6 photos")
    # The console stays silent but for the refused file.
    page.evaluate("window.complaints = []")


def test_a_photo_that_is_already_here_is_no_new_one(photos):
    page = photos()
    choose(page, [photo(150)])
    expect(words(page)).to_have_text("1 of 1 photo uploaded.", timeout=20_000)
    page.reload()
    choose(page, [photo(150, "again.jpg")])
    expect(words(page)).to_have_text("No new photos: 1 was already here.", timeout=20_000)


def test_a_broken_connection_is_tried_again(photos):
    page = photos(is_watched=False)
    page.clock.install()
    broken = []

    def answer(route):
        if len(broken) < 2:
            broken.append(route)
            return route.abort()
        return route.continue_()

    page.route("**/family/photos/files?*", answer)
    choose(page, [photo(100)])
    expect(page.locator("[data-photos-queue]")).to_contain_text("Trying again…")
    page.clock.run_for(1500)
    expect(page.locator("[data-photos-queue]")).to_contain_text("Trying again…")
    page.clock.run_for(5000)
    expect(words(page)).to_have_text("1 of 1 photo uploaded.")
    assert len(broken) == 2


def test_what_waits_can_be_canceled_and_leaving_asks(photos):
    page = photos(is_watched=False)
    page.route("**/family/photos/files?*", lambda route: None)
    choose(page, [photo(number) for number in range(200, 206)])
    expect(words(page)).to_contain_text("Keep this page open.")
    expect(page.locator("[data-photos-queue] li")).to_have_count(3)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("setTimeout(() => location.assign('/children'))")
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Cancel all uploads").click()
    expect(page.locator("[data-photos-queue] li")).to_have_count(0)


def test_photos_are_dropped_anywhere(photos):
    page = photos()
    dropped = page.evaluate_handle(
        """(bytes) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([new Uint8Array(bytes)], "dropped.jpg", { type: "image/jpeg" }));
            transfer.items.add(new File(["x"], ".DS_Store"));
            return transfer;
        }""", list(PHOTO + b"dropped"))
    page.dispatch_event("main", "dragover", {"dataTransfer": dropped})
    expect(page.locator("[data-photos-drop]")).to_have_class(re.compile("is-over"))
    page.dispatch_event("main", "drop", {"dataTransfer": dropped})
    expect(words(page)).to_have_text("1 of 1 photo uploaded.", timeout=20_000)


def test_chosen_photos_are_moved_turned_and_binned_with_undo(album, photos):
    album.add("Birthdays", 4)
    page = photos(f"?category={album.categories['Birthdays']}")
    boxes = page.locator(".photo [name=ids]")
    expect(boxes).to_have_count(4)
    page.get_by_label("Select all on this page").check()
    expect(page.get_by_role("button", name="Apply (4)")).to_be_visible()
    page.get_by_label("Select all on this page").uncheck()
    boxes.nth(0).check()
    page.get_by_label("With the selected photos").select_option(label="Move to the end")
    page.get_by_role("button", name="Apply (1)").click()
    expect(page.locator("#toasts")).to_contain_text("1 photo moved.")
    boxes.nth(0).check()
    boxes.nth(1).check()
    page.get_by_label("With the selected photos").select_option(label="Move to “At Home”")
    page.get_by_role("button", name="Apply (2)").click()
    expect(page.locator("#toasts")).to_contain_text("2 photos moved to “At Home”.")
    expect(boxes).to_have_count(2)
    boxes.nth(0).check()
    page.get_by_role("button", name="Move to the bin").click()
    expect(boxes).to_have_count(1)
    # By keyboard, Undo is what comes first.
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("1 photo restored.")
    expect(boxes).to_have_count(2)
    boxes.nth(0).check()
    page.get_by_label("With the selected photos").select_option(label="Rotate right")
    page.get_by_role("button", name="Apply (1)").click()
    expect(page.locator("#toasts")).to_contain_text("Rotating 1 photo…")
    # Made anew from the largest size: it is as wide as it was high.
    expect(page.get_by_text("Rotating…", exact=True)).to_have_count(0, timeout=READY)


def test_a_photo_is_described_and_has_neighbors(album, photos):
    album.add("Birthdays", 3)
    page = photos(f"?category={album.categories['Birthdays']}")
    page.locator("a.photo-frame").first.click()
    page.get_by_label("What does it show?").fill("A cake with five candles")
    page.get_by_role("button", name="Save description").click()
    expect(page.locator("#toasts")).to_contain_text("Description saved.")
    assert page.locator(".photo-large img").get_attribute("alt") == "A cake with five candles"
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_label("What does it show?")).to_have_value("A cake with five candles")


def test_categories_and_what_a_child_sees_are_kept(album, photos):
    page = photos("/categories")
    page.get_by_role("link", name="Add category").click()
    page.get_by_role("button", name="Add category").click()
    expect(page.get_by_role("alert")).to_contain_text("Enter a name.")
    page.get_by_label("Name", exact=True).fill("Garden")
    page.get_by_label("Olive").check(force=True)
    page.get_by_label("Leaf").check(force=True)
    page.get_by_role("button", name="Add category").click()
    expect(page.get_by_role("row", name="Garden")).to_be_visible()
    page.get_by_role("button", name="Move Garden up").click()
    expect(page.locator("tbody tr").nth(4)).to_contain_text("Garden")
    page.get_by_role("link", name="Edit Garden").click()
    page.get_by_role("link", name="Delete category").click()
    page.get_by_role("button", name="Delete category").click()
    expect(page.get_by_role("row", name="Garden")).to_have_count(0)
    page.goto("/family/photos/settings")
    page.locator(".photo-children a").first.click()
    page.get_by_label("Birthdays").uncheck()
    page.get_by_label("Swipe distance").fill("79")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Swipe distance must be a whole number from 80 to 250.")
    expect(page.get_by_label("Birthdays")).not_to_be_checked()
    page.get_by_label("Swipe distance").fill("100")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toasts")).to_contain_text("gallery saved.")


def test_without_scripts_photos_are_uploaded_and_binned(photos):
    page = photos(scripts=False, is_watched=False)
    if page.locator("details.photo-add:not([open])").count():
        page.locator("details.photo-add > summary").click()
    page.set_input_files("#field-files", [photo(300)])
    page.get_by_role("button", name="Upload photos").click()
    expect(page.locator("#toasts")).to_contain_text("1 photo uploaded.")
    page.locator(".photo [name=ids]").first.check()
    page.get_by_role("button", name="Move to the bin").click()
    expect(page.locator("#toasts")).to_contain_text("1 photo moved to the bin.")


@pytest.mark.parametrize("width", [375, 768, 1280])
def test_their_pages_are_accessible_and_fit(album, photos, width):
    album.add("Trips", 2)
    one = album.query("SELECT id FROM photos WHERE deleted_at IS NULL AND state = 'ready' AND family_id = ? LIMIT 1", album.family)[0][0]
    child = album.query("SELECT id FROM children WHERE family_id = ? LIMIT 1", album.family)[0][0]
    page = photos(width=width, has_touch=width < 400)
    for path in ["", f"/{one}", "/categories", "/categories/new", f"/categories/{album.categories['Trips']}",
                 f"/categories/{album.categories['Trips']}/delete", "/bin", "/settings"]:
        page.goto("/family/photos" + path)
        found = problems(page) + night_problems(page) + (small_targets(page) if width < 400 else [])
        assert not found, (path, found)
        assert overflow(page) <= 0, path
    page.goto(f"/children/{child}/gallery")
    assert not problems(page) + night_problems(page)
