"""What parents meet on a telephone, and with the keyboard: the film first, rows that hold, menus that close, dates that are picked."""

import json
import re

import pytest
from checks import broken_words, invisible_focus, night_problems, overflow, problems, small_targets
from conftest import press, tab_to
from films import SECONDS, Films, let_pass, wait_until
from markup import keep_page
from playwright.sync_api import expect
from waiting import painted, until

PARENT = "astrid@example.test"
PHONE = {"width": 375, "has_touch": True}
FOLD = 812  # pixels: the height of the telephone


@pytest.fixture
def films(demo):
    return Films(demo.folder)


def add_child(page, name, born="2019-05-04"):
    page.goto("/children/new")
    page.fill("[name=name]", name)
    page.fill("[name=birth_date]", born)
    page.click("main form.card button[type=submit]")


def child_id(films, name):
    return films.execute_one("SELECT id FROM children WHERE name = ?", name)


def signs(films, expected):
    """The events of Pippi that came, once there are as many as expected; seeks with both of their places."""

    def told():
        return json.loads(films.execute_one(
            """SELECT coalesce(json_group_array(sign), '[]') FROM (
                SELECT event_type || coalesce(' ' || from_position_seconds || '>' || to_position_seconds, '') AS sign
                FROM usage_events JOIN viewings ON viewings.id = viewing_id
                WHERE child_id = (SELECT id FROM children WHERE name = 'Pippi') ORDER BY occurred_ms, usage_events.id)"""
        ))

    until(lambda: len(told()) >= expected, f"{expected} events")
    return told()


def test_the_film_is_on_the_first_screen_of_a_phone(families, films):
    films.add_playable(7)
    page = families(PARENT, **PHONE)
    add_child(page, "Jonas")
    page.set_viewport_size({"width": 375, "height": FOLD})
    page.goto("/catalog/books/7")
    film, title = page.locator("video").bounding_box(), page.get_by_role("heading", level=1).bounding_box()
    assert film["y"] + film["height"] < FOLD / 2 and film["y"] < title["y"]
    choice = page.get_by_role("navigation", name="Watching with")
    assert choice.bounding_box()["y"] + choice.bounding_box()["height"] < FOLD
    expect(choice.locator("[aria-current]")).to_have_text("Nobody")
    expect(page.get_by_text("Not saved to anyone’s history. Choose a child to save this viewing.")).to_be_visible()
    assert not problems(page) + invisible_focus(page) + small_targets(page) + broken_words(page)
    assert not night_problems(page, invisible_focus)
    press(page, choice.get_by_role("link", name="Jonas"))
    expect(choice.locator("[aria-current]")).to_have_text("Jonas")
    expect(page.get_by_text("This counts as Jonas’s watching time.")).to_be_visible()
    keep_page(page)


def test_watching_with_a_child_is_told_as_it_was(families, films):
    films.add_playable(7)
    page = families(PARENT, **PHONE)
    pippi = child_id(films, "Pippi")
    page.goto(f"/catalog/books/7?child={pippi}")
    player = page.locator("video")
    player.evaluate("player => player.muted = true")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(player, "player.currentTime > 1.2")
    player.evaluate("player => player.pause()")
    assert signs(films, 2) == ["play_start", "pause"]
    # Somebody drags the bar: one jump, wherever it passed.
    player.evaluate("player => { player.play(); }")
    assert signs(films, 3)[-1] == "resume"
    player.evaluate("async player => { for (const at of [10, 15, 20]) { player.currentTime = at; await new Promise((done) => setTimeout(done, 60)); } }")
    assert re.fullmatch(r"seek [12]>20", signs(films, 4)[-1])
    # The film stops by itself at its end; that is no pause.
    player.evaluate("player => { player.currentTime = 39 }")
    wait_until(player, "player.ended")
    found = signs(films, 6)
    assert re.fullmatch(r"seek 2\d>39", found[-2]) and found[-1] == "play_end"
    # Watched again, it is another viewing; who leaves the page stops.
    player.evaluate("player => { player.play() }")
    assert signs(films, 7)[-1] == "play_start"
    wait_until(player, "player.currentTime > 1.2")
    page.goto("/children")
    assert signs(films, 8)[-1] == "pause"
    rows = "SELECT count(*) || ' ' || count(DISTINCT session_id) || ' ' || max(is_finished) FROM viewings WHERE child_id = ?"
    assert films.execute_one(rows, pippi) == "2 2 1"
    watched = films.execute_one("SELECT sum(watched_ms) FROM viewings WHERE child_id = ?", pippi)
    assert 3_000 < watched < 30_000


def test_a_film_that_plays_is_told_every_45_seconds_and_nobodys_is_not(families, films):
    films.add_playable(7)
    page = families(PARENT, **PHONE)
    page.clock.install()
    for address, expected in [("/catalog/books/7", []), (f"/catalog/books/7?child={child_id(films, 'Pippi')}", ["play_start", "heartbeat", "heartbeat"])]:
        page.goto(address)
        player = page.locator("video")
        player.evaluate("player => { player.muted = true; player.playbackRate = 0.25; }")
        page.get_by_role("button", name="Play", exact=True).click()
        wait_until(player, "player.currentTime > 0.3")
        let_pass(page, player, 100)
        assert signs(films, len(expected)) == expected
        player.evaluate("player => player.pause()")
    assert signs(films, 4)[-1] == "pause"


def test_what_is_not_taken_is_said(families, films):
    films.add_playable(7)
    page = families(PARENT, is_watched=False, **PHONE)
    page.goto(f"/catalog/books/7?child={child_id(films, 'Pippi')}")
    expect(page.locator(".watch-note")).to_contain_text("This counts as Pippi’s watching time")
    # Without a network it waits, and comes with the next sign.
    player = page.locator("video")
    wait_until(player, "player.readyState >= 3")
    player.evaluate("player => player.muted = true")
    page.route("**/usage_events", lambda route: route.abort())
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(player, "player.currentTime > 0.5")
    assert signs(films, 0) == []
    page.unroute("**/usage_events")
    player.evaluate("player => player.pause()")
    assert signs(films, 2) == ["play_start", "pause"]
    page.context.clear_cookies()
    player.evaluate("player => { player.play() }")
    expect(page.get_by_role("status").filter(has_text="Counting has stopped")).to_be_visible()
    assert signs(films, 0) == ["play_start", "pause"]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_story_goes_on_where_the_child_left_it(families, films, scripts):
    films.add_playable(7)
    page = families(PARENT, scripts=scripts, **PHONE)
    pippi = child_id(films, "Pippi")
    page.request.post(f"/children/{pippi}/library", form={"book_id": "7"}, headers={"Sec-Fetch-Site": "same-origin"})
    films.execute("UPDATE library_items SET last_position_seconds = 12 WHERE child_id = ?", pippi)
    page.goto(f"/children/{pippi}/library")
    page.locator(".shelf-book").first.click()
    going_on, over = page.get_by_role("link", name="Continue from 0:12"), page.get_by_role("link", name="From the beginning")
    expect(going_on).to_be_visible()
    assert not problems(page) + small_targets(page) if scripts else True
    player = page.locator("video")
    if not scripts:
        expect(player).to_have_attribute("controls", "")
        source = player.locator("source")
        assert source.get_attribute("src").endswith("/video.mp4#t=12")
        expect(page.get_by_text("Without JavaScript, viewing isn’t counted.")).to_be_visible()
        over.click()
        assert source.get_attribute("src").endswith("/video.mp4")
        going_on.click()
        assert source.get_attribute("src").endswith("/video.mp4#t=12")
        return
    player.evaluate("player => player.muted = true")
    wait_until(player, "player.currentTime === 12 && player.paused")
    press(page, going_on)
    wait_until(player, "player.currentTime > 12.3 && !player.paused")
    press(page, over)
    wait_until(player, "player.currentTime > 0.3 && player.currentTime < 5")
    assert page.url.endswith(f"?child={pippi}")
    # Near its end it begins anew.
    films.execute("UPDATE library_items SET last_position_seconds = ? WHERE child_id = ?", SECONDS - 10, pippi)
    page.reload()
    expect(going_on).to_have_count(0)
    player = page.locator("video")
    wait_until(player, "player.readyState >= 1 && player.currentTime === 0")


@pytest.mark.parametrize(("width", "scripts"), [(320, True), (479, False), (768, True)])
def test_rows_hold_after_a_story_was_added_for_one_child(families, width, scripts):
    page = families(PARENT, width=width, has_touch=True, scripts=scripts)
    add_child(page, "Bartholomew")
    page.goto("/catalog?q=nutcracker")
    row = page.locator(".story-row").first
    row.locator("summary").click()
    row.get_by_role("button", name="Pippi’s Library").click()
    expect(row).to_contain_text("Already Added · in Pippi’s library")
    summary, words = row.locator("summary"), row.locator(".story-words")
    assert summary.inner_text().split("\n")[0] == "Add"
    button, text = summary.bounding_box(), words.bounding_box()
    if width < 480:
        assert button["y"] >= text["y"] + text["height"] and abs(button["x"] - text["x"]) < 1
    else:
        assert button["x"] >= text["x"] + text["width"]
    assert button["width"] < 100
    if scripts:
        page.get_by_role("button", name="Dismiss").click()
    summary.click()
    menu = row.locator(".menu-items").bounding_box()
    assert menu["x"] >= 0 and menu["x"] + menu["width"] <= width
    expect(row.get_by_role("button")).to_have_text(["Bartholomew’s Library"])
    if scripts:
        assert not problems(page) + broken_words(page) + small_targets(page)


def test_escape_and_what_is_done_elsewhere_close_menus(families):
    page = families(PARENT, width=375)
    add_child(page, "Jonas")
    page.goto("/catalog")
    # Three keys lead to the first story, not twenty-six.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the stories")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".story-row .book-title").first).to_be_focused()
    rows = [page.locator("details.menu-plain").nth(index) for index in range(2)]
    first, second = (row.locator("summary") for row in rows)
    press(page, first)
    expect(rows[0]).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(rows[0]).not_to_have_attribute("open", "")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, second)
    expect(rows[0]).not_to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(rows[1]).to_have_attribute("open", "")
    page.get_by_role("heading", level=1).click()
    expect(rows[1]).not_to_have_attribute("open", "")
    # The menu of the page itself.
    head = page.locator("details.menu")
    page.locator("summary", has_text="Menu").click()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(head).not_to_have_attribute("open", "")
    expect(head.locator("summary")).to_be_focused()
    head.locator("summary").click()
    page.locator("main .list-count").click()
    expect(head).not_to_have_attribute("open", "")


def test_a_date_field_stays_one_after_an_error(families):
    page = families(PARENT, **PHONE)
    page.goto("/children/new")
    date, hint, send = page.get_by_label("Birth date"), page.get_by_text("Like 2023-03-04."), page.locator("main form.card button[type=submit]")
    expect(date).to_have_attribute("type", "date")
    expect(hint).to_have_count(0)
    assert date.get_attribute("aria-describedby") is None
    page.evaluate("document.querySelector('main form.card').noValidate = true")
    send.click()
    expect(page.get_by_text("Enter a birth date.").first).to_be_visible()
    expect(date).to_have_attribute("type", "date")
    assert date.get_attribute("aria-describedby") == "field-birth-date-error"
    date.fill("2099-01-01")
    page.fill("[name=name]", "Ida")
    page.evaluate("document.querySelector('main form.card').noValidate = true")
    send.click()
    expect(page.get_by_text("in the future").first).to_be_visible()
    expect(date).to_have_attribute("type", "date")
    expect(date).to_have_value("2099-01-01")
    # What is no day stays to be seen, and how to write one with it.
    date.evaluate("field => { field.type = 'text'; field.value = '4.3.2022' }")
    send.click()
    expect(date).to_have_attribute("type", "text")
    expect(date).to_have_value("4.3.2022")
    expect(hint).to_be_visible()
    assert not problems(page) + small_targets(page)


def test_without_a_script_it_is_said_how_a_day_is_written(families):
    page = families(PARENT, scripts=False, **PHONE)
    page.goto("/children/new")
    expect(page.get_by_label("Birth date")).to_have_attribute("type", "text")
    expect(page.get_by_text("Like 2023-03-04.")).to_be_visible()


@pytest.mark.parametrize("width", [375, 1280])
def test_a_message_comes_and_goes_without_moving_the_page(families, width):
    page = families(PARENT, width=width)
    page.add_init_script("window.moved = 0; new PerformanceObserver((list) => { for (const each of list.getEntries()) moved += each.value; }).observe({ type: 'layout-shift', buffered: true })")
    page.goto("/children")
    before = page.get_by_role("heading", level=1).bounding_box()
    add_child(page, "Jonas")
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    assert page.get_by_role("heading", level=1).bounding_box() == before
    toast.get_by_role("button", name="Dismiss").click()
    expect(toast).to_have_count(0)
    assert page.get_by_role("heading", level=1).bounding_box() == before
    # One that a script brings.
    page.goto("/catalog?q=mouse%20soup")
    # A page that comes in two pieces moves while it comes.
    painted(page)
    page.evaluate("moved = 0")
    before = page.locator(".story-row").first.bounding_box()
    page.locator(".story-row summary").first.click()
    page.get_by_role("button", name="Jonas’s Library").click()
    expect(toast).to_be_visible()
    place = page.locator(".story-row").first.bounding_box()
    assert (place["x"], place["y"]) == (before["x"], before["y"])
    painted(page)
    assert page.evaluate("moved") == 0


@pytest.mark.parametrize("height", [800, 560])
def test_who_is_signed_in_is_always_to_be_seen_at_the_side(admin, height):
    page = admin(width=1280)
    page.set_viewport_size({"width": 1280, "height": height})
    page.goto("/admin")
    for part in (".rail .avatar", ".rail .account-role", ".rail .account .icon-button"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, part
    last = page.locator(".rail-body .nav a").last
    last.focus()
    assert last.evaluate("link => { const box = link.getBoundingClientRect(); return link.contains(document.elementFromPoint(box.x + 5, box.y + box.height / 2)); }")
    assert not problems(page)


def test_no_card_of_a_count_stands_alone_beside_room_for_more(admin):
    page = admin()
    page.goto("/admin")
    for width in [375, 768, 1100, 1280, 1366, 1920]:
        page.set_viewport_size({"width": width, "height": 800})
        boxes = [card.bounding_box() for card in page.locator(".counts > li").all()]
        area = page.locator(".counts").bounding_box()
        for top in {box["y"] for box in boxes}:
            row = [box for box in boxes if box["y"] == top]
            assert max(box["x"] + box["width"] for box in row) == pytest.approx(area["x"] + area["width"], abs=1), width
            assert len(row) > 1 or width < 640
        # What was done last is named there, too, with other tests' file names.
        assert not broken_words(page, ".counts") and overflow(page) <= 0, width
    assert not problems(page)


@pytest.mark.parametrize("size", [16, 32])
def test_no_word_is_broken_at_any_size_of_text(parent_page, size):
    page = parent_page(**PHONE)
    page.set_viewport_size({"width": 375, "height": FOLD})
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    for address in ["/children", "/children/1/library", "/children/1/week", "/catalog?q=nutcracker", "/catalog/books/7"]:
        page.goto(address)
        assert not broken_words(page), address
        for picture in page.locator(".portrait:visible").all():
            box = picture.bounding_box()
            assert box["width"] == pytest.approx(box["height"], abs=1) and box["width"] >= 1.5 * size, address


@pytest.mark.parametrize(
    "address",
    ["/children", "/children/new", "/children/1/edit", "/children/1/library", "/children/1/week", "/account", "/family", "/usage"],
)
def test_text_of_twice_its_size_needs_no_scrolling_to_the_side(parent_page, address):
    page = parent_page(**PHONE)
    page.goto(address)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
