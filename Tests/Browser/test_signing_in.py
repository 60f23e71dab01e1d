"""People come in and leave."""

import re

from conftest import EMAIL, PASSWORD, press, sign_in_by_keyboard, write
from playwright.sync_api import expect


def test_the_keyboard_alone_signs_in_after_a_mistake_and_out_again(open_page, library):
    page = open_page(library)
    page.goto("/admin/categories")
    expect(page).to_have_url(re.compile("/login"))
    sign_in_by_keyboard(page, "nobody@example.test", "not the password")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("[name=email]")).to_have_value("nobody@example.test")
    expect(page.locator("[name=password]")).to_have_value("")
    # A password can be looked at.
    write(page, page.locator("[name=password]"), "typed")
    press(page, page.get_by_role("button", name="Show Password"))
    expect(page.locator("[name=password]")).to_have_attribute("type", "text")
    expect(page.get_by_role("button", name="Show Password")).to_have_attribute("aria-pressed", "true")
    sign_in_by_keyboard(page, EMAIL, PASSWORD)
    # It leads to the page that was asked for.
    expect(page).to_have_url(library.address + "/admin/categories")
    press(page, page.get_by_role("button", name="Sign out"))
    expect(page).to_have_url(re.compile("/login"))
    page.goto("/admin")
    expect(page).to_have_url(re.compile("/login"))
