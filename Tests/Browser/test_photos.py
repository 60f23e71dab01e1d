"""Parents keep photos: many at once, from a phone and a camera, sorted, turned, binned, and what each child sees."""

import re
from pathlib import Path

import pytest
from album import Album
from checks import night_problems, overflow, problems, small_targets
from conftest import DEMO_PARENT
from playwright.sync_api import expect
from waiting import until

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
    expect(words(page)).to_have_text("6 photos uploaded, 1 was already here, 1 failed.", timeout=20_000)
    queue = page.locator("[data-photos-queue]")
    expect(queue.locator("li")).to_have_text(["notes.txtThis file isn’t a photo. Choose a JPEG, PNG, WebP, HEIC or AVIF photo."])
    known = page.locator("[data-photos-known]")
    expect(known.locator("li")).to_be_hidden()
    known.get_by_text("1 photo was already here").click()
    expect(known.locator("li")).to_have_text(["copy.jpgThis photo is already here, in “Family”."])
    expect(page.locator(".photo img")).to_have_count(6, timeout=READY)
    expect(page.locator(".lede")).to_contain_text("6 photos")
    # The console stays silent but for the refused file.
    page.evaluate("window.complaints = []")


def test_photos_that_are_here_already_are_folded_together(photos):
    """Sixty lines about nothing to do would push the list out of sight."""
    page = photos()
    again = [photo(number) for number in range(600, 640)]
    choose(page, again)
    expect(words(page)).to_have_text("40 photos uploaded.", timeout=READY)
    choose(page, again + [{"name": "notes.txt", "mimeType": "text/plain", "buffer": b"notes"}])
    expect(words(page)).to_have_text("No photos uploaded: 40 were already here, 1 failed.", timeout=READY)
    choose(page, again)
    expect(words(page)).to_have_text("No new photos: 40 were already here.", timeout=READY)
    expect(page.locator("[data-photos-known] summary")).to_have_text("40 photos were already here")
    expect(page.locator("[data-photos-queue]")).to_be_hidden()
    assert page.locator(".photo-upload").bounding_box()["height"] < 600
    page.evaluate("window.complaints = []")


def test_new_photos_are_seen_wherever_they_are_added(album, photos):
    """All photos begin with the latest ones; from a category, a link leads there."""
    album.add("Family", 61)
    page = photos(f"?category={album.categories['Family']}")
    choose(page, [photo(700, "new.jpg")])
    expect(words(page)).to_have_text("1 photo uploaded.", timeout=20_000)
    page.get_by_role("link", name="Show the latest photos").click()
    page.wait_for_url("**/family/photos")
    expect(page.get_by_text("Recently added first")).to_be_visible()
    newest = album.query("SELECT max(id) FROM photos WHERE family_id = ?", album.family)[0][0]
    expect(page.locator(".photo").first).to_have_id(f"photo-{newest}")
    choose(page, [photo(701, "newer.jpg")])
    expect(words(page)).to_have_text("1 photo uploaded.", timeout=20_000)
    expect(page.locator(".photo").first).to_have_id(f"photo-{newest + 1}")
    expect(page.get_by_role("link", name="Show the latest photos")).to_be_hidden()


def test_a_photo_that_turns_out_damaged_is_said_where_it_was_added(album, photos):
    """A JPEG whose head is whole is found out when its sizes are made."""
    page = photos()
    choose(page, [photo(800), {"name": "half.jpg", "mimeType": "image/jpeg", "buffer": PHOTO[:len(PHOTO) * 2 // 3]}])
    expect(words(page)).to_have_text("1 photo uploaded, 1 couldn’t be read.", timeout=READY)
    expect(page.locator("[data-photos-queue] li")).to_contain_text("half.jpg")
    expect(page.locator("#photo-troubles")).to_contain_text("1 photo couldn’t be read. Upload a better copy, and move this one to the bin.")
    expect(page.locator(".lede")).to_contain_text("can’t be read ·")
    expect(page.locator(".photo-trouble")).to_have_text("Can’t be read half.jpg")
    page.locator("#photo-troubles").get_by_role("link", name="half.jpg").click()
    page.get_by_role("button", name="Move to the bin").click()
    expect(page.locator("#photo-troubles")).not_to_contain_text("couldn’t be read")


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
    expect(words(page)).to_have_text("1 photo uploaded.")
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
    until(lambda: asked, "a question", page)
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Cancel all uploads").click()
    expect(page.locator("[data-photos-queue] li")).to_have_count(0)
    expect(words(page)).to_have_text("Canceled. 0 of 6 photos uploaded.")


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
    expect(words(page)).to_have_text("1 photo uploaded.", timeout=20_000)


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
    first = boxes.nth(0).get_attribute("value")
    page.get_by_role("button", name="Apply (1)").click()
    expect(page.locator("#toasts")).to_contain_text("1 photo moved.")
    expect(boxes.nth(3)).to_have_value(first)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts")).to_contain_text("1 photo moved back.")
    expect(boxes.nth(0)).to_have_value(first)
    boxes.nth(0).check()
    boxes.nth(1).check()
    page.get_by_label("With the selected photos").select_option(label="Move to “At Home”")
    page.get_by_role("button", name="Apply (2)").click()
    expect(page.locator("#toasts")).to_contain_text("2 photos moved to “At Home”.")
    expect(boxes).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts")).to_contain_text("2 photos moved back.")
    expect(boxes).to_have_count(4)
    boxes.nth(0).check()
    boxes.nth(1).check()
    page.get_by_label("With the selected photos").select_option(label="Move to “At Home”")
    page.get_by_role("button", name="Apply (2)").click()
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


def test_what_is_done_with_the_chosen_ones_stands_in_one_row(album, photos):
    album.add("Trips", 2)
    page = photos()
    page.locator(".photo [name=ids]").first.check()
    bar = page.locator(".bulk-bar")
    for width in [768, 1024, 1280, 1440, 1920]:
        page.set_viewport_size({"width": width, "height": 800})
        middles = [middle(part) for part in bar.locator("select, button").all()]
        assert len({round(each) for each in middles}) == 1, (width, middles)
        assert bar.bounding_box()["height"] < 80, width
        assert page.get_by_label("With the selected photos").bounding_box()["width"] >= 120, width


def middle(part):
    box = part.bounding_box()
    return box["y"] + box["height"] / 2


def test_a_photo_is_described_and_has_neighbors(album, photos):
    album.add("Birthdays", 3)
    page = photos(f"?category={album.categories['Birthdays']}")
    page.locator("a.photo-frame").first.click()
    page.get_by_label("What does it show?").fill("A cake with five candles")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("#toasts")).to_contain_text("Changes saved.")
    assert page.locator(".photo-large img").get_attribute("alt") == "A cake with five candles"
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_label("What does it show?")).to_have_value("A cake with five candles")


def test_the_day_and_the_category_are_set_on_a_photos_page(album, photos):
    album.add("Birthdays", 1)
    newest = album.query("SELECT max(id) FROM photos WHERE family_id = ?", album.family)[0][0]
    page = photos(f"/{newest}")
    expect(page.locator("dl.facts")).to_contain_text("TakenUnknown")
    page.get_by_label("Day it was taken").fill("2019-12-30")
    page.get_by_label("Category", exact=True).select_option(label="Trips")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("dl.facts")).to_contain_text("Taken30 December 2019")
    expect(page.get_by_role("heading", name="Photo from 30 December 2019")).to_be_visible()
    expect(page.locator("dl.facts")).to_contain_text("CategoryTrips")


def test_two_tabs_and_the_bin_lose_nothing_that_was_typed(album, photos):
    album.add("Birthdays", 1)
    newest = album.query("SELECT max(id) FROM photos WHERE family_id = ?", album.family)[0][0]
    page = photos(f"/{newest}", is_watched=False)
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_label("What does it show?").fill("A cat")
    page.get_by_role("button", name="Save changes").click()
    other.get_by_label("What does it show?").fill("A dog")
    other.get_by_role("button", name="Save changes").click()
    expect(other.get_by_role("alert")).to_contain_text("A cat")
    expect(other.get_by_label("What does it show?")).to_have_value("A dog")
    other.get_by_role("button", name="Save my version anyway").first.click()
    expect(other.locator("#toasts")).to_contain_text("Changes saved.")
    page.goto(f"/family/photos/{newest}")
    page.get_by_role("button", name="Move to the bin").click()
    expect(page.locator("#toasts")).to_contain_text("1 photo moved to the bin.")
    page.go_back()
    expect(page.get_by_text("This photo is in the bin.")).to_be_visible()
    other.get_by_label("What does it show?").fill("A dog in the fog")
    other.get_by_role("button", name="Save changes").click()
    expect(other.get_by_text("This photo is in the bin. Your changes aren’t saved yet.")).to_be_visible()
    assert not problems(other)
    other.get_by_role("button", name="Restore and save").click()
    expect(other.locator("#toasts")).to_contain_text("Changes saved.")
    expect(other.get_by_label("What does it show?")).to_have_value("A dog in the fog")
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_label("What does it show?")).to_have_value("A dog in the fog")


def test_apply_without_a_choice_only_says_so(album, photos):
    album.add("Trips", 1)
    page = photos(scripts=False, is_watched=False)
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("alert")).to_contain_text("Select some photos first.")
    expect(page.locator("details.photo-add")).not_to_have_attribute("open", "")


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


def test_nothing_beside_an_upload_breaks_it_off(photos):
    """What is chosen is sent at once: a button that sends the page would lose it."""
    page = photos()
    expect(page.locator("form[data-photos]")).to_be_attached()
    if page.locator("details.photo-add:not([open])").count():
        page.locator("details.photo-add > summary").click()
    expect(page.get_by_role("button", name="Upload photos")).to_be_hidden()
    page.locator("form[data-photos]").evaluate("form => form.requestSubmit()")
    page.set_input_files("#field-files", [photo(310)])
    expect(page.locator("[data-photos-words]")).to_contain_text("1 photo uploaded")
    expect(page.locator("#errors")).to_have_count(0)


def test_without_scripts_photos_are_uploaded_and_binned(photos):
    page = photos(scripts=False, is_watched=False)
    if page.locator("details.photo-add:not([open])").count():
        page.locator("details.photo-add > summary").click()
    page.set_input_files("#field-files", [photo(300)])
    page.get_by_role("button", name="Upload photos").click()
    expect(page.locator("#toasts")).to_contain_text("1 photo uploaded.")
    if page.locator("details.photo-add:not([open])").count():
        page.locator("details.photo-add > summary").click()
    page.set_input_files("#field-files", [photo(300), photo(301), photo(302), {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"notes"}])
    page.get_by_role("button", name="Upload photos").click()
    expect(page.locator(".notice[data-kind=good]")).to_have_text("2 photos uploaded, 1 was already here.")
    expect(page.locator("#errors li")).to_have_text(["notes.txt: This file isn’t a photo. Choose a JPEG, PNG, WebP, HEIC or AVIF photo."])
    page.locator(".photo [name=ids]").first.check()
    page.get_by_role("button", name="Move to the bin").click()
    expect(page.locator("#toasts")).to_contain_text("1 photo moved to the bin.")


@pytest.mark.parametrize("width", [375, 1280])
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


def test_a_name_of_one_long_word_fits_a_phone(album, photos):
    name = "Donaudampfschifffahrtsgesellschaftsausflüge"
    page = photos("/categories/new", width=375, has_touch=True)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Add category").click()
    expect(page.locator("#toasts")).to_contain_text(name)
    key = album.query("SELECT id FROM photo_categories WHERE name = ?", name)[0][0]
    for path in ["", f"?category={key}", "/categories", f"/categories/{key}", f"/categories/{key}/delete"]:
        page.goto("/family/photos" + path)
        for part in page.locator("h1, h2, a, label", has_text=name).all():
            box = part.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= 375, (path, box)
        assert overflow(page) <= 0, path
