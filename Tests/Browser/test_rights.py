"""When and where a book may be shown: its windows, as somebody with a telephone and a keyboard keeps them."""

import re

from checks import overflow, problems, small_targets, violations
from conftest import choose, press, tab_to, write
from playwright.sync_api import expect


def to_book(page, title):
    page.goto("/admin/books?q=" + title.replace(" ", "+"))
    page.get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def standing(page):
    return page.locator(".rights-standing")


def type_day(page, field, day):
    """Types a day into the browser's own date field, part by part as an American browser shows them."""
    tab_to(page, field)
    year, month, day = day.split("-")
    page.keyboard.type(month + day + year)


def submit(page, name):
    press(page, page.get_by_role("button", name=name))


def test_windows_are_kept_by_keyboard_on_a_phone(admin):
    page = admin(width=375)
    to_book(page, "Mouse Soup")
    expect(standing(page)).to_have_text("Open Rights today, no end date.")

    # Added: the window of the demo is in the way.
    press(page, page.get_by_role("link", name="Add window"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a rights window")
    choose(page, page.get_by_label("Territory"), "Germany")
    type_day(page, page.get_by_label("First day"), "2027-03-04")
    type_day(page, page.get_by_label("Last day"), "2027-03-03")
    write(page, page.get_by_label("Note"), "Contract 7")
    submit(page, "Add window")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("can’t be before the first day (4 March 2027)")
    # What was wrong is a day, and stays in its date field.
    assert not violations(page) and overflow(page) <= 0
    type_day(page, page.get_by_label("Last day"), "2028-03-03")
    submit(page, "Add window")
    expect(page.get_by_role("alert")).to_contain_text("overlap another window")
    expect(page.locator("#overlaps")).to_contain_text("Worldwide: From 1 January 2020, no end date")
    assert not violations(page) and overflow(page) <= 0 and not small_targets(page)
    press(page, page.get_by_label("The overlap is intended: save anyway"), "Space")
    submit(page, "Add window")
    expect(page).to_have_url(re.compile(r"/admin/books/\d+(\?[^#]*)?#rights$"))
    expect(page.locator("#toasts")).to_contain_text("Rights window added.")
    expect(page.locator(".window")).to_have_count(2)
    assert not problems(page)

    # Changed.
    press(page, page.get_by_role("link", name=re.compile("^Edit window: Worldwide")))
    type_day(page, page.get_by_label("Last day"), "2026-01-31")
    submit(page, "Save changes")
    expect(page.locator("#toasts")).to_contain_text("Rights window saved.")
    expect(standing(page)).to_have_text("Closed No rights today. The last window ended on 31 January 2026.")

    # Deleted, after a question that the Escape key answers with no.
    delete = page.get_by_role("link", name=re.compile("^Delete window: Germany"))
    press(page, delete)
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("This can’t be undone.")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(delete).to_be_focused()
    page.keyboard.press("Enter")
    press(page, question.get_by_role("button", name="Delete window"))
    expect(page.locator("#toasts")).to_contain_text("Rights window deleted.")
    expect(page.locator(".window")).to_have_count(1)
    history = page.get_by_role("region", name="History")
    for words in ("added a rights window to the book", "changed a rights window of the book", "deleted a rights window of the book"):
        expect(history).to_contain_text(words)


def test_the_report_is_reached_by_two_keys_and_leads_to_the_book(admin):
    page = admin()
    to_book(page, "Mouse Paint")
    page.get_by_role("link", name=re.compile("^Edit")).and_(page.locator("#rights a")).click()
    page.get_by_label("Last day").fill(page.evaluate("new Date(Date.now() + 40 * 864e5).toISOString().slice(0, 10)"))
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("#toasts")).to_contain_text("Rights window saved.")
    page.wait_for_load_state()
    page.keyboard.press("g")
    page.keyboard.press("r")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rights")
    press(page, page.get_by_role("link", name="Ends within 60 days"))
    expect(page.get_by_role("link", name="Ends within 60 days")).to_have_attribute("aria-current", "true")
    page.wait_for_load_state()
    row = page.locator("tr", has_text="Mouse Paint")
    assert not problems(page)
    press(page, row.get_by_role("link", name="Mouse Paint"))
    expect(page).to_have_url(re.compile(r"/admin/books/\d+#window-\d+$"))


def test_many_books_get_a_window_by_keyboard_on_a_phone(shelf):
    page = shelf(width=375)
    page.goto("/admin/books?q=owl&sort=title")
    books = page.locator(".list-count").inner_text().split(" for ")[0]
    act = page.get_by_label("Bulk action")
    tab_to(page, act)
    # No keyboard has the ellipsis that follows.
    page.keyboard.type("Add a rights window")
    expect(act).to_have_value("rights")
    submit(page, f"All {books} that match")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Add a rights window to {books}")
    submit(page, "Continue")
    expect(page.get_by_role("alert")).to_be_focused()
    assert not problems(page)

    # The demo's windows are worldwide and in the way, and whoever means it is not kept from it.
    choose(page, page.get_by_label("Territory"), "Germany")
    type_day(page, page.get_by_label("First day"), "2019-07-01")
    type_day(page, page.get_by_label("Last day"), "2020-06-30")
    write(page, page.get_by_label("Note"), "Contract 7")
    submit(page, "Continue")
    warning = page.locator("#overlaps")
    expect(warning).to_contain_text(f"All {books} have another window for some of these days and places")
    expect(page.get_by_text("Nothing to change.")).to_be_visible()
    assert not problems(page)
    press(page, page.get_by_role("link", name=f"Add it to those {books}, too"))
    expect(warning).to_contain_text("get this one as well.")
    expect(page.get_by_role("main")).to_contain_text("Germany: From 1 July 2019 to 30 June 2020 (Contract 7)")
    assert not problems(page)
    submit(page, f"Add a rights window to {books}")
    toast = page.locator("#toasts")
    expect(toast).to_contain_text(f"Rights window (Germany, 1 July 2019 to 30 June 2020) added to {books}.")
    assert "q=owl" in page.url

    # Changed since in one book, the others are taken back.
    press(page, page.locator("a.book-title").first)
    windows = page.locator(".window", has_text="Germany")
    expect(windows).to_have_count(1)
    press(page, page.get_by_role("link", name=re.compile("^Edit window: Germany")))
    write(page, page.get_by_label("Note"), "Contract 8")
    submit(page, "Save changes")
    expect(toast).to_contain_text("Rights window saved.")
    page.goto("/admin/batches")
    press(page, page.get_by_role("button", name="Undo: "))
    expect(page.get_by_role("main")).to_contain_text("Its rights were changed.")
    assert not problems(page)
    press(page, page.locator("tbody a").first)
    expect(windows).to_have_count(1)
    page.goto("/admin/books?q=owl&sort=title")
    page.locator("a.book-title").nth(1).click()
    expect(page.locator(".window")).to_have_count(1)
