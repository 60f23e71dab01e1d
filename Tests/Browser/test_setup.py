"""A newcomer makes the first admin."""

from conftest import write
from playwright.sync_api import expect


def fill(page, code, password):
    write(page, page.locator("[name=code]"), code)
    write(page, page.locator("[name=password]"), password)
    page.keyboard.press("Enter")


def test_the_printed_code_makes_the_first_admin_and_a_wrong_one_keeps_what_was_typed(open_page, empty_library):
    page = open_page(empty_library)
    page.goto("/setup")
    write(page, page.locator("[name=name]"), "Grace Hopper")
    write(page, page.locator("[name=email]"), "grace@example.test")
    fill(page, "WRONG-CODE", "nine lamps along the river")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("[name=name]")).to_have_value("Grace Hopper")
    expect(page.locator("[name=email]")).to_have_value("grace@example.test")
    expect(page.locator("[name=password]")).to_have_value("")
    expect(page.locator("[name=code]")).to_have_attribute("aria-invalid", "true")
    fill(page, empty_library.setup_code(), "nine lamps along the river")
    expect(page).to_have_url(empty_library.address + "/admin")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grace Hopper")
    page.goto("/admin/categories")
    expect(page.locator("tbody tr")).to_have_count(8)
