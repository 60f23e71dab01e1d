"""A child's week and viewings: read and tidied by keyboard on a phone, without scripts, and by everybody."""

import csv

from checks import problems, problems_everywhere
from conftest import press, sign_in
from markup import keep_page
from playwright.sync_api import expect


def rows(page):
    return page.locator("table.viewings tbody tr")


def count(page):
    """How many viewings the list says that there are."""
    return int(page.locator(".lede").first.inner_text().split(": ")[1].split()[0].replace(",", ""))


def test_a_parent_reads_the_week_and_leaves_a_viewing_out_by_keyboard_on_a_phone(parent_page):
    page = parent_page(width=375, has_touch=True)
    page.goto("/children")
    press(page, page.get_by_role("link", name="the week of Alma"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Alma’s week")
    expect(page.locator(".week-total")).to_contain_text("Alma")
    press(page, page.get_by_role("link", name="Last week"))
    expect(page.locator(".week-total")).to_contain_text("last week")
    press(page, page.get_by_role("link", name="See every viewing"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Alma’s viewings")
    press(page, rows(page).nth(1).get_by_role("button", name="Leave out"))
    expect(page.get_by_text("Viewing left out of all reports.")).to_be_visible()
    expect(rows(page).nth(1)).to_contain_text("Left out")
    # The next thing that the keyboard comes to is Undo.
    press(page, page.get_by_role("button", name="Undo"))
    expect(page.get_by_text("Viewing counted again.")).to_be_visible()
    expect(rows(page).nth(1)).not_to_contain_text("Left out")


def test_one_is_deleted_from_a_dialog_that_can_be_escaped(parent_page):
    page = parent_page()
    page.goto("/children/1/viewings")
    before = count(page)
    press(page, rows(page).nth(0).get_by_role("link", name="Delete"))
    expect(page.get_by_role("dialog")).to_contain_text("This can’t be undone.")
    assert not problems(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_visible()
    press(page, rows(page).nth(0).get_by_role("link", name="Delete"))
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("1 viewing deleted.")).to_be_visible()
    assert count(page) == before - 1


def test_a_file_is_saved_with_its_rows_counted(parent_page):
    page = parent_page()
    page.goto("/children/1/viewings")
    with page.expect_download() as started:
        page.get_by_role("link", name="Raw player log").click()
    download = started.value
    assert download.suggested_filename.startswith("alma-player-log-")
    with open(download.path(), encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert len(found) > 100
    assert {row["child"] for row in found} == {"Alma"}
    expect(page.locator("output.hint")).to_have_text(f"{len(found):,} rows")


def test_the_pages_of_a_week_are_accessible_silent_valid_and_fit(house, parent_page, open_page):
    page = parent_page()
    addresses = [
        "/children", "/children/1/week", "/children/1/week?range=last-week", "/children/1/usage", "/children/1/viewings",
        "/children/1/viewings?from=2020-01-01&to=2020-01-02", "/children/1/viewings?from=soon&to=", "/children/1/viewings/delete",
    ]
    wrong = {address: found for address in addresses if (found := look_at(page, address))}
    admin = open_page(house)
    sign_in(admin)
    for address in ("/admin", "/admin/families/1/children/1/week", "/admin/families/1/children/1/viewings"):
        if found := look_at(admin, address):
            wrong[address] = found
    assert not wrong


def look_at(page, address):
    page.goto(address)
    keep_page(page)
    return problems_everywhere(page)
