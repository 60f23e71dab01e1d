"""Somebody at a browser that is told by WebDriver: looks for what is shown, presses it, writes, and waits for what comes of it."""

import json

import pytest
from engines import ENGINES
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from waiting import until

# The first element that people see and that has a text in it or as its name.
LOOK = """
const [selector, text] = arguments;
const words = (element) => `${element.textContent} ${element.ariaLabel ?? ""}`.replace(/\\s+/g, " ");
return [...document.querySelectorAll(selector)].find((element) =>
    element.getBoundingClientRect().width > 1 && (text === null || words(element).includes(text))) ?? null;
"""


class Person:
    def __init__(self, driver, address):
        self.driver = driver
        self.address = address
        # Whoever was here before is forgotten.
        self.go("/login")
        driver.delete_all_cookies()

    def go(self, path):
        self.driver.get(self.address + path)

    def evaluate(self, script, *values):
        """What a script says; an expression has to return it."""
        return self.driver.execute_script(script, *values)

    def wait(self, expression, *values):
        """Waits until an expression of the page is true, and returns it."""
        script = f"return {expression}"
        return until(lambda: self.evaluate(script, *values), lambda: f"{expression} at {self.driver.current_url}")

    def wait_for_address(self, path):
        until(lambda: self.driver.current_url == self.address + path, lambda: f"{path}, but {self.driver.current_url},")

    def look(self, selector, text=None):
        """An element that is shown; nothing if there is none."""
        return self.evaluate(LOOK, selector, text)

    def find(self, selector, text=None):
        """Waits for such an element."""
        what = json.dumps([selector, text], ensure_ascii=False)
        return until(lambda: self.look(selector, text), lambda: f"{what} at {self.driver.current_url}")

    def press(self, selector, text=None):
        """Presses an element with the mouse."""
        self.find(selector, text).click()

    def type(self, *keys):
        """Types keys to whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def write(self, selector, text):
        """Writes into a field, over what is in it."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    def sign_in(self, email, password):
        """Fills in the form that is shown, or goes there."""
        if not self.look("[name=password]"):
            self.go("/login")
        self.write("[name=email]", email)
        self.write("[name=password]", password + Keys.ENTER)


@pytest.fixture(scope="module", params=ENGINES)
def engine(request, tmp_path_factory):
    """One browser after the other; each is started once."""
    with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as driver:
        yield driver


@pytest.fixture
def person(engine, house):
    """Somebody nobody knows yet, at the demo's house."""
    return Person(engine, house.address)
