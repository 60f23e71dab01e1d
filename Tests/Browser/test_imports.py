"""Books from a file, and back into one."""

import csv
import io
from pathlib import Path

from checks import problems_everywhere
from conftest import choose, press, sign_in, tab_to
from markup import keep_page
from playwright.sync_api import expect
from storytime import ROOT

BOOKS = ROOT / "Sources/Storytime/App/Commands/demo-books.csv"
MIXED = """Titel;Autor;Alter von;Kategorien;Zustand;Jahr
Der Bär;Ö. Bø;3;Bedtime Stories|Eulen;active;
Ohne Alter;Niemand;x;;;
Ohne Jahr;Niemand;;;;um 1980
"""


def saved(page, link, encoding="utf-8", delimiter=","):
    """The rows of the file that a link leads to."""
    with page.expect_download() as download:
        link.click()
    text = Path(download.value.path()).read_text(encoding=encoding)
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def upload(page, file):
    page.goto("/admin/books")
    page.get_by_role("link", name="Import").click()
    page.set_input_files("#field-file", file)
    page.get_by_role("button", name="Upload file").click()
    expect(page.get_by_role("heading", name="Match columns")).to_be_visible()


def test_the_whole_way_by_keyboard(blank, open_page):
    page = open_page(blank)
    sign_in(page)
    page.goto("/admin/books")
    press(page, page.get_by_role("link", name="Import"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Import books")
    # The dialog that the browser opens is its own.
    tab_to(page, page.get_by_label("CSV file"))
    page.set_input_files("#field-file", BOOKS)
    press(page, page.get_by_role("button", name="Upload file"))
    expect(page.get_by_role("heading", name="Match columns")).to_be_visible()
    choose(page, page.get_by_label("Field for “description”"), "Leave out")
    press(page, page.get_by_role("button", name="Preview import"))
    button = page.get_by_role("button", name="Add 202 books")
    expect(button).to_be_visible()
    press(page, button)
    undo = page.get_by_role("button", name="Undo the import")
    expect(undo).to_be_visible()
    page.goto("/admin/books?per_page=100")
    rows = saved(page, page.get_by_role("link", name="CSV"))
    assert len(rows) == 202 and not any(row["description"] for row in rows)
    page.go_back()
    expect(undo).to_be_visible()
    press(page, undo)
    expect(page.get_by_text("This import was undone.")).to_be_visible()


def test_every_step_is_accessible_silent_valid_and_fits(blank, open_page):
    page = open_page(blank)
    sign_in(page)
    wrong = {}

    def look(name):
        keep_page(page)
        if found := problems_everywhere(page):
            wrong[name] = found

    page.goto("/admin/imports")
    look("index")
    page.get_by_role("button", name="Upload file").click()
    expect(page.get_by_role("alert")).to_be_focused()
    look("error")
    file = {"name": "bücher.csv", "mimeType": "text/csv", "buffer": MIXED.encode("windows-1252")}
    upload(page, file)
    expect(page.get_by_label("Encoding")).to_have_value("windows-1252")
    look("columns")
    page.get_by_role("button", name="Preview import").click()
    expect(page.get_by_role("button", name="Import: add 1 book")).to_be_visible()
    for outcome in ("To add", "To change", "Unchanged", "Rejected"):
        page.get_by_role("link", name=outcome).click()
        expect(page.locator("a[aria-current=true]", has_text=outcome)).to_be_visible()
        look(outcome)
    page.get_by_role("link", name="Alter von: “x” isn’t a whole number").click()
    look("reason")
    refused = saved(page, page.get_by_role("link", name="CSV"), "windows-1252", ";")
    assert [row["Titel"] for row in refused] == ["Ohne Alter", "Ohne Jahr"]
    page.get_by_role("button", name="Leave empty in Jahr").click()
    expect(page.get_by_role("button", name="Import: add 2 books")).to_be_visible()
    expect(page.get_by_role("button", name="Reject this row")).to_be_visible()
    look("left empty")
    page.get_by_role("link", name="Match values").click()
    look("values")
    page.get_by_label("What to do with “Eulen”").select_option(label="Adventure")
    page.get_by_role("button", name="Save and preview again").click()
    expect(page.get_by_role("link", name="Change matched values")).to_be_visible()
    page.goto("/admin/imports")
    page.get_by_role("link", name="1 remembered match").click()
    look("matches")
    page.go_back()
    page.get_by_role("link", name="bücher.csv").click()
    page.get_by_role("button", name="Import: add 2 books").click()
    expect(page.get_by_role("button", name="Undo the import")).to_be_visible()
    look("done")
    page.get_by_role("button", name="Undo the import").click()
    expect(page.get_by_text("This import was undone.")).to_be_visible()
    look("undone")
    assert not wrong
