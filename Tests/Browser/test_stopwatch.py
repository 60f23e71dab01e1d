"""The report against a stopwatch: whatever becomes of a story, it counts the time in which the film really moved."""

import contextlib
import time

import pytest
from films import wait_until
from kids_home import handed, home, play, tablet  # noqa: F401, fixtures
from playwright.sync_api import Error

# Counts apart from the player's own scripts: the time that passes while the film moves on, at its speed.
STOPWATCH = """player => {
    window.stopwatch = 0;
    let [at, place] = [performance.now(), player.currentTime];
    setInterval(() => {
        const [now, there] = [performance.now(), player.currentTime];
        const moved = ((there - place) / player.playbackRate) * 1000;
        if (moved > 0 && !player.seeking) window.stopwatch += Math.min(now - at, moved);
        [at, place] = [now, there];
    }, 50);
}"""
TOLERANCE = 1.2  # seconds: a film takes a moment to begin, and events are rounded to the second


class Stopwatch:
    """One viewing of a story that nobody has watched before in this home."""

    def __init__(self, home, page):
        self.home, self.page = home, page
        self.before = self.reported()
        # From the beginning: a place of an earlier test would be a jump.
        home.films.execute("UPDATE library_items SET last_position_seconds = NULL WHERE child_id = ? AND book_id = ?", home.alma, home.book)
        page.goto("/kids")
        self.player = play(page, home.book)
        self.begun = self.player.evaluate("player => player.currentTime")
        self.player.evaluate(STOPWATCH)

    def reported(self):
        """Seconds in the totals that reports are made of."""
        return self.home.query("SELECT coalesce(sum(watched_ms), 0) FROM daily_usage WHERE child_id = ? AND book_id = ?", self.home.alma, self.home.book)[0][0] / 1000

    def shown(self):
        return self.begun + self.page.evaluate("stopwatch") / 1000

    def stop(self):
        """What it shows once the child has gone back to the shelf."""
        self.player.evaluate("player => player.pause()")
        shown = self.shown()
        self.page.goto("/kids")
        return shown

    def check(self, shown, tolerance=TOLERANCE):
        deadline = time.monotonic() + 25
        while time.monotonic() < deadline:
            counted = self.reported() - self.before
            if counted == pytest.approx(shown, abs=tolerance):
                # What comes later must not make it more.
                time.sleep(2)
                counted = self.reported() - self.before
                assert counted == pytest.approx(shown, abs=tolerance)
                return
            time.sleep(0.2)
        raise AssertionError(f"the report says {counted} s, the stopwatch {shown} s")


@pytest.fixture
def stopwatch(home, handed):
    return lambda: Stopwatch(home, handed())


@pytest.mark.parametrize("speed", [0.5, 2])
def test_at_another_speed(stopwatch, speed):
    watch = stopwatch()
    watch.player.evaluate(f"player => {{ player.playbackRate = {speed}; }}")
    time.sleep(6)
    watch.check(watch.stop())


def test_with_jumps(stopwatch):
    watch = stopwatch()
    for place in (20, 5, 30):
        time.sleep(2)
        watch.player.evaluate(f"player => {{ player.currentTime = {place}; }}")
        wait_until(watch.player, f"!player.seeking && player.currentTime >= {place}")
    time.sleep(2)
    watch.check(watch.stop())


def test_with_a_pause(stopwatch):
    watch = stopwatch()
    time.sleep(3)
    watch.page.keyboard.press("k")
    time.sleep(3)
    watch.page.keyboard.press("k")
    time.sleep(3)
    watch.check(watch.stop())


def test_on_a_line_that_is_too_slow(stopwatch, home, handed):
    page = handed()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    slow = {"offline": False, "latency": 20, "uploadThroughput": -1}
    page.goto("/kids")
    line.send("Network.emulateNetworkConditions", slow | {"downloadThroughput": 9_000})
    watch = Stopwatch(home, page)
    time.sleep(15)
    watch.player.evaluate("player => player.pause()")
    shown = watch.shown()
    assert shown < 10, "the line was quick enough"
    line.send("Network.emulateNetworkConditions", slow | {"downloadThroughput": -1})
    page.goto("/kids")
    # A film that goes on within a second has not stopped.
    watch.check(shown, tolerance=3)


def test_in_a_tab_that_sleeps(stopwatch):
    watch = stopwatch()
    time.sleep(4)
    session = watch.page.context.new_cdp_session(watch.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(8)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    time.sleep(2)
    watch.check(watch.stop(), tolerance=2)


def test_in_a_tab_that_crashes(stopwatch):
    watch = stopwatch()
    time.sleep(4)
    watch.page.keyboard.press("k")
    paused = watch.shown()
    watch.page.keyboard.press("k")
    time.sleep(3)
    lost = watch.shown()
    context = watch.page.context
    with watch.page.expect_event("crash"), contextlib.suppress(Error):
        watch.page.goto("chrome://crash", wait_until="commit")
    watch.page.close()
    context.new_page().goto("/kids")
    # What was not said before the crash, nobody knows; what was is counted, and nothing besides.
    middle = (paused + lost) / 2
    watch.check(middle, tolerance=(lost - paused) / 2 + TOLERANCE)
