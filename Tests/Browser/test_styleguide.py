"""Every part of the design: accessible in every way of looking at it, and usable by keyboard."""

import pytest
from checks import invisible_focus, missing_icons, night_problems, overflow, small_targets, violations
from conftest import CHROMIUM, sign_in, tab_to
from markup import keep_page
from playwright.sync_api import expect

ADDRESS = "/admin/styleguide"


@pytest.fixture(scope="module")
def workshop(stock, tmp_path_factory):
    """A library in development, where the styleguide is."""
    storytime = stock(tmp_path_factory.mktemp("workshop"), books=False)
    storytime.environment["STORYTIME_ENVIRONMENT"] = "development"
    yield storytime.start()
    storytime.stop()


@pytest.fixture(scope="module")
def workshop_session(browser, workshop):
    context = browser.new_context(base_url=workshop.address)
    page = context.new_page()
    sign_in(page)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def styleguide(open_page, workshop, workshop_session):
    """Opens the styleguide as the admin."""

    def open_styleguide(**options):
        page = open_page(workshop, workshop_session, **options)
        page.goto(ADDRESS)
        return page

    return open_styleguide


@pytest.mark.parametrize("width", [1280, 375])
def test_every_part_is_accessible_valid_and_fits(styleguide, width):
    page = styleguide(width=width, has_touch=width < 400)
    assert not violations(page)
    assert not missing_icons(page)
    assert not invisible_focus(page)
    assert not night_problems(page, invisible_focus)
    if width < 400:
        assert not small_targets(page)
    else:
        keep_page(page)
    for each in (width, width // 2 if width > 400 else 320):
        page.set_viewport_size({"width": each, "height": 800})
        assert overflow(page) <= 0, each


def test_parts_are_told_apart_where_the_system_chooses_the_colours(styleguide):
    page = styleguide(forced_colors="active")
    assert not invisible_focus(page)
    shapes = page.locator(".samples .pill").evaluate_all(
        "pills => pills.map(pill => { const s = getComputedStyle(pill, '::before'); return [s.clipPath, s.height, s.borderWidth, s.borderRadius].join() })"
    )
    assert len(set(shapes)) == len(shapes)


def test_a_printed_page_has_no_controls_and_all_numbers(styleguide):
    page = styleguide()
    page.emulate_media(media="print")
    expect(page.locator(".rail")).to_be_hidden()
    expect(page.locator(".form-actions").first).to_be_hidden()
    expect(page.get_by_role("table", name="Minutes watched this week")).to_be_visible()


def test_without_scripts_only_what_works_is_shown(styleguide):
    page = styleguide(scripts=False, is_watched=False)
    expect(page.locator("[data-dialog-open]").first).to_be_hidden()
    expect(page.locator("dialog").first).to_be_hidden()
    expect(page.locator("#shortcuts")).to_be_hidden()
    page.locator(".menu-button summary").click()
    expect(page.get_by_role("link", name="Edit categories")).to_be_visible()
    page.get_by_role("button", name="Show good news").click()
    expect(page.locator(".toast")).to_contain_text("3 books moved")


def test_a_dialog_keeps_the_focus_and_gives_it_back(styleguide):
    page = styleguide()
    opener = page.get_by_role("button", name="Delete category…")
    tab_to(page, opener)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Delete this category?")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    assert not violations(page)
    for _ in range(5):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    page.mouse.click(5, 5)
    expect(dialog).to_be_hidden()


def test_no_page_moves_under_a_dialog(browser, workshop, workshop_session):
    """Where scroll bars take room, as they do on most desktops."""
    desktop = browser.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"], ignore_default_args=["--hide-scrollbars"]
    )
    page = desktop.new_context(base_url=workshop.address, storage_state=workshop_session).new_page()
    page.goto(ADDRESS)
    dialog_moves_nothing(page, scrolls=True)
    page.evaluate("document.querySelectorAll('main > *:not(:has([data-dialog-open], dialog))').forEach((part) => part.remove())")
    page.set_viewport_size({"width": 1280, "height": 20_000})
    dialog_moves_nothing(page, scrolls=False)
    desktop.close()


def dialog_moves_nothing(page, scrolls):
    width = "document.getElementById('main').getBoundingClientRect().width"
    before = page.evaluate(width)
    assert scrolls == page.evaluate("innerWidth > document.documentElement.clientWidth")
    page.get_by_role("button", name="Delete category…").click()
    expect(page.get_by_role("dialog", name="Delete this category?")).to_be_visible()
    assert page.evaluate(width) == before
    page.keyboard.press("Escape")
    assert page.evaluate(width) == before


def test_a_menu_is_used_by_keyboard(styleguide):
    page = styleguide()
    button = page.get_by_role("button", name="More")
    item = lambda name: page.get_by_role("menuitem", name=name)
    tab_to(page, button)
    page.keyboard.press("ArrowUp")
    expect(item("Delete book")).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "true")
    assert not violations(page)
    page.keyboard.press("ArrowDown")
    expect(item("Show in the catalog")).to_be_focused()
    page.keyboard.press("End")
    expect(item("Delete book")).to_be_focused()
    page.keyboard.press("Home")
    expect(item("Show in the catalog")).to_be_focused()
    page.keyboard.type("se")
    expect(item("Send a notice")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(page.get_by_role("menu")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(item("Show in the catalog")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("menu")).to_be_hidden()
    assert page.evaluate("document.activeElement !== document.body")


def test_a_toast_says_what_was_done_and_leaves_the_focus_alone(styleguide):
    page = styleguide()
    tab_to(page, page.get_by_role("button", name="Show bad news"))
    page.keyboard.press("Enter")
    toast = page.get_by_role("status").filter(has_text="The cover could not be read")
    expect(toast).to_be_visible()
    assert page.evaluate("document.activeElement === document.body")
    # It came with a new page; the key is answered once its script has run.
    page.wait_for_load_state()
    page.keyboard.press("Escape")
    expect(page.locator(".toast")).to_have_count(0)


def test_good_news_leaves_by_itself_but_waits_for_a_reader(styleguide):
    page = styleguide()
    page.clock.install()
    page.get_by_role("button", name="Show good news").click()
    toast = page.locator(".toast")
    toast.hover()
    page.wait_for_load_state()
    page.clock.run_for(20_000)
    expect(toast).to_have_count(1)
    page.mouse.move(0, 0)
    page.clock.run_for(9_000)
    expect(toast).to_have_count(0)


def test_a_counter_is_said_when_the_typing_pauses(styleguide):
    page = styleguide()
    page.clock.install()
    field = page.get_by_label("Short title")
    said = page.locator(".control", has=field).get_by_role("status")
    field.fill("x" * 27)
    expect(page.locator(".control", has=field).locator(".counter")).to_have_text("3 characters left")
    expect(said).to_have_text("")
    page.clock.run_for(1_200)
    expect(said).to_have_text("3 characters left")
    field.fill("x" * 31)
    expect(page.locator(".control", has=field).locator(".counter")).to_have_text("1 character too many")
    assert not violations(page)


def test_the_question_mark_shows_the_keys(styleguide):
    page = styleguide()
    for address in (ADDRESS, "/admin/books", "/account"):
        page.goto(address)
        help = page.get_by_role("dialog", name="Keyboard shortcuts")
        page.keyboard.press("?")
        expect(help).to_be_visible()
        assert not violations(page)
        page.keyboard.press("Escape")
        expect(help).to_be_hidden()


def test_keys_go_to_pages(styleguide, workshop):
    page = styleguide()
    pages = {"d": "", "c": "/categories", "b": "/books", "p": "/publishers", "f": "/families", "u": "/users", "a": "/audit", "s": "/system"}
    for key, address in pages.items():
        # A key is answered once the script of the page has run.
        page.wait_for_load_state()
        page.keyboard.press("g")
        page.keyboard.press(key)
        expect(page).to_have_url(workshop.address + "/admin" + address)


def test_keys_search_and_add(styleguide, workshop):
    page = styleguide()
    page.keyboard.press("f")
    expect(page.get_by_label("Search the samples")).to_be_focused()
    page.keyboard.type("gc?n")
    expect(page.get_by_label("Search the samples")).to_have_value("gc?n")
    page.goto("/admin/categories")
    page.keyboard.press("n")
    expect(page).to_have_url(workshop.address + "/admin/categories/new")


def test_keys_can_be_turned_off(styleguide, workshop):
    page = styleguide()
    page.get_by_role("button", name="Shortcuts").click()
    page.get_by_label("Use single-key shortcuts").uncheck()
    page.reload()
    for key in ("?", "g", "c"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page).to_have_url(workshop.address + ADDRESS)
    page.get_by_role("button", name="Shortcuts").click()
    page.get_by_label("Use single-key shortcuts").check()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_a_chart_has_its_numbers_as_a_table(styleguide):
    page = styleguide()
    expect(page.get_by_role("img", name="Minutes watched this week")).to_be_visible()
    page.get_by_text("Show as table").first.click()
    rows = page.get_by_role("table", name="Minutes watched this week").get_by_role("row")
    expect(rows).to_have_count(9)
    expect(rows.last).to_have_text("Total185")


def test_text_from_right_to_left_is_written_so(styleguide):
    page = styleguide()
    assert page.locator("#field-sample-title").evaluate("field => getComputedStyle(field).direction") == "rtl"
    field = page.get_by_label("Name", exact=True)
    field.fill("قصص")
    assert field.evaluate("field => getComputedStyle(field).direction") == "rtl"
    assert page.locator("#field-sample-slug").evaluate("field => getComputedStyle(field).direction") == "ltr"
