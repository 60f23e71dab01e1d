"""An admin keeps a series: many episodes at once, a book that is one of them, and two series that become one."""

import re

from checks import problems, problems_everywhere
from conftest import press, write
from playwright.sync_api import expect
from shows import add_series, day


def add(page, name):
    """Adds a series, and returns its address."""
    page.goto("/admin/series/new")
    write(page, page.get_by_label("Name", exact=True), name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    return page.url.split("#")[0]


def titles(page):
    return page.get_by_role("row").get_by_role("rowheader").all_inner_texts()


def test_several_are_added_once_by_keyboard_alone_and_going_back_adds_nothing(admin):
    page = admin()
    series = add(page, "Harbor Mice")
    page.goto(f"{series}/episodes/run?season=1")
    write(page, page.get_by_label("Number of episodes"), "3")
    write(page, page.get_by_label("Titles"), "Fog\nGulls\nThe Keeper")
    page.get_by_label("Air date of the first one").fill("2026-01-09")
    assert not problems(page)
    press(page, page.get_by_role("button", name="Add episodes"))
    expect(page.locator("#toasts")).to_contain_text("3 episodes added.")
    assert titles(page) == ["Fog", "Gulls", "The Keeper"]
    expect(page.get_by_role("row", name="Gulls")).to_contain_text("16 January 2026")
    # Whoever goes back finds a form for the next ones.
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add several episodes")
    expect(page.get_by_label("Titles")).to_have_value("")
    expect(page.get_by_label("Number of episodes")).to_have_value("")
    page.go_forward()
    # Many of them get other dates.
    press(page, page.get_by_role("checkbox", name="Select S1 E2"), "Space")
    press(page, page.get_by_role("checkbox", name="Select S1 E3"), "Space")
    press(page, page.get_by_role("button", name=re.compile("Apply to selected")))
    page.get_by_label("Air date of the first one").fill("2026-02-01")
    press(page, page.get_by_role("button", name="Set dates"))
    expect(page.locator("#toasts")).to_contain_text("2 episodes changed.")
    expect(page.get_by_role("row", name="The Keeper")).to_contain_text("8 February 2026")


def test_what_was_typed_for_one_season_is_not_brought_back_in_another(admin):
    """A draft of season 1 once filled in season 1 and its titles on the form for season 2."""
    page = admin(is_watched=False)
    series = add(page, "Two Seasons of Drafts")
    for season in ("1", "2"):
        page.goto(f"{series}/episodes/run?season={season}")
        page.get_by_label("Season", exact=True).fill(season)
        page.get_by_label("First episode").fill("1")
        page.get_by_label("Titles").fill(f"The first of season {season}")
        page.get_by_role("button", name="Add episodes").click()
        expect(page.locator("#toasts")).to_contain_text("1 episode added.")
    page.goto(f"{series}/episodes/run?season=1")
    page.get_by_label("Titles").fill("Not sent yet")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{series}/episodes/run?season=2")
    expect(page.get_by_label("Season", exact=True)).to_have_value("2")
    expect(page.get_by_label("First episode")).to_have_value("2")
    expect(page.get_by_label("Titles")).to_have_value("")
    page.goto(f"{series}/episodes/run?season=1")
    expect(page.get_by_text("Your unsaved changes were restored.")).to_be_visible()
    expect(page.get_by_label("Titles")).to_have_value("Not sent yet")


def test_a_merge_says_what_stays_behind_before_and_after(admin, library):
    add_series(library, "Fog Owls", {1: [day(-9), day(-2)], 0: [day(-5)]})
    add_series(library, "Fog Owls of Old", {1: [day(-90)]})
    page = admin()
    page.goto("/admin/series?q=fog+owls")
    press(page, page.get_by_role("link", name="Fog Owls", exact=True).first)
    press(page, page.get_by_role("link", name="Merge into…"))
    page.get_by_label("Merge it into").select_option("Fog Owls of Old")
    press(page, page.get_by_role("button", name="Continue"))
    expect(page.get_by_role("main")).to_contain_text("2 episodes will move, too")
    expect(page.get_by_role("main")).to_contain_text("S1 E1 (“Part 1”) will not move, because “Fog Owls of Old” already has this number.")
    assert not problems(page)
    press(page, page.get_by_role("button", name="Merge", exact=True))
    expect(page.locator("#toasts")).to_contain_text("2 episodes moved. 1 episode stayed behind, with the series in the bin: S1 E1")
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/admin/series?q=fog+owls")
    expect(page.get_by_role("row")).to_have_count(3)


def test_the_pages_fit(admin, library):
    series = add_series(library, "Narrow Owls", {1: [day(-9), day(4), None], 0: [day(-3)]})
    page = admin()
    page.goto(f"/admin/series/{series}")
    paths = [page.url]
    paths += page.get_by_role("table").locator("a").evaluate_all("links => links.map((link) => link.href)")
    paths += [f"/admin/series/{series}/{tail}" for tail in ("episodes/new", "episodes/run", "seasons/new", "merge", "edit")]
    for path in paths:
        page.goto(path)
        assert not problems_everywhere(page), path
