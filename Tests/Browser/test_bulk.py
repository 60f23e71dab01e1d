"""Many books at once: asked, done, and taken back at once."""

import re

from checks import problems_everywhere
from conftest import choose, press, tab_to
from playwright.sync_api import expect


def counted(page):
    """How many books the list holds."""
    text = page.locator(".list-count").inner_text()
    return 0 if text.startswith("No book") else int(re.match(r"[\d,]+", text)[0].replace(",", ""))


def test_ticked_books_are_changed_and_restored_by_keyboard(shelf):
    page = shelf()
    page.goto("/admin/books?sort=title&per_page=25")
    everything = page.get_by_label("Select all on this page").first
    tab_to(page, everything)
    boxes = page.locator("input[name=ids]")
    press(page, boxes.nth(0), "Space")
    press(page, boxes.nth(2), "Space")
    expect(page.locator(".bulk-bar")).to_have_attribute("data-active", "")
    assert everything.evaluate("box => box.indeterminate")
    bar = page.locator(".bulk-bar")
    expect(bar).to_be_in_viewport(ratio=0.9)
    # Enter on a box takes what is ticked; the way to the foot of a long list is long.
    page.keyboard.press("Enter")
    choose(page, page.get_by_label("What do you want to do with them?"), "Archive")
    press(page, page.get_by_role("button", name="Continue"))
    expect(page.get_by_role("button", name="Archive 2 books")).to_be_visible()
    assert not problems_everywhere(page)
    press(page, page.get_by_role("button", name="Archive 2 books"))
    expect(page.locator("#toasts")).to_contain_text("2 books archived.")
    expect(page.locator("tbody .pill", has_text="Archived")).to_have_count(2)
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.locator("#toasts")).to_contain_text("Undone: 2 books archived.")
    expect(page.locator("tbody .pill", has_text="Archived")).to_have_count(0)
    page.goto("/admin/batches")
    assert not problems_everywhere(page)


def test_a_page_of_books_goes_to_the_bin_and_comes_back(shelf):
    page = shelf()
    page.goto("/admin/books?per_page=25")
    before = counted(page)
    page.get_by_label("Select all on this page").first.check()
    expect(page.locator("input[name=ids]:checked")).to_have_count(25)
    page.get_by_label("Search books").fill("the")
    expect(page.locator("input[name=ids]:checked")).to_have_count(0)
    page.get_by_label("Search books").fill("")
    expect(page.locator(".list-count")).to_have_text(f"{before} books")
    page.get_by_label("Select all on this page").first.check()
    page.get_by_label("Bulk action").select_option(label="Move to the bin")
    page.get_by_role("button", name="Apply to selected (25)").click()
    page.get_by_role("button", name="Move 25 books to the bin").click()
    expect(page.locator(".list-count")).to_have_text(f"{before - 25} books")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator(".list-count")).to_have_text(f"{before} books")
