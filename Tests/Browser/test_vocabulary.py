"""A family’s words: reviewed by keyboard alone, listed, kept from a text, on paper for Anki, and in large letters for a child."""

import re

import pytest
from checks import html_errors, night_problems, overflow, problems, small_targets
from kids_home import handed, home, tablet  # noqa: F401, fixtures among them
from playwright.sync_api import expect

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
    # A badge is a button.
    badge = page.locator("li", has_text="what owl means").locator(".word-badge")
    for state in ("New", "Learning", "Reviewing", "Mastered", "New"):
        expect(badge).to_contain_text(re.compile(f"^{state}"))
        badge.click()
    page.get_by_role("button", name="Remove lantern").click()
    expect(page.locator("#word-list, .word-list h2")).to_have_text(["owl"])
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
    expect(page.locator(".word-list li")).to_contain_text("the one at noon")


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
    page.get_by_role("link", name="Keep words of this text").click()
    expect(page.locator("#words strong")).to_have_text(["the", "fox", "carried", "a", "lantern", "owl", "saw"])
    assert not overflow(page)
    expect(page.locator("input[value=lantern]")).to_be_disabled()
    for word in ("fox", "owl"):
        page.locator(f"input[value={word}]").check()
    page.get_by_role("button", name="Keep the selected words").click()
    expect(page.locator("#toasts")).to_contain_text("2 words kept.")
    expect(page.get_by_text("Kept already")).to_have_count(3)
    page.goto("/watch/words")
    owl = page.locator(".word-list li").first
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


@pytest.mark.parametrize("width", [375, 768, 1366, 1920])
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
