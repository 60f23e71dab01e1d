"""A child's fingers without the child: taps, swipes, keys and typed addresses by a seeded generator."""

import asyncio
import random
import threading
import time

import pytest
from conftest import CHROMIUM
from playwright.async_api import Error, async_playwright

WIDTH, HEIGHT = 1024, 800
PATIENCE = 3  # seconds for one act; a page that then answers nothing is stuck
KEYS = ["Tab", "Enter", "Escape", "Space", "ArrowLeft", "ArrowRight", "Home", "End", "k", "c", "f", "/", "?", "Backspace"]
SECONDS, LONG_SECONDS, LONG_ACTS = 20, 120, 10_000


class Playtime:
    """How long something is played with at random, and the seed of that."""

    def __init__(self, is_long, seed):
        self.seconds, self.acts = (LONG_SECONDS, LONG_ACTS) if is_long else (SECONDS, 0)
        self.seed = seed
        self.begun = None

    def share(self, acts):
        """How much of it is over after so many acts; 1 is all of it. It begins when it is asked for first."""
        self.begun = self.begun or time.monotonic()
        shares = [(time.monotonic() - self.begun) / self.seconds] + ([acts / self.acts] if self.acts else [])
        return min(shares)


@pytest.fixture
def playtime(request):
    return Playtime(request.config.getoption("--long"), request.config.getoption("--seed"))


class Monkey:
    """Plays on a device in Kids Mode, in a browser and on a thread of its own: there every act can be given a limit."""

    def __init__(self, address, state, paths, playtime):
        self.address = address
        self.state = state
        self.paths = paths
        self.playtime = playtime
        self.chance = random.Random(playtime.seed)
        self.acts = []
        self.complaints = []
        self.heap_before = self.heap_after = None
        self.last_address = None
        self.page_count = None

    def play(self):
        trouble = []

        def run():
            try:
                asyncio.run(self._play())
            except BaseException as error:
                trouble.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join()
        if trouble:
            raise trouble[0]

    async def _play(self):
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
            context = await browser.new_context(
                base_url=self.address, storage_state=self.state, viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True
            )
            self.page = await context.new_page()
            self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
            self.page.on("response", lambda answer: self.complaints.append(f"{answer.status} {answer.url}") if answer.status >= 500 else None)
            self.devtools = await context.new_cdp_session(self.page)
            await self._go_home()
            # By half of the time every script has run.
            self.heap_before = await self._play_until(0.5)
            self.heap_after = await self._play_until(1)
            self.last_address = self.page.url
            self.page_count = len(context.pages)
            await browser.close()

    async def _play_until(self, share):
        """Plays until a share of the time is over; the size of the heap at home after that."""
        while self.playtime.share(len(self.acts)) < share:
            await self._act()
        await self._go_home()
        return await self._heap()

    async def _act(self):
        act = self.chance.choice(self.SPECIES)
        self.acts.append(act.__name__.strip("_"))
        try:
            await asyncio.wait_for(act(self), PATIENCE)
        except TimeoutError:
            # A key that meets a page on its way to the next may never be acknowledged; the page itself must still answer.
            await self._go_home()
            await asyncio.wait_for(self.page.evaluate("1"), 10 * PATIENCE)
        except Error as error:
            # An act that met a page on its way to the next is none.
            if "closed" in str(error):
                raise

    async def _go_home(self):
        for attempt in range(5):
            try:
                return await self.page.goto("/kids")
            except Error:
                # Something that was tapped before leads elsewhere at the same time.
                if attempt == 4:
                    raise

    async def _heap(self):
        await self.devtools.send("HeapProfiler.enable")
        for _ in range(2):
            await self.devtools.send("HeapProfiler.collectGarbage")
        await self.devtools.send("Performance.enable")
        metrics = (await self.devtools.send("Performance.getMetrics"))["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "JSHeapUsedSize")

    def _point(self):
        return self.chance.randrange(5, WIDTH - 5), self.chance.randrange(5, HEIGHT - 5)

    async def _tap(self):
        await self.page.touchscreen.tap(*self._point())

    async def _swipe(self):
        (x, y), (to_x, to_y) = self._point(), self._point()
        await self._touch("touchStart", x, y)
        for step in (0.25, 0.5, 0.75, 1):
            await self._touch("touchMove", x + (to_x - x) * step, y + (to_y - y) * step)
        await self.devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    async def _touch(self, kind, x, y):
        await self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})

    async def _press(self):
        await self.page.keyboard.press(self.chance.choice(KEYS))

    async def _right_click(self):
        await self.page.mouse.click(*self._point(), button="right")

    async def _type_address(self):
        await self.page.goto(self.chance.choice(self.paths))
        if self.chance.random() < 0.8:
            await self.page.goto("/kids")

    async def _back(self):
        await self.page.evaluate("history.back()")

    async def _reload(self):
        await self.page.reload()

    SPECIES = [_tap] * 30 + [_swipe] * 12 + [_press] * 20 + [_right_click] * 3 + [_type_address] * 2 + [_back] * 3 + [_reload]
