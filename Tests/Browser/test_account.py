"""What people change about themselves, and where they are signed in: by keyboard alone."""

import re
import urllib.error
import urllib.request

import pytest
from checks import problems, problems_everywhere
from conftest import PASSWORD, choose, press, sign_in, sign_in_by_keyboard, tab_to, write
from playwright.sync_api import expect

NEW_PASSWORD = "six geese over the frozen mill"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def enter(open_page, blank):
    """Opens browsers in which Ada signs in, all to one library of her own."""

    def enter(**options):
        page = open_page(blank, **options)
        sign_in(page)
        page.goto("/account")
        return page

    return enter


def toast(page):
    return page.locator("#toasts")


def devices(page):
    return page.get_by_role("table", name="Devices that are signed in").locator("tbody tr")


def test_an_account_is_kept_by_keyboard_alone(enter):
    page, edge, firefox = enter(), enter(user_agent=EDGE), enter(user_agent=FIREFOX)
    page.reload()
    expect(devices(page)).to_have_count(3)
    expect(devices(page).filter(has_text="This device")).to_contain_text("127.0.0.1")
    expect(devices(page).filter(has_text="Edge on Windows")).to_contain_text("just now")
    assert not problems_everywhere(page)
    press(page, page.get_by_role("button", name="Sign out Edge on Windows"))
    expect(toast(page)).to_contain_text("Device signed out")
    expect(devices(page)).to_have_count(2)
    edge.reload()
    expect(edge).to_have_url(re.compile("/login"))
    # The name and the zone show on every page.
    write(page, page.get_by_label("Name"), "Ada, Countess of Lovelace")
    choose(page, page.get_by_label("Time zone"), "Asia/Tokyo")
    choose(page, page.get_by_label("Language of dates"), "Deutsch")
    press(page, page.get_by_role("button", name="Save changes"))
    expect(toast(page)).to_contain_text("Changes saved")
    expect(page.locator(".rail-body .account-name")).to_have_text("Ada, Countess of Lovelace")
    # A new address needs the password.
    address = page.get_by_role("textbox", name="E-mail address")
    password = page.get_by_role("textbox", name="Password", exact=True)
    write(page, address, "countess@example.test")
    write(page, password, "not hers")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("Wrong password")
    expect(address).to_have_value("countess@example.test")
    assert not problems(page)
    write(page, password, PASSWORD)
    press(page, page.get_by_role("button", name="Change e-mail address"))
    expect(toast(page)).to_contain_text("countess@example.test")
    # So does a new password, which signs out everywhere else.
    write(page, page.get_by_role("textbox", name="Current password"), PASSWORD)
    write(page, page.get_by_role("textbox", name="New password"), "password1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    assert not problems(page)
    write(page, page.get_by_role("textbox", name="Current password"), PASSWORD)
    write(page, page.get_by_role("textbox", name="New password"), NEW_PASSWORD)
    press(page, page.get_by_role("button", name="Change password"))
    expect(toast(page)).to_contain_text("signed out everywhere else")
    firefox.reload()
    expect(firefox).to_have_url(re.compile("/login"))
    press(page, page.get_by_role("button", name="Sign out"))
    sign_in_by_keyboard(page, "countess@example.test", NEW_PASSWORD)
    expect(page).to_have_url(re.compile("/admin$"))


def test_a_change_in_another_window_is_shown_beside_this_one(enter):
    page, other = enter(width=375, scheme="dark"), enter()
    write(other, other.get_by_label("Name"), "Ada King")
    other.keyboard.press("Enter")
    expect(toast(other)).to_contain_text("saved")
    write(page, page.get_by_label("Name"), "Ada Byron")
    page.keyboard.press("Enter")
    conflict = page.get_by_role("alert")
    expect(conflict).to_be_focused()
    expect(conflict).to_contain_text("Ada King")
    expect(page.get_by_label("Name")).to_have_value("Ada Byron")
    assert not problems(page)
    press(page, conflict.get_by_role("link", name="Keep the saved version"))
    expect(page.get_by_label("Name")).to_have_value("Ada King")


def test_an_access_key_is_made_used_and_revoked(enter):
    page = enter(width=375)
    press(page, page.get_by_role("link", name="Create an access key"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Access keys")
    assert not problems(page)
    write(page, page.get_by_label("Name"), "Report to the fridge")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("Choose what this key can do")
    assert not problems(page)
    tab_to(page, page.get_by_role("checkbox", name="Read the catalog"))
    page.keyboard.press("Space")
    choose(page, page.get_by_label("Expires"), "After 30 days")
    press(page, page.get_by_role("button", name="Create key"))
    field = page.get_by_label("Key “Report to the fridge” created")
    key = field.input_value()
    assert re.fullmatch(r"storytime_pat_[0-9a-f]{64}", key)
    assert not problems(page)
    row = page.get_by_role("table", name="Access keys you created").locator("tbody tr")
    expect(row).to_contain_text("read:catalog")
    expect(row).to_contain_text("never, created")

    def books():
        request = urllib.request.Request(page.url.replace("/account/keys", "/admin/books.csv"))
        request.add_header("Authorization", f"Bearer {key}")
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            return error.code

    assert books() == 200
    page.reload()
    expect(field).to_have_count(0)
    press(page, page.get_by_role("button", name="Revoke the key Report to the fridge"))
    expect(toast(page)).to_contain_text("revoked")
    expect(row).to_have_count(0)
    assert not problems(page)
    assert books() == 401
