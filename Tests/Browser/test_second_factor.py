"""A code from the phone besides the password: set up, asked for, lost; and asked again before dangerous acts."""

import base64
import hashlib
import hmac
import re
import sqlite3
import struct
import time
from pathlib import Path

import pytest
from checks import problems_everywhere
from conftest import EMAIL, PASSWORD, press, sign_in, write
from markup import keep_markup, keep_page
from playwright.sync_api import expect
from waiting import until

SECOND_FACTOR = "/account/second-factor"
STEP = 30  # seconds


class Phone:
    """An authenticator app with one secret: TOTP as RFC 6238 has it. It shows no code twice."""

    def __init__(self, secret):
        self.key = base64.b32decode(secret.replace(" ", ""))
        self.last = 0

    def code(self):
        """A code that was not used yet. Those of the next half minute are good already."""
        step = max(int(time.time()) // STEP, self.last + 1)
        until(lambda: step <= int(time.time()) // STEP + 1)
        self.last = step
        digest = hmac.new(self.key, struct.pack(">Q", step), hashlib.sha1).digest()
        offset = digest[-1] & 15
        return f"{(struct.unpack('>I', digest[offset : offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


@pytest.fixture
def person(library):
    """Somebody of this test alone, by their e-mail address."""
    email = f"person-{time.monotonic_ns()}@example.test"
    library.add_user(email, PASSWORD, role="parent", name="Grace Hopper")
    return email


def set_up(page):
    """Turns a second factor on; the phone and the recovery codes."""
    page.goto(SECOND_FACTOR)
    page.get_by_role("button", name="Set up").click()
    phone = Phone(page.locator("#secret").inner_text())
    page.fill("[name=code]", phone.code())
    page.get_by_role("button", name="Turn on").click()
    codes = page.locator(".codes li")
    expect(codes).to_have_count(10)
    return phone, codes.all_inner_texts()


def give_password(page, email):
    page.goto("/login")
    page.fill("[name=email]", email)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter your code")


def keep_what_follows(page, act):
    """Keeps the page that an act leads to, which may not be asked for again."""
    with page.expect_navigation() as navigation:
        act()
    keep_markup(page.url, navigation.value.body())


def code_field(page):
    return page.get_by_role("textbox", name="Code", exact=True)


def leave_alone(library):
    """As if everybody had signed in long ago: whoever does something dangerous is asked again."""
    with sqlite3.connect(Path(library.environment["STORYTIME_DATA"]) / "storytime.db", timeout=10) as database:
        database.execute("UPDATE sessions SET confirmed_at = 0")
    database.close()


def test_it_is_set_up_and_turned_off_by_keyboard(open_page, library, person):
    page = open_page(library, permissions=["clipboard-read", "clipboard-write"])
    sign_in(page, person)
    page.goto("/account")
    keep_page(page)
    press(page, page.get_by_role("link", name="Set up a second factor"))
    expect(page.get_by_role("button", name="Set up")).to_be_visible()
    keep_page(page)
    assert not problems_everywhere(page)
    keep_what_follows(page, lambda: press(page, page.get_by_role("button", name="Set up")))
    expect(page.get_by_role("img", name="QR code with the secret below")).to_be_visible()
    expect(page.get_by_role("link", name="open the app")).to_have_attribute("href", re.compile("^otpauth://totp/Storytime:.*secret="))
    assert not problems_everywhere(page)
    phone = Phone(page.locator("#secret").inner_text())
    write(page, code_field(page), "12")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(code_field(page)).to_have_value("12")
    assert not problems_everywhere(page)
    write(page, code_field(page), phone.code())
    keep_what_follows(page, lambda: page.keyboard.press("Enter"))
    codes = page.locator(".codes li")
    expect(codes).to_have_count(10)
    assert not problems_everywhere(page)
    press(page, page.get_by_role("button", name="Copy the codes"))
    expect(page.locator("#toasts")).to_contain_text("Codes copied.")
    assert page.evaluate("navigator.clipboard.readText()").split() == codes.all_inner_texts()
    page.emulate_media(media="print")
    expect(page.locator(".codes")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    page.emulate_media(media="screen")
    press(page, page.get_by_role("link", name="I’ve saved them"))
    expect(page.get_by_role("main")).to_contain_text("10 codes left")
    keep_page(page)
    assert not problems_everywhere(page)
    keep_what_follows(page, lambda: press(page, page.get_by_role("button", name="Turn off the second factor")))
    expect(page.get_by_role("heading", level=1)).to_have_text("Please confirm it’s you")
    assert not problems_everywhere(page)
    keep_what_follows(page, lambda: press(page, page.get_by_role("button", name="Confirm and continue")))
    write(page, code_field(page), phone.code())
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Second factor turned off.")
    expect(page.get_by_role("button", name="Set up")).to_be_visible()


def test_the_code_is_asked_for_after_the_password_by_keyboard(open_page, library, person):
    page = open_page(library)
    sign_in(page, person)
    phone, _ = set_up(page)
    page = open_page(library)
    page.goto("/account")
    write(page, page.locator("[name=email]"), person)
    write(page, page.locator("[name=password]"), PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(library.address + "/login/code")
    keep_page(page)
    assert not problems_everywhere(page)
    page.goto("/account")
    expect(page).to_have_url(re.compile("/login"))
    page.goto("/login/code")
    write(page, code_field(page), "000000")
    keep_what_follows(page, lambda: page.keyboard.press("Enter"))
    expect(page.get_by_role("alert")).to_be_focused()
    assert not problems_everywhere(page)
    write(page, code_field(page), phone.code())
    page.keyboard.press("Enter")
    expect(page).to_have_url(library.address + "/account")
    # An admin takes it away from somebody who lost the phone.
    admin = open_page(library)
    sign_in(admin, EMAIL)
    admin.goto("/admin/users")
    press(admin, admin.get_by_role("row").filter(has_text=person).get_by_role("link"))
    expect(admin.get_by_role("heading", level=1)).to_have_text("Grace Hopper")
    assert not problems_everywhere(admin)
    press(admin, admin.get_by_role("button", name="Reset Grace Hopper’s second factor"))
    expect(admin.locator("#toasts")).to_contain_text("signs in with a password only")
    page.goto("/account")
    expect(page).to_have_url(re.compile("/login"))


def test_a_recovery_code_lets_in_once_and_new_ones_are_made(open_page, library, person):
    page = open_page(library)
    sign_in(page, person)
    _, codes = set_up(page)
    page = open_page(library)
    give_password(page, person)
    press(page, page.get_by_text("Use a recovery code instead"))
    write(page, page.get_by_label("Recovery code"), codes[0].lower())
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("9 recovery codes are left.")
    page.goto(SECOND_FACTOR)
    page.get_by_role("button", name="Create new recovery codes").click()
    expect(page.locator(".codes li")).to_have_count(10)
    assert not set(page.locator(".codes li").all_inner_texts()) & set(codes)
    page = open_page(library)
    give_password(page, person)
    page.get_by_text("Use a recovery code instead").click()
    page.get_by_label("Recovery code").fill(codes[1])
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Recovery code")).to_be_visible()
    assert not problems_everywhere(page)


def test_what_was_typed_goes_on_after_the_proof(open_page, library, person):
    page = open_page(library)
    sign_in(page, EMAIL)
    page.goto("/admin/users")
    row = page.get_by_role("row").filter(has_text=person)
    row.get_by_role("link").click()
    page.get_by_label("Name").fill("Grace “Amazing” Hopper")
    leave_alone(library)
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Please confirm it’s you")
    assert not problems_everywhere(page)
    write(page, page.locator("[name=password]"), "not the password")
    page.keyboard.press("Enter")
    expect(page.locator("[name=password]")).to_have_attribute("aria-invalid", "true")
    write(page, page.locator("[name=password]"), PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Grace “Amazing” Hopper")
    expect(page.locator("#toasts")).to_contain_text("saved")
    page.get_by_role("button", name="Create a reset link").click()
    expect(page.locator("#handover")).to_have_value(re.compile("/reset"))
