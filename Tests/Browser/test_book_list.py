"""The list of books: its filters, its order, and the way back to it."""

import re

from conftest import press
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
    press(page, page.get_by_role("columnheader", name="Author").get_by_role("link"))
    expect(page).to_have_url(re.compile(r"sort=author$"))
    expect(page.get_by_role("columnheader", name="Author")).to_have_attribute("aria-sort", "ascending")


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
