"""The caption workbench: cues are edited beside the playing video, by keyboard, and come back as a file that others read."""

import json
import os
import re
import subprocess

import pytest
from playwright.sync_api import expect
from test_videos import add_book, wait_until_ready

from checks import night_problems, problems, small_targets
from storytime import BINARY
from waiting import until

# Latin-1; the numbers are wrong, the hedgehog lacks a letter, and the third cue comes three seconds late.
SRT = (
    "7\r\n00:00:00,200 --> 00:00:01,400\r\nDer kleine Fuchs hört zu.\r\n\r\n"
    "7\r\n00:00:01,500 --> 00:00:02,900\r\nThe hedghog says \"grüß dich\".\r\n\r\n"
    "1\r\n00:00:06,000 --> 00:00:07,000\r\nGute Nacht.\r\n"
).encode("latin-1")

# What the video shows now, of all its text tracks.
SHOWN = """() => [...document.querySelector("#player").textTracks].flatMap((track) =>
    track.mode === "showing" ? [...(track.activeCues ?? [])].map((cue) => cue.text) : [])"""


@pytest.fixture(scope="session")
def video(tmp_path_factory):
    path = tmp_path_factory.mktemp("videos") / "fuchs.mp4"
    picture = ["-f", "lavfi", "-i", "testsrc=duration=9:size=128x72:rate=10", "-f", "lavfi", "-i", "sine=duration=9"]
    codecs = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"]
    subprocess.run(["ffmpeg", "-v", "error", *picture, *codecs, path], check=True)
    return path


@pytest.fixture(scope="module")
def bench(browser, library, session, video):
    """The path of a track that was imported as people do it."""
    context = browser.new_context(base_url=library.address, storage_state=session)
    page = context.new_page()
    book = add_book(page, "Der Fuchs")
    page.goto(f"/admin/books/{book}/video/new")
    page.set_input_files("#field-video", video)
    page.get_by_role("button", name="Upload video").click()
    expect(page).to_have_url(re.compile(rf"/admin/books/{book}$"))
    wait_until_ready(page, book)
    page.goto("/admin/captions/import")
    page.set_input_files("#field-files", {"name": "Der Fuchs.de.srt", "mimeType": "text/plain", "buffer": SRT})
    page.get_by_role("button", name="Review files").click()
    expect(page.locator("main")).to_contain_text("hört zu")
    page.get_by_role("button", name="Save captions").click()
    page.goto("/admin/captions")
    page.locator("#results").get_by_role("link", name="Der Fuchs").first.click()
    page.get_by_role("link", name="Edit cues").click()
    expect(page.locator(".cue")).to_have_count(3)
    path = page.url.split("?")[0].removeprefix(library.address)
    context.close()
    return path


def text(page, number):
    return page.get_by_label(f"Text of cue {number}", exact=True)


def comes_to(page, script, value=True):
    """Asks the page again and again: its policy lets no script wait for us."""
    until(lambda: page.evaluate(script) == value, script, page)


def save(page):
    page.keyboard.press("Control+s")
    expect(page.locator("#toasts")).to_contain_text("Saved as version")


def test_a_typo_and_a_late_line_are_fixed_by_keyboard_and_come_back_as_timed_text(admin, bench, tmp_path):
    page = admin()
    page.goto(bench)
    expect(page.locator("#player")).to_have_js_property("readyState", 4)
    # The video stands in the second cue, and shows it as it is typed.
    text(page, 2).focus()
    page.keyboard.press("Alt+p")
    comes_to(page, "document.querySelector('#player').currentTime > 1.6")
    page.keyboard.press("Alt+k")
    page.evaluate("document.querySelector('#player').currentTime = 2")
    comes_to(page, SHOWN, ['The hedghog says "grüß dich".'])
    text(page, 2).evaluate("(field) => field.setSelectionRange(8, 8)")
    page.keyboard.type("e")
    comes_to(page, SHOWN, ['The hedgehog says "grüß dich".'])
    expect(page.locator("#bench-status")).to_have_text("1 cue changed, not saved")
    # The third one comes when it is said: at three seconds.
    page.keyboard.press("Alt+ArrowDown")
    expect(text(page, 3)).to_be_focused()
    page.evaluate("document.querySelector('#player').currentTime = 3")
    page.keyboard.press("Alt+i")
    expect(page.get_by_label("Start of cue 3", exact=True)).to_have_value("0:03.000")
    page.evaluate("document.querySelector('#player').currentTime = 4.5")
    comes_to(page, "document.querySelector('#player').seeking", False)
    page.keyboard.press("Alt+o")
    expect(page.get_by_label("End of cue 3", exact=True)).to_have_value("0:04.500")
    page.evaluate("document.querySelector('#player').currentTime = 3.5")
    comes_to(page, SHOWN, ["Gute Nacht."])
    assert problems(page) == []
    save(page)
    expect(page.locator("#bench-status")).to_contain_text("Saved as version 2")
    page.reload()
    expect(text(page, 2)).to_have_value('The hedgehog says "grüß dich".')
    track = bench.rsplit("/", 1)[1]
    answer = page.request.get(f"/admin/captions/{track}/export?format=ttml")
    file = tmp_path / "fuchs.ttml"
    file.write_bytes(answer.body())
    environment = {"PATH": os.environ["PATH"]}
    done = subprocess.run([BINARY, "captions", "dump", file], env=environment, capture_output=True, text=True, check=True)
    cues = json.loads(done.stdout)["cues"]
    assert [(cue["start_ms"], cue["end_ms"], cue["text"]) for cue in cues] == [
        (200, 1400, "Der kleine Fuchs hört zu."),
        (1500, 2900, 'The hedgehog says "grüß dich".'),
        (3000, 4500, "Gute Nacht."),
    ]


def test_cues_are_split_joined_inserted_and_deleted_by_keyboard_and_saved_at_once(admin, bench):
    page = admin()
    page.goto(bench)
    before = page.locator("textarea.cue-text").evaluate_all("(all) => all.map((each) => each.value)")
    text(page, 1).focus()
    text(page, 1).evaluate("(field) => field.setSelectionRange(11, 11)")
    page.keyboard.press("Alt+x")
    expect(text(page, 1)).to_have_value("Der kleine")
    expect(text(page, 2)).to_be_focused()
    page.keyboard.type("Rot")
    page.keyboard.press("Alt+n")
    expect(text(page, 3)).to_be_focused()
    page.keyboard.type("Neu")
    shown = page.locator("input.cue-time").evaluate_all("(all) => all.map((each) => each.value)")
    save(page)
    page.reload()
    assert page.locator("input.cue-time").evaluate_all("(all) => all.map((each) => each.value)") == shown
    values = page.locator("textarea.cue-text").evaluate_all("(all) => all.map((each) => each.value)")
    assert values == ["Der kleine", "RotFuchs hört zu.", "Neu", *before[1:]]
    # And back, over two savings without a reload between them.
    text(page, 3).focus()
    page.keyboard.press("Alt+Delete")
    save(page)
    expect(page.locator("#bench-status")).to_contain_text("Saved as version")
    text(page, 1).focus()
    page.keyboard.press("Alt+j")
    expect(text(page, 1)).to_have_value("Der kleine RotFuchs hört zu.")
    text(page, 1).fill(before[0])
    page.keyboard.press("Control+s")
    expect(page.locator("#bench-status")).to_contain_text("Saved as version")
    page.reload()
    assert page.locator("textarea.cue-text").evaluate_all("(all) => all.map((each) => each.value)") == before


def test_what_moves_cues_is_undone_until_the_next_edit(admin, bench):
    page = admin()
    page.goto(bench)
    values = "(all) => all.map((each) => each.value)"
    before = [page.locator(field).evaluate_all(values) for field in ("textarea.cue-text", "input.cue-time")]
    undo = page.get_by_role("button", name=re.compile("^Undo "))
    for act in ("Alt+x", "Alt+j", "Alt+n", "Alt+Delete"):
        text(page, 1).fill("Der kleine Hase hört zu.")
        text(page, 1).evaluate("(field) => field.setSelectionRange(11, 11)")
        page.keyboard.press(act)
        expect(undo).to_be_visible()
        page.keyboard.press("Alt+z")
        expect(text(page, 1)).to_be_focused()
        expect(text(page, 1)).to_have_value("Der kleine Hase hört zu.")
        text(page, 1).fill(before[0][0])
        after = [page.locator(field).evaluate_all(values) for field in ("textarea.cue-text", "input.cue-time")]
        assert after == before, act
    # What was typed since is not thrown away with it.
    page.keyboard.press("Alt+Delete")
    page.keyboard.type("!")
    expect(undo).to_be_hidden()
    page.get_by_role("button", name="Discard").click()


def test_two_editors_of_one_cue_see_both_versions_and_lose_nothing(admin, bench):
    first, second = admin(), admin()
    for page in (first, second):
        page.goto(bench)
    text(first, 1).fill("Was die eine schrieb.")
    save(first)
    text(second, 1).fill("Was die andere schrieb.")
    second.keyboard.press("Control+s")
    panel = second.locator("#bench-conflict")
    expect(panel).to_contain_text("Was die eine schrieb.")
    expect(panel).to_contain_text("Was die andere schrieb.")
    expect(panel).to_be_focused()
    assert problems(second) == []
    second.get_by_role("button", name="Save mine over these").click()
    expect(second.locator("#toasts")).to_contain_text("Saved as version")
    first.reload()
    expect(text(first, 1)).to_have_value("Was die andere schrieb.")


def test_leaving_asks_while_something_is_not_saved(admin, bench):
    page = admin()
    page.goto(bench)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    text(page, 1).press_sequentially("x")
    page.goto("/admin")
    assert asked == ["beforeunload"]
    page.goto(bench)
    page.goto("/admin")
    assert asked == ["beforeunload"]


def test_the_cue_of_the_moment_is_marked_and_kept_in_view_until_one_types(admin, bench):
    page = admin()
    page.goto(bench)
    follow = page.get_by_role("button", name="Follow the video")
    expect(follow).to_have_attribute("aria-pressed", "true")
    page.evaluate("document.querySelector('#player').currentTime = 0.5")
    expect(page.locator(".cue[aria-current]")).to_have_count(1)
    expect(page.locator(".cue[aria-current] .cue-number")).to_have_text("1")
    text(page, 2).press_sequentially("x")
    expect(follow).to_have_attribute("aria-pressed", "false")
    follow.click()
    expect(follow).to_have_attribute("aria-pressed", "true")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Discard").click()
    expect(text(page, 2)).not_to_have_value(re.compile("x$"))


def test_its_pages_fit_and_are_accessible(admin, bench):
    # By finger at every width: the navigation has lower rows for a mouse.
    page = admin(width=1366, has_touch=True)
    for part in ["", "/checks", "/adjust", "/adjust?act=shift&by=1", "/adjust?act=shift&by=x", "/versions", "/versions/2"]:
        page.goto(bench + part)
        assert problems(page) + night_problems(page) == [], part
        for width in (1366, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert problems(page) + small_targets(page) == [], (part, width)
