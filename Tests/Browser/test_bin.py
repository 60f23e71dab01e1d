"""The bin: books that are deleted wait there, and come back as they were."""

import re

from checks import problems_everywhere
from conftest import press
from playwright.sync_api import expect


def move_to_the_bin(page, title):
    page.goto(f"/admin/books?q={title.lower()}")
    press(page, page.get_by_role("button", name=f"Move {title} to the bin"))
    expect(page.locator("#toasts")).to_contain_text(f"“{title}” moved to the bin.")


def test_books_come_back_from_the_bin_or_go_for_good_by_keyboard(shelf):
    page = shelf()
    move_to_the_bin(page, "Journey")
    expect(page.get_by_role("link", name="Journey", exact=True)).to_have_count(0)
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.get_by_role("link", name="Journey", exact=True)).to_be_visible()
    assert "q=journey" in page.url
    for title in ["Journey", "Flotsam", "Tuesday"]:
        move_to_the_bin(page, title)
    press(page, page.get_by_role("link", name="Bin (3)"))
    expect(page).to_have_url(re.compile("/admin/books/bin$"))
    assert not problems_everywhere(page)
    press(page, page.get_by_role("link", name="Journey", exact=True))
    expect(page.get_by_role("main")).to_contain_text("This book is in the bin.")
    assert not problems_everywhere(page)
    press(page, page.get_by_role("button", name="Restore"))
    expect(page.locator("#toasts")).to_contain_text("“Journey” restored.")
    page.goto("/admin/books/bin")
    press(page, page.get_by_label("Select Flotsam"), "Space")
    press(page, page.get_by_role("button", name="Restore selected books"))
    expect(page.locator("#toasts")).to_contain_text("1 book restored from the bin.")
    press(page, page.get_by_role("link", name="Delete Tuesday for good"))
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Delete this book for good?")
    press(page, question.get_by_role("link", name="Cancel"))
    expect(question).to_have_count(0)
    press(page, page.get_by_role("link", name="Delete Tuesday for good"))
    press(page, page.get_by_role("dialog").get_by_role("button", name="Delete for good"))
    expect(page.locator("#toasts")).to_contain_text("“Tuesday” deleted for good.")
    expect(page.get_by_role("heading", name="No books in the bin")).to_be_visible()
