"""A parent opens videos by their address: what is there is shown while they type, a file and a stand-in for YouTube's player play
beside captions of their own, and nothing lies over somebody else's player."""

import re
from pathlib import Path

import pytest
from checks import invisible_focus, overflow, problems, small_targets
from conftest import press, wait_until_true
from films import SECONDS, Films, sample_film, wait_until
from markup import keep_page
from playwright.sync_api import Error, expect
from waiting import painted, until

PARENT = "astrid@example.test"
FRAME = Path(__file__).with_name("youtube_frame.html").read_text()
YOUTUBE = "https://www.youtube-nocookie.com"
FILM = "https://films.example/night-foxes.mp4"
TEXTS = ["Es war einmal ein Fuchs.", "Er wohnte in einer Laterne.", "Nachts leuchtete sie.", "Und der Fuchs war froh."]
clock = lambda seconds: f"00:00:{int(seconds):02},{round(seconds % 1 * 1000):03}"
SRT = "\n".join(f"{at + 1}\n{clock(1 + at * 2)} --> {clock(2.5 + at * 2)}\n{text}\n" for at, text in enumerate(TEXTS))
EVER = "film-frame, video"


@pytest.fixture
def settings():
    return {"STORYTIME_YOUTUBE": "on"}


@pytest.fixture
def stage(demo, families):
    """Where a parent has opened a film and a video at YouTube; opens pages with a network of the test's own."""
    films = Films(demo.folder)
    family = films.execute_one("SELECT family_id FROM users WHERE email = ?", PARENT)
    for kind, url, title in [("file", FILM, "Night foxes"), ("youtube", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "Foxes at night")]:
        films.execute(
            "INSERT INTO web_videos (family_id, kind, url, title, author, duration_seconds, created_at, created_by) VALUES (?, ?, ?, ?, 'The Fox Channel', ?, 1, 'Astrid')",
            family, kind, url, title, SECONDS if kind == "file" else 60,
        )
    film = (sample_film() / "film.mp4").read_bytes()

    def send_film(route):
        start, end = re.match(r"bytes=(\d+)-(\d*)", route.request.headers.get("range", "bytes=0-")).groups()
        start, end = int(start), int(end or len(film) - 1)
        headers = {"Content-Type": "video/mp4", "Accept-Ranges": "bytes", "Content-Range": f"bytes {start}-{end}/{len(film)}"}
        route.fulfill(status=206, headers=headers, body=film[start : end + 1])

    def open_stage(address, **options):
        page = families(PARENT, is_watched=False, **options)
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.context.route(YOUTUBE + "/**", lambda route: route.fulfill(content_type="text/html", body=FRAME))
        # A request that was redirected can't be answered by a test: the film is sent where the way to it is.
        for way in ("https://films.example/**", "**/watch/web/1/film*"):
            page.context.route(way, send_film)
        page.goto(address)
        return page

    return open_stage


def bring(page, path):
    """Pastes the text of a caption file."""
    page.goto(path + "/captions")
    page.get_by_label("Or paste the text of a file").fill(SRT)
    page.get_by_role("button", name="Read the file").click()
    page.get_by_label("Language").fill("German")
    page.get_by_role("button", name="Add captions").click()
    wait_until_true(page, "document.querySelector('#reading[data-ready]') !== null")


def at(page):
    return page.evaluate("document.querySelector('film-frame, video').currentTime")


def is_paused(page):
    return page.evaluate("document.querySelector('film-frame, video').paused")


def answers(page):
    wait_until_true(page, "document.querySelector('film-frame').readyState === 4")


def frame(page):
    return next(each for each in page.frames if each.url.startswith(YOUTUBE))


def found(page):
    return page.locator("#found")


@pytest.mark.parametrize(("width", "scheme"), [(375, "dark"), (1366, "light")])
def test_the_pages_are_in_order(stage, width, scheme):
    page = stage("/watch/open?url=/watch/web/1", width=width, scheme=scheme, has_touch=width < 400)
    for name, path in [("open", page.url), ("file", "/watch/web/1"), ("youtube", "/watch/web/2"), ("captions", "/watch/web/1/captions")]:
        page.goto(path)
        checks = problems(page) + invisible_focus(page) + (small_targets(page) if width < 400 else [])
        assert not checks and not overflow(page), (name, checks)
        keep_page(page)
    # Axe calls the frame by our own origin, and is told that it isn't there.
    assert all("postMessage" in each for each in page.complaints)


def test_what_is_there_is_shown_while_somebody_types(stage):
    """URL L142: after a rest of 350 ms, and only the answer to what stands there."""
    page = stage("/watch/open")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "url=" in request.url else None)
    field = page.get_by_label("Address of a video")
    field.press_sequentially("/watch/web/1", delay=20)
    expect(found(page)).to_contain_text("Night foxes")
    assert len(asked) == 1
    # An answer that comes late is not shown.
    held = []
    page.route("**/watch/open?url=*web%2F2", lambda route: held.append(route))
    field.fill("/watch/web/2")
    until(lambda: held, "a question", page)
    field.fill("/watch/web/1?t=75")
    expect(found(page)).to_contain_text("starts at 1:15")
    for route in held:
        try:
            route.continue_()
        except Exception:  # The page has given it up.
            pass
    # What is asked later is answered later.
    page.evaluate("fetch('/watch/open').then((answer) => answer.text())")
    painted(page)
    expect(found(page)).to_contain_text("Night foxes")
    field.fill("nonsense")
    expect(found(page)).to_contain_text("isn’t a video that can be played here")
    field.fill("https://10.0.0.1/film.mp4")
    expect(found(page)).to_contain_text("private network")
    field.fill("")
    expect(found(page)).to_be_empty()
    assert not page.complaints


def test_open_video_opens_it_by_keyboard(stage):
    """URL L143: “Open Video” is the primary button; what can’t be opened is said beside the field."""
    page = stage("/watch/open")
    page.get_by_label("Address of a video").fill("fox & owl")
    page.keyboard.press("Enter")
    expect(page.locator("#field-url-error")).to_contain_text("isn’t a video that can be played here")
    expect(page.get_by_label("Address of a video")).to_have_value("fox & owl")
    page.get_by_label("Address of a video").fill("web+storytime:/watch/web/1?t=5")
    button = page.get_by_role("button", name="Open Video", exact=True)
    assert "primary" in button.get_attribute("class")
    # What is asked while somebody types has an answer before they go.
    expect(found(page)).to_contain_text("Night foxes")
    press(page, button)
    expect(page).to_have_url(re.compile(r"/watch/web/1\?t=5$"))
    # The refused form says its status in the console; nothing else does.
    assert [each for each in page.complaints if "422" not in each] == []


def test_without_a_script_a_button_shows_it(stage):
    page = stage("/watch/open", scripts=False)
    page.get_by_label("Address of a video").fill("/watch/web/1")
    page.get_by_role("button", name="Show what it is").click()
    expect(found(page)).to_contain_text("Night foxes")
    page.get_by_role("button", name="Open Video", exact=True).click()
    expect(page).to_have_url(re.compile(r"/watch/web/1$"))
    expect(page.locator("video")).to_have_attribute("src", "/watch/web/1/film")


def test_a_file_from_elsewhere_plays_with_a_text(stage):
    """V1.1 L17: https alone, and this page alone."""
    page = stage("/watch/web/1")
    expect(page.get_by_text("This video has no text yet")).to_be_visible()
    bring(page, "/watch/web/1")
    video = page.locator("video")
    video.evaluate("video => { video.muted = true }")
    wait_until(video, "player.readyState >= 2")
    assert round(video.evaluate("video => video.duration")) == SECONDS
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#cues li[aria-current] .cue-text")).to_have_text(TEXTS[0])
    page.locator("#cues li").nth(2).locator(".cue-time").click()
    wait_until(video, "player.currentTime >= 5")
    # Films of other sites are let in here, and nowhere else; pictures are not.
    loads = """(source) => new Promise((done) => {
        const element = document.createElement(source.endsWith(".mp4") ? "video" : "img");
        element.onloadeddata = element.onload = () => done(true);
        element.onerror = () => done(false);
        element.src = source;
    })"""
    assert page.evaluate(loads, FILM)
    assert not page.evaluate(loads, "https://films.example/picture.jpg")
    refused = [each for each in page.complaints if "img-src" in each or "violates" in each]
    assert refused
    page.complaints = [each for each in page.complaints if each not in refused]
    # No model is asked about what isn't the library's.
    page.locator("#cues li").nth(2).locator(".cue-more").click()
    expect(page.get_by_role("menuitem", name="Explain")).to_be_hidden()
    page.keyboard.press("Escape")
    assert not page.complaints


def test_youtube_s_player_is_driven_by_messages(stage):
    page = stage("/watch/web/2", width=375, has_touch=True)
    bring(page, "/watch/web/2")
    answers(page)
    assert not page.evaluate("[...document.scripts].some((each) => !each.src.startsWith(location.origin))")
    assert frame(page).evaluate("document.referrer").startswith("http://127.0.0.1")
    expect(page.locator(".seek-time")).to_have_text("0:00 / 1:00")
    page.locator("[data-act=toggle]").click()
    expect(frame(page).locator("#state")).to_have_text("1")
    expect(page.locator("#cues li[aria-current] .cue-text")).to_have_text(TEXTS[0])
    page.locator("[data-act=toggle]").click()
    expect(frame(page).locator("#state")).to_have_text("2")
    assert is_paused(page)
    # A line's time leads there, and it plays.
    page.locator("#cues li").nth(3).locator(".cue-time").click()
    wait_until_true(page, "document.querySelector('film-frame').currentTime >= 7")
    page.locator("[data-speed]").select_option("0.5")
    wait_until_true(page, "document.querySelector('film-frame').playbackRate === 0.5")
    assert "setPlaybackRate" in frame(page).evaluate("heard")
    # Somebody uses the player's own button: the page follows.
    page.evaluate("scrollTo(0, 0)")
    frame(page).locator("body").click()
    wait_until_true(page, "!document.querySelector('film-frame').paused === (document.querySelector('[data-act=toggle]').getAttribute('aria-label') === 'Pause')")
    assert not page.complaints


def test_step_mode_and_a_to_b_work_on_youtube(stage):
    page = stage("/watch/web/2")
    bring(page, "/watch/web/2")
    answers(page)
    page.keyboard.press("s")
    page.locator("[data-act=toggle]").click()
    wait_until_true(page, "!document.querySelector('film-frame').paused")
    wait_until_true(page, "document.querySelector('film-frame').paused")
    assert 2.3 <= at(page) <= 3.4
    page.keyboard.press("s")
    # A to B: the first line, again and again.
    page.locator("#cues li").nth(0).locator(".cue-time").focus()
    page.keyboard.press("a")
    page.keyboard.press("b")
    expect(page.locator(".repeat-words")).to_have_text(re.compile("A .*– B"))
    page.locator("#cues li").nth(0).locator(".cue-time").click()
    page.locator("[data-act=toggle]").click()
    frame(page).evaluate("heard.length = 0")
    places = []

    def repeats():
        places.append(at(page))
        return frame(page).evaluate("heard.filter((each) => each === 'seekTo').length") >= 2

    until(repeats, "the second time", page)
    assert max(places) < 4.5
    assert not page.complaints


def test_its_place_is_kept_and_it_begins_there(stage):
    page = stage("/watch/web/2?t=20")
    answers(page)
    assert "start=20" in page.locator("iframe").get_attribute("src")
    expect(page.locator(".seek-time")).to_have_text("0:20 / 1:00")
    # Nobody has started it: it doesn't begin by itself.
    all_heard(page)
    expect(frame(page).locator("#state")).to_have_text("-1")
    page.locator("[data-act=toggle]").click()
    wait_until_true(page, "document.querySelector('film-frame').currentTime > 21")
    with page.expect_request("**/watch/web/2/place") as kept:
        page.locator("[data-act=toggle]").click()
    assert 21 <= int(kept.value.post_data.split("=")[1]) <= 24
    page.goto("/watch/web/2")
    expect(page.locator(".seek-time")).to_have_text(re.compile(r"0:2[1-4] / 1:00"))
    assert not page.complaints


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_lies_over_youtube_s_player_and_it_is_large_enough(stage, width):
    page = stage("/watch/web/2", width=width, has_touch=width < 400)
    bring(page, "/watch/web/2")
    # As somebody left it who likes small pictures: here it stays large.
    page.evaluate("localStorage.setItem('storytime.reading', JSON.stringify({ isCollapsed: true }))")
    page.reload()
    answers(page)
    expect(page.locator("[data-act=collapse]")).to_be_hidden()

    def covered():
        box = page.locator("iframe").bounding_box()
        assert box["width"] >= 200 and box["height"] >= 200, box
        return page.evaluate(
            """() => {
                const { left, top, width, height } = document.querySelector("iframe").getBoundingClientRect();
                const found = [];
                for (let x = 0.05; x < 1; x += 0.1) for (let y = 0.05; y < 1; y += 0.1) {
                    const each = document.elementFromPoint(left + width * x, top + height * y);
                    if (each && each.tagName !== "IFRAME") found.push(each.outerHTML.slice(0, 80));
                }
                return found;
            }"""
        )

    assert not covered()
    page.locator("[data-act=menu]").click()
    expect(page.locator("#play-menu")).to_be_visible()
    assert not covered()
    page.keyboard.press("Escape")
    page.locator("[data-act=editor]").click()
    assert not covered()
    assert not page.complaints


def all_heard(page):
    """Waits until the page has heard all that its frame and it said before, and done what it did about it."""
    page.evaluate("addEventListener('message', ({ data }) => { if (data === 'the last') window.hasHeard = (window.hasHeard ?? 0) + 1; })")
    page.evaluate("postMessage('the last', '*')")
    try:
        frame(page).evaluate("parent.postMessage('the last', '*')")
    except Error:
        # A frame that is loaded again because of what it said was heard.
        page.evaluate("postMessage('the last', '*')")
    wait_until_true(page, "window.hasHeard >= 2")
    painted(page)


def test_a_player_that_reports_an_error_is_said_below_it(stage):
    page = stage("/watch/web/2")
    answers(page)
    for _ in range(2):  # It is tried again once, silently.
        frame(page).evaluate("say('onError', 150)")
        all_heard(page)
        answers(page)
        if page.locator(".reading-trouble").is_visible():
            break
    expect(page.locator(".reading-trouble")).to_contain_text("doesn’t let other sites play it")
    box, frame_box = page.locator(".reading-trouble").bounding_box(), page.locator("iframe").bounding_box()
    assert box["y"] >= frame_box["y"] + frame_box["height"]
    page.get_by_role("button", name="Try again").click()
    answers(page)
    expect(page.locator(".reading-trouble")).to_be_hidden()


def test_messages_of_anybody_else_are_ignored(stage):
    page = stage("/watch/web/2")
    answers(page)
    page.evaluate(
        """() => {
            for (const data of ["x", "null", "{}", '{"event":"infoDelivery","info":{"currentTime":50,"playerState":1}}', 7, { event: "onReady" }]) postMessage(data, "*");
        }"""
    )
    frame(page).evaluate("for (const data of ['x', 'null', '7', '[]', '{\"event\":\"infoDelivery\",\"info\":{\"currentTime\":\"a\",\"duration\":null}}']) parent.postMessage(data, '*')")
    all_heard(page)
    assert at(page) == 0 and is_paused(page)
    assert not page.complaints


def test_links_are_copied_and_shared(stage):
    """V2.5 L77: “Copy link” copies the moment; where the browser can share, there is a button for it."""
    page = stage("/watch/web/1", permissions=["clipboard-read", "clipboard-write"])
    video = page.locator("video")
    wait_until(video, "player.readyState >= 2")
    video.evaluate("video => { video.currentTime = 12.7 }")
    wait_until(video, "!player.seeking")
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toasts")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/watch/web/1?t=12")
    page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    page.reload()
    wait_until(video, "player.readyState >= 2")
    page.get_by_role("button", name="Share", exact=True).click()
    shared = page.evaluate("shared")
    assert shared["title"] == "Night foxes" and "/watch/web/1" in shared["url"]


def test_it_is_removed_and_comes_back(stage):
    page = stage("/watch/web/1")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("#toasts")).to_contain_text("“Night foxes” removed.")
    expect(page.locator(".opened-video")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".opened-video")).to_have_count(2)
    assert not page.complaints


def test_a_playlist_goes_on_over_videos_at_addresses(stage):
    """V4.2 L107: what comes before and after is on their pages, too."""
    page = stage("/watch/web/1")
    headers = {"Origin": page.url.split("/watch")[0], "Content-Type": "application/x-www-form-urlencoded"}
    made = page.request.post("/watch/playlists", data="name=Bedtime", headers=headers, max_redirects=0)
    address = made.headers["location"]
    assert page.request.post(f"{address}/items", data="video=web-1&video=web-2", headers=headers, max_redirects=0).status == 303
    page.goto(address)
    press(page, page.get_by_role("link", name="Play", exact=True))
    steps = page.get_by_role("navigation", name="Playlist")
    expect(steps).to_contain_text("1 of 2")
    press(page, steps.get_by_role("link", name="Next"))
    expect(page).to_have_url(re.compile(r"/watch/web/2\?list="))
    expect(steps).to_contain_text("2 of 2")
    press(page, steps.get_by_role("link", name="Previous"))
    expect(page).to_have_url(re.compile(r"/watch/web/1\?list="))


def test_a_player_that_never_answers_is_said_to(stage):
    page = stage("/watch/open")
    page.context.route(YOUTUBE + "/**", lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
    page.clock.install()
    page.goto("/watch/web/2")
    trouble = page.locator(".reading-trouble")
    expect(trouble).to_be_hidden()
    page.clock.run_for(40_000)
    expect(trouble).to_contain_text("YouTube isn’t answering.")
    expect(trouble.get_by_role("button", name="Try again")).to_be_visible()
