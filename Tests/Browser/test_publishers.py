"""Publishers: the list, their pages and the question before one is deleted."""

import re

from checks import problems, violations
from conftest import choose, press, write
from playwright.sync_api import expect


def names(page):
    return page.get_by_role("row").get_by_role("rowheader").all_inner_texts()


def test_a_publisher_is_made_used_renamed_and_deleted_by_keyboard(admin):
    page = admin()
    page.goto("/admin/publishers")
    press(page, page.get_by_role("link", name="Add publisher"))
    write(page, page.get_by_label("Name", exact=True), "Nordlys Press")
    expect(page.get_by_label("Slug")).to_have_attribute("placeholder", "nordlys-press")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nordlys Press")

    page.goto("/admin/books/new")
    write(page, page.get_by_label("Title", exact=True), "A book of a new house")
    choose(page, page.get_by_label("Publisher", exact=True), "Nordlys Press")
    press(page, page.get_by_role("button", name="Add book"))
    press(page, page.get_by_role("main").get_by_role("link", name="Nordlys Press"))
    press(page, page.get_by_role("link", name="Show in the book list"))
    expect(page.get_by_role("link", name="Remove the filter Nordlys Press")).to_be_visible()
    expect(page.locator(".list-count")).to_have_text("1 book")
    page.go_back()

    press(page, page.get_by_role("link", name="Edit publisher"))
    write(page, page.get_by_label("Name", exact=True), "Nordlys")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("“Nordlys” saved")
    press(page, page.get_by_role("link", name="Delete publisher"))
    question = page.get_by_role("dialog", name="Delete this publisher?")
    expect(question.get_by_role("link", name="Cancel")).to_be_focused()
    expect(question).to_contain_text("1 book will have no publisher. The book itself stays.")
    assert not violations(page)
    press(page, question.get_by_role("button", name="Move to the bin"))
    expect(page.locator("#toasts")).to_contain_text("It was removed from 1 book.")
    page.goto("/admin/books?q=A+book+of+a+new+house")
    page.get_by_role("link", name="A book of a new house", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("Publisher\nNot given", use_inner_text=True)


def test_the_list_is_searched_while_typing_and_keeps_its_order(admin):
    page = admin()
    page.goto("/admin/publishers")
    page.get_by_role("columnheader", name="Books").get_by_role("link").click()
    expect(page.get_by_role("columnheader", name="Books")).to_have_attribute("aria-sort", "descending")
    page.get_by_label("Search publishers").fill("HÄRP")
    expect(page).to_have_url(re.compile(r"\?q=H%C3%84RP&sort=-books$"))
    expect(page.locator(".list-count")).to_have_text("3 publishers for “HÄRP”")
    assert names(page) == ["Harper & Row", "Harper & Brothers", "HarperCollins"]
    page.get_by_label("Search publishers").fill("nobody at all")
    expect(page.get_by_role("heading", level=2)).to_have_text("No publisher matches “nobody at all”")
    assert not problems(page)
