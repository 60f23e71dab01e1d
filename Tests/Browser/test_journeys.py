"""Stories for a journey: packed by a parent, kept by a child's device, played without a network, and gone when they should be."""

import subprocess
import time

import pytest
from checks import broken_words, overflow, violations
from conftest import DEMO_PARENT, sign_in
from films import SECONDS, move_on, wait_until
from kids_home import PIN, hand_over, home, handed, tablet  # noqa: F401
from playwright.sync_api import expect
from waiting import until

DAY = 86_400_000

# What the worker keeps: its index, as it would read it.
INDEX = "async () => (await (await caches.open('kids-kept-1')).match('/kids/kept/index'))?.json()"


def kept(page):
    index = page.evaluate(INDEX) or {"stories": {}}
    return sorted(story["book"] for story in index["stories"].values() if story["state"] == "kept")


def wait_until_kept(page, *books):
    until(lambda: kept(page) == sorted(books), lambda: f"{books}, but {page.evaluate(INDEX)},", page)


def change(page, changes):
    """Changes the index behind the worker's back: time is a value in it."""
    page.evaluate(
        """async (text) => {
            const cache = await caches.open("kids-kept-1");
            const index = await (await cache.match("/kids/kept/index")).json();
            for (const [path, value] of Object.entries(JSON.parse(text))) {
                if (path === "until") for (const story of Object.values(index.stories)) story.until = value;
                else index[path] = value;
            }
            await cache.put("/kids/kept/index", new Response(JSON.stringify(index)));
        }""",
        changes,
    )


@pytest.fixture
def parent(home, open_page):  # noqa: F811
    """A parent at another device."""
    page = open_page(home.storytime)
    sign_in(page, DEMO_PARENT)
    return page


@pytest.fixture
def packed(home, parent):  # noqa: F811
    """Alma's story is packed; whatever a test does, nothing is afterwards."""
    home.films.execute("DELETE FROM journey_stories")
    parent.goto(f"/children/{home.alma}/library")
    parent.locator(f"form[action$='/library/{home.book}/pack'] button").first.click()
    expect(parent.locator("#toasts")).to_contain_text("packed for the journey")
    yield home.book
    home.films.execute("DELETE FROM journey_stories")


@pytest.fixture
def traveling(home, handed, packed):  # noqa: F811
    """Alma's tablet, which has the story and is without a network. What it can't load is no complaint."""
    page = handed(is_watched=False)
    wait_until_kept(page, packed)
    page.context.set_offline(True)
    page.goto("/kids")
    return page


def test_a_packed_story_is_kept_and_plays_without_a_network(home, traveling, packed):  # noqa: F811
    page = traveling
    expect(page.get_by_role("heading", name="For the journey")).to_be_visible()
    assert home.alma_name not in page.content()
    cover = page.locator(".kids-cover")
    expect(cover).to_have_count(1)
    expect(cover).to_be_visible()
    before = home.watched(home.alma, packed)
    cover.tap()
    player = page.locator("#stage video")
    player.evaluate("player => player.muted = true")
    wait_until(player, "player.currentTime > 0.5 && !player.paused")
    # Captions are there, and any place of the film.
    page.get_by_role("button", name="Captions").click()
    for place in (25, 3, SECONDS - 8):
        player.evaluate(f"player => player.currentTime = {place}")
        wait_until(player, f"!player.seeking && player.currentTime >= {place} && player.readyState > 2")
    player.evaluate("player => player.currentTime = 5")
    expect(page.locator(".stage-captions")).to_contain_text("green room")
    move_on(player, 6)
    player.evaluate("player => player.pause()")
    left = player.evaluate("player => player.currentTime")
    assert home.watched(home.alma, packed) == before
    # Closed and opened again, it goes on there.
    page.goto("/kids")
    cover.tap()
    wait_until(player, f"player.currentTime >= {int(left) - 1}")
    player.evaluate("player => player.pause()")
    page.goto("/kids")
    # At home, the shelf comes back, and what was watched counts with its own time.
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name=home.alma_name)).to_be_visible(timeout=15_000)
    until(lambda: home.watched(home.alma, packed) - before >= 6_000, "what was watched", page)
    assert 6_000 <= home.watched(home.alma, packed) - before < 60_000
    assert abs(home.place(home.alma, packed) - left) < 4


def test_the_shelf_of_the_journey_is_accessible_and_reload_stays_on_it(traveling):
    page = traveling
    assert not violations(page) and not overflow(page) and not broken_words(page)
    page.goto("/kids/watch/999")
    expect(page.locator(".kids-cover")).to_be_visible()
    assert page.url.endswith("/kids")


def test_an_open_shelf_plays_what_is_kept_when_the_network_goes(home, handed, packed):  # noqa: F811
    page = handed(is_watched=False)
    wait_until_kept(page, packed)
    page.context.set_offline(True)
    page.locator(f".kids-cover[data-book='{packed}']").first.tap()
    player = page.locator("#stage video")
    player.evaluate("player => player.muted = true")
    wait_until(player, "player.currentTime > 0.5 && !player.paused")
    assert "/kids/kept/" in player.evaluate("player => player.currentSrc")
    expect(page.get_by_role("button", name="Captions")).to_be_visible()


def test_ranges_are_answered_exactly_from_what_is_kept(traveling, packed, home):  # noqa: F811
    page = traveling
    film = (home.storytime.folder / "media/videos/1-a.mp4").read_bytes()
    ask = """async ([book, range]) => {
        const answer = await fetch(`/kids/kept/${book}/film`, { headers: range ? { Range: range } : {} });
        const bytes = new Uint8Array(await answer.arrayBuffer());
        return [answer.status, answer.headers.get("Content-Range"), bytes.length, [...bytes.slice(0, 4)]];
    }"""
    size = len(film)
    cases = {
        "": (200, 0, size - 1),
        "bytes=0-": (206, 0, size - 1),
        "bytes=0-1": (206, 0, 1),
        "bytes=1000-1999": (206, 1000, 1999),
        f"bytes={size - 5}-": (206, size - 5, size - 1),
        "bytes=-7": (206, size - 7, size - 1),
        f"bytes=10-{size + 10}": (206, 10, size - 1),
    }
    for wanted, (status, first, last) in cases.items():
        last = min(last, (first // (4 << 20) + 1) * (4 << 20) - 1) if wanted.endswith("-") else last
        place = f"bytes {first}-{last}/{size}" if status == 206 else None
        assert page.evaluate(ask, [packed, wanted]) == [status, place, last - first + 1, list(film[first : min(first + 4, last + 1)])], wanted
    assert page.evaluate(ask, [packed, f"bytes={size}-"])[:2] == [416, f"bytes */{size}"]


def test_what_a_parent_unpacks_is_gone_when_the_device_is_next_on_line(home, traveling, parent, packed):  # noqa: F811
    page = traveling
    parent.goto(f"/children/{home.alma}/library")
    expect(parent.locator("#journey-heading ~ p").last).to_contain_text("Has the packed story")
    parent.locator(f"form[action$='/library/{packed}/unpack'] button").first.click()
    expect(parent.locator("#toasts")).to_contain_text("unpacked")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name=home.alma_name)).to_be_visible(timeout=15_000)
    wait_until_kept(page)
    assert not [name for name in page.evaluate("caches.keys()") if name.startswith("kids-film-")]
    page.context.set_offline(True)
    page.goto("/kids")
    expect(page.get_by_role("heading", name="No internet")).to_be_visible()


def test_after_a_week_without_a_network_it_is_gone(traveling):
    page = traveling
    change(page, f'{{"until": {int(time.time() * 1000) - 1}}}')
    page.goto("/kids")
    expect(page.get_by_role("heading", name="No internet")).to_be_visible()
    assert kept(page) == []


def test_a_story_whose_time_is_over_does_not_go_on(traveling):
    page = traveling
    page.locator(".kids-cover").tap()
    player = page.locator("#stage video")
    player.evaluate("player => player.muted = true")
    wait_until(player, "player.currentTime > 0.3")
    change(page, f'{{"until": {int(time.time() * 1000) - 1}}}')
    page.evaluate("async () => (await navigator.serviceWorker.ready).active.postMessage('look')")
    expect(page.get_by_role("heading", name="No internet")).to_be_visible()


def test_a_clock_that_is_set_back_prolongs_nothing(traveling, packed):
    page = traveling
    change(page, f'{{"seen": {int(time.time() * 1000) + DAY}}}')
    page.goto("/kids")
    expect(page.get_by_role("heading", name="No internet")).to_be_visible()
    # It is there again once the server has said what time it is.
    page.context.set_offline(False)
    expect(page.locator(".kids-face")).to_be_visible(timeout=15_000)
    until(lambda: page.evaluate(INDEX)["seen"] < time.time() * 1000 + 1000, "the server's time", page)
    page.context.set_offline(True)
    page.goto("/kids")
    expect(page.locator(".kids-cover")).to_be_visible()


def test_where_kids_mode_has_ended_nothing_is_left(handed, packed):  # noqa: F811
    page = handed(is_watched=False)
    wait_until_kept(page, packed)
    page.goto("/kids/leave")
    page.locator("input[name=pin]").fill(PIN)
    page.keyboard.press("Enter")
    page.wait_for_url("**/children")
    films = lambda: [name for name in page.evaluate("caches.keys()") if name.startswith("kids-film-")]
    until(lambda: not films() and not kept(page), "the end of what was kept", page)
    page.context.set_offline(True)
    page.goto("/kids")
    expect(page.get_by_role("heading", name="No internet")).to_be_visible()


def test_a_wrong_pin_leaves_what_is_kept(handed, packed):  # noqa: F811
    page = handed(is_watched=False)
    wait_until_kept(page, packed)
    page.goto("/kids/leave")
    page.locator("input[name=pin]").fill("9753")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert], .field-error, .pin-trouble").first).to_be_visible()
    page.goto("/kids")
    until(lambda: page.evaluate(INDEX).get("isOpen"), "an open index", page)
    assert kept(page) == [packed]


def test_ended_elsewhere_and_another_child_take_it_away(home, handed, parent, packed):  # noqa: F811
    home.films.execute("DELETE FROM kids_devices")
    page = handed(is_watched=False)
    wait_until_kept(page, packed)
    # The brother watches, who has packed nothing.
    home.films.execute("UPDATE kids_devices SET child_id = ?", home.nils)
    page.goto("/kids")
    wait_until_kept(page)
    home.films.execute("UPDATE kids_devices SET child_id = ?", home.alma)
    page.goto("/kids")
    wait_until_kept(page, packed)
    parent.goto("/family/kids")
    expect(parent.locator("main")).to_contain_text("Has the packed story")
    parent.get_by_role("button", name="End").first.click()
    page.goto("/kids")
    expect(page.get_by_role("heading", name="Kids Mode is off")).to_be_visible()
    wait_until_kept(page)


def test_a_film_of_many_pieces_plays_and_seeks(home, handed, packed):  # noqa: F811
    film = home.storytime.folder / "media/videos/1-big.mp4"
    pictures = f"testsrc2=size=640x360:rate=10:duration={SECONDS},noise=alls=60:allf=t"
    encode = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "14", "-pix_fmt", "yuv420p", "-g", "10", "-movflags", "+faststart"]
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", pictures, *encode, film], check=True)
    assert film.stat().st_size > 3 * (4 << 20)
    old = home.query("SELECT file_key FROM video_assets WHERE book_id = ? AND is_current = 1", packed)[0][0]
    home.films.execute("UPDATE video_assets SET file_key = '1-big.mp4' WHERE book_id = ? AND is_current = 1", packed)
    try:
        page = handed(is_watched=False)
        wait_until_kept(page, packed)
        page.context.set_offline(True)
        page.goto("/kids")
        page.locator(".kids-cover").tap()
        player = page.locator("#stage video")
        player.evaluate("player => player.muted = true")
        wait_until(player, "player.currentTime > 0.5 && !player.paused")
        for place in (30, 12, 38, 0):
            player.evaluate(f"player => player.currentTime = {place}")
            wait_until(player, f"!player.seeking && player.currentTime >= {place} && player.readyState > 2")
        player.evaluate("player => { player.playbackRate = 8; }")
        wait_until(player, "player.ended")
    finally:
        home.films.execute("UPDATE video_assets SET file_key = ? WHERE book_id = ? AND is_current = 1", old, packed)


def test_rights_end_it_too(home, handed, packed):  # noqa: F811
    page = handed(is_watched=False)
    wait_until_kept(page, packed)
    until = page.evaluate(INDEX)["stories"][str(packed)]["until"]
    assert 6.9 * DAY < until - time.time() * 1000 <= 7 * DAY + 5_000
    rows = home.query("SELECT id, last_day FROM rights_windows WHERE book_id = ?", packed)
    home.films.execute("UPDATE rights_windows SET last_day = date('now', '-2 days'), first_day = '2020-01-01' WHERE book_id = ?", packed)
    try:
        page.goto("/kids")
        wait_until_kept(page)
    finally:
        for number, last in rows:
            home.films.execute("UPDATE rights_windows SET last_day = ? WHERE id = ?", last, number)


def test_what_does_not_fit_is_said(home, tablet, parent, packed):  # noqa: F811
    page = tablet(is_watched=False)
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": home.storytime.address, "quotaSize": 700_000})
    hand_over(page, home.alma)

    def is_full():
        index = page.evaluate(INDEX) or {"stories": {}}
        return [story["state"] for story in index["stories"].values()] == ["full"] and index.get("reported")

    until(is_full, lambda: f"a full index, but {page.evaluate(INDEX)},", page)
    parent.goto("/family/kids")
    expect(parent.locator("main")).to_contain_text("There isn’t room for")
