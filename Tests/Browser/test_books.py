"""Books and the categories that they are in."""

import pytest
from conftest import EMAIL, PASSWORD, sent_twice, sign_in
from playwright.sync_api import expect
from storytime import Storytime


def test_categories_are_assigned_to_a_book(admin):
    page = admin()
    page.goto("/admin/books/new")
    page.fill("[name=title]", "A book for this test")
    page.fill("[name=author]", "Somebody")
    page.get_by_label("Adventure").check()
    page.get_by_label("Fairy Tales").check()
    page.get_by_role("button", name="Add book").click()
    expect(page.locator("#toasts")).to_contain_text("A book for this test")
    page.goto("/admin/books?q=A+book+for+this+test")
    page.get_by_role("link", name="A book for this test", exact=True).click()
    expect(page.get_by_role("main").get_by_role("link", name="Adventure")).to_be_visible()
    page.get_by_role("link", name="Edit book").click()
    expect(page.get_by_label("Fairy Tales")).to_be_checked()
    page.get_by_label("Fairy Tales").uncheck()
    page.get_by_label("Adventure").uncheck()
    page.get_by_label("Family & Friends").check()
    page.get_by_role("button", name="Save changes").click()
    chips = page.get_by_role("main").locator(".chips a")
    expect(chips).to_have_text(["Family & Friends"])
    chips.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Family & Friends")


def test_a_form_that_arrives_twice_makes_one_book(admin):
    page = admin()
    page.goto("/admin/books/new")
    page.fill("[name=title]", "Sent over a bad line")
    (first, _), (second, _) = sent_twice(page)
    assert first == second
    page.goto("/admin/books?q=Sent+over+a+bad+line")
    expect(page.get_by_role("link", name="Sent over a bad line", exact=True)).to_have_count(1)


def test_an_error_keeps_the_text_and_the_ticks(admin):
    page = admin()
    page.goto("/admin/books/new")
    page.fill("[name=author]", "Only an author")
    page.get_by_label("Adventure").check()
    page.get_by_role("button", name="Add book").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("[name=author]")).to_have_value("Only an author")
    expect(page.get_by_label("Adventure")).to_be_checked()


@pytest.fixture
def many_categories(tmp_path, open_page):
    storytime = Storytime(tmp_path)
    storytime.add_user(EMAIL, PASSWORD)
    storytime.start()
    page = open_page(storytime)
    sign_in(page)
    for number in range(20):
        page.request.post("/admin/categories", form={"name": f"Shelf {number}", "slug": "", "display_order": "", "icon_name": ""})
    yield page
    page.close()
    storytime.stop()


def test_a_long_list_of_categories_is_filtered(many_categories):
    page = many_categories
    page.goto("/admin/books/new")
    page.fill("[name=title]", "Filtered")
    page.get_by_label("Fairy Tales").check()
    box = page.get_by_label("Filter categories")
    box.fill("SHELF 13")
    expect(page.locator(".check-tile:visible")).to_have_count(1)
    box.press("Enter")
    page.get_by_label("Shelf 13").check()
    box.fill("")
    expect(page.locator(".check-tile:visible")).to_have_count(28)
    page.get_by_role("button", name="Add book").click()
    expect(page.locator("#toasts")).to_contain_text("Filtered")
    page.goto("/admin/books")
    expect(page.get_by_role("main").locator("table .chips a")).to_have_text(["Fairy Tales", "Shelf 13"])
