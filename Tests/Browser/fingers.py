"""Touches of a page, by the protocol of the developer tools, on a clock of their own: how quick a finger is, its events say, so that
it is no slower on a machine that is busy."""

import time

FRAME = 0.016  # seconds from one movement of a finger to the next
NOW = None


class Fingers:
    def __init__(self, page):
        self.protocol = page.context.new_cdp_session(page)
        self.now = time.time()

    def touch(self, kind, *points, after=0.001):
        """An event so many seconds after the one before; a gesture begins now, unless it is said to follow at once."""
        if after is NOW:
            self.now = max(time.time(), self.now + 0.001)
        else:
            self.now += after
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches, "timestamp": self.now})

    def pause(self, seconds):
        """The next gesture comes so much later, to the page."""
        self.now += seconds

    def swipe(self, start, dx, dy, steps=12, pause=FRAME, rest=0.0, after=NOW):
        """One finger from a place; without a rest at its end it is thrown."""
        x, y = start
        self.touch("touchStart", (x, y), after=after)
        for step in range(1, steps + 1):
            self.touch("touchMove", (x + dx * step / steps, y + dy * step / steps), after=pause)
        for _ in range(round(rest / FRAME)):
            self.touch("touchMove", (x + dx, y + dy), after=FRAME)
        self.touch("touchEnd")

    def tap(self, x, y, after=NOW):
        self.touch("touchStart", (x, y), after=after)
        self.touch("touchEnd")

    def double_tap(self, x, y):
        self.tap(x, y)
        self.tap(x, y, after=0.1)

    def pinch(self, x, y, start, end, steps=12):
        self.touch("touchStart", (x - start, y), after=NOW)
        self.touch("touchStart", (x - start, y), (x + start, y))
        for step in range(1, steps + 1):
            width = start + (end - start) * step / steps
            self.touch("touchMove", (x - width, y), (x + width, y), after=FRAME)
        self.touch("touchEnd", (x - end, y))
        self.touch("touchEnd")
