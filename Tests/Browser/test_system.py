"""What admins do about the program itself: a backup, and finding out who changed what."""

import re
from datetime import date, timedelta

from checks import problems
from conftest import PASSWORD, choose, press, tab_to, write
from playwright.sync_api import expect


def test_the_audit_log_is_filtered_by_keyboard_and_the_address_keeps_it(admin):
    page = admin()
    page.goto("/admin/audit")
    tab_to(page, page.locator("summary", has_text="Filters"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Who"))
    page.keyboard.type("Command")
    tab_to(page, page.get_by_role("button", name="Show", exact=True))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"who=Command\+line"))
    expect(page.locator("#audit-who")).to_have_value("Command line")
    expect(page.locator(".event-line b").first).to_have_text("Command line")
    page.get_by_role("link", name="Next page").click()
    expect(page).to_have_url(re.compile(r"who=Command(\+|%20)line&older="))
    page.get_by_role("link", name="Show everything").click()
    expect(page).to_have_url(re.compile(r"/admin/audit$"))


def test_what_was_done_to_what_and_when_narrow_the_audit_log(admin):
    page = admin()
    page.goto("/admin/categories/new")
    write(page, page.get_by_label("Name"), "Found by the filters")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Found by the filters")
    page.goto("/admin/audit")
    page.locator("summary", has_text="Filters").click()
    choose(page, page.get_by_label("Action"), "Added")
    choose(page, page.get_by_label("Kind"), "Category")
    today = date.today()
    for label, day in (("From", today - timedelta(days=1)), ("To", today + timedelta(days=1))):
        write(page, page.get_by_label(label, exact=True), day.strftime("%m%d%Y"))
    page.keyboard.press("Enter")
    expect(page.locator(".lede")).to_contain_text("found")
    lines = page.locator(".event-line").all_text_contents()
    assert any("Found by the filters" in line for line in lines)
    assert all("added the category" in line for line in lines), lines
    assert not problems(page)
    page.locator("summary", has_text="Filters").click()
    write(page, page.get_by_label("To", exact=True), (today - timedelta(days=1)).strftime("%m%d%Y"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="No changes match")).to_be_visible()
    assert not problems(page)


def test_a_record_shows_its_history_word_by_word(admin):
    page = admin()
    page.goto("/admin/books/new")
    page.fill("[name=title]", "The owl who counted all the stars at night")
    page.get_by_role("button", name="Add book").click()
    page.get_by_role("link", name="Edit book").click()
    page.fill("[name=title]", "The owl who counted nearly all the stars at night")
    page.get_by_role("button", name="Save changes").click()
    history = page.get_by_role("region", name="History")
    expect(history.locator(".event")).to_have_count(2)
    expect(history.locator("ins").first).to_contain_text("nearly")
    expect(history.locator("del")).to_have_count(0)


def test_an_alert_is_hidden_and_shown_again(admin):
    page = admin()
    page.goto("/admin")
    alert = page.locator(".alert").first
    heading = alert.locator("b").inner_text()
    alert.get_by_text("Hide", exact=True).click()
    alert.get_by_text("Hide until there are more").click()
    expect(page.locator(".toast")).to_contain_text("Alert hidden until the number rises")
    expect(page.locator(".alert", has_text=heading)).to_have_count(0)
    page.locator(".hidden-alerts summary").click()
    assert not problems(page)
    page.locator(".hidden-alerts li", has_text=heading).get_by_role("button").click()
    expect(page.locator(".alert", has_text=heading)).to_be_visible()


def test_a_backup_is_made_checked_and_downloaded_by_keyboard(shelf):
    page = shelf()
    page.goto("/admin/system")
    press(page, page.get_by_role("button", name="Back up now"))
    expect(page.locator("#toasts")).to_contain_text(re.compile(r"Backup storytime-[\dTZ-]+\.db made, [\d.]+ [kM]B"))
    expect(page.locator(".system-panels")).to_contain_text("just now")
    page.goto("/admin/backups")
    row = page.locator(".backups tbody tr").first
    press(page, row.get_by_role("button", name="Check"))
    expect(row.get_by_text("Intact")).to_be_visible(timeout=20_000)
    assert not problems(page)
    # The session may have been proven too long ago by other tests of this library.
    if page.locator(".backup-proof").count():
        press(page, page.get_by_role("button", name="Confirm it’s you"))
        write(page, page.locator("[name=password]"), PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/admin/backups*")
    with page.expect_download() as download:
        press(page, row.get_by_role("link", name="Download"))
    assert re.fullmatch(r"storytime-[\dTZ-]+\.db", download.value.suggested_filename)
