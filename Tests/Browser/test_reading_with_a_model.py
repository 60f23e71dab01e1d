"""The program itself, a model that tests tell what to say, and a parent who reads along: asked, kept, recalled, and refused."""

import threading

import pytest
from chat_model import ChatModel
from checks import problems
from conftest import add_families, sign_in, wait_until_true
from films import CUES, Films
from playwright.sync_api import expect

PARENT = "astrid@example.test"
VERSES = """WEBVTT

00:01.000 --> 00:03.000
まばたきして

00:04.000 --> 00:08.000
おやすみなさい
"""


@pytest.fixture
def model():
    model = ChatModel()
    yield model
    model.close()


@pytest.fixture
def console(stock, tmp_path, browser, model):
    """A library with a family, a story with a film and a text, and the model."""

    def two_families(storytime):
        context = browser.new_context(base_url=storytime.address)
        add_families(storytime, context.new_page())
        context.close()

    storytime = stock(tmp_path, furnish=two_families)
    storytime.environment |= {"STORYTIME_CHAT_URL": model.address, "STORYTIME_CHAT_MODEL": "stub"}
    films = Films(tmp_path)
    films.add_playable(7)
    (tmp_path / "media/videos/1-c.vtt").write_text(CUES.replace("20.000\n", "05.000\n") + "\n00:06.000 --> 00:09.000\nthere was a telephone\n")
    yield storytime.start()
    storytime.stop()


@pytest.fixture
def read(console, open_page):
    """Opens the story as the parent."""

    def read(address="/watch/7", **options):
        page = open_page(console, **options)
        sign_in(page, PARENT)
        go(page, address)
        return page

    return read


def go(page, address):
    page.goto(address)
    page.locator("video").evaluate("video => { video.muted = true }")
    wait_until_true(page, "document.querySelector('#reading[data-ready]') !== null")
    wait_until_true(page, "document.documentElement.hasAttribute('data-explains')")


def word(page, line, text):
    """The sheet of a word, by the menu of its line."""
    page.locator("#cues .cue-more").nth(line).click()
    page.locator("#cue-menu").get_by_role("menuitem", name="Words in this line").click()
    page.locator("#sheet").get_by_role("button", name=text, exact=True).click()
    return page.get_by_role("dialog", name="Word")


def test_a_word_is_explained_asked_on_and_read_again(read, model):
    """V3 L84 to L86: it streams, it is kept, and the next time nobody is asked."""
    goes_on = threading.Event()

    def say(text):
        yield "Something "
        goes_on.wait(10)
        yield "to talk with."

    model.say = say
    page = read()
    sheet = word(page, 1, "telephone")
    sheet.get_by_role("button", name="Explain").click()
    article = sheet.locator("article")
    expect(article.locator("p").first).to_have_text("Something ")
    expect(article).to_have_attribute("aria-busy", "true")
    goes_on.set()
    expect(article.locator("p").first).to_have_text("Something to talk with.")
    expect(article).to_contain_text("It can be wrong.")

    model.say = lambda text: ["With a ", "wire."]
    sheet.get_by_label("Ask a follow-up question").fill("How does it work?")
    page.keyboard.press("Enter")
    expect(article.nth(1)).to_contain_text("With a wire.")
    assert len(model.asked) == 2
    assert "telephone" in str(model.asked[0]["messages"]) and "Astrid" not in str(model.asked)
    assert [message["content"] for message in model.asked[1]["messages"]][-2:] == ["Something to talk with.", "How does it work?"]
    assert not problems(page)

    # Another day: what was said is there in its order, and leads to the conversation.
    go(page, "/watch/7")
    sheet = word(page, 1, "telephone")
    expect(article.locator("h3")).to_have_text(["Explanation in English", "How does it work?"])
    expect(article.nth(1)).to_contain_text("With a wire.")
    assert len(model.asked) == 2
    article.nth(1).get_by_role("link", name="Open the conversation").click()
    expect(page.get_by_text("Something to talk with.")).to_be_visible()
    expect(page.get_by_text("With a wire.")).to_be_visible()


def test_a_refusal_of_the_model_is_said_and_what_was_typed_stays(read, model):
    """V3 L84."""
    page = read()
    sheet = word(page, 0, "green")
    sheet.get_by_role("button", name="Explain").click()
    expect(sheet.locator("article p").first).to_have_text("A large room.")
    field = sheet.get_by_label("Ask a follow-up question")
    model.refuses = 429
    field.fill("Why green?")
    page.keyboard.press("Enter")
    expect(sheet.locator(".sheet-trouble")).to_have_text("The model’s service asks for a pause. Try again in 20 seconds.")
    expect(field).to_have_value("Why green?")
    model.refuses = None
    model.say = lambda text: ["Like grass."]
    page.keyboard.press("Enter")
    expect(sheet.locator("article").last).to_contain_text("Like grass.")
    expect(field).to_have_value("")


def test_a_text_of_ones_own_is_brought_chosen_and_kept_from(read, tmp_path, model):
    """Ask 25, and V2.4 L72: captions in Japanese that only this family has, and a line of them among the kept words."""
    file = tmp_path / "verses.ja.vtt"
    file.write_text(VERSES, encoding="utf-8")
    page = read()
    page.get_by_role("link", name="Add captions").click()
    page.get_by_label("Caption file").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    page.get_by_role("button", name="Add captions").click()
    go(page, "/watch/7")
    own = page.locator("[name=track] option", has_text="yours").get_attribute("value")
    page.locator("[name=track]").select_option(own)
    page.wait_for_url(f"**track={own}*")
    expect(page.locator(".cue-text").first).to_have_text("まばたきして")
    wait_until_true(page, "document.querySelector('#reading[data-ready]') !== null")
    # Times keep the text.
    assert f"track={own}" in page.locator(".cue-time").nth(1).get_attribute("href")
    page.locator("#cues .cue-more").first.click()
    page.locator("#cue-menu").get_by_role("menuitem", name="Words in this line").click()
    sheet = page.get_by_role("dialog", name="Line")
    # The library's text is in the language that the parent reads: no model is asked.
    sheet.get_by_role("button", name="Translate").click()
    expect(sheet.locator("article")).to_contain_text("In the great green room")
    sheet.get_by_role("button", name="Save this line").click()
    expect(sheet.get_by_role("status")).to_have_text("Saved to your words.")
    assert model.asked == []
    page.goto("/watch/words")
    kept = page.locator("#main li", has_text="まばたきして")
    expect(kept.get_by_role("heading")).to_have_text("まばたきして")
    expect(kept).to_contain_text("In the great green room")


def test_the_help_names_the_keys_of_this_page(read):
    """WCAG 3.2.4: “n” is the next line here, and “k” plays."""
    page = read()
    page.locator("h1").click()
    page.keyboard.press("?")
    help = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(help).to_contain_text("Previous line, next line")
    for elsewhere in ("Add a new item", "Find in this list", "row of a list"):
        expect(help).not_to_contain_text(elsewhere)
    # Whoever is signed in stands at the foot of the navigation, to be read.
    page.keyboard.press("Escape")
    assert page.evaluate("getComputedStyle(document.querySelector('a.account-who')).color === getComputedStyle(document.querySelector('.rail-foot')).color")
    assert not problems(page)
