"""Books and the categories that they are in."""

from checks import violations
from conftest import press, sign_in, write
from playwright.sync_api import expect


def test_a_book_is_added_after_a_mistake_and_changed_by_keyboard(admin):
    page = admin()
    page.goto("/admin/books")
    press(page, page.get_by_role("link", name="Add book"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a book")
    write(page, page.get_by_label("Author"), "Somebody")
    press(page, page.get_by_label("Adventure"), "Space")
    press(page, page.get_by_role("button", name="Add book", exact=True))
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Author")).to_have_value("Somebody")
    expect(page.get_by_label("Adventure")).to_be_checked()
    write(page, page.get_by_label("Title", exact=True), "A book for this test")
    press(page, page.get_by_label("Fairy Tales"), "Space")
    press(page, page.get_by_role("button", name="Add book", exact=True))
    expect(page.locator("#toasts")).to_contain_text("A book for this test")
    expect(page.get_by_role("main").get_by_role("link", name="Adventure")).to_be_visible()
    press(page, page.get_by_role("link", name="Edit book"))
    expect(page.get_by_label("Fairy Tales")).to_be_checked()
    for category in ("Fairy Tales", "Adventure", "Family & Friends"):
        press(page, page.get_by_label(category), "Space")
    press(page, page.get_by_role("button", name="Save changes"))
    expect(page.get_by_role("main").locator(".chips a")).to_have_text(["Family & Friends"])


def test_a_long_list_of_categories_is_filtered(blank, open_page):
    page = open_page(blank)
    sign_in(page)
    for number in range(20):
        page.request.post("/admin/categories", form={"name": f"Shelf {number}", "slug": "", "display_order": "", "icon_name": ""})
    page.goto("/admin/books/new")
    page.fill("[name=title]", "Filtered")
    page.get_by_label("Fairy Tales").check()
    box = page.get_by_label("Filter categories")
    box.fill("SHELF 13")
    expect(page.locator(".check-tile:visible")).to_have_count(1)
    box.press("Enter")
    page.get_by_label("Shelf 13").check()
    box.fill("")
    expect(page.locator(".check-tile:visible")).to_have_count(28)
    page.get_by_role("button", name="Add book").click()
    expect(page.locator("#toasts")).to_contain_text("Filtered")
    page.goto("/admin/books")
    expect(page.get_by_role("main").locator("table .chips a")).to_have_text(["Fairy Tales", "Shelf 13"])


def test_a_page_is_found_by_a_few_letters(admin):
    page = admin()
    page.goto("/admin")
    menu = page.get_by_role("dialog", name="Go to")
    page.keyboard.press("Control+k")
    expect(menu.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("add pub")
    expect(menu.get_by_role("link")).to_have_text(["Add publisher"])
    assert not violations(page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/publishers/new")
    # In a field, too; arrows lead through what was found, and Escape back.
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.press("Control+k")
    page.keyboard.press("ArrowDown")
    expect(menu.get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.keyboard.press("Control+k")
    page.keyboard.type("no page is called so")
    expect(menu.get_by_role("status")).to_have_text("No page or action has this name. Enter searches everything.")
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/search?q=no+page+is+called+so")


def test_a_book_is_found_by_a_few_letters_even_mistyped(admin):
    page = admin()
    page.goto("/admin")
    title = page.request.get("/admin/books.csv?sort=title").text().splitlines()[1].split(",")[1]
    menu = page.get_by_role("dialog", name="Go to")
    page.keyboard.press("Control+k")
    page.keyboard.type(title)
    expect(menu.get_by_role("link", name=title)).to_be_visible()
    expect(menu.get_by_role("button", name=f"Search everything for “{title}”")).to_be_visible()
    assert not violations(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_j_and_k_go_through_a_list_and_from_book_to_book(admin):
    page = admin()
    page.goto("/admin/books?sort=title")
    rows = page.locator("#results tbody th a")
    for key, place in [("j", 0), ("j", 1), ("j", 2), ("k", 1)]:
        page.keyboard.press(key)
        expect(rows.nth(place)).to_be_focused()
    titles = rows.all_inner_texts()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[1])
    page.wait_for_load_state()
    page.keyboard.press("j")
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[2])
    page.wait_for_load_state()
    page.keyboard.press("k")
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[1])
    assert not violations(page)


def test_a_picture_is_dropped_or_pasted_as_a_cover(admin):
    page = admin()
    for act in ("drop", "paste"):
        page.goto("/admin/books/new")
        page.fill("[name=title]", f"A cover for a {act}")
        page.get_by_role("button", name="Add book").click()
        bring_picture(page, act)
        expect(page.locator("#toasts")).to_contain_text(f"Cover of “A cover for a {act}” saved.")
        expect(page.locator(".book-cover img")).to_have_count(1)


def bring_picture(page, act):
    """Drops a small picture on the page, or pastes it."""
    page.evaluate(
        """async (act) => {
            const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 80 });
            canvas.getContext("2d").fillRect(0, 0, 30, 80);
            const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
            const data = new DataTransfer();
            data.items.add(new File([blob], "cover.png", { type: "image/png" }));
            if (act === "drop") {
                const zone = document.querySelector(".book-cover");
                zone.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
            } else {
                document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
            }
        }""",
        act,
    )
