"""The list of books: its filters, its order, and the way back to it."""

import re

from conftest import tab_to
from playwright.sync_api import expect


def titles(page):
    return page.locator(".book-title")


def test_filters_apply_themselves_and_the_address_follows(admin):
    page = admin()
    page.goto("/admin/books")
    page.evaluate("window.stayed = true")
    page.get_by_role("searchbox", name="Search books").press_sequentially("gruff")
    expect(titles(page)).to_have_text(["The Gruffalo"])
    expect(page).to_have_url(re.compile(r"/admin/books\?q=gruff$"))
    expect(page.locator(".list-count")).to_have_text("1 book for “gruff”")
    # What is typed goes on where it was, for the page was never left.
    expect(page.get_by_role("searchbox", name="Search books")).to_be_focused()
    assert page.evaluate("window.stayed")

    page.get_by_role("searchbox", name="Search books").fill("")
    page.get_by_text("Filters and order").click()
    page.get_by_label("Category", exact=True).select_option("Fairy Tales")
    page.get_by_label("Order").select_option("Title Z–A")
    expect(page).to_have_url(re.compile(r"category=\d+&sort=-title$"))
    shown = titles(page).all_text_contents()
    assert shown == sorted(shown, key=str.casefold, reverse=True) and len(shown) > 5
    expect(page.get_by_role("link", name="Remove the filter Fairy Tales")).to_be_visible()


def test_the_list_is_found_again_as_it_was(admin):
    page = admin()
    page.goto("/admin/books?q=seuss&sort=-title")
    before = titles(page).all_text_contents()
    page.get_by_role("link", name="Edit Hop on Pop").click()
    page.get_by_label("Description").fill("Pups are up.\nHouses, mice and a very patient Pop.")
    page.get_by_role("button", name="Save changes").click()
    expect(page).to_have_url(re.compile(r"/admin/books\?q=seuss&sort=-title#book-\d+$"))
    assert titles(page).all_text_contents() == before
    titles(page).filter(has_text="Hop on Pop").click()
    expect(page.locator(".book-description")).to_contain_text("Pups are up.")
    page.locator(".crumb a").click()
    expect(page).to_have_url(re.compile(r"/admin/books\?q=seuss&sort=-title$"))
    page.go_back()
    page.go_back()
    assert titles(page).all_text_contents() == before


def test_filters_work_by_keyboard_and_without_a_script(admin):
    page = admin(scripts=False)
    page.goto("/admin/books")
    search = page.get_by_role("searchbox", name="Search books")
    search.focus()
    page.keyboard.type("owl")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"q=owl"))
    assert titles(page).count() >= 3
    page.locator("summary", has_text="Filters and order").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Status").focus()
    page.keyboard.type("Archived")
    page.get_by_role("button", name="Apply", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="No book matches “owl”")).to_be_visible()


def test_columns_sort_by_keyboard(admin):
    page = admin()
    page.goto("/admin/books")
    author = page.get_by_role("link", name="Author")
    tab_to(page, author)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"sort=author$"))
    expect(page.get_by_role("columnheader", name="Author")).to_have_attribute("aria-sort", "ascending")


def test_a_second_book_of_the_same_name_is_asked_about(admin):
    page = admin()
    for _ in range(2):
        page.goto("/admin/books/new")
        page.get_by_label("Title", exact=True).fill("Two of a Kind")
        page.get_by_role("button", name="Add book").click()
    warning = page.get_by_text("A book with this title and author, or with this ISBN, already exists")
    expect(warning).to_be_visible()
    page.get_by_label("It’s a different book").check()
    page.get_by_role("button", name="Add book").click()
    expect(page.locator("#toasts")).to_contain_text("Two of a Kind")
