"""The search everywhere: its field, its key and what it finds."""

import re

from checks import problems, problems_everywhere
from conftest import PASSWORD, press, sign_in
from playwright.sync_api import expect

EVERYTHING = "Search everything"


def test_the_slash_leads_to_the_search_from_everywhere(admin, library):
    page = admin()
    for address in ("/admin", "/admin/books", "/admin/publishers", "/admin/books/1", "/admin/system"):
        page.goto(address)
        page.keyboard.press("/")
        expect(page.get_by_label(EVERYTHING)).to_be_focused()
    page.keyboard.type("gruffalo")
    page.keyboard.press("Enter")
    expect(page).to_have_url(library.address + "/admin/search?q=gruffalo")
    # What was searched is replaced by the next search.
    expect(page.get_by_label(EVERYTHING)).to_have_value("gruffalo")
    page.wait_for_load_state()
    page.keyboard.press("/")
    page.keyboard.type("fox")
    page.keyboard.press("Enter")
    expect(page.locator(".lede")).to_contain_text("for “fox”")
    page.go_back()
    books = page.get_by_role("region", name="Books")
    press(page, books.get_by_role("link", name="The Gruffalo Julia Donaldson"))
    expect(page.get_by_role("heading", level=1)).to_have_text("The Gruffalo")


def test_the_search_of_a_list_has_a_key_of_its_own(admin):
    page = admin()
    page.goto("/admin/books")
    page.keyboard.press("f")
    expect(page.get_by_label("Search books")).to_be_focused()
    # A key that is typed into a field is a letter.
    page.keyboard.type("/")
    expect(page.get_by_label("Search books")).to_have_value("/")


def test_what_is_found_stands_in_groups_and_where_nothing_is_it_says_what_can_be(admin):
    page = admin()
    page.goto("/admin/search?q=ha")
    expect(page.get_by_role("region", name="Books").get_by_role("link")).to_have_count(11)
    expect(page.get_by_role("region", name="Publishers")).to_contain_text("Harper & Row")
    assert not problems_everywhere(page)
    press(page, page.get_by_role("link", name=re.compile("All .* books")))
    expect(page.get_by_label("Search books")).to_have_value("ha")
    for words, heading in [("", "What are you looking for?"), ("zzz", "Nothing matches “zzz”")]:
        page.goto(f"/admin/search?q={words}")
        expect(page.get_by_role("heading", level=2).first).to_have_text(heading)
        assert not problems_everywhere(page)


def test_where_there_is_no_room_a_link_leads_to_the_field(admin):
    page = admin(width=375)
    page.goto("/admin/categories")
    expect(page.get_by_label(EVERYTHING).and_(page.locator("input"))).to_be_hidden()
    page.get_by_role("link", name=EVERYTHING).click()
    field = page.get_by_label("Search for")
    field.fill("lobel")
    field.press("Enter")
    expect(page.get_by_role("region", name="Books")).to_contain_text("Frog and Toad Are Friends")
    page.locator("summary").filter(has_text="Menu").click()
    expect(page.get_by_role("link", name=EVERYTHING)).to_be_visible()
    assert not problems(page)


def test_in_a_narrow_window_the_slash_leads_there_too(admin, library):
    page = admin(width=375)
    page.goto("/admin/books")
    page.keyboard.press("/")
    expect(page).to_have_url(library.address + "/admin/search")
    page.wait_for_load_state()
    page.keyboard.press("/")
    expect(page.get_by_label("Search for")).to_be_focused()


def test_parents_have_no_search_and_no_key_for_it(open_page, library):
    library.add_user("parent-of-search@example.test", PASSWORD, role="parent", name="Pat")
    page = open_page(library)
    sign_in(page, "parent-of-search@example.test")
    page.goto("/children")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    page.wait_for_load_state()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).not_to_contain_text(EVERYTHING)
