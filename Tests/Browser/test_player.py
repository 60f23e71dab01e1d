"""The player of Kids Mode in a real browser, with films that load slowly, fail, and end. Each test names the part of the seed
"iOS Player UX Improvements Spec" that it is about."""

import re
import time
from datetime import datetime

import pytest
from checks import invisible_focus, problems, small_targets, violations
from conftest import wait_until_true
from fingers import Fingers
from films import STOPWATCH, let_pass, move_on, wait_until
from markup import keep_markup
from playroom import PUBLIC, SECONDS, Playroom
from playwright.sync_api import expect
from waiting import at_rest, painted, until

FIRST = 3  # the book that most tests watch


@pytest.fixture
def room(tmp_path):
    room = Playroom(tmp_path)
    yield room
    room.close()


@pytest.fixture
def shelf(room, open_page):
    """Opens the shelf; sounds are off, so that no test waits for a loudspeaker."""

    def shelf(path="/kids", **options):
        page = open_page(room, **options)
        page.add_init_script("addEventListener('play', ({ target }) => { target.muted = true; }, true)")
        page.goto(path)
        return page

    return shelf


def cover(page, book=FIRST):
    return page.locator(f"#stories .kids-cover[data-book='{book}']")


def watch(page, book=FIRST):
    """Opens a story by one tap, and waits until it plays."""
    cover(page, book).click()
    player = page.locator("video")
    wait_until(player, "!player.paused && player.currentTime > 0 && player.readyState > 2")
    return player


def own_clock(page):
    """Opens the shelf again, on a clock that the test can move on. The film keeps its own time."""
    page.clock.install()
    page.goto("/kids")


def state(page, name):
    expect(page.locator("#stage")).to_have_attribute("data-state", name)


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def hide(page, name="hidden"):
    """A headless page never becomes hidden by itself."""
    page.evaluate(
        """(state) => {
            Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
            Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        name,
    )


def test_one_tap_plays_in_the_same_page_and_back_leads_to_the_same_cover(shelf, room):
    room.stories, room.per_page = 60, 60
    page = shelf(has_touch=True)
    page.evaluate("window.isSame = true")
    cover(page, 50).scroll_into_view_if_needed()
    before = at_rest(cover(page, 50))["y"]  # Tiles above have taken their real size.
    cover(page, 50).tap()
    player = page.locator("video")
    wait_until(player, "!player.paused && player.currentTime > 0")
    assert page.url.endswith("/kids/watch/50")
    assert room.films[0] == "/kids/film/50"
    page.go_back()
    expect(page.locator("#stage")).to_be_hidden()
    expect(cover(page, 50)).to_be_focused()
    assert page.evaluate("isSame")
    assert cover(page, 50).bounding_box()["y"] == pytest.approx(before, abs=2)
    # Forward opens it again; the button leads back as well.
    page.go_forward()
    wait_until(player, "player.currentSrc.endsWith('/kids/film/50')")
    page.get_by_role("link", name="Back to Library").first.click()
    expect(cover(page, 50)).to_be_focused()
    assert page.url.endswith("/kids")


def test_a_second_tap_on_a_cover_is_not_for_the_player(shelf, room):
    page = shelf(has_touch=True)
    fingers = Fingers(page)
    box = cover(page).bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    player = page.locator("video")
    fingers.tap(*place)
    for pause in (0.08, 0.4):
        fingers.tap(*place, after=pause)
    wait_until(player, "!player.paused && player.currentTime > 0")
    fingers.pause(1)
    fingers.tap(*place)
    wait_until(player, "player.paused")


def test_a_parent_who_ends_it_elsewhere_ends_it_here(shelf, room):
    page = shelf(is_watched=False)
    watch(page)
    room.has_ended = True
    hide(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Kids Mode is off")
    assert page.url.endswith("/kids")


def test_a_shelf_that_comes_to_light_after_the_end_of_kids_mode_leads_there(shelf, room):
    page = shelf(is_watched=False)
    room.has_ended = True
    hide(page)
    hide(page, "visible")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kids Mode is off")


def test_a_cover_that_is_tapped_after_the_end_of_kids_mode_leads_there(shelf, room):
    page = shelf(is_watched=False)
    room.has_ended = True
    cover(page).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kids Mode is off")


def test_a_story_by_itself_asks_for_a_tap_if_the_browser_does(shelf, room):
    room.positions = {FIRST: 15}
    page = shelf(f"/kids/watch/{FIRST}")
    player = page.locator("video")
    state(page, "asking")
    assert player.evaluate("player => !player.controls && player.paused")
    # Safari says as well that it has paused what it refused.
    player.evaluate("player => player.dispatchEvent(new Event('pause'))")
    state(page, "asking")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(player, "!player.paused && player.currentTime >= 15 && player.currentTime < 18")
    page.get_by_role("link", name="Back to Library").first.click()
    expect(page).to_have_url(re.compile("/kids$"))


def test_the_bar_shows_what_was_played_and_what_is_left(shelf):
    """Seed 000, 1.1: elapsed and total time, the filled portion, the buffered one."""
    page = shelf()
    player = watch(page)
    player.evaluate("player => { player.pause(); player.currentTime = 10; }")
    expect(page.locator(".seek-time")).to_have_text("0:10 / 0:40")
    bar = page.locator(".stage-bar")
    assert bar.evaluate("bar => Number(bar.style.getPropertyValue('--played'))") == pytest.approx(0.25, abs=0.01)
    wait_until(player, "player.buffered.length && player.buffered.end(player.buffered.length - 1) > 39")
    assert bar.evaluate("bar => Number(bar.style.getPropertyValue('--buffered'))") == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize(("touch", "height"), [(False, 44), (True, 56)])
def test_the_bar_is_large_enough_for_small_fingers(shelf, touch, height):
    """Seed 000, 1.4: a minimum of 44 points; 56 for fingers."""
    page = shelf(has_touch=touch, is_mobile=touch)
    watch(page)
    assert page.locator(".seek-input").bounding_box()["height"] >= height


def test_dragging_shows_a_time_and_seeks_once(shelf, room):
    """Seed 000, 1.2 and 6.2: a preview above the thumb, one seek on release, one event with both places."""
    page = shelf()
    player = watch(page)
    player.evaluate("player => { player.pause(); window.seeks = 0; player.addEventListener('seeking', () => { seeks += 1; }); }")
    box = page.locator(".seek-input").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 5, middle)
    page.mouse.down()
    for share in (0.2, 0.5, 0.4, 0.75):
        page.mouse.move(box["x"] + box["width"] * share, middle, steps=3)
    tip = page.locator(".seek-tip")
    expect(tip).to_be_visible()
    expect(tip).to_have_text(re.compile(r"^0:(29|30)$"))
    assert "storyboard.webp" in page.locator(".seek-picture").evaluate("picture => getComputedStyle(picture).backgroundImage")
    assert page.evaluate("seeks") == 0
    page.mouse.up()
    expect(tip).to_be_hidden()
    wait_until(player, "Math.abs(player.currentTime - 30) < 1.5")
    assert page.evaluate("seeks") == 1
    page.go_back()
    room.wait_for_signs("play_start", "pause", "seek")
    seek = next(event for event in room.events if event["event_type"] == "seek")
    assert seek["metadata"]["from_position_seconds"] <= 3 and seek["metadata"]["to_position_seconds"] in (29, 30)
    assert set(seek["metadata"]) == {"from_position_seconds", "to_position_seconds"}


def test_a_tap_on_the_bar_seeks_there(shelf):
    """Seed 000, 1.3: tap to seek."""
    page = shelf(has_touch=True)
    player = watch(page)
    box = page.locator(".seek-input").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait_until(player, "player.currentTime > 19 && player.currentTime < 23")


def test_parents_can_turn_scrubbing_off(shelf, room):
    """Seed 000, 1.4: the bar then only shows."""
    room.may_scrub = False
    page = shelf()
    player = watch(page)
    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.get_by_role("progressbar", name="Playback progress")).to_have_attribute("aria-valuetext", re.compile("of 1 minute"))
    box = page.locator(".seek-track").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + 2)
    page.keyboard.press("ArrowRight")
    assert player.evaluate("player => player.currentTime") < 10


def test_it_goes_on_where_it_was_left_and_says_so(shelf, room):
    """Seed 000, 2.2: auto-seek; three seconds with a way to the beginning."""
    room.positions = {FIRST: 15, 4: SECONDS - 10}
    page = shelf()
    own_clock(page)
    player = watch(page)
    words = page.get_by_text("Continuing from 0:15")
    expect(words).to_be_visible()
    assert player.evaluate("player => player.currentTime") >= 15
    page.clock.run_for(6_000)
    expect(words).to_have_count(0)
    page.go_back()
    watch(page)
    page.get_by_role("button", name="Start over").click()
    wait_until(player, "player.currentTime < 5 && !player.paused")
    expect(page.get_by_text("Continuing from")).to_have_count(0)
    page.go_back()
    # Within ten seconds of the end it starts from the beginning.
    watch(page, 4)
    assert player.evaluate("player => player.currentTime") < 5
    expect(page.get_by_text("Continuing from")).to_have_count(0)


def test_the_shelf_shows_how_far_it_was_watched(shelf, room):
    """Seed 000, 2.2: a bar on the cover, and a row of what was begun."""
    page = shelf()
    expect(page.get_by_role("region", name="Continue Watching")).to_have_count(0)
    player = watch(page)
    player.evaluate("player => { player.currentTime = 20; }")
    wait_until(player, "player.currentTime > 20.2")
    page.go_back()
    row = page.get_by_role("region", name="Continue Watching")
    expect(row.locator(".kids-cover")).to_have_attribute("data-book", str(FIRST))
    expect(cover(page).get_by_role("progressbar")).to_have_js_property("value", 50)
    # It goes on from there, and is gone from the row at its end.
    row.locator(".kids-cover").click()
    state(page, "playing")
    wait_until(player, "!player.paused && player.readyState > 2 && player.currentTime >= 20 && player.currentTime < 23")
    player.evaluate("player => { player.currentTime = 39.5; }")
    state(page, "ended")
    page.get_by_role("link", name="Back to Library").last.click()
    expect(row).to_have_count(0)
    expect(cover(page)).to_be_focused()
    expect(cover(page).get_by_role("progressbar")).to_have_count(0)


def test_a_book_bounces_while_it_loads_and_stands_still_on_request(shelf, room):
    """Seed 000, 3.1 and 7.3: a child-friendly picture, without motion if the system asks for that."""
    room.rate = 20_000
    page = shelf()
    page.emulate_media(reduced_motion="no-preference")
    cover(page).click()
    book = page.locator(".kids-book")
    expect(book).to_be_visible()
    assert book.evaluate("book => getComputedStyle(book).animationName") == "kids-bounce"
    page.emulate_media(reduced_motion="reduce")
    assert book.evaluate("book => getComputedStyle(book).animationName") == "none"
    room.rate = None
    state(page, "playing")
    expect(book).to_be_hidden()


def test_a_film_that_waits_for_bytes_says_so_and_stops_the_clock(shelf, room):
    """Seed 000, 3.2: a quiet overlay while it buffers; the time is not counted."""
    page = shelf()
    cover(page).click()
    player = page.locator("video")
    wait_until(player, "player.currentTime > 0.5")
    player.evaluate("player => player.dispatchEvent(new Event('waiting'))")
    expect(page.locator(".stage-buffering")).to_be_visible()
    room.wait_for_signs("play_start", "pause")
    stopped = room.events[-1]["occurred_at"]
    player.evaluate("player => player.dispatchEvent(new Event('playing'))")
    expect(page.locator(".stage-buffering")).to_be_hidden()
    page.go_back()
    room.wait_for_signs("play_start", "pause", "resume", "pause")
    # It stopped when it began to wait, and not a second later.
    resumed = next(event for event in room.events if event["event_type"] == "resume")
    assert stopped < resumed["occurred_at"]


def test_a_short_wait_is_no_stop(shelf, room):
    page = shelf()
    own_clock(page)
    player = watch(page)
    player.dispatch_event("waiting")
    page.clock.run_for(400)
    player.dispatch_event("playing")
    page.clock.run_for(1_500)
    page.go_back()
    room.wait_for_signs("play_start", "pause")


def test_a_failing_address_is_replaced_once_and_silently(shelf, room):
    """Seed 000, 0 and 3.3: a single retry with a fresh address; the place stays."""
    room.deny = lambda path: "again" not in path
    page = shelf(is_watched=False)
    cover(page).click()
    player = page.locator("video")
    wait_until(player, "!player.paused && player.currentTime > 0")
    assert room.films[-1].endswith("?again=1")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_without_a_network_it_says_that_as_well(shelf, room):
    page = shelf(is_watched=False)
    page.context.set_offline(True)
    cover(page).click()
    expect(page.locator(".stage-offline")).to_be_visible()
    assert not violations(page)
    page.context.set_offline(False)
    page.get_by_role("button", name="Try Again").click()
    wait_until(page.locator("video"), "!player.paused && player.currentTime > 0")
    expect(page.locator(".stage-offline")).to_be_hidden()


def test_after_that_a_friendly_page_says_so(shelf, room):
    """Seed 000, 3.3: the sentence, Try Again and Back to Library."""
    room.positions = {FIRST: 15}
    room.deny = lambda path: True
    page = shelf(is_watched=False)
    cover(page).click()
    expect(page.get_by_role("alert")).to_contain_text("Oops! This story isn't working right now.")
    expect(page.locator(".stage-offline")).to_be_hidden()
    assert len(room.films) == 2
    again = page.get_by_role("button", name="Try Again")
    expect(again).to_be_focused()
    assert not violations(page)
    room.deny = lambda path: False
    again.click()
    player = page.locator("video")
    wait_until(player, "!player.paused && player.currentTime >= 15")
    expect(page.get_by_role("alert")).to_have_count(0)
    room.deny = lambda path: True
    page.go_back()
    cover(page).click()
    expect(again).to_be_focused()
    page.get_by_role("link", name="Back to Library").last.click()
    expect(cover(page)).to_be_focused()


def test_the_source_is_changed_at_most_once(shelf, room):
    room.sources = 2
    room.deny = lambda path: "source=1" not in path
    page = shelf(f"/kids/watch/{FIRST}", is_watched=False)
    wait_until(page.locator("video"), "player.readyState > 0")
    assert [path.split("?")[-1] for path in dict.fromkeys(room.films)][1:] == ["again=1", "source=1&again=2"]
    room.deny = lambda path: True
    page.clock.install()
    page.reload()
    state(page, "error")
    page.clock.run_for(60_000)
    painted(page)
    assert len(dict.fromkeys(room.films)) == 3


def test_an_address_is_fresh_before_it_is_too_old(shelf, room):
    room.expires_in = 10
    page = shelf(is_watched=False)
    page.clock.install()
    begun = page.evaluate("Date.now()")
    page.goto(f"/kids/watch/{FIRST}")
    page.get_by_role("button", name="Play", exact=True).click()
    player = page.locator("video")
    wait_until(player, "!player.paused && player.currentTime > 0.3")

    def is_fresh():
        # In steps, so that a film which begins again within a second of its own time has not stopped.
        page.clock.run_for(300)
        return player.evaluate("player => player.src.endsWith('again=1')")

    until(is_fresh, "a fresh address")
    assert page.evaluate("Date.now()") - begun > 7_500
    wait_until(player, "player.currentSrc.endsWith('again=1')")
    place = player.evaluate("player => player.currentTime")
    wait_until(player, f"!player.paused && player.currentTime > {place} + 0.3")
    assert player.evaluate("player => player.currentTime") < place + 6
    expect(page.locator(".stage-still")).to_be_hidden()
    page.go_back() if page.url.endswith("/kids") else page.get_by_role("link", name="Back to Library").first.click()
    # Nobody did anything: one viewing without a break.
    room.wait_for_signs("play_start", "pause")


def test_the_end(shelf, room):
    """Seed 000, 4.1: the words, Watch Again, Back to Library, and the place is cleared."""
    page = shelf()
    player = watch(page)
    player.evaluate("player => { player.currentTime = 39.3; }")
    expect(page.get_by_text("The End!")).to_be_visible()
    again = page.get_by_role("button", name="Watch Again")
    expect(again).to_be_focused()
    assert not violations(page)
    room.wait_for_signs("play_start", "seek", "play_end")
    again.click()
    wait_until(player, "!player.paused && player.currentTime < 5")
    expect(page.get_by_text("The End!")).to_be_hidden()
    page.go_back()
    expect(page.locator("#continuing")).to_be_hidden()
    room.wait_for_signs("play_start", "seek", "play_end", "play_start", "pause")
    assert len({event["session_id"] for event in room.events}) == 2


def test_dragged_to_its_end_while_it_stands_still_it_is_at_the_end(shelf):
    page = shelf()
    player = watch(page)
    page.keyboard.press("k")
    wait_until(player, "player.paused")
    page.locator(".seek-input").focus()
    page.keyboard.press("End")
    expect(page.get_by_text("The End!")).to_be_visible()
    expect(page.get_by_role("button", name="Watch Again")).to_be_focused()


def test_captions_are_painted_and_remembered_for_each_child(shelf, room):
    """Seed 000, 5.3: a CC button if there are captions; the preference is kept for each child, "off" too."""
    page = shelf()
    watch(page)
    button = page.get_by_role("button", name="Captions, currently off")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(page.locator(".stage-captions")).to_have_text("In the great green room")
    expect(page.locator(".stage-captions i")).to_have_text("green")
    expect(page.get_by_role("button", name="Captions, currently on")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("localStorage.getItem('captions_enabled_7')") == "true"
    page.go_back()
    player = watch(page, 4)
    expect(page.locator(".stage-captions")).to_have_text("In the great green room")
    player.evaluate("player => { player.currentTime = 25; }")
    expect(page.locator(".stage-captions")).to_have_text("there was a telephone")
    page.keyboard.press("c")
    expect(page.locator(".stage-captions")).to_have_text("")
    assert page.evaluate("localStorage.getItem('captions_enabled_7')") == "false"
    room.child = 8
    page.goto("/kids")
    watch(page)
    expect(page.get_by_role("button", name="Captions, currently off")).to_be_visible()
    room.has_captions = False
    page.goto("/kids")
    watch(page)
    expect(page.locator(".stage-captions-button")).to_be_hidden()


def test_captions_begin_with_the_default_track(shelf, room):
    room.has_german_first = True
    page = shelf()
    watch(page)
    page.get_by_role("button", name="Captions, currently off").click()
    expect(page.locator(".stage-captions")).to_have_text("Im great green room")


def test_controls_have_the_names_of_the_seed(shelf):
    """Seed 000, 7.1: VoiceOver labels."""
    page = shelf()
    player = watch(page)
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert player.evaluate("player => player.paused")
    player.evaluate("player => { player.currentTime = 15; }")
    bar = page.get_by_role("slider", name="Playback progress")
    expect(bar).to_have_attribute("aria-valuetext", "0 minutes 15 seconds of 1 minute")
    expect(page.get_by_role("link", name="Back to Library").first).to_be_visible()
    page.keyboard.press("k")
    wait_until(player, "!player.paused")


def test_the_bar_obeys_keys_and_does_not_babble(shelf, room):
    """Seed 000, 7.1: usable by keys; the text changes with a seek, on focus and on a pause, and never by itself under the focus."""
    page = shelf()
    player = watch(page)
    bar = page.get_by_role("slider", name="Playback progress")
    bar.focus()
    page.evaluate(
        """() => {
            window.texts = 0;
            const bar = document.querySelector(".seek-input");
            new MutationObserver((list) => { texts += list.length; }).observe(bar, { attributeFilter: ["aria-valuetext"] });
        }"""
    )
    move_on(player, 2.5)
    assert page.evaluate("texts") == 0
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    wait_until(player, "player.currentTime > 15")
    assert page.evaluate("texts") >= 1
    page.keyboard.press("Home")
    wait_until(player, "player.currentTime < 4")
    page.keyboard.press("PageUp")
    # A jump that has not landed is none.
    wait_until(player, "player.currentTime >= 30 && !player.seeking")
    page.go_back()
    room.wait_for_signs("play_start", "seek", "pause")


def test_hidden_it_pauses_and_everything_is_sent(shelf, room):
    """Seed 000, 2.2: backgrounding saves; no story talks to a dark screen."""
    page = shelf()
    player = watch(page)
    wait_until(player, "player.currentTime > 1")
    hide(page)
    room.wait_for_signs("play_start", "pause")
    assert player.evaluate("player => player.paused")
    hide(page, "visible")
    painted(page)
    assert player.evaluate("player => player.paused")
    place = player.evaluate("player => player.currentTime")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(player, f"player.currentTime > {place} + 0.3")
    page.goto("/kids/who")
    room.wait_for_signs("play_start", "pause", "resume", "pause")


def test_places_are_saved_no_more_than_once_in_ten_seconds(shelf, room):
    """Seed 000, 2.2: the first pause at once, the others together."""
    page = shelf()
    own_clock(page)
    player = watch(page)
    for _ in range(4):
        page.get_by_role("button", name="Pause", exact=True).click()
        wait_until(player, "player.paused")
        page.get_by_role("button", name="Play", exact=True).click()
        wait_until(player, "!player.paused")
    until(lambda: room.requests, "the first save")
    with page.expect_response("**/kids/events"):
        let_pass(page, player, 11)
    times = [moment(request["sent_at"]) for request in room.requests]
    assert 2 <= len(times) < 8
    # However long the eight presses took.
    assert all(later - earlier > 9.5 for earlier, later in zip(times, times[1:]))


def test_what_happens_while_a_place_is_being_saved_waits_for_the_next_save(shelf, room):
    """A slow network must not turn every press into a request."""
    page = shelf()
    own_clock(page)
    player = watch(page)
    room.may_answer.clear()
    page.get_by_role("button", name="Pause", exact=True).click()
    wait_until(player, "player.paused")
    until(lambda: room.requests, "the first save")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(player, "!player.paused")
    with page.expect_response("**/kids/events"):
        room.may_answer.set()
    let_pass(page, player, 4)
    painted(page)
    assert len(room.requests) == 1
    let_pass(page, player, 10)
    room.wait_for_signs("play_start", "pause", "resume")
    assert len(room.requests) == 2


def test_a_heartbeat_comes_after_45_seconds_of_playing(shelf, room):
    page = shelf()
    page.clock.install()
    page.goto("/kids")
    player = watch(page)
    player.evaluate("player => { player.playbackRate = 0.25; }")
    let_pass(page, player, 100)
    room.wait_for_signs("play_start", "heartbeat", "heartbeat")
    player.evaluate("player => player.pause()")
    page.clock.run_for(120_000)
    room.wait_for_signs("play_start", "heartbeat", "heartbeat", "pause")


def test_a_device_that_slept_has_not_watched(shelf, room):
    page = shelf()
    page.clock.install()
    page.goto("/kids")
    player = watch(page)
    let_pass(page, player, 18)
    before = page.evaluate("Date.now()")
    page.clock.fast_forward("10:00")
    let_pass(page, player, 15)
    player.evaluate("player => player.pause()")
    page.clock.run_for(15_000)
    room.wait_for_signs("play_start", "pause", "resume", "pause")
    when = [time.mktime(time.strptime(each["occurred_at"][:19], "%Y-%m-%dT%H:%M:%S")) for each in sorted(room.events, key=lambda each: each["occurred_at"])]
    assert when[1] - when[0] <= 21 and when[2] - when[1] >= 590
    assert before


def test_what_is_watched_without_a_network_is_counted_later(shelf, room):
    page = shelf(is_watched=False)
    room.events_status = 503
    player = watch(page)
    wait_until(player, "player.currentTime > 1")
    page.go_back()
    wait_until_true(page, "Object.keys(localStorage).filter((key) => key.startsWith('storytime.event.7.')).length === 2")
    assert room.events == []
    room.events_status = 200
    page.reload()
    room.wait_for_signs("play_start", "pause")


def test_controls_go_away_while_it_plays_and_come_back(shelf):
    page = shelf(has_touch=True)
    own_clock(page)
    player = watch(page)
    stage = page.locator("#stage")
    page.evaluate("document.activeElement.blur()")
    page.clock.run_for(6_000)
    expect(stage).to_have_attribute("data-idle", "")
    page.touchscreen.tap(500, 300)
    expect(stage).not_to_have_attribute("data-idle", "")
    assert player.evaluate("player => !player.paused")
    page.touchscreen.tap(500, 300)
    wait_until(player, "player.paused")
    page.clock.run_for(60_000)
    painted(page)
    expect(stage).not_to_have_attribute("data-idle", "")


def test_media_keys_play_and_pause_and_lead_nowhere_else(room, shelf):
    page = shelf(scripts=True)
    page.add_init_script(
        "window.acts = {}; navigator.mediaSession.setActionHandler = (name, act) => { acts[name] = act; };"
    )
    for may_scrub in (True, False):
        room.may_scrub = may_scrub
        page.goto("/kids")
        player = watch(page)
        assert set(page.evaluate("Object.keys(acts)")) == {"play", "pause", "seekto", "seekforward", "seekbackward"}
        page.evaluate("acts.pause()")
        wait_until(player, "player.paused")
        page.evaluate("acts.seekto({ seekTime: 30 })")
        assert (player.evaluate("player => player.currentTime") >= 30) is may_scrub
        page.evaluate("acts.play()")
        wait_until(player, "!player.paused")


def test_without_a_script_the_browsers_own_player_does(shelf, room, open_page):
    room.positions = {FIRST: 15}
    page = open_page(room, scripts=False)
    page.goto("/kids")
    cover(page).click()
    player = page.locator("video[controls]")
    expect(player).to_be_visible()
    assert player.get_attribute("src") == f"/kids/film/{FIRST}#t=15"
    expect(page.locator("track")).to_have_count(1)
    expect(page.get_by_role("link", name="Back to Library").first).to_be_visible()
    expect(page.locator(".stage-controls")).to_be_hidden()


def test_titles_are_said_when_covers_are_touched_or_focused(room, open_page):
    room.speaks_titles = True
    page = open_page(room, has_touch=True)
    page.add_init_script(
        """window.said = [];
        window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
        const voices = [{ lang: "de-DE" }, { lang: "en_US", localService: true, name: "Samantha" }, { lang: "en-GB", default: true }];
        Object.defineProperty(window, "speechSynthesis", { value: {
            getVoices: () => voices, cancel: () => said.push("stop"), speak: (it) => said.push([it.text, it.lang, it.voice.name]),
        } });"""
    )
    page.goto("/kids")
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.matches('.kids-cover')"):
        page.keyboard.press("Tab")
    title = page.evaluate("document.activeElement.dataset.title")
    assert page.evaluate("said") == [[title, "en", "Samantha"]]
    cover(page, 5).tap()
    assert page.evaluate("said.at(-1)")[0] == cover(page, 5).get_attribute("data-title")


def test_arrows_lead_from_cover_to_cover(shelf):
    page = shelf()
    focused = lambda: page.evaluate("[...document.querySelectorAll('#stories .kids-cover')].indexOf(document.activeElement)")
    columns = len(page.evaluate("getComputedStyle(document.getElementById('stories')).gridTemplateColumns").split())
    page.locator("#stories .kids-cover").first.focus()
    for key, expected in [
        ("ArrowRight", 1), ("ArrowDown", 1 + columns), ("ArrowLeft", columns), ("ArrowUp", 0), ("ArrowLeft", 0),
    ]:
        page.keyboard.press(key)
        assert focused() == expected, key


def test_a_whole_cover_is_seen_on_a_phone_that_lies_on_its_side(shelf):
    page = shelf()
    page.set_viewport_size({"width": 740, "height": 360})
    assert cover(page).locator(".kids-picture").bounding_box()["height"] < 300
    page.locator("#stories .kids-tile").nth(6).scroll_into_view_if_needed()
    box = page.locator("#stories .kids-picture").nth(6).bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 360


def test_a_browser_without_voices_is_no_problem(shelf, room):
    room.speaks_titles = True
    page = shelf(has_touch=True)
    cover(page).tap()
    wait_until(page.locator("video"), "!player.paused")


def test_further_stories_come_before_their_end_is_seen(shelf, room):
    room.stories, room.per_page = 100, 24
    page = shelf()

    def scroll_on():
        page.mouse.wheel(0, 3_000)
        return page.locator("#stories .kids-tile").count() == 100

    until(scroll_on, "the last story", page)
    expect(page.locator(".kids-more")).to_have_count(0)
    watch(page, 99)


def test_there_are_walls(shelf, room):
    page = shelf()
    assert page.evaluate(
        """() => ["contextmenu", "selectstart", "dragstart", "dblclick", "drop", "dragover"].every((type) =>
            !document.querySelector(".kids-cover").dispatchEvent(new Event(type, { bubbles: true, cancelable: true })))"""
    )
    # No key opens a new window.
    for modifier in ("Control", "Shift", "Meta"):
        cover(page).click(modifiers=[modifier])
        page.go_back()
    page.get_by_role("link", name="For grown-ups").click(modifiers=["Control"])
    page.wait_for_url("**/kids/leave")
    assert len(page.context.pages) == 1
    leads = page.evaluate("[...document.querySelectorAll('[href], [action]')].map((each) => each.getAttribute('href') ?? each.getAttribute('action'))")
    assert all(re.match(r"/(kids|css|img)\b", lead) for lead in leads)


def test_the_console_gives_way_to_kids_mode(room, open_page):
    page = open_page(room)
    page.goto("/blank")
    page.evaluate((PUBLIC / "js/lock.js").read_text() + ";0")
    other = page.context.new_page()
    other.goto("/kids")
    page.wait_for_url("**/kids")


@pytest.mark.parametrize("touch", [True, False])
def test_the_pin_is_typed_with_large_keys_or_a_keyboard(shelf, touch):
    page = shelf("/kids/leave?wrong", has_touch=touch, is_mobile=touch)
    field = page.get_by_label("Enter your family’s PIN")
    expect(field).to_be_focused()
    for key in ("1", "2", "9", "Delete", "3"):
        page.get_by_role("button", name=key, exact=True).click()
    field.focus()
    page.keyboard.type("4")
    expect(field).to_have_value("1234")
    sent = []
    page.route("**/kids/leave", lambda route: (sent.append(route.request), route.fulfill(status=204)))
    with page.expect_response("**/kids/leave"):
        page.keyboard.press("Enter")
    assert sent[0].method == "POST" and sent[0].post_data == "pin=1234"


def test_the_keys_rest_until_the_wait_is_over(room, open_page):
    page = open_page(room)
    page.clock.install()
    page.goto("/kids/leave?wait")
    field, key = page.get_by_label("Enter your family’s PIN"), page.get_by_role("button", name="5")
    expect(field).to_be_disabled()
    expect(key).to_be_disabled()
    page.clock.fast_forward(10_000)
    expect(page.locator(".pin-trouble")).to_contain_text(re.compile(r"Try again in 0:(1\d|20)"))
    page.clock.fast_forward(21_000)
    expect(page.locator(".pin-trouble")).to_have_count(0)
    expect(field).to_be_focused()
    key.click()
    expect(field).to_have_value("5")


@pytest.mark.parametrize("path", ["/kids/leave?wrong", "/kids/who?child"])
def test_keys_and_words_fit_a_phone_that_lies_on_its_side(shelf, path):
    page = shelf(path, has_touch=True)
    page.set_viewport_size({"width": 740, "height": 360})
    for name in ("1", "0", "9"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Enter your family’s PIN")).to_be_in_viewport(ratio=1)


def test_no_password_manager_knows_these_fields(shelf):
    page = shelf("/kids/leave?forgotten")
    fields = page.evaluate("[...document.querySelectorAll('input')].map(({ type, name, id, autocomplete }) => ({ type, name, id, autocomplete }))")
    assert len(fields) == 4
    for field in fields:
        assert field["type"] == "text" and field["autocomplete"] == "one-time-code"
        assert not re.search("mail|user|login|pass|pwd", field["name"] + field["id"])


PAGES = ["/kids", "/kids/watch/3", "/kids/leave?wrong&forgotten", "/kids/who", "/kids/who?child&wait", "/kids/message", "/kids/offline"]


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1366, "light")])
def test_pages_fit_and_are_for_everyone(shelf, room, width, scheme):
    room.positions = {FIRST: 15}
    page = shelf(width=width, scheme=scheme, has_touch=width < 1100)
    found = {}
    for path in PAGES:
        page.goto(path)
        found[path] = problems(page) + invisible_focus(page) + small_targets(page)
    assert not any(found.values()), found


def test_everything_grows_with_the_text(shelf, room):
    """Seed 000, 7.2: text sizes follow the system's; at twice the size nothing is cut off at the side."""
    room.positions = {FIRST: 15}
    page = shelf(width=375)
    for path in PAGES:
        page.goto(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= 375, path
    sizes = page.evaluate(
        "[...document.querySelectorAll('body *')].filter((each) => each.checkVisibility() && each.textContent.trim()).map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 32


def test_pages_are_html(room):
    room.positions = {FIRST: 15}
    for path in PAGES:
        address, _, query = path.partition("?")
        text = room.page(address, {name: [""] for name in query.split("&") if name})
        keep_markup(path, text)


def played_seconds(events):
    """The time between each start and the stop after it, as the server counts it."""
    sum_of_times, started = 0, None
    for event in sorted({event["client_event_id"]: event for event in events}.values(), key=lambda event: event["occurred_at"]):
        at = moment(event["occurred_at"])
        if event["event_type"] in ("play_start", "resume"):
            started = at
        elif event["event_type"] in ("pause", "play_end") and started is not None:
            sum_of_times, started = sum_of_times + at - started, None
    return sum_of_times


@pytest.mark.parametrize("rate", [0.5, 1, 2])
def test_the_time_is_that_of_a_stopwatch(shelf, room, rate):
    page = shelf()
    player = watch(page)
    begun = player.evaluate("player => player.currentTime")
    player.evaluate(f"player => {{ player.playbackRate = {rate}; }}")
    player.evaluate(STOPWATCH)
    until(lambda: page.evaluate("stopwatch") > 1_500, "the film")
    page.keyboard.press("ArrowRight")
    wait_until(player, "!player.seeking")
    until(lambda: page.evaluate("stopwatch") > 3_000, "the film")
    player.evaluate("player => player.pause()")
    watched = begun + page.evaluate("stopwatch") / 1_000
    page.go_back()
    room.wait_for_signs("play_start", "seek", "pause")
    assert played_seconds(room.events) == pytest.approx(watched, abs=0.8)


def test_without_a_network_a_drawn_page_says_so(shelf, room):
    page = shelf(is_watched=False)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    names = page.evaluate("async () => (await (await caches.open((await caches.keys())[0])).keys()).map((each) => new URL(each.url).pathname)")
    assert "/kids/offline" in names and all(re.match(r"/(kids/offline$|css/|js/|img/)", name) for name in names)
    page.context.set_offline(True)
    page.goto("/kids")
    expect(page.get_by_role("heading", name="No internet")).to_be_visible()
    assert page.locator("img").evaluate("image => image.complete && image.naturalWidth > 0")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Alma")).to_be_visible(timeout=15_000)
