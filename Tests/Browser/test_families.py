"""Families and their children: invited on a phone, by keyboard alone; every page of theirs for everybody."""

import re

import pytest
from checks import html_errors, invisible_focus, night_problems, problems, small_targets
from conftest import EMAIL, PASSWORD, choose, press, sign_in, tab_to, write
from playwright.sync_api import expect
from storytime import Storytime

PARENT = "astrid@example.test"


@pytest.fixture
def house(tmp_path):
    """A library with an admin, and no family yet."""
    storytime = Storytime(tmp_path)
    storytime.add_user(EMAIL, PASSWORD)
    yield storytime.start()
    storytime.stop()


@pytest.fixture
def admin_page(house, open_page):
    """Opens a page of the house as its admin."""

    def admin_page(**options):
        page = open_page(house, **options)
        sign_in(page)
        return page

    return admin_page


def test_a_parent_is_invited_and_adds_a_child_by_keyboard_on_a_phone(house, admin_page, open_page):
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
    phone = open_page(house, width=375, has_touch=True)
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


@pytest.mark.parametrize("width", [1280, 375])
def test_the_pages_of_parents_are_accessible_silent_and_fit(admin_page, tmp_path, width):
    page = admin_page(width=width, has_touch=width < 400)
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
    wrong = {address: found for address in addresses if (found := look_at(page, address, width, tmp_path))}
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
        if found := look_at(page, address, width, tmp_path):
            wrong[address] = found
    assert not wrong
    # It is the same document at every width.
    assert width == 375 or not html_errors(tmp_path / "pages")


def look_at(page, address, width, folder):
    page.goto(address)
    pages = folder / "pages"
    pages.mkdir(exist_ok=True)
    (pages / f"{len(list(pages.iterdir())):02}.html").write_bytes(page.request.get(page.url.split("#")[0]).body())
    found = problems(page)
    found += [f"its focus is not to be seen: {each}" for each in invisible_focus(page)]
    return found + (small_targets(page) if width < 400 else []) + night_problems(page, invisible_focus)


def test_without_scripts_a_child_is_added_and_removed(admin_page):
    page = admin_page(scripts=False)
    family = family_with_child(page)
    expect(page.get_by_role("heading", level=3)).to_have_text("Pippilotta Viktualia Rullgardina")
    page.get_by_role("link", name=re.compile("^Edit Pippi")).click()
    page.get_by_role("link", name="Remove child").click()
    page.get_by_role("button", name="Remove child").click()
    assert page.url.split("#")[0] == family
    expect(page.get_by_text("No children yet.")).to_be_visible()
    # A reload later, Undo is still there.
    page.goto(family)
    page.get_by_role("button", name="Restore Pippi").click()
    expect(page.get_by_text("No children yet.")).not_to_be_visible()
    expect(page.get_by_role("heading", name="Recently removed")).not_to_be_visible()


def test_erasing_asks_for_the_name_and_for_the_password(admin_page):
    page = admin_page(width=375)
    family = family_with_child(page)
    page.goto(family)
    page.get_by_role("link", name="Erase everything").click()
    page.get_by_label("Name").fill("the lindgrens of the long and winding name")
    page.get_by_role("button", name="Erase everything").click()
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm and continue").click()
    expect(page.get_by_text("All of the family’s data has been erased.")).to_be_visible()
    expect(page.get_by_role("heading", name="No families yet")).to_be_visible()


def test_everything_is_saved_as_one_archive(admin_page):
    page = admin_page()
    family = family_with_child(page)
    page.goto(family)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert re.fullmatch(r"storytime-family-\d+-\d{4}-\d\d-\d\d\.zip", download.value.suggested_filename)
