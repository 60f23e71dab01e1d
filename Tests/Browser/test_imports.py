"""Books from a file, and back into one."""

import csv
import io
from pathlib import Path

import pytest
from checks import html_errors, night_problems, problems, small_targets
from conftest import EMAIL, PASSWORD, choose, press, sign_in, tab_to
from playwright.sync_api import expect
from storytime import ROOT, Storytime

BOOKS = ROOT / "Sources/Storytime/App/Commands/demo-books.csv"
MIXED = """Titel;Autor;Alter von;Kategorien;Zustand
Der Bär;Ö. Bø;3;Bedtime Stories|Eulen;active
Ohne Alter;Niemand;x;;
"""


@pytest.fixture
def catalog(tmp_path):
    """A library with an admin and no books."""
    storytime = Storytime(tmp_path)
    storytime.add_user(EMAIL, PASSWORD)
    yield storytime.start()
    storytime.stop()


def saved(page, link, encoding="utf-8", delimiter=","):
    """The rows of the file that a link leads to."""
    with page.expect_download() as download:
        link.click()
    text = Path(download.value.path()).read_text(encoding=encoding)
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def listed(page, address):
    """The titles that a list shows, on all its pages."""
    page.goto(address)
    titles = []
    while True:
        titles += page.locator(".book-title").all_text_contents()
        following = page.locator("a[rel=next]")
        if following.count() == 0:
            return titles
        page.goto(following.get_attribute("href"))


def upload(page, file):
    page.goto("/admin/books")
    page.get_by_role("link", name="Import").click()
    page.set_input_files("#field-file", file)
    page.get_by_role("button", name="Upload file").click()
    expect(page.get_by_role("heading", name="Match columns")).to_be_visible()


def test_real_books_are_imported_listed_saved_and_taken_back(catalog, open_page):
    page = open_page(catalog)
    sign_in(page)
    upload(page, BOOKS)
    page.get_by_role("button", name="Preview import").click()
    page.get_by_role("button", name="Add 202 books").click()
    expect(page.get_by_text("202 books added, 0 changed.").first).to_be_visible()

    fixture = list(csv.DictReader(BOOKS.open(encoding="utf-8", newline="")))
    titles = listed(page, "/admin/books?per_page=100")
    assert sorted(titles) == sorted(row["title"] for row in fixture)
    page.goto("/admin/books?per_page=100")
    rows = saved(page, page.get_by_role("link", name="CSV"))
    assert [row["title"] for row in rows] == titles
    page.goto("/admin/books?q=moon&sort=-author")
    found = listed(page, page.url)
    assert [row["title"] for row in saved(page, page.get_by_role("link", name="CSV"))] == found
    assert 0 < len(found) < 202

    page.goto("/admin/imports")
    page.get_by_role("link", name="books.csv").click()
    page.get_by_role("button", name="Undo the import").click()
    expect(page.locator("#toasts")).to_contain_text("Undone: 202 books added and 0 changed")
    assert listed(page, "/admin/books") == []


def test_the_whole_way_by_keyboard(catalog, open_page):
    page = open_page(catalog)
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


def test_without_scripts_the_page_loads_itself_again(catalog, open_page):
    page = open_page(catalog, scripts=False)
    sign_in(page)
    upload(page, BOOKS)
    page.get_by_role("button", name="Preview import").click()
    expect(page.get_by_role("button", name="Add 202 books")).to_be_visible(timeout=15_000)


def test_values_are_matched_once_and_the_next_file_by_itself(catalog, open_page):
    page = open_page(catalog, scripts=False)
    sign_in(page)
    file = {"name": "eulen.csv", "mimeType": "text/csv", "buffer": b"Werk,Sparte\nDer Uhu,Eulen\n"}
    upload(page, file)
    page.get_by_label("Field for “Werk”").select_option(label="Title")
    page.get_by_label("Field for “Sparte”").select_option(label="Categories")
    page.get_by_role("button", name="Preview import").click()
    page.get_by_role("link", name="Match values").click(timeout=15_000)
    page.get_by_label("What to do with “Eulen”").select_option(label="Adventure")
    page.get_by_role("button", name="Save and preview again").click()
    expect(page.get_by_role("button", name="Import: add 1 book")).to_be_visible(timeout=15_000)
    expect(page.get_by_text("Adventure")).to_be_visible()

    upload(page, file)
    expect(page.get_by_label("Field for “Werk”")).to_have_value("title")
    expect(page.get_by_text("Matched to “Categories” on")).to_be_visible()
    page.get_by_role("button", name="Preview import").click()
    expect(page.get_by_text("Adventure")).to_be_visible(timeout=15_000)
    expect(page.get_by_role("link", name="Match values")).to_be_hidden()


@pytest.mark.parametrize("width", [1280, 375])
def test_every_step_is_accessible_silent_valid_and_fits(catalog, open_page, tmp_path, width):
    page = open_page(catalog, width=width, has_touch=width < 400)
    sign_in(page)
    pages = tmp_path / "pages"
    pages.mkdir()
    wrong = {}

    def look(name):
        found = problems(page) + night_problems(page) + (small_targets(page) if width < 400 else [])
        (pages / f"{name}.html").write_text(page.request.get(page.url).text(), encoding="utf-8")
        if found:
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
    page.get_by_role("link", name="isn’t a whole number").click()
    look("reason")
    refused = saved(page, page.get_by_role("link", name="CSV"), "windows-1252", ";")
    assert [row["Titel"] for row in refused] == ["Ohne Alter"]
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
    page.get_by_role("button", name="Import: add 1 book").click()
    expect(page.get_by_role("button", name="Undo the import")).to_be_visible()
    look("done")
    page.get_by_role("button", name="Undo the import").click()
    expect(page.get_by_text("This import was undone.")).to_be_visible()
    look("undone")
    assert not wrong
    # They are the same documents at every width.
    assert width == 375 or not html_errors(pages)
