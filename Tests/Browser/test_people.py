"""How people get in, and how admins keep them: every story by keyboard alone."""

import re

import pytest
from checks import problems
from conftest import EMAIL, PASSWORD, choose, press, sign_in, sign_in_by_keyboard, write
from playwright.sync_api import expect

CLIPBOARD = ["clipboard-read", "clipboard-write"]
GRACE = "grace@example.test"
NEW_PASSWORD = "six geese over the frozen mill"


@pytest.fixture
def shared_house(stock, tmp_path):
    """A library with two admins, Ada and Grace."""
    storytime = stock(tmp_path, books=False)
    storytime.add_user(GRACE, PASSWORD, name="Grace Hopper")
    storytime.make_passwords_cheap(PASSWORD)
    yield storytime.start()
    storytime.stop()


@pytest.fixture
def enter(open_page):
    """Opens a browser in which somebody signs in."""

    def enter(storytime, email=EMAIL, password=PASSWORD, **options):
        page = open_page(storytime, **options)
        sign_in(page, email, password)
        return page

    return enter


def copied_link(page):
    """Copies the link that is shown only now."""
    expect(page.get_by_role("status").filter(has_text="you won’t see it again")).to_be_visible()
    assert not problems(page)
    press(page, page.get_by_role("button", name="Copy", exact=True))
    expect(page.locator("#toasts")).to_contain_text("Copied.")
    return page.evaluate("navigator.clipboard.readText()")


def invite(page, name, role):
    page.goto("/admin/users")
    press(page, page.get_by_role("link", name="Invite someone"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Invite someone")
    assert not problems(page)
    write(page, page.get_by_label("Name"), name)
    choose(page, page.get_by_label("Role"), role)
    press(page, page.get_by_role("button", name="Create invitation"))
    return copied_link(page)


def open_person(page, name):
    page.goto("/admin/users")
    press(page, page.get_by_role("link", name=name, exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    assert not problems(page)


def has_ended(page, address):
    expect(page.get_by_role("heading", level=1)).to_have_text("This link no longer works")
    assert not problems(page)
    assert page.request.get(address).status == 404


def test_an_invited_person_joins_with_the_link_that_was_copied(enter, open_page, blank):
    ada = enter(blank, permissions=CLIPBOARD)
    link = invite(ada, "Grace", "Admin")
    grace = open_page(blank, width=375, scheme="dark")
    grace.goto(link)
    assert not problems(grace)
    expect(grace.get_by_label("Name")).to_have_value("Grace")
    write(grace, grace.get_by_label("E-mail address"), GRACE)
    write(grace, grace.get_by_role("textbox", name="Password"), "password1")
    grace.keyboard.press("Enter")
    expect(grace.get_by_role("alert")).to_be_focused()
    expect(grace.get_by_label("E-mail address")).to_have_value(GRACE)
    assert not problems(grace)
    write(grace, grace.get_by_role("textbox", name="Password"), NEW_PASSWORD)
    press(grace, grace.get_by_role("button", name="Join"))
    expect(grace).to_have_url(blank.address + "/admin")
    expect(grace.locator("#toasts")).to_contain_text("Welcome, Grace")
    grace.goto(link)
    has_ended(grace, link)
    ada.goto("/admin/users")
    expect(ada.get_by_role("row", name="Grace")).to_contain_text("Admin")
    expect(ada.get_by_role("heading", name="Open invitations")).to_have_count(0)


def test_an_admin_who_forgot_the_password_gets_back_in_by_a_link(enter, open_page, shared_house):
    grace = open_page(shared_house)
    grace.goto("/login")
    sign_in_by_keyboard(grace, GRACE, "what was it again")
    expect(grace.get_by_role("alert")).to_be_focused()
    elsewhere = enter(shared_house, GRACE)

    ada = enter(shared_house, permissions=CLIPBOARD)
    open_person(ada, "Grace Hopper")
    press(ada, ada.get_by_role("button", name="Create a reset link"))
    link = copied_link(ada)

    grace.goto(link)
    assert not problems(grace)
    write(grace, grace.get_by_role("textbox", name="Password"), "short")
    grace.keyboard.press("Enter")
    expect(grace.get_by_role("alert")).to_be_focused()
    write(grace, grace.get_by_role("textbox", name="Password"), NEW_PASSWORD)
    press(grace, grace.get_by_role("button", name="Save new password"))
    expect(grace.locator("#toasts")).to_contain_text("Sign in with it")
    sign_in_by_keyboard(grace, GRACE, NEW_PASSWORD)
    expect(grace).to_have_url(shared_house.address + "/admin")
    grace.goto(link)
    has_ended(grace, link)
    elsewhere.goto("/admin")
    expect(elsewhere).to_have_url(re.compile("/login"))


def test_somebody_is_kept_by_keyboard_and_the_last_admin_stays_one(enter, shared_house):
    ada, grace = enter(shared_house), enter(shared_house, GRACE)
    open_person(ada, "Grace Hopper")
    press(ada, ada.get_by_role("button", name="Sign Grace Hopper out"))
    expect(ada.locator("#toasts")).to_contain_text("signed out on 1 device")
    expect(ada.get_by_text("No devices signed in.")).to_be_visible()
    press(ada, ada.get_by_role("button", name="Disable Grace Hopper’s account"))
    expect(ada.locator(".lede")).to_contain_text("Disabled")
    assert not problems(ada)
    grace.goto("/admin")
    expect(grace).to_have_url(re.compile("/login"))
    sign_in_by_keyboard(grace, GRACE)
    expect(grace.get_by_role("alert")).to_be_focused()
    press(ada, ada.get_by_role("button", name="Enable Grace Hopper’s account"))
    expect(ada.locator("#toasts")).to_contain_text("can sign in again")
    choose(ada, ada.get_by_label("Role"), "Parent")
    press(ada, ada.get_by_role("button", name="Save changes"))
    expect(ada.locator("#toasts")).to_contain_text("Changes to Grace Hopper saved")
    grace.goto("/login")
    sign_in_by_keyboard(grace, GRACE)
    expect(grace).to_have_url(re.compile("/children$"))
    assert not problems(grace)
    assert grace.goto("/admin/users").status == 404

    open_person(ada, "Ada Lovelace")
    expect(ada.get_by_role("button", name="Disable Ada Lovelace’s account")).to_have_count(0)
    choose(ada, ada.get_by_label("Role"), "Parent")
    press(ada, ada.get_by_role("button", name="Save changes"))
    expect(ada.get_by_role("alert")).to_be_focused()
    expect(ada.get_by_role("alert")).to_contain_text("Make someone else an admin first")
    assert not problems(ada)
    press(ada, ada.get_by_role("alert").get_by_role("link"))
    expect(ada.get_by_label("Role")).to_be_focused()
    ada.goto("/admin/users")
    expect(ada.get_by_role("row", name="Ada Lovelace")).to_contain_text("Admin")


def test_a_form_whose_session_ended_comes_back_with_its_text(enter, blank):
    page, other = enter(blank), enter(blank)
    page.goto("/admin/books/new")
    write(page, page.get_by_label("Title", exact=True), "A long night’s typing & more")
    write(page, page.get_by_label("Author"), "Ada")
    press(page, page.get_by_label("Adventure"), "Space")
    other.goto("/account")
    press(other, other.get_by_role("button", name="Sign out everywhere else"))
    expect(other.locator("#toasts")).to_contain_text("1 other device")

    press(page, page.get_by_role("button", name="Add book"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(page.get_by_text("what you typed has been kept")).to_be_visible()
    assert not problems(page)
    sign_in_by_keyboard(page, EMAIL, "a slip of the finger")
    expect(page.get_by_role("alert")).to_be_focused()
    sign_in_by_keyboard(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a book")
    expect(page.get_by_label("Title", exact=True)).to_have_value("A long night’s typing & more")
    expect(page.get_by_label("Author")).to_have_value("Ada")
    expect(page.get_by_label("Adventure")).to_be_checked()
    assert not problems(page)
    other.goto("/admin/books")
    expect(other.get_by_text("A long night’s typing & more")).to_have_count(0)
    press(page, page.get_by_role("button", name="Add book"))
    expect(page.get_by_role("heading", level=1)).to_have_text("A long night’s typing & more")
