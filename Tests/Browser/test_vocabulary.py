"""A family’s words: reviewed by keyboard alone, listed, kept from a text, on paper for Anki, and in large letters for a child."""

import re

import pytest
from checks import night_problems, overflow, problems, small_targets
from conftest import wait_until_true
from kids_home import handed, home, tablet  # noqa: F401, fixtures among them
from playwright.sync_api import expect
from waiting import painted

CSV = "term,meaning,context,language,child\n"


@pytest.fixture
def words(parent_page, home):  # noqa: F811
    """Opens the vocabulary as its parent, with words of the test’s own alone."""

    def words(*terms, whose="", path="/watch/words", **options):
        home.films.execute("DELETE FROM kept_words")
        page = parent_page(**options)
        if terms:
            page.goto("/watch/words/files")
            rows = "".join(f"{term},what {term} means,A sentence with {term}.,en,{whose}\n" for term in terms)
            page.set_input_files("#field-file", {"name": "words.csv", "mimeType": "text/csv", "buffer": (CSV + rows).encode()})
            page.get_by_role("button", name="Import").click()
            expect(page.locator("#toasts")).to_contain_text("added")
        page.goto(path)
        return page

    return words


def term(page):
    return page.locator("#word-term")


def test_words_are_reviewed_by_keyboard_alone(words):
    """V4.3 L111: Space shows the meaning, 1 to 4 answer, u takes the last answer back."""
    page = words("lantern", "owl", path="/watch/review")
    expect(page.locator(".lede")).to_have_text("2 words left today.")
    expect(term(page)).to_have_text("lantern")
    expect(page.get_by_text("what lantern means")).to_be_hidden()
    # An answer that nobody can see yet isn't given.
    page.keyboard.press("3")
    expect(term(page)).to_have_text("lantern")
    page.keyboard.press(" ")
    expect(page.get_by_text("what lantern means")).to_be_visible()
    page.keyboard.press("4")
    expect(term(page)).to_have_text("owl")
    page.keyboard.press("u")
    expect(page.locator("#toasts")).to_contain_text("“lantern” was undone")
    expect(term(page)).to_have_text("lantern")
    for word in ("lantern", "owl"):
        expect(term(page)).to_have_text(word)
        page.keyboard.press(" ")
        expect(page.get_by_role("button", name="Good")).to_be_focused()
        page.keyboard.press("4")
    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
    expect(page.get_by_text("Next: in 8 days, 2 words.")).to_be_visible()


def test_space_twice_answers_good(words):
    page = words("lantern", path="/watch/review")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Good")).to_be_focused()
    page.keyboard.press(" ")
    expect(page.get_by_text("Last answer: lantern, Good")).to_be_visible()


def test_no_digit_answers_what_nobody_sees(words):
    """On a card that is hidden, whichever way it came: at first, after an answer, after Undo, and back in the history."""
    page = words("lantern", "owl", "fox", path="/watch/review")

    def refuses(word):
        expect(term(page)).to_have_text(word)
        for digit in "1234":
            page.keyboard.press(digit)
        painted(page)
        expect(term(page)).to_have_text(word)
        expect(page.get_by_text(f"what {word} means")).to_be_hidden()

    refuses("lantern")
    page.keyboard.press(" ")
    # Pressed twice, it answers once: the next card isn't on the screen yet.
    page.keyboard.press("4")
    page.keyboard.press("4")
    refuses("owl")
    page.keyboard.press("u")
    refuses("lantern")
    page.keyboard.press(" ")
    page.keyboard.press("4")
    expect(term(page)).to_have_text("owl")
    page.locator("summary", has_text="Show the meaning").click()
    page.get_by_role("button", name="Easy").click()
    refuses("fox")


def test_the_wait_is_the_one_that_was_shown(words):
    page = words("lantern", path="/watch/review")
    page.keyboard.press(" ")
    page.keyboard.press("3")
    expect(page.get_by_role("heading", name="Nothing to review right now")).to_be_visible()
    expect(page.get_by_text("The next word is due in 10 minutes.")).to_be_visible()
    expect(page.get_by_role("link", name="Review early")).to_be_focused()
    assert not problems(page)
    page.keyboard.press("Enter")
    expect(term(page)).to_have_text("lantern")


def test_hints_for_keys_are_for_those_who_have_them(words):
    page = words("lantern", path="/watch/review")
    expect(page.locator(".word-keys")).to_be_visible()
    page.keyboard.press(" ")
    page.keyboard.press("4")
    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
    expect(page.locator(".word-keys")).to_have_count(0)
    page = words("lantern", path="/watch/review", width=375, has_touch=True, is_mobile=True)
    page.locator("summary", has_text="Show the meaning").tap()
    expect(page.locator(".word-grades kbd").first).to_be_hidden()
    expect(page.locator(".word-keys")).to_be_hidden()


def test_whoever_acts_on_a_word_stays_there(words):
    """Design: focus is never lost after an act."""
    page = words(*[f"word {number}" for number in range(30)])
    row = page.locator(".word-list > li").nth(20)
    expect(row.locator("h2")).to_have_text("word 9")
    row.get_by_role("button", name="State of word 9").click()
    top = page.evaluate("scrollY")
    assert top > 500
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("“word 9” is now “Learning”.")
    expect(row.locator("h2")).to_be_focused()
    wait_until_true(page, f"Math.abs(scrollY - {top}) < 100")
    row.get_by_role("button", name="Remove word 9").click()
    expect(page.locator("#toasts")).to_contain_text("“word 9” removed.")
    expect(page.locator(".word-list > li").nth(20).locator("h2")).to_be_focused()
    expect(page.locator(".word-list > li").nth(20).locator("h2")).to_have_text("word 8")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("h2", has_text="word 9").first).to_be_focused()
    row.get_by_role("link", name="Edit").click()
    page.get_by_label("Notes").fill("a note")
    page.get_by_role("button", name="Save changes").click()
    expect(row.locator("h2")).to_be_focused()
    expect(row.locator("h2")).to_be_in_viewport()
    # Enter in a checkbox is no press on the first word’s own buttons.
    page.get_by_label("Select word 9", exact=True).press("Enter")
    expect(page.locator("#errors")).to_contain_text("Select some words first.")
    expect(page.locator("#errors")).to_be_focused()


def test_all_words_of_a_page_are_selected_at_once(words):
    page = words("lantern", "owl", "fox")
    page.get_by_label("Select all on this page").check()
    page.get_by_label("With the selected words").select_option("mastered")
    page.get_by_role("button", name="Apply (3)").click()
    expect(page.locator("#toasts")).to_contain_text("3 words marked as “Mastered”.")
    expect(page.locator(".word-list h2").first).to_be_focused()


def test_two_tabs_on_one_word_are_merged(words):
    page = words("lantern")
    page.get_by_role("link", name="Edit lantern").click()
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_label("Meaning").fill("a lamp")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("#toasts")).to_contain_text("Changes to “lantern” saved.")
    other.get_by_label("Notes").fill("mine")
    other.get_by_role("button", name="Save changes").click()
    expect(other.locator("#toasts")).to_contain_text("What you changed in another tab was kept: Meaning.")
    expect(other.locator(".word-list > li")).to_contain_text("a lamp")


def test_words_of_any_direction_begin_at_the_same_edge(words):
    page = words("مصباح", "lantern")
    edges = page.locator(".word-list h2").evaluate_all(
        "all => all.map((each) => { const range = document.createRange(); range.selectNodeContents(each); return Math.round(range.getBoundingClientRect().left); })"
    )
    assert edges[0] == edges[1], edges


def test_keys_can_be_turned_off(words):
    """WCAG 2.1.4."""
    page = words("lantern", path="/watch/review")
    page.evaluate("localStorage.setItem('storytime.shortcuts', 'off')")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Good")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_text("what lantern means")).to_be_visible()
    expect(page.locator(".word-last")).to_have_count(0)


def test_two_windows_agree(words):
    page = words("lantern", "owl", path="/watch/review")
    other = page.context.new_page()
    other.goto("/watch/review")
    for each, name in ((page, "Easy"), (other, "Again")):
        each.locator("summary", has_text="Show the meaning").click()
        each.get_by_role("button", name=name).click()
    expect(other.locator("#toasts")).to_contain_text("“lantern” was answered already, so this didn’t count.")
    expect(term(other)).to_have_text("owl")


def test_it_works_without_javascript(words):
    page = words("lantern", "owl", path="/watch/review", scripts=False)
    expect(page.get_by_text("what lantern means")).to_be_hidden()
    page.locator("summary", has_text="Show the meaning").press("Enter")
    page.get_by_role("button", name="Easy").click()
    expect(term(page)).to_have_text("owl")
    page.get_by_role("button", name="Undo").last.click()
    expect(term(page)).to_have_text("lantern")
    page.goto("/watch/words")
    # A badge is a disclosure with buttons.
    row = page.locator(".word-list > li", has_text="what owl means")
    for state in ("Learning", "Mastered", "New"):
        row.locator("summary").click()
        row.get_by_role("button", name=state, exact=True).click()
        expect(row.locator(".word-badge")).to_contain_text(f"State of owl: {state}")
    page.get_by_role("button", name="Remove lantern").click()
    expect(page.locator(".word-list h2")).to_have_text(["owl"])
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator(".word-list h2")).to_have_text(["owl", "lantern"])
    page.get_by_label("Select owl").check()
    page.get_by_label("With the selected words").select_option("mastered")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#toasts")).to_contain_text("1 word marked as “Mastered”.")
    page.get_by_label("Search the words").fill("LANT")
    page.get_by_role("button", name="Search", exact=True).last.click()
    expect(page.locator(".word-list h2")).to_have_text(["lantern"])


def test_a_word_is_added_and_changed(words):
    """V4.3 L110."""
    page = words()
    page.get_by_role("link", name="Add a word").click()
    page.get_by_role("button", name="Add word").click()
    expect(page.locator("#errors")).to_contain_text("Enter a word.")
    page.get_by_label("Word", exact=True).fill("<b>uggla</b>")
    page.get_by_label("Meaning").fill("owl")
    page.get_by_label("Notes").fill("the one at noon")
    page.get_by_label("Language").fill("Swedish")
    page.get_by_role("button", name="Add word").click()
    expect(page.locator("#toasts")).to_contain_text("“<b>uggla</b>” added.")
    page.get_by_role("link", name="Edit <b>uggla</b>").click()
    page.get_by_label("Word", exact=True).fill("uggla")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator(".word-list h2")).to_have_text("uggla")
    expect(page.locator(".word-list > li")).to_contain_text("the one at noon")


SRT = b"""1
00:00:01,000 --> 00:00:03,000
The fox carried a lantern.

2
00:00:04,000 --> 00:00:06,000
The owl saw the fox.
"""


def test_words_of_a_text_are_kept_at_once(words, home):  # noqa: F811
    """V4.3 L110: with their sentence and their moment, and without JavaScript, too."""
    page = words("lantern", whose=home.alma_name, path=f"/watch/{home.book}/captions", scripts=False)
    page.get_by_label("Caption file").set_input_files({"name": "fox.srt", "mimeType": "text/plain", "buffer": SRT})
    page.get_by_role("button", name="Read the file").click()
    page.get_by_label("Language").fill("English")
    page.get_by_role("button", name="Add captions").click()
    expect(page.locator("#toasts")).to_contain_text("Captions added.")
    track = page.url.split("track=")[1].split("#")[0]
    page.goto(f"/watch/{home.book}?child={home.alma}&track={track}")
    page.get_by_role("link", name="Save words from this story").click()
    expect(page.locator("#words strong")).to_have_text(["the", "fox", "carried", "a", "lantern", "owl", "saw"])
    assert not overflow(page)
    expect(page.locator("input[value=lantern]")).to_be_disabled()
    for word in ("fox", "owl"):
        page.locator(f"input[value={word}]").check()
    page.get_by_role("button", name="Save the selected words").click()
    expect(page.locator("#toasts")).to_contain_text("2 words saved.")
    expect(page.get_by_text("Already saved")).to_have_count(3)
    page.goto("/watch/words")
    owl = page.locator(".word-list > li").first
    expect(owl).to_contain_text("The owl saw the fox.")
    moment = owl.get_by_role("link", name=home.title(home.book)).get_attribute("href")
    assert moment.endswith(f"?track={track}&t=4")


def test_a_child_sees_large_letters_and_hears_them(words, home, handed):  # noqa: F811
    words("lantern", whose=home.alma_name)
    home.films.execute("UPDATE children SET may_read_along = 1 WHERE id = ?", home.alma)
    page = handed()
    page.get_by_role("link", name="Words").click()
    page.evaluate("() => { speechSynthesis.speak = (words) => { window.said = words.text } }")
    page.get_by_role("button", name="lantern").tap()
    assert page.evaluate("window.said") == "lantern"
    assert not problems(page) and not overflow(page)
    home.films.execute("UPDATE children SET may_read_along = 0 WHERE id = ?", home.alma)
    page.goto("/kids/words")
    expect(page.get_by_role("button", name="lantern")).to_have_count(0)


@pytest.mark.parametrize("width", [375, 1366])
def test_pages_fit_and_are_accessible(words, home, width):  # noqa: F811
    page = words("lantern", "Donaudampfschifffahrtsgesellschaftskapitänsmütze" * 2, whose=home.alma_name, width=width, has_touch=width == 375)
    paths = ["/watch/words", "/watch/words?q=zzz", "/watch/words/new", "/watch/words/files", "/watch/review", f"/watch/words/large?whose={home.alma}"]
    paths.append(page.locator(".word-list a", has_text="Edit").first.get_attribute("href"))
    for path in paths:
        page.goto(path)
        if path == "/watch/review":
            page.locator("summary", has_text="Show the meaning").click()
        found = problems(page) + night_problems(page)
        assert not found, (path, found)
        assert not overflow(page), path
        if width == 375:
            assert not small_targets(page), path
