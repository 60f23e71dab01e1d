"""A book that is looked up from its form: what only a browser shows of it."""

import pytest
from checks import broken_words, problems, problems_everywhere, telephone
from conftest import sign_in
from openlibrary import ISBN, OpenLibrary
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def lending(stock, tmp_path_factory):
    """A library that looks books up in a catalog on this machine."""
    catalog = OpenLibrary()
    storytime = stock(tmp_path_factory.mktemp("lending"))
    storytime.environment["STORYTIME_LOOKUP_URL"] = catalog.address
    yield storytime.start()
    storytime.stop()
    catalog.stop()


@pytest.fixture
def desk(lending, open_page):
    """Opens pages of it as its admin."""

    def open_desk(**options):
        page = open_page(lending, **options)
        sign_in(page)
        page.goto("/admin/books/new")
        return page

    return open_desk


def test_a_book_is_looked_up_by_its_isbn_and_saved_with_its_cover(desk):
    page = desk()
    page.get_by_label("ISBN").fill(ISBN)
    page.get_by_label("Youngest age").fill("3")
    page.get_by_label("Adventure").check()
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose what to use")
    for label in ["Title", "Author", "Language", "Publisher", "Illustrator", "Series", "Pages", "Tags", "Cover"]:
        expect(page.get_by_role("checkbox", name=label, exact=True)).to_be_checked()
    page.get_by_role("checkbox", name="Tags").uncheck()
    page.get_by_role("button", name="Use selected").click()
    expect(page.get_by_text("fields filled in. Nothing is saved yet.")).to_be_visible()
    expect(page.get_by_label("Title", exact=True)).to_have_value("Drei Füchse")
    expect(page.get_by_label("Youngest age")).to_have_value("3")
    expect(page.get_by_label("Adventure")).to_be_checked()
    expect(page.get_by_label("Tags")).to_have_value("")
    expect(page.get_by_label("Save this cover with the book")).to_be_checked()
    # Without the number it is no second edition of the same book.
    page.get_by_label("Title", exact=True).fill("Three Foxes")
    page.get_by_label("ISBN").fill("")
    page.get_by_role("button", name="Add book", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Three Foxes")
    expect(page.locator("main .cover.has-picture").first).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Eulen Verlag")
    # Enter saves the form, and looks nothing up.
    page.goto("/admin/books/new")
    page.get_by_label("Title", exact=True).fill("Entered")
    page.get_by_label("Title", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Entered")


def test_what_was_typed_and_what_was_filled_in_is_not_lost(desk):
    page = desk()
    page.get_by_label("Title", exact=True).fill("Drei Füchse")
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_text("1 of 34 matches")).to_be_visible()
    # Back shows the form with it, although nothing was saved.
    page.go_back()
    expect(page.get_by_label("Title", exact=True)).to_have_value("Drei Füchse")
    page.get_by_role("button", name="Look up").click()
    page.get_by_role("button", name="Choose Drei Füchse").click()
    expect(page.get_by_text("This is one of the book’s editions.")).to_be_visible()
    page.get_by_role("button", name="Use selected").click()
    # Filled in, and not covered by what was kept of the form before.
    expect(page.get_by_label("Author")).to_have_value("A. Muster")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.get_by_role("main").get_by_role("link", name="Books").click()
    page.wait_for_url("**/admin/books")
    assert asked == ["beforeunload"]
    page.goto("/admin/books/new")
    expect(page.get_by_label("Author")).to_have_value("A. Muster")


def test_its_pages_suit_everybody(desk):
    page = desk(width=1366)
    found = {}

    def look(name):
        found[name] = problems_everywhere(page) + broken_words(page, "main")
        with telephone(page, 320):
            found[name] += problems(page) + broken_words(page, "main")

    look("form")
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_role("alert")).to_be_focused()
    look("refused")
    page.get_by_label("Title", exact=True).fill("Füchse")
    page.get_by_role("button", name="Look up").click()
    look("results")
    page.get_by_role("button", name="Choose Drei Füchse").click()
    look("comparison")
    page.get_by_role("button", name="Use selected").click()
    look("filled")
    assert not any(found.values()), found
