"""The report against a stopwatch: whatever becomes of a story, it counts the time in which the film really moved."""

import contextlib

import pytest
from conftest import wait_until_true
from films import STOPWATCH, wait_until
from kids_home import NOTHING_WAITS, handed, home, play, tablet  # noqa: F401, fixtures among them
from playwright.sync_api import Error
from waiting import until

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

    def wait_for(self, seconds):
        """Waits until it shows so many seconds more: the film may stand still meanwhile."""
        end = self.shown() + seconds
        until(lambda: self.shown() >= end, f"{seconds} seconds of the film")

    def wait_beside(self, seconds):
        """Waits until so many seconds have passed in the page, whatever the film does."""
        end = self.now() + seconds
        until(lambda: self.now() >= end, f"{seconds} seconds beside the film")

    def now(self):
        return self.page.evaluate("performance.now()") / 1000

    def check(self, shown, tolerance=TOLERANCE, page=None):
        # Nothing can come later that would make it more.
        wait_until_true(page or self.page, NOTHING_WAITS)
        until(lambda: self.reported() > self.before, "a report")
        assert self.reported() - self.before == pytest.approx(shown, abs=tolerance)


@pytest.fixture
def stopwatch(home, handed):
    return lambda: Stopwatch(home, handed())


@pytest.mark.parametrize("speed", [0.5, 2])
def test_at_another_speed(stopwatch, speed):
    watch = stopwatch()
    watch.player.evaluate(f"player => {{ player.playbackRate = {speed}; }}")
    watch.wait_for(4)
    watch.check(watch.stop())


def test_with_jumps(stopwatch):
    watch = stopwatch()
    for place in (20, 5, 30):
        watch.wait_for(1.5)
        watch.player.evaluate(f"player => {{ player.currentTime = {place}; }}")
        wait_until(watch.player, f"!player.seeking && player.currentTime >= {place}")
    watch.wait_for(1.5)
    watch.check(watch.stop())


def test_with_a_pause(stopwatch):
    watch = stopwatch()
    watch.wait_for(2)
    watch.page.keyboard.press("k")
    watch.wait_beside(3)
    watch.page.keyboard.press("k")
    watch.wait_for(2)
    watch.check(watch.stop())


def test_on_a_line_that_is_too_slow(stopwatch, home, handed):
    page = handed()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    slow = {"offline": False, "latency": 20, "uploadThroughput": -1}
    page.goto("/kids")
    line.send("Network.emulateNetworkConditions", slow | {"downloadThroughput": 9_000})
    watch = Stopwatch(home, page)
    # Longer than what may be between the two: the line was not quick enough.
    begun, shown = watch.now(), watch.shown()
    until(lambda: watch.now() - begun - (watch.shown() - shown) > 6, "a film that stands still")
    watch.player.evaluate("player => player.pause()")
    shown = watch.shown()
    line.send("Network.emulateNetworkConditions", slow | {"downloadThroughput": -1})
    page.goto("/kids")
    # A film that goes on within a second has not stopped.
    watch.check(shown, tolerance=3)


def test_in_a_tab_that_sleeps(stopwatch):
    watch = stopwatch()
    watch.wait_for(3)
    session = watch.page.context.new_cdp_session(watch.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    watch.wait_beside(8)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    watch.wait_for(1.5)
    watch.check(watch.stop(), tolerance=2)


def test_in_a_tab_that_crashes(stopwatch):
    watch = stopwatch()
    watch.wait_for(3)
    watch.page.keyboard.press("k")
    paused = watch.shown()
    watch.page.keyboard.press("k")
    watch.wait_for(2)
    lost = watch.shown()
    context = watch.page.context
    with watch.page.expect_event("crash"), contextlib.suppress(Error):
        watch.page.goto("chrome://crash", wait_until="commit")
    watch.page.close()
    page = context.new_page()
    page.goto("/kids")
    # What was not said before the crash, nobody knows; what was is counted, and nothing besides.
    middle = (paused + lost) / 2
    watch.check(middle, tolerance=(lost - paused) / 2 + TOLERANCE, page=page)
