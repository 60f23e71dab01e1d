"""Many videos at once: dropped on a page, two on their way at a time, matched to their books and added with one button."""

import re
import shutil
import subprocess

import pytest
from conftest import sign_in
from playwright.sync_api import expect

from checks import problems

PATH = "/admin/video_assets/many"
TITLES = ["Kites", "Lanterns", "Marbles", "Noodles", "Otters", "Pebbles", "Quilts", "Ribbons", "Saddles", "Teapots"]
CAPTIONS = "1\n00:00:00,100 --> 00:00:00,900\nEs war einmal\n"


@pytest.fixture(scope="session")
def dozen(tmp_path_factory):
    """Ten small videos, one of a name that no book has, and captions for the first."""
    folder = tmp_path_factory.mktemp("dozen")
    first = folder / f"The {TITLES[0]} of Zanzibar.mp4"
    picture = ["-f", "lavfi", "-i", "testsrc=duration=1:size=64x64:rate=10", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
    subprocess.run(["ffmpeg", "-v", "error", *picture, first], check=True)
    for title in TITLES[1:]:
        shutil.copy(first, folder / f"{title.lower()}_of_zanzibar-1080p.mp4")
    shutil.copy(first, folder / "IMG_0042.mp4")
    (folder / f"The {TITLES[0]} of Zanzibar.de.srt").write_text(CAPTIONS)
    return sorted(folder.iterdir())


def add_books(page):
    for title in TITLES:
        answer = page.request.post("/admin/books", form={"title": f"The {title} of Zanzibar"}, max_redirects=0)
        assert answer.status == 303, answer.text()


def drop(page, files):
    """What a browser does when files are dropped: their content comes from the page itself."""
    handle = page.evaluate_handle("() => new DataTransfer()")
    for file in files:
        content = list(file.read_bytes())
        page.evaluate(
            "([transfer, name, content]) => transfer.items.add(new File([new Uint8Array(content)], name, { lastModified: 7 }))",
            [handle, file.name, content],
        )
    page.dispatch_event("[data-many-drop]", "dragover", {"dataTransfer": handle})
    page.dispatch_event("[data-many-drop]", "drop", {"dataTransfer": handle})


def test_a_dozen_files_are_dropped_matched_corrected_and_added(shelf, dozen):
    page = shelf(width=1366)
    add_books(page)
    page.goto("/admin/video_assets")
    page.get_by_role("link", name="Add many videos").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add many videos")
    assert problems(page) == []
    running, most = set(), [0]
    page.on("request", lambda request: request.method == "PATCH" and (running.add(request), most.append(len(running))))
    page.on("requestfinished", lambda request: running.discard(request))
    drop(page, dozen)
    queue = page.locator("[data-many-queue]")
    expect(queue.get_by_role("listitem")).to_have_count(len(dozen))
    expect(page.locator("[data-many-words]")).to_have_text(f"{len(dozen)} of {len(dozen)} uploaded.")
    assert max(most) <= 2
    expect(page.get_by_role("heading", name="11 videos waiting")).to_be_visible()
    assert problems(page) == []
    expect(page.get_by_role("button", name="Add 10 videos")).to_be_visible()
    row = page.get_by_role("row").filter(has_text="The Kites of Zanzibar.mp4")
    expect(row).to_contain_text("Sure")
    expect(row).to_contain_text("Captions: The Kites of Zanzibar.de.srt")
    # Somebody leaves one out, goes away and comes back: it is still left out.
    with page.expect_response(lambda response: response.url.endswith("/many") and response.request.method == "POST"):
        page.get_by_role("checkbox", name="Add noodles_of_zanzibar-1080p.mp4").uncheck()
    expect(page.get_by_role("button", name="Add 9 videos")).to_be_visible()
    page.goto("/admin")
    page.go_back()
    expect(page.get_by_role("button", name="Add 9 videos")).to_be_visible()
    # The one that no book fits is given to a book by hand.
    strange = page.get_by_role("row").filter(has_text="IMG_0042.mp4")
    expect(strange).to_contain_text("No match")
    strange.get_by_role("button", name="Another book").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a book")
    page.get_by_label("Search books").fill("noodles zanzibar")
    page.get_by_role("search").get_by_role("button", name="Search").last.click()
    assert problems(page) == []
    page.get_by_role("button", name="Choose The Noodles of Zanzibar").click()
    page.get_by_role("button", name="Add 10 videos").click()
    expect(page.locator("#toasts")).to_contain_text("10 videos added")
    expect(page.get_by_role("heading", name="1 video waiting")).to_be_visible()
    expect(page.locator("#added-now")).to_contain_text("10 of 10 done", timeout=60_000)
    assert problems(page) == []


def test_a_broken_line_and_a_canceled_upload(open_page, demo, dozen):
    page = open_page(demo, is_watched=False)
    sign_in(page)
    page.goto(PATH)
    parts = []

    def badly(route):
        parts.append(route.request.url)
        route.abort() if len(parts) == 1 else route.continue_()

    page.route("**/admin/video_uploads/*", badly)
    page.set_input_files("#field-files", dozen[:1])
    expect(page.locator("[data-many-queue]")).to_contain_text("Connection lost")
    expect(page.locator("[data-many-words]")).to_have_text("1 of 1 uploaded.")
    page.unroute("**/admin/video_uploads/*")
    page.route("**/admin/video_uploads/*", lambda route: None if route.request.method == "PATCH" else route.continue_())
    page.set_input_files("#field-files", dozen[2:3])
    page.get_by_role("button", name=re.compile("^Cancel .*mp4")).click()
    expect(page.locator("[data-many-queue]")).to_contain_text("Canceled.")
    page.unroute("**/admin/video_uploads/*")
    page.get_by_role("button", name=re.compile("^Try again")).click()
    expect(page.locator("[data-many-words]")).to_have_text("2 of 2 uploaded.")


def test_what_is_no_film_is_not_tried_again(open_page, demo, dozen, tmp_path):
    page = open_page(demo, is_watched=False)
    sign_in(page)
    page.goto(PATH)
    notes = tmp_path / "notes.txt"
    notes.write_text("milk, eggs")
    page.set_input_files("#field-files", notes)
    row = page.locator("[data-many-queue]").get_by_role("listitem").filter(has_text="notes.txt")
    expect(row).to_contain_text("Choose videos, and captions")
    expect(row.get_by_role("button", name=re.compile("^Remove"))).to_be_visible()
    expect(row.get_by_role("button", name=re.compile("^Try again"))).to_be_hidden()
    # What isn't the file's fault may be tried again.
    page.route("**/admin/video_assets/many/uploads", lambda route: route.fulfill(
        status=507, json={"error": {"code": "disk_full", "message": "The disk is full."}}
    ))
    page.set_input_files("#field-files", dozen[3:4])
    row = page.locator("[data-many-queue]").get_by_role("listitem").filter(has_text="The disk is full.")
    expect(row.get_by_role("button", name=re.compile("^Try again"))).to_be_visible()


def test_it_works_without_scripts_on_a_phone(shelf, dozen):
    page = shelf(width=320, scripts=False)
    page.goto(PATH)
    page.get_by_role("button", name="Upload files").click()
    expect(page.locator("#field-files-error")).to_contain_text("Choose one or more videos.")
    page.set_input_files("#field-files", dozen[-2:])
    page.get_by_role("button", name="Upload files").click()
    expect(page.locator("#toasts")).to_contain_text("2 files uploaded.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="Another book").first.click()
    page.get_by_label("Search books").fill("the")
    page.get_by_role("search").last.get_by_role("button", name="Search").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name=re.compile("^Choose")).first.click()
    page.get_by_role("button", name="Add 1 video").click()
    expect(page.locator("#toasts")).to_contain_text("1 video added")
    expect(page.locator("#added-now")).to_contain_text("of 1 done")
