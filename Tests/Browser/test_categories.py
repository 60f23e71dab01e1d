"""Categories from the first to the last: made, corrected, moved and deleted."""

import re

from checks import problems, telephone, violations
from conftest import press, tab_to, write
from playwright.sync_api import expect


def order(page):
    return page.locator("tbody th a").all_text_contents()


def stored_order(page):
    """The order as the server has it."""
    page.goto("/admin/categories")
    return order(page)


def row(page, name):
    return page.locator("tbody tr", has=page.get_by_role("link", name=name, exact=True))


def toast(page):
    return page.locator("#toasts")


def test_a_category_is_made_after_a_mistake_by_keyboard(admin):
    page = admin()
    page.goto("/admin/categories")
    tab_to(page, page.get_by_role("link", name="Add category"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/new$"))
    tab_to(page, page.locator("[name=name]"))
    page.keyboard.type("adventure")
    write(page, page.locator("[name=slug]"), "Not A Slug!")
    write(page, page.locator("[name=display_order]"), "soon")
    page.keyboard.press("Enter")
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(page.locator("[name=slug]")).to_have_value("Not A Slug!")
    expect(page.locator("[name=display_order]")).to_have_value("soon")
    expect(page.locator("[name=slug]")).to_have_attribute("aria-invalid", "true")
    assert not problems(page)
    press(page, summary.get_by_role("link").first)
    focused = page.locator("input:focus")
    expect(focused).to_have_count(1)
    expect(focused).to_have_attribute("aria-invalid", "true")
    write(page, page.locator("[name=display_order]"), "")
    write(page, page.locator("[name=slug]"), "")
    write(page, page.locator("[name=name]"), "Über Dinosaurier & Vögel")
    expect(page.locator("[name=slug]")).to_have_attribute("placeholder", "uber-dinosaurier-vogel")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # the chosen icon of the picker: arrows move on from there
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-chosen]")).to_have_text("Moon and stars")
    page.keyboard.press("Enter")
    expect(toast(page)).to_contain_text("Über Dinosaurier & Vögel")
    expect(row(page, "Über Dinosaurier & Vögel").locator("code")).to_have_text("uber-dinosaurier-vogel")


def test_the_buttons_move_a_category_and_keep_the_focus(admin):
    page = admin()
    before = stored_order(page)
    name = before[2]
    up = page.get_by_role("button", name=f"Move {name} up", exact=True)
    tab_to(page, up)
    page.keyboard.press("Enter")
    expect(up).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Move {name} down", exact=True)).to_be_focused()
    expect(toast(page)).to_contain_text("place 1 of")
    assert stored_order(page) == [name, *before[:2], *before[3:]]


def pull(page, name, onto):
    """The points to press at and to let go at, to bring a row just above another one."""
    grip = row(page, name).locator(".grip")
    grip.scroll_into_view_if_needed()
    start = grip.bounding_box()
    end = row(page, onto).bounding_box()
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    return (x, y), (x, end["y"] + 4)


def test_the_mouse_drags_a_category(admin):
    page = admin()
    before = stored_order(page)
    name, onto = before[4], before[1]
    start, end = pull(page, name, onto)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    page.mouse.up()
    expect(toast(page)).to_contain_text("place 2 of")
    assert stored_order(page) == [before[0], name, *before[1:4], *before[5:]]


def test_a_finger_drags_a_category(admin):
    page = admin(width=375, has_touch=True, is_mobile=True)
    before = stored_order(page)
    name, onto = before[2], before[1]
    start, end = pull(page, name, onto)
    finger = page.context.new_cdp_session(page)

    def touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for step in range(1, 9):
        touch("touchMove", (start[0], start[1] + (end[1] - start[1]) * step / 8))
    touch("touchEnd")
    expect(toast(page)).to_contain_text("place 2 of")
    assert stored_order(page) == [before[0], name, before[1], *before[3:]]


def test_escape_puts_a_dragged_category_back(admin):
    page = admin()
    before = stored_order(page)
    start, end = pull(page, before[4], before[1])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    assert order(page) != before
    page.keyboard.press("Escape")
    page.mouse.up()
    assert order(page) == before
    assert stored_order(page) == before


def test_an_order_that_cannot_be_saved_is_put_back(admin):
    page = admin(is_watched=False)
    before = stored_order(page)
    page.route("**/order", lambda route: route.abort())
    up = page.get_by_role("button", name=f"Move {before[3]} up", exact=True)
    up.focus()
    page.keyboard.press("Enter")
    expect(toast(page)).to_contain_text("could not be saved")
    expect(up).to_be_focused()
    assert order(page) == before
    assert stored_order(page) == before


def test_deleting_says_what_it_takes_along_and_asks_first(admin):
    page = admin()
    page.goto("/admin/categories/new")
    page.fill("[name=name]", "Soon to be gone")
    page.get_by_role("button", name="Add category").click()
    page.get_by_role("link", name="Soon to be gone", exact=True).click()
    page.get_by_role("link", name="Delete category").click()
    question = page.get_by_role("dialog", name="Delete this category?")
    expect(question.get_by_role("link", name="Cancel")).to_be_focused()
    expect(question).to_contain_text("It has no books")
    assert not violations(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Delete category")).to_be_focused()
    page.keyboard.press("Enter")
    question.get_by_role("button", name="Move to the bin").click()
    expect(toast(page)).to_contain_text("Soon to be gone")
    assert "Soon to be gone" not in order(page)


def test_the_second_of_two_admins_sees_both_versions(admin):
    first, second = admin(), admin()
    name = "Two admins"
    for page in (first, second):
        page.goto("/admin/categories/new")
    write(first, first.locator("[name=name]"), name)
    first.keyboard.press("Enter")
    expect(toast(first)).to_contain_text(name)
    second.goto("/admin/categories")
    for page in (first, second):
        press(page, row(page, name).get_by_role("link", name="Edit"))
        expect(page.get_by_role("heading", level=1)).to_have_text("Edit category")
    write(first, first.locator("[name=name]"), f"{name}, the first")
    first.keyboard.press("Enter")
    expect(first.get_by_role("heading", level=1)).to_have_text(f"{name}, the first")
    write(second, second.locator("[name=name]"), f"{name}, the second")
    press(second, second.get_by_role("button", name="Save changes"))
    conflict = second.get_by_role("alert")
    expect(conflict).to_be_focused()
    sides = conflict.get_by_role("row", name="Name").get_by_role("cell")
    expect(sides.locator("p")).to_have_text([f"{name}, the first", f"{name}, the second"])
    expect(second.locator("[name=name]")).to_have_value(f"{name}, the second")
    with telephone(second):
        assert not problems(second)
    assert not problems(second)
    conflict.get_by_role("radio", name="Keep this Name, Yours, not saved").check()
    press(second, conflict.get_by_role("button", name="Save"))
    expect(second.get_by_role("heading", level=1)).to_have_text(f"{name}, the second")
    # Nothing is lost: what was overwritten knowingly stands in the history.
    expect(second.get_by_role("region", name="History")).to_contain_text(f"{name}, the first")
