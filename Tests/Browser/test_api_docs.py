"""The pages about the API, as somebody reads them who wants to write a client."""

from conftest import press, tab_to
from playwright.sync_api import expect


def test_somebody_finds_an_operation_copies_its_command_prints_it_and_saves_the_client(open_page, library):
    page = open_page(library, permissions=["clipboard-read", "clipboard-write"])
    page.goto("/api/docs")
    page.get_by_role("link", name="Report what was watched").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Report what was watched")
    page.get_by_role("button", name="Copy the command").click()
    expect(page.locator("#toasts")).to_contain_text("Command copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#curl").inner_text()
    assert copied.startswith(f"curl -sS {library.address}/api/v1/usage_events \\\n  -H ")
    page.emulate_media(media="print")
    expect(page.locator("#curl")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the command")).to_be_hidden()
    page.emulate_media(media="screen")
    page.goto("/api/docs/swift")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="StorytimeClient.swift").click()
    text = waiting.value.path().read_text()
    assert text.startswith("// A client of Storytime")
    assert "struct StorytimeClient: Sendable {" in text
    page.goto("/api/docs/recordUsageEvents")
    page.get_by_role("link", name="The JSON API").click()
    expect(page.locator("#chapter-usage")).to_be_in_viewport()


def test_everything_is_reached_by_keyboard(open_page, library):
    page = open_page(library, width=375, has_touch=True)
    page.goto("/api/docs/recordUsageEvents")
    press(page, page.locator("summary", has_text="$TOKEN"))
    expect(page.locator("#sign-in")).to_be_visible()
    tab_to(page, page.get_by_role("link", name="What errors look like"))
    page.keyboard.press("Enter")
    expect(page.locator("#refusals")).to_be_in_viewport()
