"""Covers: a picture is brought, seen, refused, replaced by an address and removed."""

import os
import subprocess
from pathlib import Path

import pytest
from conftest import choose_file, press, sign_in, write
from playwright.sync_api import expect

from checks import problems
from waiting import until

ADDRESS = "https://pictures.example/fox.png"
# One pixel, as the elsewhere that no test may ask.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f0005"
    "0001ff89993d1d0000000049454e44ae426082"
)


@pytest.fixture(scope="session")
def picture(tmp_path_factory):
    """An upright cover, made by ffmpeg."""
    path = tmp_path_factory.mktemp("pictures") / "cover.jpg"
    source = "gradients=size=600x900:c0=0x203060:c1=0xe0a040:duration=1:rate=1"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "1", path], check=True)
    return path


def add_book(page, title):
    page.goto("/admin/books/new")
    write(page, page.get_by_label("Title", exact=True), title)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    return page.url.rsplit("/", 1)[1]


def is_drawn(image):
    """Whether the picture arrived and could be decoded."""
    return image.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")


def test_a_picture_is_brought_by_keyboard_and_seen_everywhere(admin, picture):
    page = admin()
    book = add_book(page, "A book with a cover")
    press(page, page.get_by_role("link", name="Add a cover"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Cover")
    assert problems(page) == []
    choose_file(page, page.get_by_label("Picture", exact=True), picture)
    press(page, page.get_by_role("button", name="Save cover"))
    expect(page.locator("#toasts")).to_contain_text("Cover of “A book with a cover” saved.")
    assert is_drawn(page.locator(".book img"))
    assert problems(page) == []
    page.goto("/admin/books?q=A+book+with+a+cover")
    assert is_drawn(page.locator("#results img"))
    # The smaller pictures are made in the background.
    def is_sized():
        page.goto(f"/admin/books/{book}")
        return "-480.webp 480w" in (page.locator(".book img").get_attribute("srcset") or "")

    until(is_sized)
    image = page.locator(".book img")
    assert is_drawn(image)
    assert image.evaluate("image => image.currentSrc").endswith("-240.webp")


def test_a_drawing_that_calls_itself_a_picture_is_refused_in_words(admin, tmp_path):
    path = tmp_path / "cover.jpg"
    path.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    page = admin()
    book = add_book(page, "A book with a drawing")
    page.goto(f"/admin/books/{book}/cover")
    choose_file(page, page.get_by_label("Picture", exact=True), path)
    press(page, page.get_by_role("button", name="Save cover"))
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("#field-cover-error")).to_contain_text("This file is an SVG drawing.")
    assert problems(page) == []
    page.get_by_role("alert").get_by_role("link").press("Enter")
    expect(page.get_by_label("Picture", exact=True)).to_be_focused()


def test_an_address_is_shown_from_there_without_telling_where_and_removed(open_page, library, session):
    # What is fetched from elsewhere is the point here.
    page = open_page(library, session, is_watched=False)
    asked = []

    def answer(route):
        asked.append(route.request.headers)
        route.fulfill(body=PIXEL, content_type="image/png")

    page.route("https://pictures.example/**", answer)
    book = add_book(page, "A book with an address")
    page.goto(f"/admin/books/{book}/cover")
    write(page, page.get_by_label("Or the address of a picture"), "http://pictures.example/fox.png")
    page.keyboard.press("Enter")
    expect(page.locator("#field-address-error")).to_contain_text("Enter a full address")
    write(page, page.get_by_label("Or the address of a picture"), ADDRESS)
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("saved")
    image = page.locator(".book img")
    expect(image).to_have_attribute("src", ADDRESS)
    assert is_drawn(image)
    assert asked and all("referer" not in headers and "cookie" not in headers for headers in asked)
    press(page, page.get_by_role("link", name="Change cover"))
    press(page, page.get_by_role("button", name="Remove cover"))
    expect(page.locator("#toasts")).to_contain_text("removed")
    expect(page.locator(".book .cover-title")).to_have_text("A book with an address")


def test_a_cover_that_is_gone_elsewhere_gives_way_to_a_drawn_one(open_page, library, session):
    page = open_page(library, session, is_watched=False)
    page.route("https://pictures.example/**", lambda route: route.fulfill(status=404))
    book = add_book(page, "A book with a broken link")
    page.goto(f"/admin/books/{book}/cover")
    write(page, page.get_by_label("Or the address of a picture"), ADDRESS)
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("saved")
    expect(page.locator(".book .cover-title")).to_be_visible()
    expect(page.locator(".book .cover img")).to_have_count(0)
    # Nobody else who uses the library is to ask there.
    press(page, page.get_by_role("link", name="Change cover"))
    press(page, page.get_by_role("button", name="Remove cover"))
    expect(page.locator("#toasts")).to_contain_text("removed")


@pytest.fixture
def slow_library(stock, tmp_path):
    """A library whose ffmpeg says its number and takes its time, until there is a file `quick`."""
    slow = tmp_path / "slow-ffmpeg"
    slow.write_text(f'#!/bin/sh\n[ -e {tmp_path}/quick ] && exec ffmpeg "$@"\necho $$ > {tmp_path}/pid\nexec sleep 100\n')
    slow.chmod(0o755)
    storytime = stock(tmp_path, books=False)
    storytime.environment["STORYTIME_FFMPEG"] = str(slow)
    yield storytime.start()
    storytime.stop()


def is_running(pid):
    """A process that has ended and that nobody has asked about yet is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_smaller_pictures_are_made_even_when_the_program_is_killed_meanwhile(slow_library, open_page, picture, tmp_path):
    page = open_page(slow_library)
    sign_in(page)
    book = add_book(page, "A book in bad weather")
    page.goto(f"/admin/books/{book}/cover")
    page.set_input_files("#field-cover", picture)
    page.get_by_role("button", name="Save cover").click()
    expect(page.locator("#toasts")).to_contain_text("saved")
    page.goto("about:blank")  # What the page has not asked for yet, nobody would answer for a while.
    number = tmp_path / "pid"
    until(lambda: number.exists() and number.read_text().strip())
    pid = int(number.read_text())
    os.kill(slow_library.process.pid, 9)
    slow_library.process.wait()
    until(lambda: not is_running(pid))
    # Begun anew, and interrupted by an end that waits for nothing.
    number.unlink()
    slow_library.start()
    until(lambda: number.exists() and number.read_text().strip())
    pid = int(number.read_text())
    slow_library.stop()
    assert not is_running(pid)
    (tmp_path / "quick").touch()
    slow_library.start()
    covers = tmp_path / "media/covers"
    until(lambda: len(list(covers.iterdir())) == 4)
    until(lambda: not list((tmp_path / "tmp").iterdir()))
