"""A parent on a telephone finds stories for a child, adds them and sees the library; another parent sees nothing of it."""

import re

from checks import overflow, problems, small_targets, violations
from conftest import press, wait_until_true, write
from markup import keep_page
from playwright.sync_api import expect


def titles(page):
    return page.locator(".story-row .book-title")


def check(page):
    assert not problems(page) and overflow(page) <= 0 and not small_targets(page)


def test_three_stories_are_found_and_added_by_keyboard_on_a_phone(families):
    page = families("astrid@example.test", width=375, has_touch=True)
    page.goto("/children")
    press(page, page.get_by_role("link", name="Library of Pippi"))
    expect(page.get_by_text("No stories yet! Tap the button below to find some.")).to_be_visible()
    check(page)
    press(page, page.get_by_role("link", name="Browse Catalog"))
    press(page, page.get_by_role("link", name="4-6", exact=True))
    press(page, page.get_by_role("link", name="Bedtime Stories"))
    expect(page).to_have_url(re.compile(r"/catalog\?ages=4-6&category=bedtime-stories$"))
    check(page)
    added = [titles(page).nth(index).inner_text() for index in range(3)]
    for title in added:
        button = page.get_by_role("button", name=f"Add {title} to Pippi’s Library")
        press(page, button)
        expect(page.locator("#toasts")).to_contain_text(f"“{title}” is in Pippi’s library.")
        expect(page.get_by_role("link", name=title, exact=True)).to_be_focused()
    expect(page.get_by_text("Already Added")).to_have_count(3)
    assert not violations(page)
    keep_page(page)

    # The last one again, on its own page.
    press(page, page.get_by_role("link", name=added[2], exact=True))
    expect(page.get_by_role("button", name="Already in Library")).to_be_disabled()
    check(page)
    keep_page(page)
    press(page, page.get_by_role("button", name="Remove it from Pippi’s Library"))
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.get_by_role("button", name="Already in Library")).to_be_visible()

    page.goto("/children")
    press(page, page.get_by_role("link", name="Library of Pippi"))
    expect(page.locator(".shelf-title")).to_have_text(list(reversed(added)))
    check(page)
    press(page, page.get_by_role("button", name=f"Remove {added[0]}"))
    expect(page.locator(".shelf-title")).to_have_count(2)
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.locator(".shelf-title")).to_have_text(list(reversed(added)))
    keep_page(page)
    library = page.url

    # Another parent sees nothing of it.
    other = families("tove@example.test", width=375, has_touch=True)
    assert other.goto(library).status == 404
    other.goto("/catalog?ages=4-6&category=bedtime-stories")
    expect(other.get_by_text("Already Added")).to_have_count(0)


def test_the_list_follows_what_is_typed_and_is_there_again_after_going_back(families):
    page = families("astrid@example.test", width=375, has_touch=True)
    page.goto("/catalog")
    expect(page.get_by_role("button", name="Search", exact=True)).to_be_hidden()
    expect(titles(page)).to_have_count(20)
    # The next pages come by themselves when the end comes into view.
    titles(page).last.scroll_into_view_if_needed()
    expect(titles(page)).to_have_count(40)
    titles(page).nth(39).scroll_into_view_if_needed()
    expect(titles(page)).to_have_count(60)
    expect(page).to_have_url(re.compile(r"/catalog\?page=3&from=1$"))
    row = titles(page).nth(45)
    title = row.inner_text()
    row.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    row.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.go_back()
    expect(titles(page).nth(45)).to_have_text(title)
    wait_until_true(page, f"Math.abs(scrollY - {before}) < 200")

    search = page.get_by_label("Search stories")
    write(page, search, "caterpilar")
    expect(page.locator(".list-count")).to_contain_text("Nothing for “caterpilar”. Showing “caterpillar”: ")
    expect(search).to_be_focused()
    expect(page).to_have_url(re.compile(r"/catalog\?q=caterpilar$"))
    check(page)
    press(page, page.get_by_role("link", name="Clear search"))
    expect(titles(page)).to_have_count(20)
    expect(search).to_be_focused()
    expect(search).to_have_value("")


def test_all_that_match_are_shown_added_and_taken_back_at_once(families):
    page = families("astrid@example.test", width=375, has_touch=True)
    page.goto("/catalog?q=mouse")
    count = int(re.search(r"\d+", page.locator(".list-count").inner_text()).group())
    press(page, page.get_by_role("link", name="Add all matching stories"))
    expect(titles(page)).to_have_count(count)
    check(page)
    press(page, page.get_by_role("button", name=re.compile(r"Add \d+ stor")))
    expect(page.locator(".shelf-title")).to_have_count(count)
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(page.get_by_text("No stories yet!")).to_be_visible()
