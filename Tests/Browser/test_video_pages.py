"""Videos: the list that refreshes itself, the page that plays one, and an upload to Mux."""

import http.server
import json
import threading

import pytest
from checks import problems, problems_everywhere
from conftest import press, sign_in, tab_to
from films import SECONDS, Films, wait_until
from markup import keep_page
from playwright.sync_api import expect
from waiting import until


class Library(Films):
    """A library of one's own, whose rows a test changes as a worker or Mux would."""

    def __init__(self, storytime, settings):
        super().__init__(storytime.folder)
        self.storytime = storytime
        self.storytime.environment |= settings
        self.storytime.start()


@pytest.fixture
def library_of_videos(stock, tmp_path):
    made = []

    def make(**settings):
        made.append(Library(stock(tmp_path), settings))
        return made[-1]

    yield make
    for each in made:
        each.storytime.stop()


def test_rows_on_their_way_refresh_themselves(library_of_videos, open_page):
    library = library_of_videos()
    video = library.add_video(3, "preparing", progress_percent=40)
    library.add_video(4, "ready", duration_seconds=340, source="https://media.example/" + "long-name/" * 20 + "a.mp4")
    library.add_video(5, "preparing", age=3600)
    page = open_page(library.storytime)
    sign_in(page)
    page.clock.install()
    page.goto("/admin/video_assets")
    keep_page(page)
    assert not problems_everywhere(page)
    row = page.locator(f"#video-{video}")
    expect(row).to_contain_text("40%")
    box, link = row.get_by_role("checkbox"), row.get_by_role("link")
    press(page, box, "Space")
    tab_to(page, link)
    page.evaluate("window.isSame = true")
    library.execute("UPDATE video_assets SET status = 'ready', duration_seconds = 125 WHERE id = ?", video)

    def is_shown():
        page.clock.run_for(30_000)
        return "2:05" in row.inner_text()

    until(is_shown, page=page)
    expect(row.locator(".pill").first).to_have_text("Ready")
    expect(page.locator("[data-refresh-words]")).to_contain_text(": Ready")
    expect(page.locator("#video-scopes")).to_contain_text("Ready 2")
    # The page is the same, with what was ticked and where the keyboard was.
    assert page.evaluate("window.isSame")
    expect(link).to_be_focused()
    expect(box).to_be_checked()
    expect(page.locator("[data-bulk-count]")).to_have_text(" (1)")
    # Nothing is pending any more, and what is stuck is not asked about.
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    assert not asked


def test_a_hidden_page_asks_nothing(library_of_videos, open_page):
    library = library_of_videos()
    library.add_video(3, "preparing")
    page = open_page(library.storytime)
    sign_in(page)
    page.clock.install()
    page.goto("/admin/video_assets")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    # What was planned before is still asked.
    with page.expect_response("**/admin/video_assets"):
        page.clock.run_for(30_000)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    assert not asked
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    with page.expect_request("**/admin/video_assets"):
        page.clock.run_for(30_000)


def test_a_poster_that_cannot_be_loaded_gives_way_to_words(library_of_videos, open_page):
    library = library_of_videos()
    video = library.add_playable(1)
    page = open_page(library.storytime, is_watched=False)
    sign_in(page)
    page.goto(f"/admin/video_assets/{video}")
    poster, words = page.locator(".poster-now img"), page.locator(".poster-missing")
    poster.scroll_into_view_if_needed()
    expect(words).to_be_hidden()
    page.route("**/admin/video_assets/*/poster", lambda route: route.abort())
    page.reload()
    page.locator("#poster").scroll_into_view_if_needed()
    expect(words).to_have_text("The poster can’t be loaded now.")
    expect(words).to_be_visible()
    expect(poster).to_have_count(0)


def test_a_video_plays_and_its_moments_lead_into_it(library_of_videos, open_page):
    library = library_of_videos()
    library.add_playable(1)
    page = open_page(library.storytime)
    sign_in(page)
    page.goto("/admin/books/1")
    keep_page(page)
    expect(page.locator("#video")).to_contain_text("0:40 (40 s)")
    assert page.locator(".book-video-poster img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 320
    assert not problems_everywhere(page)
    page.get_by_role("link", name="Watch it").click()
    player = page.locator("video")
    player.evaluate("player => player.muted = true")
    wait_until(player, "player.readyState >= 1")
    assert round(player.evaluate("player => player.duration")) == SECONDS
    assert player.evaluate("player => player.textTracks.length") == 1
    keep_page(page)
    assert not problems_everywhere(page)
    moment = page.get_by_role("button", name="0:08")
    press(page, moment)
    wait_until(player, "player.currentTime > 8.2")
    assert player.evaluate("player => player.currentTime") < 20


class FakeMux(http.server.BaseHTTPRequestHandler):
    """Gives an address to upload to, and takes what is sent there."""

    def log_message(self, *_):
        pass

    def reply(self, status, value=None):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Access-Control-Allow-Origin", self.headers.get("Origin", "*"))
        self.send_header("Access-Control-Allow-Methods", "PUT")
        self.send_header("Access-Control-Allow-Headers", "content-type")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def content(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def do_OPTIONS(self):
        self.reply(200)

    def do_POST(self):
        self.server.asked = json.loads(self.content())
        url = f"http://127.0.0.1:{self.server.server_port}/bytes"
        self.reply(201, {"data": {"id": "up-1", "status": "waiting", "url": url}})

    def do_PUT(self):
        self.server.taken = self.content()
        self.server.tries += 1
        self.reply(500 if self.server.tries == 1 else 200)


@pytest.fixture
def fake_mux():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), FakeMux)
    server.taken, server.tries = b"", 0
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_a_file_is_sent_to_mux_by_the_browser(library_of_videos, open_page, fake_mux, tmp_path):
    token = {"STORYTIME_MUX_TOKEN_ID": "id", "STORYTIME_MUX_TOKEN_SECRET": "secret"}
    library = library_of_videos(STORYTIME_MUX_BASE_URL=f"http://127.0.0.1:{fake_mux.server_port}", **token)
    file = tmp_path / "moon.mp4"
    file.write_bytes(bytes(range(256)) * 4_000)
    page = open_page(library.storytime, is_watched=False)
    sign_in(page)
    page.goto("/admin/books/2/video/mux")
    assert not problems(page)
    press(page, page.get_by_role("button", name="Start an upload"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Upload to Mux")
    assert fake_mux.asked["cors_origin"] == library.storytime.address
    assert not problems(page)
    upload = page.get_by_role("button", name="Upload", exact=True)
    upload.click()
    expect(page.get_by_role("alert")).to_have_text("Choose a file first.")
    page.get_by_label("Video file").set_input_files(file)
    upload.click()
    expect(page.get_by_role("alert")).to_contain_text("Mux rejected the file (500).")
    upload.click()
    expect(page.locator(".video-status")).to_contain_text("Waiting")
    assert fake_mux.taken == file.read_bytes()
