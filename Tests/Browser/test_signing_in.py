"""People come in and leave."""

import re

import pytest
from conftest import EMAIL, PASSWORD, tab_to
from playwright.sync_api import expect


@pytest.mark.parametrize("scripts", [True, False])
def test_signing_in_leads_to_the_page_that_was_asked_for(open_page, library, scripts):
    page = open_page(library, scripts=scripts, is_watched=scripts)
    page.goto("/admin/categories")
    expect(page).to_have_url(re.compile("/login"))
    page.fill("[name=email]", EMAIL)
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(library.address + "/admin/categories")


def test_a_wrong_password_keeps_the_address_and_takes_the_focus(open_page, library):
    page = open_page(library)
    page.goto("/login")
    page.fill("[name=email]", "nobody@example.test")
    page.fill("[name=password]", "not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("[name=email]")).to_have_value("nobody@example.test")
    expect(page.locator("[name=password]")).to_have_value("")


def test_the_keyboard_alone_signs_in_and_out(open_page, library):
    page = open_page(library)
    page.goto("/login")
    tab_to(page, page.locator("[name=email]"))
    page.keyboard.type(EMAIL)
    tab_to(page, page.locator("[name=password]"))
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/admin$"))
    tab_to(page, page.get_by_role("button", name="Sign out"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/login"))
    page.goto("/admin")
    expect(page).to_have_url(re.compile("/login"))


def test_a_password_can_be_looked_at(open_page, library):
    page = open_page(library)
    page.goto("/login")
    page.fill("[name=password]", "typed")
    page.get_by_role("button", name="Show Password").click()
    expect(page.locator("[name=password]")).to_have_attribute("type", "text")


def test_a_parent_does_not_find_the_console(open_page, library):
    library.add_user("parent@example.test", PASSWORD, role="parent", name="Pat Parent")
    page = open_page(library)
    page.goto("/login")
    page.fill("[name=email]", "parent@example.test")
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    # No admin has put this parent into a family yet.
    expect(page.get_by_role("heading", level=1)).to_contain_text("Nearly there")
    assert page.goto("/admin/categories").status == 404
