"""A parent types three letters, opens a series, taps an episode, and every device shows it.

Each test names the lines of the source document that it is about (T: 001, its sections and lines)."""

import re
from contextlib import contextmanager

import pytest
from checks import overflow, problems, small_targets, violations
from conftest import press, wait_until_true
from markup import keep_page
from playwright.sync_api import expect
from shows import add_series, day
from waiting import painted, until


@pytest.fixture
def owls(families, demo):
    """Two families, and a series with two seasons and specials that both know; `families` opens pages."""
    return add_series(demo, "Night Owls", {0: [day(-99)], 1: [day(-60 + place) for place in range(6)],
                                           2: [day(-3), day(-2), day(4), day(11), None]}, number=42)


def rows(page):
    return page.locator(".episode")


def tap(page, number):
    return page.get_by_role("button", name=f"Set progress to Episode {number}", exact=True)


def statuses(page):
    return rows(page).evaluate_all("rows => rows.map((row) => row.dataset.status)")


# What a page asks to learn what other devices did.
LOOKS = re.compile(r"/series/\d+(\?|$)")


def opened(page, words="owl", season="1"):
    """Types, opens what is found, and chooses a season."""
    page.goto("/series")
    page.get_by_role("searchbox", name="Search series").fill(words)
    expect(page).to_have_url(re.compile(f"q={words}"))
    page.get_by_role("button", name="Night Owls").click()
    shown = page.get_by_label("Season", exact=True)
    expect(shown).to_be_visible()
    with page.expect_response(LOOKS):
        shown.select_option(season)
    expect(page.locator("[data-panel]")).to_have_attribute("data-season", season)


def test_three_letters_and_a_tap_mark_four_episodes_on_every_device(families, owls):
    """T obj L5, T scope L9-10, T2 L28-34, T4 L47-49, T5 L53-59, T10a L90-95, T todo L116-118, T10b L126, T N1 L144-147, T N3 L157-158, T style L195, T toast L199."""
    page = families("astrid@example.test", width=375, has_touch=True)
    other = families("astrid@example.test")
    opened(other)
    # The season that was looked at is remembered; before, it is the one with what is next.
    opened(page)
    expect(page).to_have_url(re.compile(r"q=owl(?=.*show=\d)(?=.*season=1)"))
    tap(page, 4).click()
    expect(page.locator("#toasts")).to_contain_text("Progress updated to S1 E4")
    wait_until_true(page, "[...document.querySelectorAll('.episode')].filter((row) => row.dataset.status === 'watched').length === 4")
    expect(rows(page).nth(3)).to_contain_text("Watched")
    expect(page.locator(".show-told")).to_contain_text("4 of 6 watched · next: E5")
    expect(page.locator("[data-facts]").first).to_have_text("4 of 8 watched · next: S1 E5")
    # The other device follows when somebody looks at it.
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_until_true(other, "[...document.querySelectorAll('.episode')].filter((row) => row.dataset.status === 'watched').length === 4")
    assert not problems(page) and overflow(page) <= 0 and not small_targets(page)
    assert not violations(page)
    keep_page(page)
    # The same address shows the same again, and Undo takes it back.
    page.reload()
    assert statuses(page) == ["watched"] * 4 + ["unwatched"] * 2
    tap(page, 6).click()
    expect(page.locator("#toasts")).to_contain_text("S1 E6")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts")).to_contain_text("Undone.")
    assert statuses(page) == ["watched"] * 4 + ["unwatched"] * 2


def test_everything_works_by_keyboard_and_the_list_scrolls_by_itself(families, owls, demo):
    """T6 L66-70, T9 L85-86, T10a L96, T10b L127, T todo L119 and L121, T N4 L162-163."""
    add_series(demo, "Long Owls", {1: [day(-900 + place) for place in range(500)]})
    page = families("astrid@example.test")
    page.goto("/series?q=long")
    press(page, page.get_by_role("button", name="Long Owls"))
    expect(rows(page)).to_have_count(500)
    box = page.locator(".episodes").evaluate("box => [box.clientHeight, getComputedStyle(box).overflowY, getComputedStyle(box).overscrollBehaviorY]")
    assert box[0] <= 262 and box[1:] == ["auto", "contain"]
    # It has come to the next episode by then, and stays where somebody goes.
    page.wait_for_load_state("networkidle")
    tap(page, 400).evaluate("button => button.focus()")
    top = page.locator(".episodes").evaluate("box => box.scrollTop")
    assert top > 5000
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Progress updated to S1 E400")
    # Who was at a row stays at it.
    expect(tap(page, 400)).to_be_focused()
    assert abs(page.locator(".episodes").evaluate("box => box.scrollTop") - top) < 80
    assert statuses(page) == ["watched"] * 400 + ["unwatched"] * 100
    # The menu of a row.
    page.get_by_role("button", name="More for episode 300").press("Enter")
    expect(page.get_by_role("menuitem", name="Watched up to here")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("S1 E300 is next")
    expect(page.get_by_role("button", name="More for episode 300")).to_be_focused()


def test_a_look_at_what_other_devices_did_takes_no_menu_away(families, owls):
    page = families("astrid@example.test")
    opened(page)
    held = []
    page.route(LOOKS, lambda route: held.append(route))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(lambda: held, "a look", page)
    page.get_by_role("button", name="More for episode 3").press("Enter")
    item = page.get_by_role("menuitem", name="Watched up to here")
    expect(item).to_be_focused()
    with page.expect_response(LOOKS):
        held[0].continue_()
    page.unroute_all()
    painted(page)
    expect(item).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("S1 E3")


def test_a_failure_is_said_in_its_row_for_a_while_and_others_go_on(families, owls):
    """T2 L35, T4 L49, T8 L81, T fall L202."""
    page = families("astrid@example.test", is_watched=False)
    page.clock.install()
    opened(page)
    page.route("**/progress", lambda route: route.abort())
    tap(page, 2).click()
    error = rows(page).nth(1).get_by_role("alert")
    expect(error).to_contain_text("couldn’t be saved")
    assert statuses(page) == ["unwatched"] * 6
    page.unroute("**/progress")
    expect(tap(page, 1)).to_be_enabled()
    tap(page, 1).click()
    expect(page.locator("#toasts")).to_contain_text("S1 E1")
    page.clock.run_for(5_000)
    expect(error).to_have_count(0)


def test_the_tapped_row_alone_is_busy_until_the_answer_comes(families, owls):
    """T2 L31, T6 L63, T8 L79-80, T spec L172-173."""
    page = families("astrid@example.test")
    opened(page)
    held = []
    page.route("**/progress", lambda route: held.append(route))
    tap(page, 3).click()
    expect(rows(page).nth(2)).to_have_attribute("aria-busy", "true")
    expect(page.locator(".episode[aria-busy]")).to_have_count(1)
    # What it will come to is shown at once.
    assert statuses(page) == ["watched"] * 3 + ["unwatched"] * 3
    tap(page, 3).click(force=True)
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator(".episode[aria-busy]")).to_have_count(0)
    expect(page.locator("#toasts")).to_contain_text("S1 E3")


def test_stale_answers_of_the_search_are_dropped(families, owls, demo):
    """T7 L74-75."""
    add_series(demo, "Oak", {1: [day(-1)]})
    page = families("astrid@example.test")
    page.goto("/series")
    slow = []
    page.route(re.compile(r"/series\?q=oa(&|$)"), lambda route: slow.append(route))
    field = page.get_by_role("searchbox", name="Search series")
    field.fill("oa")
    until(lambda: slow, "a search", page)
    field.fill("owl")
    expect(page.get_by_role("button", name="Night Owls")).to_be_visible()
    for route in slow:
        try:
            route.continue_()
        except Exception:  # It was given up.
            pass
    # What is asked later is answered later.
    page.evaluate("fetch('/series?q=oak').then((answer) => answer.text())")
    painted(page)
    expect(page.get_by_role("button", name="Night Owls")).to_be_visible()
    expect(page.get_by_role("button", name="Oak")).to_have_count(0)


def test_another_tab_follows_and_the_watchlist_is_a_button(families, owls):
    """T3 L39-43, T10b L128, T todo L120, T fall L203."""
    page = families("astrid@example.test")
    opened(page)
    tab = page.context.new_page()
    tab.goto(page.url)
    tap(page, 5).click()
    expect(page.locator("#toasts")).to_contain_text("S1 E5")
    wait_until_true(tab, "[...document.querySelectorAll('.episode')].filter((row) => row.dataset.status === 'watched').length === 5")
    button = page.get_by_role("button", name="Watchlist", exact=True)
    button.click()
    expect(page.locator("#toasts")).to_contain_text("Night Owls moved to Watchlist.")
    expect(button).to_have_attribute("aria-pressed", "true")
    # Pressed again, it leads back to where the series came from.
    button.click()
    expect(page.locator("#toasts")).to_contain_text("Night Owls moved to Watching.")
    expect(button).to_have_attribute("aria-pressed", "false")


def chips(page):
    return page.locator("#results .chip-count").all_inner_texts()


def test_counts_follow_each_tap_and_back_closes_what_was_opened(families, owls):
    """T fall L203: the numbers beside the lists are the truth without loading the page again."""
    page = families("astrid@example.test")
    page.goto("/")
    page.goto("/series")
    expect(page.get_by_role("button", name="Night Owls")).to_be_visible()
    before = page.url
    page.get_by_role("button", name="Night Owls").click()
    expect(page.locator("[data-panel]")).to_have_attribute("data-season", "1")
    assert chips(page) == ["0", "0", "0", "0"]
    tap(page, 2).click()
    expect(page.locator("#toasts")).to_contain_text("S1 E2")
    assert chips(page) == ["0", "1", "0", "0"]
    page.get_by_role("button", name="Watchlist", exact=True).click()
    expect(page.locator("#toasts")).to_contain_text("moved to Watchlist")
    assert chips(page) == ["1", "0", "0", "0"]
    page.go_back()
    expect(page.locator("[data-panel]")).to_have_count(0)
    assert page.url == before
    page.go_forward()
    expect(page.locator("[data-panel]")).to_have_count(1)
    expect(page).to_have_url(re.compile("show="))


def test_a_second_tap_keeps_undo_and_an_earlier_one_says_that_nothing_changed(families, owls):
    """T toast L199."""
    page = families("astrid@example.test")
    opened(page)
    tap(page, 4).dblclick()
    expect(page.locator("#toasts")).to_contain_text("Progress updated to S1 E4")
    expect(page.locator(".episode[aria-busy]")).to_have_count(0)
    tap(page, 4).click()
    expect(page.locator(".episode[aria-busy]")).to_have_count(0)
    expect(page.locator("#toasts").get_by_role("button", name="Undo")).to_be_visible()
    tap(page, 2).click()
    expect(page.locator("#toasts")).to_contain_text("Already watched up to S1 E4. Nothing changed.")
    assert statuses(page) == ["watched"] * 4 + ["unwatched"] * 2


def test_an_answer_that_says_nothing_leaves_undo_where_it_is(families, owls):
    """The answers of two taps may come in another order, and only one of them has the notice."""
    page = families("astrid@example.test")
    opened(page)
    tap(page, 4).click()
    expect(page.locator("#toasts")).to_contain_text("Progress updated to S1 E4")
    with page.expect_response(LOOKS):
        page.get_by_label("Season", exact=True).select_option("1")
    painted(page)
    expect(page.locator("#toasts").get_by_role("button", name="Undo")).to_be_visible()


def test_menus_lie_over_the_toast_on_a_phone(families, owls):
    page = families("astrid@example.test", width=375, has_touch=True)
    page.set_viewport_size({"width": 375, "height": 480})
    opened(page)
    tap(page, 3).click()
    expect(page.locator("#toasts")).to_contain_text("S1 E3")
    page.locator(".show-lists summary").click()
    for item in page.locator(".show-lists .menu-item").all():
        assert item.evaluate("""item => {
            item.scrollIntoView({ block: "end" });
            const { left, top, width, height } = item.getBoundingClientRect();
            return item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }""")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More for episode 4").click()
    for item in page.get_by_role("menuitem").all():
        assert item.evaluate("""item => {
            const { left, top, width, height } = item.getBoundingClientRect();
            return item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }""")


def test_a_long_season_opens_at_what_is_next(families, owls, demo):
    add_series(demo, "Far Owls", {1: [day(-900 + place) for place in range(80)]})
    page = families("astrid@example.test")
    page.goto("/series?q=far&list=all")
    page.get_by_role("button", name="Far Owls").click()
    tap(page, 60).click()
    expect(page.locator("#toasts")).to_contain_text("S1 E60")
    page.reload()
    expect(page.locator(".show-told")).to_contain_text("next: E61")
    wait_until_true(page, """(() => {
        const list = document.querySelector(".episodes").getBoundingClientRect();
        const row = document.querySelector("[data-next]").getBoundingClientRect();
        return row.top >= list.top && row.bottom <= list.bottom;
    })()""")


def test_a_long_touch_opens_the_menu_and_is_no_tap(families, owls):
    """T10b L127."""
    page = families("astrid@example.test", width=375, has_touch=True)
    opened(page)
    with touch(page, 2):
        expect(page.get_by_role("menuitem", name="Set as Next")).to_be_visible()
    painted(page)
    assert statuses(page) == ["unwatched"] * 6
    page.get_by_role("menuitem", name="Watched up to here").click()
    expect(page.locator("#toasts")).to_contain_text("S1 E2")


@contextmanager
def touch(page, number):
    """A finger that rests on an episode."""
    session = page.context.new_cdp_session(page)
    tap(page, number).evaluate("row => row.scrollIntoView({ block: 'nearest', behavior: 'instant' })")
    box = tap(page, number).bounding_box()
    point = {"x": box["x"] + 40, "y": box["y"] + 20}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    yield
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_an_answer_takes_neither_a_long_touch_nor_its_menu_away(families, owls):
    page = families("astrid@example.test", width=375, has_touch=True)
    opened(page)
    held = []
    page.route(LOOKS, lambda route: held.append(route))
    for _ in range(2):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(lambda: len(held) == 2, "two looks", page)
    with touch(page, 2):
        replaced(page, held.pop())
        expect(page.get_by_role("menuitem", name="Set as Next")).to_be_visible()
    page.get_by_role("menuitem", name="Watched up to here").press("ArrowDown")
    replaced(page, held.pop())
    expect(page.get_by_role("menuitem", name="Unwatched from here")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("S1 E2 is next")


def replaced(page, route):
    """Lets an answer come, and waits until it stands in the place of what was shown."""
    page.locator("[data-panel]").evaluate("panel => { window.before = panel }")
    route.continue_()
    wait_until_true(page, "!window.before.isConnected")


def test_all_of_it_works_without_a_script(families, owls):
    """T obj L5, T6 L69, T10b L127."""
    page = families("astrid@example.test", scripts=False)
    page.goto("/series")
    page.fill("[name=q]", "owl")
    page.get_by_role("button", name="Search", exact=True).last.click()
    page.get_by_role("link", name="Night Owls").click()
    page.get_by_label("Season", exact=True).select_option("1")
    page.get_by_role("button", name="Show", exact=True).click()
    tap(page, 4).click()
    expect(page.locator("#toasts")).to_contain_text("Progress updated to S1 E4")
    assert statuses(page) == ["watched"] * 4 + ["unwatched"] * 2
    page.get_by_role("link", name="More for episode 3").click()
    page.get_by_role("button", name="Set as Next").click()
    expect(page.locator("#toasts")).to_contain_text("S1 E3 is next")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts")).to_contain_text("Undone.")
    assert page.locator(".episodes").evaluate("box => getComputedStyle(box).overflowY") == "visible"
