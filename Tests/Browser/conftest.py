"""What the tests share: a library with books and an admin, a fresh one, and a browser that fails a test on any complaint."""

import fcntl
import os
import random
import shutil
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Locator, expect, sync_playwright

from checks import Watch
from markup import errors_of_tests
from storytime import Storytime
from waiting import until

EMAIL = "ada@example.test"
PASSWORD = "a kite over the quiet harbour"
DEMO_PARENT = "karin@lindqvist.example"
# Chromium without its windows, menus and dialogs: pages are the same and take half the processor time.
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")

# Debian's Firefox, which takes what Playwright says through a relay, and is told by preferences what Chromium is told by options:
# to move nothing, and that its pointer is a mouse. Playwright takes a page that it keeps in memory for the one that is shown.
FIREFOX = Path(__file__).parent / "Engines/firefox-for-playwright"
FIREFOX_PREFERENCES = {
    "browser.sessionhistory.max_total_viewers": 0,
    "ui.allPointerCapabilities": 6,
    "ui.prefersReducedMotion": 1,
    "ui.primaryPointerCapabilities": 6,
}

# For what never comes, which is a failure; no machine is too slow for it.
expect.set_options(timeout=20_000)


def pytest_addoption(parser):
    parser.addoption("--browser", choices=["chromium", "firefox"], default="chromium", help="the engine in which pages are looked at")
    parser.addoption("--long", action="store_true", help="play at random for two minutes and ten thousand acts at least, not for 20 seconds")
    parser.addoption("--seed", type=int, default=random.randrange(1_000_000), help="play at random as a run with this seed did")


def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.write_line(f"What was played at random is played again with --seed {config.getoption('--seed')}")


def pytest_xdist_auto_num_workers():
    """One more than there are processors: while a film plays, another test works."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Makes the folder in which a run, and each of its workers, keeps what tests say to each other. Who asks for long play has no
    limit of time."""
    if config.getoption("--long"):
        config.option.timeout = 0
    if not is_worker(config):
        os.environ["STORYTIME_RUN"] = tempfile.mkdtemp(prefix="storytime-run-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ["STORYTIME_RUN"], ignore_errors=True))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session, exitstatus):
    """Checks the markup of all pages that tests kept. An error is one of the test that kept the page, found at its end."""
    if is_worker(session.config) or exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return
    for test, errors in errors_of_tests().items():
        where = (test.split("::")[0], None, test.split("::")[-1])
        report = pytest.TestReport(test, where, {}, "failed", "\n".join(errors), "teardown")
        session.config.hook.pytest_runtest_logreport(report=report)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def is_worker(config):
    """Whether this process runs tests for another one."""
    return hasattr(config, "workerinput")


@pytest.fixture(scope="session")
def browser(request):
    with sync_playwright() as playwright:
        launch = launch_firefox if request.config.getoption("--browser") == "firefox" else launch_chromium
        browser = LastingBrowser(lambda: launch(playwright))
        yield browser
        browser.close()


class LastingBrowser:
    """A browser that is started anew once it has ended: a test that ends it would otherwise fail all that follow."""

    def __init__(self, launch):
        self.launch = launch
        self.browser = launch()

    def __getattr__(self, name):
        if not self.browser.is_connected():
            self.browser = self.launch()
        return getattr(self.browser, name)


def launch_chromium(playwright):
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])


def launch_firefox(playwright):
    """There Playwright's fingers do nothing, so that a tap is a click, and nothing stands in for Chromium's own tools."""
    Locator.tap = Locator.click
    BrowserContext.new_cdp_session = lambda *_: pytest.skip("asks for tools that Chromium alone has")
    return playwright.firefox.launch(
        executable_path=FIREFOX, channel="moz-firefox", firefox_user_prefs=FIREFOX_PREFERENCES, timeout=120_000
    )


@pytest.fixture(scope="session")
def stock(tmp_path_factory):
    """Data folders that many tests begin with: each is made once, by whichever worker needs it first, and a test gets a copy.
    `furnish` adds to the demo what a running library is asked for; its name tells such folders apart. One without books has an
    admin and nothing else."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def copy(folder, *demo, typed="", furnish=None, books=True):
        made = shared / "-".join(["stock" if books else "blank", *demo, *([furnish.__name__] if furnish else [])])
        with open(f"{made}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                draft = made.with_name(made.name + ".draft")
                shutil.rmtree(draft, ignore_errors=True)
                draft.mkdir()
                storytime = Storytime(draft)
                storytime.add_user(EMAIL, PASSWORD)
                if books:
                    storytime.command("demo", "--without-stories", *demo, typed=typed)
                if furnish:
                    furnish(storytime.start())
                    storytime.stop()
                storytime.make_passwords_cheap(PASSWORD)
                draft.rename(made)
        shutil.copytree(made, folder, dirs_exist_ok=True)
        return Storytime(folder)

    return copy


@pytest.fixture(scope="session")
def library(stock, tmp_path_factory):
    """A library with the demo's books and an admin; the tests share it and leave each other's records alone."""
    storytime = stock(tmp_path_factory.mktemp("library"))
    yield storytime.start()
    storytime.stop()


@pytest.fixture
def empty_library(tmp_path):
    """A library that nobody has set up yet."""
    storytime = Storytime(tmp_path).start()
    yield storytime
    storytime.stop()


@pytest.fixture
def blank(stock, tmp_path):
    """A library of one's own, with an admin and nothing else."""
    storytime = stock(tmp_path, books=False)
    yield storytime.start()
    storytime.stop()


@pytest.fixture(scope="session")
def session(browser, library):
    """The cookies of a signed-in admin."""
    context = browser.new_context(base_url=library.address)
    page = context.new_page()
    sign_in(page)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def open_page(browser, request):
    """Opens a page of its own context; whatever it complains about fails the test at its end."""
    opened = []

    def open_page(storytime, state=None, width=1280, scheme="light", scripts=True, is_watched=True, **options):
        context = browser.new_context(
            base_url=storytime.address,
            storage_state=state,
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            java_script_enabled=scripts,
            reduced_motion="reduce",
            **options,
        )
        page = context.new_page()
        opened.append((context, Watch(page, storytime.address) if is_watched else None))
        return page

    yield open_page
    for context, watch in opened:
        for page in context.pages:
            if watch:
                watch.complaints += page.evaluate("window.complaints ?? []")
        context.close()
        assert not watch or not watch.complaints, watch.complaints


@pytest.fixture
def admin(open_page, library, session):
    """Opens a page as the signed-in admin of the shared library."""
    return lambda **options: open_page(library, session, **options)


@pytest.fixture
def settings():
    """What the environment of such a library says besides; a file that needs something has a fixture of its own."""
    return {}


@pytest.fixture
def demo(request, stock, tmp_path, browser, settings):
    """A library of one's own, with the demo's books, and with two families if the test asks for them. It ends after the pages
    that are open in it."""

    def two_families(storytime):
        context = browser.new_context(base_url=storytime.address)
        add_families(storytime, context.new_page())
        context.close()

    storytime = stock(tmp_path, furnish=two_families if "families" in request.fixturenames else None)
    storytime.environment |= settings
    yield storytime.start()
    storytime.stop()


@pytest.fixture
def shelf(demo, open_page):
    """Opens pages of such a library as its admin."""

    def open_shelf(**options):
        page = open_page(demo, **options)
        sign_in(page)
        return page

    return open_shelf


@pytest.fixture(scope="module")
def house(stock, tmp_path_factory):
    """A library of the file's own with the demo's families, who have watched for 90 days."""
    storytime = stock(tmp_path_factory.mktemp("house"), "--password-stdin", typed=PASSWORD + "\n")
    yield storytime.start()
    storytime.stop()


@pytest.fixture
def parent_page(house, open_page):
    """Opens a page of the house as a parent of the demo."""

    def parent_page(**options):
        page = open_page(house, **options)
        sign_in(page, email=DEMO_PARENT)
        return page

    return parent_page


@pytest.fixture
def families(demo, open_page):
    """Two families with a child each; opens pages as the parent of one of them."""

    def open_as(email, **options):
        page = open_page(demo, **options)
        sign_in(page, email)
        return page

    return open_as


def add_families(storytime, page):
    """The families of Astrid and Tove, as an admin adds them."""
    storytime.add_user("astrid@example.test", PASSWORD, "parent", "Astrid")
    storytime.add_user("tove@example.test", PASSWORD, "parent", "Tove")
    sign_in(page)
    for family, email, child in [("Ek", "astrid@example.test", "Pippi"), ("Al", "tove@example.test", "James")]:
        page.goto("/admin/families/new")
        page.fill("[name=name]", family)
        page.select_option("[name=territory]", "SE")
        page.click("main form button[type=submit]")
        address = page.url.split("#")[0]
        page.get_by_text("Add a parent who already has an account").click()
        page.fill("[name=email]", email)
        page.get_by_role("button", name="Add parent").click()
        expect(page.locator("#toasts")).to_contain_text("now sees the children")
        page.goto(address + "/children/new")
        page.fill("[name=name]", child)
        page.fill("[name=birth_date]", "2021-05-04")
        with page.expect_navigation():
            page.click("main form.card button[type=submit]")


def sign_in(page, email=EMAIL, password=PASSWORD):
    """Signs in as the page’s form would, without showing a page. How people do it is the matter of test_signing_in.py."""
    answer = page.request.post("/login", form={"email": email, "password": password}, max_redirects=0)
    assert answer.status == 303, answer.text()


def sent_twice(page):
    """Sends the page's form twice at once, as no browser does by itself and a bad connection may; the addresses and texts
    of the pages that both lead to."""
    return page.evaluate(
        """() => {
            const form = document.querySelector("main form");
            const body = new URLSearchParams(new FormData(form));
            const send = async () => {
                const answer = await fetch(form.action, { method: "POST", body });
                return [answer.url, await answer.text()];
            };
            return Promise.all([send(), send()]);
        }"""
    )


def wait_until_true(page, expression):
    """Waits for something in a page, of which playwright's own way would evaluate text there: its policy forbids that."""
    until(lambda: page.evaluate(expression), expression, page)


# What a person without a mouse does. Tests of a story use nothing else, but for typing an address.


def tab_to(page, target, limit=120):
    """Walks to an element with the Tab key alone. It is looked for once, not at each step, unless the page has changed it."""
    element = None
    for _ in range(limit):
        element = element or target.element_handle()
        try:
            has_focus, is_there = element.evaluate("element => [element === document.activeElement, element.isConnected]")
        except Error:
            # The page was on its way to the next one.
            element = None
            continue
        if has_focus:
            return
        element = element if is_there else None
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {target}")


def press(page, target, key="Enter"):
    """Walks to a button, a link or a box, and presses it."""
    tab_to(page, target)
    page.keyboard.press(key)


def write(page, target, text):
    """Walks to a field and types a text over what is in it, or leaves it empty."""
    tab_to(page, target)
    page.keyboard.press("Control+A")
    page.keyboard.type(text) if text else page.keyboard.press("Delete")


def choose(page, target, label):
    """Walks to a list of options and types the name of one."""
    tab_to(page, target)
    page.keyboard.type(label)
    assert target.evaluate("list => list.selectedOptions[0].label") == label


def choose_file(page, field, path):
    """Walks to a field, opens the dialog for its file and chooses one. Chromium shows its own dialog while nobody listens, and
    hears of a listener a little later."""
    tab_to(page, field)
    chosen = []
    page.on("filechooser", lambda chooser: chosen.append(chooser))
    for _ in range(3):
        page.keyboard.press("Space")
        try:
            return until(lambda: chosen, page=page, patience=5)[0].set_files(path)
        except AssertionError:
            continue
    raise AssertionError("no dialog opens")


def sign_in_by_keyboard(page, email=EMAIL, password=PASSWORD):
    """Fills in the sign-in form that is shown."""
    write(page, page.get_by_label("E-mail address"), email)
    write(page, page.get_by_role("textbox", name="Password"), password)
    page.keyboard.press("Enter")
