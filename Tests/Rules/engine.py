"""QuickJS with scripts of `Public`: rules that need neither a page nor a browser."""

import json
from pathlib import Path

import pytest
import quickjs

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests/Fixtures"
# What the scripts ask for as they load and QuickJS does not have.
BROWSER = Path(__file__).with_name("browser.js")


class Engine:
    """A place where scripts have run, joined as the program joins them."""

    def __init__(self, *names):
        self.context = quickjs.Context()
        self.context.eval(BROWSER.read_text())
        self.context.eval("\n".join((ROOT / "Public" / name).read_text() for name in ["js/00-storytime.js", *names]))

    def call(self, function, value=None):
        """What a function makes of a value. Both are whatever JSON can say; a number that it can't say comes as its name."""
        call = self.context.eval(f"(value) => said(({function})(JSON.parse(value)))")
        answer = json.loads(call(json.dumps(value)))
        self.run_promises()
        return answer

    def run_for(self, milliseconds):
        """Lets time pass, in which timers run and promises are kept."""
        end = self.call("() => clock.now") + milliseconds
        while self.call("(end) => clock.pass(end)", end):
            pass

    def run_promises(self):
        while self.context.execute_pending_job():
            pass


def table(name):
    return json.loads((FIXTURES / f"{name}.json").read_text())


def cases(table):
    """A test for each case of a table, by its name."""
    return [pytest.param(case, id=case["name"]) for case in table]
