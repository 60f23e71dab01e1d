"""The parts of the player that need a browser: the outbox, in which events wait until the server has them, and small pictures."""

import gzip
import json
import re

import pytest
from conftest import wait_until_true
from playroom import Playroom, script, style, worker
from waiting import until

LARGEST = 30 * 1024  # bytes of scripts and style sheets, compressed


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    room = Playroom(tmp_path_factory.mktemp("room"))
    yield room
    room.close()


@pytest.fixture(scope="module")
def own_page(room, browser):
    """One page for all tests, each of which loads it anew."""
    context = browser.new_context(base_url=room.address)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(own_page):
    own_page.goto("/blank")
    own_page.evaluate("localStorage.clear()")
    yield own_page
    own_page.unroute_all()


def test_a_storyboard_says_which_part_of_which_picture(page):
    text = (
        "WEBVTT\r\n\r\nNOTE 4 pictures\r\n\r\n00:00.000 --> 00:05.000\r\na.webp#xywh=0,0,160,90\r\n\r\n"
        "two\n00:00:05.000 --> 00:00:10.000\na.webp#xywh=160,0,160,90\n\n01:00:00.500 --> 01:00:05.000\n/b.webp#xywh=0,90,160,90\n\n"
        "00:10.000 --> 00:15.000\nno picture\n"
    )
    found = page.evaluate("(text) => Storytime.Storyboard.parse(text, new URL('http://films.test/media/x.vtt'))", text)
    assert [(each["start"], each["href"], each["x"], each["y"], each["width"], each["height"]) for each in found] == [
        (0, "http://films.test/media/a.webp", 0, 0, 160, 90),
        (5, "http://films.test/media/a.webp", 160, 0, 160, 90),
        (3600.5, "http://films.test/b.webp", 0, 90, 160, 90),
    ]


# The outbox.

EVENT = """(number, child = 7) => ({
    client_event_id: `e${number}`, session_id: "s", child_id: child, book_id: 3, event_type: "heartbeat",
    occurred_at: new Date(1_000_000 + number * 1000).toISOString(), position_seconds: number, metadata: null,
})"""


class Server:
    """Takes what an outbox sends, and answers as it is told to."""

    def __init__(self, page):
        self.batches = []
        self.answer = lambda events: (200, [event["client_event_id"] for event in events])
        page.route("**/kids/events", self.take)

    def take(self, route):
        body = route.request.post_data
        events = json.loads(body)["events"]
        self.batches.append([event["client_event_id"] for event in events])
        assert len(body) <= 16_384 and len(events) <= 50
        status, known = self.answer(events)
        if status is None:
            return route.abort()
        results = [{"client_event_id": name, "status": "accepted"} for name in known]
        return route.fulfill(status=status, json={"results": results})

    @property
    def names(self):
        return [name for batch in self.batches for name in batch]


@pytest.fixture
def outbox(page):
    """A page with an outbox of child 7, and what it sends."""
    server = Server(page)
    page.evaluate(f"window.event = {EVENT}; window.outbox = new Storytime.Outbox('/kids/events', 7)")
    return page, server


def test_events_wait_in_the_browser_until_the_server_has_them(outbox):
    page, server = outbox
    server.answer = lambda events: (None, [])
    assert page.evaluate("(outbox.put(event(1)), outbox.put(event(2)), outbox.flush())") is False
    assert page.evaluate("localStorage.length") == 2
    # The tab is killed; another one of the same child sends what it left.
    other = page.context.new_page()
    again = Server(other)
    other.goto("/blank")
    assert other.evaluate("new Storytime.Outbox('/kids/events', 7).flush()") is True
    assert again.names == ["e1", "e2"]
    # What one page removes, another sees a moment later.
    wait_until_true(page, "localStorage.length === 0")


def test_nothing_is_sent_for_another_child(outbox):
    page, server = outbox
    assert page.evaluate(
        "(outbox.put(event(1)), new Storytime.Outbox('/kids/events', 8).put(event(2, 8)), new Storytime.Outbox('/kids/events', 70).put(event(3, 70)), outbox.flush())"
    )
    assert server.names == ["e1"]
    assert page.evaluate("localStorage.length") == 2


@pytest.mark.parametrize(
    ("status", "is_kept"), [(401, True), (404, True), (408, True), (429, True), (500, True), (503, True), (400, False), (403, False), (422, False)]
)
def test_what_was_refused_for_good_is_dropped(outbox, status, is_kept):
    page, server = outbox
    server.answer = lambda events: (status, [])
    assert page.evaluate("(outbox.put(event(1)), outbox.flush())") is not is_kept
    assert page.evaluate("localStorage.length") == int(is_kept)
    assert len(server.batches) == 1


def test_only_what_was_answered_for_is_removed(outbox):
    page, server = outbox
    server.answer = lambda events: (200, ["e2"])
    assert page.evaluate("([1, 2, 3].forEach((number) => outbox.put(event(number))), outbox.flush())") is False
    assert server.batches == [["e1", "e2", "e3"], ["e1", "e3"]]
    assert page.evaluate("outbox.waiting().map(({ event }) => event.client_event_id)") == ["e1", "e3"]


def test_many_events_go_in_batches(outbox):
    page, server = outbox
    assert page.evaluate("([...Array(120).keys()].forEach((number) => outbox.put(event(number))), outbox.flush())")
    assert server.names == [f"e{number}" for number in range(120)]
    assert len(server.batches) >= 3


def test_a_batch_that_is_too_large_is_halved(outbox):
    page, server = outbox
    server.answer = lambda events: (413, []) if len(events) > 3 else (200, [event["client_event_id"] for event in events])
    assert page.evaluate("([...Array(10).keys()].forEach((number) => outbox.put(event(number))), outbox.flush())")
    assert page.evaluate("localStorage.length") == 0
    assert {len(batch) for batch in server.batches[-3:]} <= {1, 2, 3}


FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
BLOCKED = "() => { Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } }); }"


@pytest.mark.parametrize("failing", [FULL, BLOCKED], ids=["full", "blocked"])
def test_where_nothing_can_be_stored_it_waits_in_memory(outbox, failing):
    page, server = outbox
    page.evaluate(failing)
    server.answer = lambda events: (503, [])
    assert page.evaluate("(outbox.put(event(1)), outbox.flush())") is False
    server.answer = lambda events: (200, [event["client_event_id"] for event in events])
    assert page.evaluate("(outbox.put(event(2)), outbox.flush())") is True
    assert server.batches == [["e1"], ["e1", "e2"]]


def test_one_tab_sends_at_a_time_and_none_is_waited_for_for_ever(outbox):
    page, server = outbox
    page.evaluate("new Promise((held) => { navigator.locks.request('storytime.outbox', () => { held(); return new Promise(() => {}); }); })")
    page.evaluate("outbox.put(event(1))")
    assert page.evaluate("outbox.flush()") is False and page.evaluate("outbox.flush()") is False
    assert server.batches == []
    assert page.evaluate("outbox.flush()") is True
    assert server.names == ["e1"]


def test_as_the_page_goes_everything_is_on_its_way_at_once(outbox):
    page, server = outbox
    page.evaluate("[...Array(80).keys()].forEach((number) => outbox.put(event(number))); outbox.leave()")
    wait_until_true(page, "localStorage.length === 0")
    assert server.names == [f"e{number}" for number in range(80)]


def test_without_keepalive_a_beacon_goes_and_the_next_page_asks_again(outbox):
    page, server = outbox
    page.evaluate("delete Request.prototype.keepalive; outbox.put(event(1)); outbox.leave()")
    until(lambda: server.batches, "a beacon", page)
    assert server.names == ["e1"]
    assert page.evaluate("localStorage.length") == 1


def test_nonsense_in_the_storage_is_thrown_away(outbox):
    page, server = outbox
    page.evaluate("localStorage.setItem('storytime.event.7.x.1', '{'); localStorage.setItem('storytime.event.7.x.2', '{}'); outbox.put(event(1))")
    assert page.evaluate("outbox.flush()") is True
    assert server.names == ["e1"]
    assert page.evaluate("localStorage.length") == 0


def test_scripts_and_styles_of_kids_mode_are_light():
    sent = [re.sub(r"(?m)^\s*(//.*)?\n", "", text).encode() for text in (script(), style())]
    assert sum(len(gzip.compress(text, 9)) for text in sent) < LARGEST


def test_the_service_worker_keeps_nothing_but_the_page_without_a_network_and_packed_stories():
    text = worker()
    assert len(gzip.compress(text.encode(), 9)) < 8_000
    named = {"/kids/offline", "/kids/stories/", "/kids/kept/", "/kids/kept/index", "/kids/journey", "/kids/journey/shelf"}
    assert set(re.findall(r'"(/[^"]+)"', text)) == named
