"""A newcomer makes the first admin."""

from playwright.sync_api import expect


def fill(page, code):
    page.goto("/setup")
    page.fill("[name=code]", code)
    page.fill("[name=name]", "Grace Hopper")
    page.fill("[name=email]", "grace@example.test")
    page.fill("[name=password]", "nine lamps along the river")
    page.locator("main button[type=submit]").click()


def test_the_printed_code_makes_the_first_admin(open_page, empty_library):
    page = open_page(empty_library)
    fill(page, empty_library.setup_code())
    expect(page).to_have_url(empty_library.address + "/admin")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grace Hopper")
    page.goto("/admin/categories")
    expect(page.locator("tbody tr")).to_have_count(8)


def test_a_wrong_code_keeps_what_was_typed(open_page, empty_library):
    page = open_page(empty_library)
    fill(page, "WRONG-CODE")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("[name=name]")).to_have_value("Grace Hopper")
    expect(page.locator("[name=email]")).to_have_value("grace@example.test")
    expect(page.locator("[name=password]")).to_have_value("")
    expect(page.locator("[name=code]")).to_have_attribute("aria-invalid", "true")


def test_setup_is_gone_once_there_is_an_admin(open_page, library):
    page = open_page(library)
    assert page.goto("/setup").status == 404
