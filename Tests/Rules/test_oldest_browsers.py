"""Nothing in `Public` is younger than the oldest browsers for which the pages are made. `Fixtures/browsers.json` says since when each
engine has what: all that style sheets use, and of scripts what is younger than the list. A feature that it doesn't know fails here,
so that somebody looks it up in the data named there; one that is too young needs a word on why nothing is lost without it."""

import re

import pytest
from engine import ROOT, table
from features import Sheet, scripted

BROWSERS = table("browsers")
OLDEST, KIDS = BROWSERS["oldest"], BROWSERS["oldest_for_kids"]
WITHOUT = BROWSERS["without"]
PUBLIC = ROOT / "Public"
SHEETS = {path.relative_to(PUBLIC).as_posix(): Sheet(path.read_text()) for path in sorted(PUBLIC.rglob("*.css"))}
SCRIPTS = {path.relative_to(PUBLIC).as_posix(): scripted(path.read_text()) for path in sorted(PUBLIC.rglob("*.js"))}
FOR_KIDS = re.compile(r"(kids[\w-]*|player)/|css/(00-layers|cover|icon|reset|tile|tokens)\.css|js/(00-storytime|cover)\.js")


def version(text):
    return tuple(int(part) for part in text.split("."))


def is_younger(versions, oldest):
    return any(since is None or version(since) > version(ours) for since, ours in zip(versions, oldest))


def troubles_of_sheet(sheet, oldest=OLDEST, without=WITHOUT):
    troubles = {f"{selector} is nested" for selector in sheet.nested}
    for kind, names in sheet.found.items():
        known = BROWSERS["css"][kind]
        for name in names:
            # Of values only those are listed that are too young.
            if name not in known:
                troubles |= {f"{name} is not in browsers.json"} if kind != "values" else set()
            elif name not in without and is_younger(known[name], oldest):
                troubles.add(f"{name} is too young")
    return troubles


def troubles_of_script(script, oldest=OLDEST, without=WITHOUT):
    names, grammar = script
    known = BROWSERS["js"]["members"]
    return grammar | {f"{name} is too young" for name in names & known.keys() - without.keys() if is_younger(known[name], oldest)}


@pytest.mark.parametrize("path", SHEETS)
def test_no_style_sheet_is_younger_than_the_list(path):
    assert not troubles_of_sheet(SHEETS[path])


@pytest.mark.parametrize("path", SCRIPTS)
def test_no_script_is_younger_than_the_list(path):
    assert not troubles_of_script(SCRIPTS[path])


def test_kids_mode_goes_further_back():
    without = WITHOUT | BROWSERS["without_for_kids"]
    sheets = {path: troubles for path, sheet in SHEETS.items() if FOR_KIDS.match(path) and (troubles := troubles_of_sheet(sheet, KIDS, without))}
    scripts = {path: troubles for path, script in SCRIPTS.items() if FOR_KIDS.match(path) and (troubles := troubles_of_script(script, KIDS, without))}
    assert not sheets | scripts
    assert not is_younger(KIDS, OLDEST) and KIDS != OLDEST


def test_colors_are_those_that_the_program_makes_plain():
    """What it can't has a twin for browsers without oklch(), or leaves a line in the color of the text."""
    for path, sheet in SHEETS.items():
        for name, value in sheet.declarations:
            if "color-mix(" in value:
                assert re.fullmatch(r"(border|outline|text-decoration)-color", name), (path, name)
            if re.search(r"oklch\([^()]*var\(", value):
                assert "@supports not (color: lch(0% 0 0))" in (PUBLIC / path).read_text(), (path, name)
    # What dims the page behind a dialog has no custom properties in older browsers.
    assert not re.search(r"::backdrop \{[^}]*(var|light-dark)\(", (PUBLIC / "css/dialog.css").read_text())


def test_every_word_on_a_young_feature_is_needed():
    used = {name for sheet in SHEETS.values() for names in sheet.found.values() for name in names}
    used |= {name for names, _ in SCRIPTS.values() for name in names}
    assert WITHOUT.keys() <= used, WITHOUT.keys() - used


def test_an_older_browser_is_told_by_the_oldest_features_of_the_list():
    """A line of the page is hidden by whoever knows what the last of the list knows; no script has a part in it."""
    rule = re.search(r"@supports (.*) \{ \.old-browser \{ display: none; \} \}", (PUBLIC / "css/helpers.css").read_text())
    assert rule[1] == "(width: 1lh) and selector(:has(a))"
    told = [BROWSERS["css"]["units"]["lh"], BROWSERS["css"]["selectors"][":has"]]
    assert [max(versions, key=version) for versions in zip(*told)] == OLDEST


@pytest.mark.parametrize("path", ["README.md", "docs/browsers.md", "Templates/layouts/base.html"])
def test_people_read_the_same_list(path):
    safari, chrome, firefox = OLDEST
    text = " ".join((ROOT / path).read_text().split())
    assert f"Safari {safari}, Chrome {chrome} and Firefox {firefox}" in text or f"Safari {safari}, Chrome {chrome}, Firefox {firefox}" in text
    if path.startswith("docs"):
        safari, chrome, firefox = KIDS
        assert f"Safari {safari}, Chrome {chrome} and Firefox {firefox}" in text


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("a { field-sizing: content; }", None),  # with a word
        ("a { color: red; & b { color: red; } }", "& b is nested"),
        ("a { b { color: red; } }", "b is nested"),
        ("@media print { a { color: red; } }", None),
        ("a { text-box-trim: trim-both; }", "text-box-trim is not in browsers.json"),
        ("a { width: calc-size(auto, size); }", "calc-size is not in browsers.json"),
        ("@starting-style { a { opacity: 0; } }", "starting-style is not in browsers.json"),
        ("@media (dynamic-range: high) { a { color: red; } }", "dynamic-range is not in browsers.json"),
        ("a:open { color: red; }", ":open is not in browsers.json"),
        ("a::picker-icon { color: red; }", "::picker-icon is not in browsers.json"),
        ("a { width: 3rlh; }", "rlh is not in browsers.json"),
        ("a { text-align: match-parent; align-self: anchor-center; }", "align-self: anchor-center is too young"),
        ("/* a:open { */ b { content: 'c:open { d'; }", None),
        ("@keyframes a { from { opacity: 0; } 50% { opacity: 1; } }", None),
    ],
)
def test_what_is_young_in_a_style_sheet_is_found(text, trouble):
    assert troubles_of_sheet(Sheet(text)) == ({trouble} if trouble else set())


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("rows.toSorted()", "toSorted is too young"),
        ("Object.groupBy(rows, (row) => row.kind)", "groupBy is too young"),
        ("if (element.checkVisibility()) act();", "checkVisibility is too young"),
        ("URL.canParse(text)", "canParse is too young"),
        ("const { promise } = Promise.withResolvers();", "withResolvers is too young"),
        ("new URLSearchParams(form).size", "URLSearchParams.size"),
        ("params.size > 0", "URLSearchParams.size"),
        ("/[a--b]/v.test(text)", "a regular expression with the flag v"),
        ("known.size > 0; rows.at(-1).findLast(act); 'a.toSorted()'; // b.toSorted()", None),
        ("const link = 'https://example.test/v'; /a/u.test(text);", None),
    ],
)
def test_what_is_young_in_a_script_is_found(text, trouble):
    assert troubles_of_script(scripted(text)) == ({trouble} if trouble else set())
