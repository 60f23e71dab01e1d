"""A browser that has the parent's password saved, as most have: the sign-in page is filled, the way out of Kids Mode is not."""

import hashlib
import os
import sqlite3
import subprocess
import time

import pytest
from conftest import DEMO_PARENT, PASSWORD
from kids_home import hand_over, home  # noqa: F401, a fixture
from playwright.sync_api import expect
from waiting import until

# The whole of it: without windows, Chromium saves no passwords.
CHROMIUM = os.environ.get("WHOLE_CHROMIUM", "/usr/bin/chromium")
CHROMES_EPOCH = 11_644_473_600  # seconds from 1601 to 1970
FILLED = """() => [...document.querySelectorAll("input")].filter((each) => each.matches(":autofill") || each.type === "text" && each.value)
    .map((each) => each.className || each.name)"""
# A form as the browser likes to fill it, which is not ours.
BAIT = """() => {
    const form = document.body.appendChild(document.createElement("form"));
    for (const [type, autocomplete] of [["email", "username"], ["password", "current-password"]]) {
        form.append(Object.assign(document.createElement("input"), { type, autocomplete, className: "bait" }));
    }
}"""


@pytest.fixture
def saving(browser, tmp_path, home):
    """Opens the browser anew with the same profile. Automated ones fill nothing unless they are told that they are not."""
    opened = []

    def saving():
        context = browser.browser_type.launch_persistent_context(
            tmp_path, executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"],
            ignore_default_args=["--enable-automation"], base_url=home.storytime.address,
        )
        opened.append(context)
        return context

    yield saving
    for context in opened:
        context.close()


def save_password(profile, address):
    """As Chromium does where the system keeps no secrets: by a key that everybody knows."""
    key = hashlib.pbkdf2_hmac("sha1", b"peanuts", b"saltysalt", 1, 16)
    sealed = subprocess.run(
        ["openssl", "enc", "-aes-128-cbc", "-K", key.hex(), "-iv", (b" " * 16).hex()], input=PASSWORD.encode(), capture_output=True, check=True
    ).stdout
    now = int((time.time() + CHROMES_EPOCH) * 1_000_000)
    with sqlite3.connect(profile / "Default/Login Data") as database:
        values = {name: b"" if kind == "BLOB" else 0 if kind == "INTEGER" else "" for _, name, kind, *_ in database.execute("PRAGMA table_info(logins)")}
        del values["id"]
        values |= {
            "origin_url": f"{address}/login", "action_url": f"{address}/login", "signon_realm": f"{address}/",
            "username_element": "email", "username_value": DEMO_PARENT, "password_element": "password", "password_value": b"v10" + sealed,
            "times_used": 1, "date_created": now, "date_last_used": now, "date_password_modified": now,
        }
        database.execute(f"INSERT INTO logins ({','.join(values)}) VALUES ({','.join('?' * len(values))})", list(values.values()))


def filled(page):
    """The fields that the browser has filled; it shows them to the page once somebody has touched it."""
    page.mouse.click(5, 5)
    return page.evaluate(FILLED)


def test_a_saved_password_opens_no_way_out(saving, home, tmp_path):
    first = saving()
    first.new_page().goto("/login")
    first.close()
    save_password(tmp_path, home.storytime.address)
    page = saving().new_page()
    page.goto("/login")
    until(lambda: len(filled(page)) == 2, page=page)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/children")
    hand_over(page, home.alma)
    page.goto("/kids/leave")
    page.get_by_text("Forgot the PIN?").click()
    expect(page.locator("#phrase")).to_be_visible()
    page.evaluate(BAIT)
    # By the time that it has filled the bait it has seen our fields, too.
    until(lambda: filled(page), page=page)
    assert set(filled(page)) == {"bait"}
    for name in ("#parent", "#phrase"):
        page.locator(name).click()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator(name)).to_have_value("")
