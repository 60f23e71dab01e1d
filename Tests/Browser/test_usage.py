"""The charts of what was watched, and what a family keeps of it: by pointer, by finger, by keyboard and without scripts."""

import re
import sqlite3

from checks import problems, problems_everywhere
from conftest import choose, press, tab_to
from markup import keep_page
from playwright.sync_api import expect

REPORT = "/children/1/usage?range=30-days"


def tip(page):
    """What is said of a bar of the first chart."""
    return page.locator(".chart-tip").first


def columns(page):
    """The middle of the place of each bar, whatever its height."""
    drawing = page.locator(".chart-drawing").first
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    bars = drawing.locator(".chart-bar").count()
    return [(box["x"] + (index + 0.5) * box["width"] / bars, box["y"] + box["height"] / 2) for index in range(bars)]


def column(page, index):
    return columns(page)[index]


def test_a_bar_says_what_it_stands_for_while_it_is_pointed_at(parent_page):
    page = parent_page()
    page.clock.install()
    page.goto(REPORT)
    expect(tip(page)).to_be_empty()
    assert page.locator(".chart-bar title").count() == 0
    page.mouse.move(*column(page, 12))
    row = page.locator(".chart-table tbody tr").nth(12)
    name, number = row.locator("th").text_content(), row.locator("td").text_content()
    expect(tip(page)).to_have_text(f"{name}: {number} minutes")
    page.mouse.move(*column(page, 29))
    expect(tip(page)).not_to_contain_text(name)
    # The words can be pointed at, and stay as long as they are.
    box = tip(page).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.clock.run_for(400)
    expect(tip(page)).not_to_be_empty()
    assert not problems(page)
    page.keyboard.press("Escape")
    expect(tip(page)).to_be_empty()
    page.mouse.move(*column(page, 3))
    expect(tip(page)).not_to_be_empty()
    page.mouse.move(2, 2)
    expect(tip(page)).to_be_empty()


def test_the_keyboard_goes_through_the_bars(parent_page):
    page = parent_page()
    page.goto("/children/1/week?range=last-week")
    tab_to(page, page.locator(".chart-drawing"))
    expect(tip(page)).to_contain_text("Sunday")
    page.keyboard.press("ArrowLeft")
    expect(tip(page)).to_contain_text("Saturday")
    page.keyboard.press("Home")
    expect(tip(page)).to_contain_text("Monday")
    page.keyboard.press("ArrowLeft")
    expect(tip(page)).to_contain_text("Monday")
    page.keyboard.press("ArrowRight")
    expect(tip(page)).to_contain_text("Tuesday")
    assert not problems(page)
    page.keyboard.press("Escape")
    expect(tip(page)).to_be_empty()
    page.keyboard.press("End")
    expect(tip(page)).to_contain_text("Sunday")
    page.keyboard.press("Tab")
    expect(tip(page)).to_be_empty()


def test_a_finger_has_it_said_on_a_phone_and_it_fits(parent_page):
    page = parent_page(width=375, has_touch=True)
    page.clock.install()
    page.goto(REPORT)
    for index in (0, 15, 29):
        page.touchscreen.tap(*column(page, index))
        expect(tip(page)).to_contain_text("minutes")
        # It stays when the finger is gone.
        page.clock.run_for(400)
        expect(tip(page)).to_contain_text("minutes")
        box = tip(page).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 375
        assert not problems(page)
        page.touchscreen.tap(10, box["y"] - 40)
        expect(tip(page)).to_be_empty()


def test_what_is_said_of_a_bar_covers_neither_the_sentence_nor_the_bar(parent_page):
    page = parent_page()
    for query in ("range=30-days", "from=2026-01-01&to=2026-11-21&group=week", "from=2020-01-01&to=2026-11-21&group=month"):
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(f"/usage?{query}")
            covers_nothing(page)


def covers_nothing(page):
    """Points at each bar, and looks where the words, the sentence and the bar are."""
    figure = page.locator(".chart").first
    places = columns(page)
    assert len(places) == figure.locator(".chart-bar").count() > 0
    for index, place in enumerate(places):
        page.mouse.move(*place)
        words, sentence, bar, chart = figure.evaluate(
            """(figure, index) => {
                const parts = [".chart-tip", ".chart-summary"].map((part) => figure.querySelector(part));
                return [...parts, figure.querySelectorAll(".chart-bar")[index], figure].map((part) => part.getBoundingClientRect().toJSON());
            }""",
            index,
        )
        assert words["height"] > 0
        assert words["y"] >= sentence["y"] + sentence["height"] - 0.5
        assert words["y"] + words["height"] <= bar["y"] + 0.5
        assert words["x"] >= chart["x"] - 0.5 and words["x"] + words["width"] <= chart["x"] + chart["width"] + 0.5


def test_the_labels_of_a_chart_dont_run_into_each_other(parent_page):
    page = parent_page()
    for group, first in {"day": "2026-09-21", "week": "2025-10-01", "month": "2016-12-01"}.items():
        page.goto(f"/usage?from={first}&to=2026-11-21&group={group}")
        for width in (320, 375, 800, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            for kind in ("label", "number"):
                boxes = page.locator(".chart").first.locator(f".chart-{kind}:visible").evaluate_all(
                    "(all) => all.map((text) => text.getBoundingClientRect()).map((box) => [box.left, box.right])"
                )
                assert boxes or kind == "number"
                assert all(one[1] < next[0] for one, next in zip(boxes, boxes[1:])), (group, width)
                assert all(box[1] <= width - 2 for box in boxes), (group, width)


def test_a_printed_report_has_all_numbers_and_no_controls(parent_page):
    page = parent_page()
    for path in ("/children/1/week", REPORT, "/usage", "/children/1/viewings"):
        page.goto(path)
        page.emulate_media(media="print")
        for table in page.locator(".chart-table table").all():
            expect(table).to_be_visible()
        for table in page.locator(".table").all():
            columns = table.locator("tbody tr").first.locator("th:visible, td:visible").count()
            assert table.locator("thead th:visible").count() == columns
        assert page.locator("main :is(button, input, select, summary, .button, .chip):visible").count() == 0
        page.emulate_media(media="screen")


def test_without_scripts_each_bar_has_a_title(parent_page):
    page = parent_page(scripts=False)
    page.goto(REPORT)
    assert page.locator(".chart").first.locator(".chart-bar title").count() == 30
    assert page.locator(".chart-tip").count() == 0


def test_every_chart_and_list_of_a_report_is_saved_as_a_file(parent_page):
    page = parent_page()
    page.goto(REPORT)
    for name, start in [
        ("Minutes watched by day", "alma-minutes-by-day-"), ("Most watched", "alma-minutes-by-story-"),
        ("Where stories were left", "alma-where-stories-were-left-"), ("When in the week", "alma-when-in-the-week-"),
    ]:
        with page.expect_download() as started:
            page.get_by_role("link", name=f"CSV file: {name}", exact=True).click()
        # The days in short, as people write them: 2026-10-24–11-22.
        assert re.fullmatch(start + r"\d{4}-\d\d-\d\d–(\d\d-)*\d\d\.csv", started.value.suggested_filename)


def test_parents_say_what_is_kept_by_keyboard_and_are_asked_before_anything_is_deleted(house, parent_page):
    with sqlite3.connect(house.folder / "storytime.db", timeout=10) as database:
        kept = "SELECT id FROM viewings WHERE child_id = 1 AND is_frozen = 0 ORDER BY id LIMIT 5"
        database.execute(
            f"UPDATE viewings SET day = '2020-01-0' || (id % 9 + 1), started_at = 0, ended_at = 1 WHERE id IN ({kept})"
        )
        (events,) = database.execute(
            "SELECT sum(event_count) FROM viewings WHERE child_id = 1 AND ended_at = 1 AND is_frozen = 0"
        ).fetchone()
    page = parent_page()
    page.goto("/children")
    press(page, page.get_by_role("link", name="Your family"))
    choose(page, page.get_by_label("Keep the detailed player log"), "For a year")
    press(page, page.get_by_role("button", name="Save changes"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete entries older than a year?")
    expect(page.locator("main")).to_contain_text(f"{events} entries from the raw player log")
    assert not problems(page)
    press(page, page.get_by_role("button", name="Cancel", exact=True))
    expect(page.get_by_label("Keep the detailed player log")).to_have_value("365")
    press(page, page.get_by_role("button", name="Save changes"))
    press(page, page.get_by_role("button", name="Delete older entries"))
    expect(page.locator("#toasts")).to_contain_text(f"{events} entries from the raw player log are being deleted.")
    expect(page.get_by_label("Keep the detailed player log")).to_have_value("365")


def test_the_settings_are_accessible_valid_and_fit(parent_page):
    page = parent_page()
    page.goto("/family")
    keep_page(page)
    assert not problems_everywhere(page)
