"""Families and their children: invited on a phone, by keyboard alone; every page of theirs for everybody."""

import re

import pytest
from checks import problems, problems_everywhere
from conftest import PASSWORD, choose, press, sign_in, tab_to, write
from markup import keep_page
from playwright.sync_api import expect

PARENT = "astrid@example.test"


@pytest.fixture
def admin_page(blank, open_page):
    """Opens a page of a library without families as its admin."""

    def admin_page(**options):
        page = open_page(blank, **options)
        sign_in(page)
        return page

    return admin_page


def test_a_parent_is_invited_and_adds_a_child_by_keyboard_on_a_phone(blank, admin_page, open_page):
    """An admin adds a family and invites a parent; the parent joins and adds a child. Nobody touches a mouse."""
    page = admin_page(width=375, has_touch=True)
    page.goto("/admin/families")
    press(page, page.get_by_role("link", name="Add the first family"))
    write(page, page.get_by_label("Name"), "The Lindgrens")
    choose(page, page.get_by_label("Country"), "Sweden")
    choose(page, page.get_by_label("Time zone"), "Europe/Stockholm")
    press(page, page.get_by_role("button", name="Add family"))
    expect(page.get_by_role("heading", level=1)).to_have_text("The Lindgrens")
    press(page, page.get_by_role("link", name="Invite a parent", exact=True))
    write(page, page.get_by_label("Name"), "Astrid")
    press(page, page.get_by_role("button", name="Create invitation"))
    expect(page.get_by_role("heading", name="Open invitations")).to_be_visible()
    link = re.search(r"/invitation\?token=[\w-]+", page.content()).group()
    phone = open_page(blank, width=375, has_touch=True)
    phone.goto(link)
    assert "The Lindgrens" in phone.inner_text("main")
    write(phone, phone.get_by_label("E-mail address"), PARENT)
    write(phone, phone.get_by_role("textbox", name="Password"), PASSWORD)
    press(phone, phone.get_by_role("button", name="Join"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Your children")
    press(phone, phone.get_by_role("link", name="Add your first child"))
    write(phone, phone.get_by_label("Name"), "Pippi")
    tab_to(phone, phone.get_by_label("Birth date"))
    phone.keyboard.type("03042021")
    assert phone.get_by_label("Birth date").input_value() == "2021-03-04"
    tab_to(phone, phone.get_by_role("radio", name="Fox"))
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("ArrowRight")
    expect(phone.get_by_role("radio", name="Owl")).to_be_checked()
    press(phone, phone.get_by_label("Show captions"), "Space")
    press(phone, phone.get_by_role("checkbox", name="Adventure"), "Space")
    press(phone, phone.get_by_role("button", name="Add child"))
    expect(phone.get_by_role("heading", level=3)).to_have_text("Pippi")
    expect(phone.get_by_text("Pippi added.")).to_be_visible()
    press(phone, phone.get_by_role("link", name="Edit Pippi"))
    expect(phone.get_by_role("checkbox", name="Adventure")).not_to_be_checked()
    expect(phone.get_by_label("Show captions")).to_be_checked()
    # The question stands over the page; Escape leaves the child where they are.
    press(phone, phone.get_by_role("link", name="Remove child"))
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("dialog")).not_to_be_visible()
    assert not problems(phone)

    page.reload()
    expect(page.get_by_role("heading", level=3)).to_have_text("Pippi")
    expect(page.get_by_role("heading", name="Open invitations")).not_to_be_visible()


def family_with_child(page):
    """The address of a family that an admin makes, with a child."""
    page.goto("/admin/families/new")
    page.fill("[name=name]", "The Lindgrens of the long and winding name")
    page.select_option("[name=territory]", "SE")
    page.click("main form button[type=submit]")
    family = page.url
    page.goto(family + "/children/new")
    page.fill("[name=name]", "Pippilotta Viktualia Rullgardina")
    page.fill("[name=birth_date]", "2021-03-04")
    page.click("main form.card button[type=submit]")
    return family.split("#")[0]


def test_the_pages_of_parents_are_accessible_silent_valid_and_fit(admin_page):
    page = admin_page()
    family = family_with_child(page)
    child = page.get_by_role("link", name=re.compile("^Edit Pippi")).get_attribute("href")
    page.goto(family + "/invite")
    page.fill("[name=name]", "Astrid")
    page.click("main form button[type=submit]")
    link = re.search(r"/invitation\?token=[\w-]+", page.content()).group()
    addresses = [
        "/admin/families", family, family + "/edit", family + "/invite", family + "/erase", child,
        *[child.replace("/edit", act) for act in ("/remove", "/move", "/erase")],
    ]
    wrong = {address: found for address in addresses if (found := look_at(page, address))}
    page.context.clear_cookies()
    page.goto(link)
    page.fill("[name=email]", PARENT)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button[type=submit]")
    addresses = [
        "/children", "/children/new", "/children/1/edit", "/children/1/remove", "/children/1/erase", "/children/1/archive",
        "/family", "/family/invite", "/family/archive", "/family/history", "/account",
    ]
    for address in addresses:
        if found := look_at(page, address):
            wrong[address] = found
    assert not wrong


def look_at(page, address):
    page.goto(address)
    keep_page(page)
    return problems_everywhere(page)
