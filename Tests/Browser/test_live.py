"""Live transcription with a microphone that beeps, a stub of the transcription service, and a stub of the browser's own speech
recognition; and the one page of settings that turns it on."""

import json
import re
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from chat_model import ChatModel
from checks import invisible_focus, overflow, problems, small_targets
from conftest import CHROMIUM, press, sign_in, wait_until_true
from films import Films
from markup import keep_page
from playwright.sync_api import expect

PARENT = "astrid@example.test"
SENTENCES = ["Es war einmal ein Fuchs.", "Er wohnte in einer Laterne.", "Nachts leuchtete sie."]
# Chromium's own, which would ask a server of its maker, is put away; tests say what is heard.
RECOGNITION = """
window.heard = [];
window.SpeechRecognition = undefined;
window.webkitSpeechRecognition = class {
    constructor() { window.recognition = this; }
    start() { window.heard.push({ lang: this.lang, continuous: this.continuous, interim: this.interimResults, local: this.processLocally === true }); }
    stop() { setTimeout(() => this.onend?.(), 20); }
};
window.say = (text, isFinal) => {
    const result = Object.assign([{ transcript: text }], { isFinal });
    window.recognition.onresult({ resultIndex: 0, results: [result] });
};
"""
NO_RECOGNITION = "window.SpeechRecognition = undefined; window.webkitSpeechRecognition = undefined;"


class SpeechStub:
    """Answers each piece of sound with the next sentence, or as a test says."""

    def __init__(self):
        self.asked = []  # the bytes of each request
        self.say = lambda number: (200, {"text": SENTENCES[number % len(SENTENCES)]})
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                stub.asked.append(body)
                status, told = stub.say(len(stub.asked) - 1)
                content = told if isinstance(told, bytes) else json.dumps(told).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def speech():
    stub = SpeechStub()
    yield stub
    stub.close()


@pytest.fixture
def model():
    model = ChatModel()
    yield model
    model.close()


@pytest.fixture(scope="module")
def ears(browser):
    """A browser with a microphone that beeps, which every page may use that may ask for it."""
    args = ["--no-sandbox", "--disable-dev-shm-usage", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    ears = browser.browser_type.launch(executable_path=CHROMIUM, args=args)
    yield ears
    ears.close()


@pytest.fixture
def settings(speech, model):
    return {"STORYTIME_TRANSCRIBE_URL": speech.address, "STORYTIME_CHAT_URL": model.address, "STORYTIME_CHAT_MODEL": "stub"}


@pytest.fixture
def stage(demo, families, ears):
    """Where a parent has turned live transcription on; opens its page with a script that runs before those of the page."""
    films = Films(demo.folder)
    user = films.execute_one("SELECT id FROM users WHERE email = ?", PARENT)
    films.execute("INSERT INTO parent_switches (user_id, name, is_on) VALUES (?, 'live', 1)", user)
    contexts = []

    def open_stage(address="/watch/live", before=RECOGNITION, width=1280, scheme="light", scripts=True, **options):
        context = ears.new_context(
            base_url=demo.address, viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=scripts,
            reduced_motion="reduce", permissions=["microphone"], **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        if before:
            page.add_init_script(before)
        sign_in(page, PARENT)
        page.goto(address)
        return page

    open_stage.films = films
    yield open_stage
    for context in contexts:
        context.close()


def lines(page):
    return page.locator("#cues li .cue-text")


def start(page, way="browser"):
    page.locator(f"#way-{way}").check()
    page.get_by_role("button", name="Start listening").click()
    expect(page.locator(".live-status")).to_have_text("Listening.")


def stop(page):
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".live-status")).to_contain_text("Stopped.")


def dictate(page, *texts):
    for text in texts:
        page.evaluate("text => say(text, true)", text)


@pytest.mark.parametrize(("width", "scheme"), [(375, "dark"), (1366, "light")])
def test_the_pages_are_in_order(stage, width, scheme):
    page = stage(width=width, scheme=scheme, has_touch=width < 400)
    page.get_by_label("Spoken language").fill("German")
    start(page)
    dictate(page, *SENTENCES)
    page.evaluate("say('und die Eule', false)")
    expect(lines(page)).to_have_count(3)
    checks = problems(page) + (small_targets(page) if width < 400 else [])
    assert not checks and not overflow(page), checks
    stop(page)
    for name, path in [("live", "/watch/live"), ("session", "/watch/live/1"), ("settings", "/watch/settings")]:
        page.goto(path)
        checks = problems(page) + invisible_focus(page) + (small_targets(page) if width < 400 else [])
        assert not checks and not overflow(page), (name, checks)
        keep_page(page)
    assert not page.complaints


def test_the_browser_s_own_words_come_as_they_are_said(stage, speech):
    """V7 L127: guesses are shown, what is certain is kept; the sound goes nowhere near the server."""
    page = stage()
    page.get_by_label("Spoken language").fill("German")
    start(page)
    assert page.evaluate("heard") == [{"lang": "de", "continuous": True, "interim": True, "local": False}]
    page.evaluate("say('Es war', false)")
    expect(page.locator(".live-guess")).to_have_text("Es war")
    expect(lines(page)).to_have_count(0)
    dictate(page, SENTENCES[0])
    expect(page.locator(".live-guess")).to_be_empty()
    expect(lines(page)).to_have_text(SENTENCES[:1])
    # A recognition that ends by itself goes on.
    page.evaluate("recognition.onend()")
    wait_until_true(page, "heard.length === 2")
    dictate(page, SENTENCES[1])
    # What was not certain yet when the button was pressed was said all the same.
    page.evaluate("text => say(text, false)", SENTENCES[2])
    stop(page)
    expect(page.locator(".live-status")).to_have_text("Stopped. 3 lines saved.")
    page.get_by_role("link", name="Open this session").click()
    expect(lines(page)).to_have_text(SENTENCES)
    assert speech.asked == [] and not page.complaints
    page.goto("/watch/live")
    expect(page.locator(".live-sessions")).to_contain_text("3 lines")


def test_without_a_service_the_browser_listens(demo, stage):
    """V7 L127: there is one way then. While it listens, the button to stop it stays where it is seen."""
    demo.stop()
    del demo.environment["STORYTIME_TRANSCRIBE_URL"]
    demo.start()
    page = stage()
    expect(page.locator("#way-browser")).to_be_checked()
    start(page)
    dictate(page, *[f"Sentence number {number}." for number in range(40)])
    expect(lines(page).last).to_have_text("Sentence number 39.")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_in_viewport()
    stop(page)
    assert page.complaints == []


def test_the_service_gets_sound_that_every_service_reads(stage, speech):
    """V7 L127: a microphone that beeps, in pieces, as WAV of 16,000 values a second."""
    page = stage(before=NO_RECOGNITION)
    # Where the browser can't, there is no such choice.
    expect(page.locator("#way-browser")).to_be_hidden()
    expect(page.locator("#way-service-hint")).to_contain_text("127.0.0.1 in your own network")
    start(page, "service")
    expect(lines(page).filter(has_text=SENTENCES[0])).to_be_visible(timeout=30_000)
    # Two seconds more are a second piece.
    expect(page.locator(".live-clock")).to_have_text(re.compile("0:(0[89]|[1-5][0-9])"))
    stop(page)
    expect(lines(page).filter(has_text=SENTENCES[1])).to_be_visible()
    body = speech.asked[0]
    sound = body[body.index(b"RIFF"):]
    channels, rate = struct.unpack("<HI", sound[22:28])
    assert (channels, rate, sound[8:12]) == (1, 16_000, b"WAVE")
    seconds = struct.unpack("<I", sound[40:44])[0] / 32_000
    assert 5 < seconds < 8
    assert b"astrid" not in body.lower() and b'name="language"' in body
    assert not page.complaints


def test_a_service_that_fails_leaves_the_page_as_it_was(stage, speech):
    """A broken piece says so in its place; the next ones go on."""
    speech.say = lambda number: (500, b"oops") if number == 0 else (200, {"text": SENTENCES[1]})
    page = stage(before=NO_RECOGNITION)
    start(page, "service")
    expect(lines(page).first).to_have_text("These seconds are missing: the transcription service failed.", timeout=30_000)
    expect(lines(page).filter(has_text=SENTENCES[1])).to_be_visible(timeout=30_000)
    stop(page)
    page.get_by_role("link", name="Open this session").click()
    expect(lines(page)).to_have_text([SENTENCES[1]] * lines(page).count())
    assert not page.complaints


def test_words_have_the_sheet_of_the_player(stage, model):
    """V7 L128: a tap on a word, or the button of its line."""
    page = stage()
    page.get_by_label("Spoken language").fill("German")
    start(page)
    dictate(page, *SENTENCES)
    box = lines(page).first.bounding_box()
    page.mouse.click(box["x"] + 12, box["y"] + box["height"] / 2)
    sheet = page.get_by_role("dialog", name="Word")
    expect(sheet.locator(".sheet-quote")).to_have_text("Es")
    sheet.get_by_role("button", name="Fuchs", exact=True).click()
    expect(sheet.get_by_role("button", name="Translate")).to_be_visible()
    sheet.get_by_role("button", name="Explain").click()
    expect(sheet.locator(".sheet-answers")).to_contain_text("A large room.")
    expect(sheet.locator(".sheet-answers")).to_contain_text("It can be wrong. It isn’t kept.")
    assert "Fuchs" in model.asked[-1]["messages"][-1]["content"]
    sheet.get_by_role("button", name="Save this word").click()
    expect(sheet.get_by_role("button", name="Saved ✓")).to_be_visible()
    assert stage.films.execute_one("SELECT term || language FROM kept_words") == "Fuchsde"
    page.keyboard.press("Escape")
    stop(page)
    # By keyboard, in the session that was kept.
    page.get_by_role("link", name="Open this session").click()
    press(page, page.get_by_role("button", name="Words of").nth(1))
    expect(page.get_by_role("dialog", name="Line").locator(".sheet-quote")).to_have_text(SENTENCES[1])
    page.get_by_role("dialog").get_by_role("button", name="Translate").click()
    expect(page.locator(".sheet-answers")).to_contain_text("A large room.")
    assert not page.complaints


def test_a_session_is_saved_renamed_and_deleted_with_undo(stage):
    """V7 L129, L130."""
    page = stage()
    start(page)
    dictate(page, "=1+1", "Good night.")
    stop(page)
    page.get_by_role("link", name="Open this session").click()
    for name, beginning in [("Text", "=1+1\nGood night.\n"), ("Captions (WebVTT)", "WEBVTT"), ("Table (CSV)", "number,start,end,text\r\n1,")]:
        page.get_by_text("Save as a file").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=name, exact=True).click()
        assert download.value.path().read_bytes().decode().startswith(beginning), name
        expect(page.get_by_role("menu")).to_be_hidden()
        expect(page.get_by_role("button", name="Save as a file")).to_be_focused()
    page.get_by_text("Change title and language").click()
    page.get_by_label("Title").fill("At the zoo")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("At the zoo")
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#toasts")).to_contain_text("“At the zoo” deleted.")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("At the zoo")
    expect(lines(page)).to_have_text(["=1+1", "Good night."])
    assert not page.complaints


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("Object.defineProperty(window, 'isSecureContext', { value: false });", "only let pages use the microphone over HTTPS"),
        (NO_RECOGNITION + "delete window.MediaRecorder; window.MediaRecorder = undefined;", "neither recognizes speech nor records sound"),
    ],
)
def test_where_nothing_can_listen_the_page_says_why(stage, before, words):
    """Lim L188, L189."""
    page = stage(before=before)
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_role("button", name="Start listening")).to_be_hidden()
    assert not problems(page) and not page.complaints


def test_a_microphone_that_is_refused_is_explained(stage):
    page = stage()
    page.get_by_role("button", name="Start listening").click()
    expect(page.locator(".live-status")).to_have_text("Listening.")
    page.evaluate("recognition.onerror({ error: 'not-allowed' })")
    expect(page.locator(".live-status")).to_contain_text("wasn’t allowed to use the microphone")
    expect(page.get_by_role("button", name="Start listening")).to_be_visible()
    assert not page.complaints


def test_no_other_page_may_use_the_microphone(stage):
    page = stage()
    ask = "navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'given', (error) => error.name)"
    assert page.evaluate(ask) == "given"
    page.goto("/watch/settings")
    assert page.evaluate(ask) == "NotAllowedError"


def test_without_a_script_sessions_are_read(stage):
    page = stage()
    start(page)
    dictate(page, SENTENCES[0])
    stop(page)
    page = stage(scripts=False)
    expect(page.locator("noscript .notice")).to_be_visible()
    expect(page.get_by_role("button", name="Start listening")).to_be_hidden()
    page.locator(".live-sessions a").click()
    expect(lines(page)).to_have_text(SENTENCES[:1])
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Undo").click()
    expect(lines(page)).to_have_text(SENTENCES[:1])


def test_settings_turn_things_on_and_off(families):
    """Settings L158 to L163: by keyboard; what is off is hidden."""
    page = families(PARENT)
    page.goto("/watch/settings")
    expect(page.get_by_role("navigation", name="Reading along")).not_to_contain_text("Live transcription")
    page.get_by_role("checkbox", name="Vocabulary").uncheck()
    page.get_by_role("checkbox", name="Live transcription").check()
    press(page, page.get_by_role("button", name="Save", exact=True))
    expect(page.locator("#toasts")).to_contain_text("“Vocabulary” is off. “Live transcription” is on.")
    chips = page.get_by_role("navigation", name="Reading along")
    expect(chips).not_to_contain_text("Vocabulary")
    page.goto("/watch/words")
    expect(page.get_by_role("heading", name="Vocabulary is off")).to_be_visible()
    assert not problems(page)
    page.get_by_role("link", name="Open Settings").click()
    page.get_by_role("checkbox", name="Vocabulary").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(chips).to_contain_text("Vocabulary")
