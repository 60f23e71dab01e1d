"""Every page that a link leads to: accessible, silent, valid, and fit for its window; by day and by night."""

import re
from html.parser import HTMLParser
from urllib.parse import urljoin, urlparse

import pytest
from checks import invisible_focus, night_problems, overflow, problems, small_targets, violations
from markup import keep_markup
from storytime import ROOT

SIGNED_OUT = ["/login", "/no-such-page", "/api/docs", "/api/docs/swift", "/api/docs/createToken", "/api/docs/recordUsageEvents"]
EXAMPLES = 1  # pages of one kind that are looked at, such as those of categories


def kind(address):
    """What pages that differ only in ids and queries have in common."""
    parts = urlparse(address)
    path = re.sub(r"/\d+", "/N", parts.path)
    # The operations of the API have pages of one kind.
    return re.sub(r"^/api/docs/[a-z]+[A-Z]\w*$", "/api/docs/N", path) + ("?" if parts.query else "")


class Links(HTMLParser):
    """The addresses that a document links to, but for files."""

    def __init__(self, document, base):
        super().__init__()
        self.found = []
        self.base = base
        self.feed(document)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and "href" in attributes and "download" not in attributes:
            self.found.append(urljoin(self.base, attributes["href"]))


@pytest.fixture(scope="module")
def addresses(browser, library, session):
    """The pages that links lead to, from the dashboard on."""
    context = browser.new_context(base_url=library.address, storage_state=session)
    found, waiting, kinds = [], ["/admin"], {}
    while waiting:
        address = waiting.pop(0)
        answer = context.request.get(address)
        found.append(address)
        for link in Links(answer.text(), answer.url).found:
            target = link.removeprefix(library.address).split("#")[0]
            seen = kinds.setdefault(kind(target), set())
            if target.startswith("/") and not target.startswith("/api/v1/") and target not in seen and len(seen) < EXAMPLES:
                seen.add(target)
                if target != "/admin":
                    waiting.append(target)
    context.close()
    return [*found, "/admin/no-such-page"]


@pytest.mark.timeout(900)  # All pages take two minutes on a machine that has nothing else to do.
@pytest.mark.parametrize("width", [1280, 375])
def test_pages_are_accessible_silent_valid_and_fit(admin, addresses, width):
    page = admin(width=width, has_touch=width < 400)
    wrong = {address: found for address in addresses if (found := look_at(page, address, width))}
    assert not wrong


@pytest.mark.parametrize("width", [1280, 375])
def test_pages_of_strangers_are_accessible_silent_valid_and_fit(open_page, library, width):
    page = open_page(library, width=width, has_touch=width < 400)
    wrong = {address: found for address in SIGNED_OUT if (found := look_at(page, address, width))}
    assert not wrong


def look_at(page, address, width):
    """All that is asked of a page that was loaded once. axe says nothing new of the narrow one, but for what only that shows."""
    answer = page.goto(address)
    found = problems(page)
    found += [f"its focus is not to be seen: {each}" for each in invisible_focus(page)]
    found += night_problems(page, invisible_focus)
    if width < 400:
        return found + [f"too small for a thumb: {each}" for each in small_targets(page)]
    keep_markup(address, answer.body())
    return found + problems_of_zoom(page) + problems_of_forced_colors(page) + problems_of_print(page)


def test_night_changes_nothing_but_colors():
    """Why night_problems looks at nothing else."""
    public = [path for path in (ROOT / "Public").rglob("*") if path.suffix in (".css", ".js")]
    asking = {path: text for path in public if "prefers-color-scheme" in (text := path.read_text(encoding="utf-8"))}
    assert asking and all(path.suffix == ".css" for path in asking)
    for path, text in asking.items():
        rules = re.findall(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{([^{}]*)\}\s*\}", text)
        assert len(rules) == text.count("prefers-color-scheme"), path
        for declaration in "".join(rules).strip().rstrip(";").split(";"):
            assert re.fullmatch(r"--[a-z-]+: oklch\([^()]*\)|--(light:|dark: initial)", declaration.strip()), (path, declaration)


def test_forms_with_errors_are_accessible(admin):
    page = admin(width=375)
    for address in (
        "/admin/categories/new",
        "/admin/books/new",
        "/admin/publishers/new",
        "/admin/books/1/rights/new",
    ):
        page.goto(address)
        page.locator("main form button[type=submit]:not([tabindex])").first.click()
        page.get_by_role("alert").wait_for()
        assert not violations(page)
        assert overflow(page) <= 0


def problems_of_zoom(page):
    """200 % of a 1280 px window, and 400 % of it (WCAG 1.4.10)."""
    found = []
    for width in (640, 320):
        page.set_viewport_size({"width": width, "height": 512})
        if (pixels := overflow(page)) > 0:
            found.append(f"it is {pixels} px too wide at {width} px")
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


def problems_of_forced_colors(page):
    """Where the system chooses the colors."""
    page.emulate_media(forced_colors="active")
    found = [f"its focus is not to be seen in the system’s colors: {each}" for each in invisible_focus(page)]
    page.emulate_media(forced_colors="none")
    return found


def problems_of_print(page):
    """On paper there are the contents, and no controls."""
    page.emulate_media(media="print")
    found = [] if page.locator("h1").is_visible() else ["its heading isn’t printed"]
    if page.locator(".rail, .toast, .form-actions").filter(visible=True).count():
        found.append("its controls are printed")
    page.emulate_media(media="screen")
    return found


@pytest.mark.parametrize(
    ("address", "more"),
    [("/admin/books", set()), ("/admin/categories", {"/js/ordering"}), ("/admin", {"/css/charts", "/js/charts"})],
)
def test_styles_and_scripts_are_light(admin, library, address, more):
    """Together under 30 KB on the way, and nothing of them in the pages themselves."""
    page = admin()
    sizes = {}
    page.on("response", lambda response: sizes.update({urlparse(response.url).path: response}))
    page.goto(address)
    weights = {
        path: response.request.sizes()["responseBodySize"]
        for path, response in list(sizes.items())
        if response.request.resource_type in ("stylesheet", "script")
    }
    assert {path.rsplit(".", 2)[0] for path in weights} == {"/css/app", "/js/app", "/js/admin"} | more
    print(f"{address}: {sum(weights.values()):,} bytes of styles and scripts")
    assert sum(weights.values()) < 30_000, weights
    assert page.locator("[style], style, script:not([src])").count() == 0
    assert len(page.request.get(urljoin(library.address, "/css/app.css")).body()) > 10_000


def test_the_skip_link_comes_first_and_leads_to_the_content(admin):
    page = admin()
    page.goto("/admin/categories")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to main content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_the_menu_of_a_narrow_window_opens_without_scripts(admin):
    page = admin(width=375, scripts=False, is_watched=False)
    page.goto("/admin")
    page.locator("summary", has_text="Menu").click()
    page.locator(".menu").get_by_role("link", name="Categories").click()
    assert urlparse(page.url).path == "/admin/categories"
