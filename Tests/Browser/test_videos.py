"""Videos of this server: brought in parts or as a whole, gone on with after whatever happens, made ready, and sent."""

import re
import struct
import subprocess

import pytest
from conftest import choose_file, press, sign_in, write
from crashes import is_idle, kill_at_step, note_ffmpeg, rows
from playwright.sync_api import expect

from checks import problems
from waiting import until

PART = 8 * 1024 * 1024
UPLOAD = 60_000  # milliseconds, of which a machine that has nothing else to do takes one


@pytest.fixture(scope="session")
def video(tmp_path_factory):
    """Two seconds that every browser plays."""
    path = tmp_path_factory.mktemp("videos") / "fox.mp4"
    picture = ["-f", "lavfi", "-i", "testsrc=duration=2:size=128x72:rate=10", "-f", "lavfi", "-i", "sine=duration=2"]
    codecs = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"]
    subprocess.run(["ffmpeg", "-v", "error", *picture, *codecs, path], check=True)
    return path


@pytest.fixture(scope="session")
def large_video(video, tmp_path_factory):
    """The same with a box behind it that players pass over (ISO/IEC 14496-12, "free"): three parts."""
    path = tmp_path_factory.mktemp("videos") / "large fox.mp4"
    space = 2 * PART + 1000
    path.write_bytes(video.read_bytes() + struct.pack(">I4s", space + 8, b"free") + bytes(space))
    return path


def add_book(page, title):
    page.goto("/admin/books/new")
    write(page, page.get_by_label("Title", exact=True), title)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    return page.url.rsplit("/", 1)[1]


def state(page, book):
    """What the page says of the video that was added last."""
    page.goto(f"/admin/books/{book}/video/new")
    pill = page.locator(".notice .pill")
    return pill.text_content() if pill.count() else ""


def wait_until_ready(page, book):
    assert until(lambda: (now := state(page, book)) in ("Ready", "Failed") and now) == "Ready", page.locator("main").text_content()


def is_over(page, book):
    """The book's page says that its video is here."""
    expect(page).to_have_url(re.compile(rf"/admin/books/{book}$"), timeout=UPLOAD)
    expect(page.locator("#toasts")).to_contain_text("uploaded. Preparing it")


def test_a_video_is_brought_by_keyboard_made_ready_and_sent_in_ranges(admin, large_video):
    page = admin()
    book = add_book(page, "A book with a video")
    press(page, page.get_by_role("link", name="Add a video"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a video")
    assert problems(page) == []
    choose_file(page, page.get_by_label("Video", exact=True), large_video)
    # The last part waits until what is shown meanwhile was seen.
    offsets, held = [], []

    def hold_the_last(route):
        offsets.append(route.request.headers.get("upload-offset"))
        if len(offsets) == 3:
            held.append(route)
        else:
            route.continue_()

    page.route("**/admin/video_uploads/*", hold_the_last)
    press(page, page.get_by_role("button", name="Upload video"))
    bar = page.get_by_role("progressbar", name="Uploaded")
    expect(bar).to_be_visible()
    expect(page.locator("main form [role=status]")).to_contain_text("Uploading")
    expect(page.locator(".progress-text")).to_contain_text(re.compile(r"\d+ % · [\d.]+ MB/s · \d+ (s|min) left"), timeout=UPLOAD)
    assert problems(page) == []
    until(lambda: held, page=page)[0].continue_()
    is_over(page, book)
    assert offsets == ["0", str(PART), str(2 * PART)]
    wait_until_ready(page, book)
    assert problems(page) == []
    number = page.evaluate(
        """async () => {
            for (let id = 1; id < 99; id += 1) {
                const answer = await fetch(`/media/videos/${id}/video.mp4`, { headers: { Range: "bytes=4-7" } });
                if (answer.status === 206) return [id, await answer.text(), answer.headers.get("Content-Range")];
            }
        }"""
    )
    assert number[1] == "ftyp" and number[2].startswith("bytes 4-7/")


def test_a_connection_that_breaks_off_costs_a_part(open_page, library, session, large_video):
    # That a request fails is the point here.
    page = open_page(library, session, is_watched=False)
    book = add_book(page, "A book on a bad line")
    page.goto(f"/admin/books/{book}/video/new")
    offsets = []

    def badly(route):
        offsets.append(route.request.headers.get("upload-offset"))
        route.abort() if len(offsets) == 2 else route.continue_()

    page.route("**/admin/video_uploads/*", badly)
    page.set_input_files("#field-video", large_video)
    page.get_by_role("button", name="Upload video").click()
    expect(page.locator("main form [role=status]")).to_contain_text("Connection lost", timeout=UPLOAD)
    is_over(page, book)
    assert offsets == ["0", str(PART), str(PART), str(2 * PART)]


def test_a_folder_that_cannot_be_written_is_said_and_not_tried_again_and_again(shelf, tmp_path, video):
    page = shelf()
    folder, aside = tmp_path / "media/videos", tmp_path / "aside"
    folder.rename(aside)
    folder.write_text("in the way")  # Root may write wherever modes forbid it.
    page.goto("/admin/books/1/video/new")
    page.set_input_files("#field-video", video)
    page.get_by_role("button", name="Upload video").click()
    expect(page.locator("main form [role=status]")).to_contain_text("can’t write to the folder")
    folder.unlink()
    aside.rename(folder)
    page.get_by_role("button", name="Upload video").click()
    is_over(page, 1)


def test_the_same_file_goes_on_after_a_reload_and_a_cancelled_one_begins_anew(admin, large_video):
    page = admin()
    page.on("dialog", lambda dialog: dialog.accept())
    book = add_book(page, "A book in two goes")
    page.goto(f"/admin/books/{book}/video/new")
    offsets = []

    def hold_the_second(route):
        offsets.append(route.request.headers.get("upload-offset"))
        if offsets[-1] == "0":
            route.continue_()

    page.route("**/admin/video_uploads/*", hold_the_second)
    page.set_input_files("#field-video", large_video)
    page.get_by_role("button", name="Upload video").click()
    until(lambda: len(offsets) == 2, page=page)
    page.reload()
    page.unroute("**/admin/video_uploads/*")
    page.route("**/admin/video_uploads/*", lambda route: (offsets.append(route.request.headers.get("upload-offset")), route.continue_()))
    page.set_input_files("#field-video", large_video)
    page.get_by_role("button", name="Upload video").click()
    is_over(page, book)
    assert offsets == ["0", str(PART), str(PART), str(2 * PART)]
    # Cancelled: nothing is kept of it.
    page.goto(f"/admin/books/{book}/video/new")
    page.unroute("**/admin/video_uploads/*")
    page.route("**/admin/video_uploads/*", lambda route: None)
    page.set_input_files("#field-video", large_video)
    page.get_by_role("button", name="Upload video").click()
    page.get_by_role("button", name="Cancel upload").click()
    expect(page.locator("main form [role=status]")).to_have_text("Upload canceled.")
    expect(page.get_by_role("button", name="Upload video")).to_be_enabled()
    assert problems(page) == []


def test_a_file_is_taken_from_the_inbox_and_words_that_are_none_are_refused(shelf, tmp_path, video):
    page = shelf()
    (tmp_path / "inbox/fox <b>.mp4").write_bytes(video.read_bytes())
    (tmp_path / "inbox/page.mp4").write_text("<!doctype html><title>A page</title>")
    page.goto("/admin/books/1/video/new")
    page.get_by_label("fox <b>.mp4").check()
    assert problems(page) == []
    press(page, page.get_by_role("button", name="Use this file"))
    expect(page).to_have_url(re.compile(r"/admin/books/1$"))
    wait_until_ready(page, 1)
    assert [path.name for path in (tmp_path / "inbox").iterdir()] == ["page.mp4"]
    page.goto("/admin/books/2/video/new")
    page.get_by_label("page.mp4").check()
    page.get_by_role("button", name="Use this file").click()
    until(lambda: state(page, 2) == "Failed")
    expect(page.locator(".notice").first).to_contain_text("This file isn’t a video")
    assert problems(page) == []
    assert (tmp_path / "inbox/page.mp4").exists()


@pytest.fixture
def noting_library(stock, tmp_path):
    """A library whose ffmpeg notes when it begins."""
    storytime = stock(tmp_path, books=False)
    note_ffmpeg(storytime)
    yield storytime.start()
    storytime.stop()


def test_a_video_becomes_ready_however_often_the_program_is_killed_meanwhile(noting_library, open_page, video, tmp_path):
    page = open_page(noting_library, is_watched=False)
    sign_in(page)
    book = add_book(page, "A book in bad weather")
    file = {"name": "fox.mp4", "mimeType": "video/mp4", "buffer": video.read_bytes()}
    for step in range(5):
        page.request.post(f"/admin/books/{book}/video/new", multipart={"video": file}, headers={"Origin": noting_library.address})
        kill_at_step(noting_library, step)
    until(lambda: is_idle(noting_library))

    def found(sql):
        return rows(noting_library, sql)

    # One that was interrupted thrice says so, and waits to be tried again.
    assert set(found("SELECT status || coalesce(error_code, '') FROM video_assets")) <= {"ready", "erroredinterrupted"}
    named = found("SELECT file_key FROM video_assets WHERE file_key IS NOT NULL UNION ALL SELECT poster_key FROM video_assets WHERE poster_key IS NOT NULL")
    boards = found("SELECT storyboard_key FROM video_assets WHERE storyboard_key IS NOT NULL")
    named += boards + [board.replace(".webp", ".vtt") for board in boards] + found("SELECT file_key FROM video_sources")
    named += ["upload-" + key for key in found("SELECT key FROM video_uploads")]
    assert sorted(path.name for path in (tmp_path / "media/videos").iterdir()) == sorted(named)
    assert not list((tmp_path / "tmp").iterdir())
