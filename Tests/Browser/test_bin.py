"""The bin: books that are deleted wait there, and come back as they were."""

import pytest
from checks import problems
from playwright.sync_api import expect


def test_a_deleted_book_comes_back_by_undo(shelf):
    page = shelf()
    page.goto("/admin/books?q=journey")
    page.get_by_role("button", name="Move Journey to the bin").click()
    expect(page.locator("#toasts")).to_contain_text("“Journey” moved to the bin.")
    expect(page.get_by_role("link", name="Journey", exact=True)).to_have_count(0)
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Journey", exact=True)).to_be_visible()
    assert "q=journey" in page.url
    page.get_by_role("link", name="Journey", exact=True).click()
    page.get_by_role("button", name="Move to the bin").click()
    expect(page.locator("#toasts")).to_contain_text("“Journey” moved to the bin.")


@pytest.mark.parametrize("width", [1280, 375])
def test_the_bin_gives_back_and_deletes_for_good(shelf, width):
    page = shelf(width=width, has_touch=width < 400)
    for title in ["Journey", "Flotsam", "Tuesday"]:
        page.goto(f"/admin/books?q={title.lower()}")
        page.get_by_role("button", name=f"Move {title} to the bin").click()
        expect(page.locator("#toasts")).to_contain_text("moved to the bin.")
    page.get_by_role("link", name="Bin (3)").click()
    assert not problems(page)
    page.get_by_role("link", name="Journey", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("This book is in the bin.")
    assert not problems(page)
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("#toasts")).to_contain_text("“Journey” restored.")
    page.goto("/admin/books/bin")
    page.get_by_label("Select Flotsam").check()
    page.get_by_role("button", name="Restore selected books").click()
    expect(page.locator("#toasts")).to_contain_text("1 book restored from the bin.")
    page.get_by_role("link", name="Delete Tuesday for good").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Delete this book for good?")
    question.get_by_role("link", name="Cancel").click()
    expect(question).to_have_count(0)
    page.get_by_role("link", name="Delete Tuesday for good").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    expect(page.locator("#toasts")).to_contain_text("“Tuesday” deleted for good.")
    expect(page.get_by_role("heading", name="No books in the bin")).to_be_visible()
