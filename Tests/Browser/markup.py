"""The markup of the pages that tests came by. The checker takes seconds to start, so it is asked once, about all of them, when the
run ends (conftest.py); what it finds is an error of the test that came by the page first."""

import hashlib
import json
import os
from pathlib import Path

from checks import checker_messages


def keep_page(page, address=None):
    """Keeps the page that is shown, or one that whoever is signed in there may see, as the server sends it."""
    address = (address or page.url).split("#")[0]
    answer = page.request.get(address)
    assert answer.status in (200, 404, 422), f"{address}: {answer.status}"
    keep_markup(answer.url, answer.body())


def keep_markup(address, markup):
    """Keeps a document, as text or as it came; the same one only once."""
    content = markup.encode() if isinstance(markup, str) else markup
    folder = _folder()
    folder.mkdir(exist_ok=True)
    name = hashlib.sha256(content).hexdigest()[:20]
    test = os.environ["PYTEST_CURRENT_TEST"].rsplit(" ", 1)[0]
    (folder / f"{name}.json").write_text(json.dumps([test, address]), encoding="utf-8")
    (folder / f"{name}.html").write_bytes(content)


def errors_of_tests():
    """What is wrong with all that was kept: for each test, lines with the page, the line of it and the words of the checker."""
    files = sorted(_folder().glob("*.html"))
    found = {}
    for name, line, words in checker_messages(files) if files else []:
        test, address = json.loads((_folder() / name).with_suffix(".json").read_text(encoding="utf-8"))
        found.setdefault(test, []).append(f"{address}, line {line}: {words}")
    return found


def _folder():
    return Path(os.environ["STORYTIME_RUN"]) / "markup"
