"""What can be broken in a script: conditions, statements that stand alone on their line, and whole numbers."""

import re

from breaking.masking import JAVASCRIPT, masked
from breaking.places import CONDITION, NUMBER, STATEMENT, Place, another

_CONDITION = re.compile(r"\b(?:if|while) \(")
_NAME = r"(?:await )?(?!super\b)[\w$][\w$.?#]*(?:\[[^\[\]]*\][\w$.?]*)*"
_STATEMENT = re.compile(r"\s+" + _NAME + r"(?:\(.*\)[\w$.?()]*| (?:[-+*/%&|^]|\?\?|\|\||&&|<<|>>)?= \S.*|\+\+|--);$")
_WORD = re.compile(r"\s*(?:const|let|var|return|if|else|for|while|do|switch|case|default|throw|break|continue|class|function|yield)\b")
_ENDS = re.compile(r"[;{}]$")
_NUMBER = re.compile(r"(?<![\w.$#])(0|[1-9][\d_]*)(?![\w]|\.\d)")
_NO_NUMBERS = re.compile(r"\s*case\b")
_TABLE = 3  # A line with more numbers belongs to a table.


def places(path, source):
    lines = masked(source, JAVASCRIPT).split("\n")
    before = ""
    for index, (line, text) in enumerate(zip(lines, source.split("\n"))):
        for kind, start, end, broken in _parts(line, text, before):
            yield Place(path, index + 1, kind, text, start, end, broken)
        before = line.strip() or before


def _parts(line, text, before):
    for found in _CONDITION.finditer(line):
        if end := _closing(line, found.end()):
            yield CONDITION, found.end(), end, f"!({text[found.end():end]})"
    begins = not before or _ENDS.search(before)
    if begins and _STATEMENT.match(line) and not _WORD.match(line) and _is_closed(line):
        yield STATEMENT, len(line) - len(line.lstrip()), len(line.rstrip()), ";"
    numbers = list(_NUMBER.finditer(line))
    if len(numbers) <= _TABLE and not _NO_NUMBERS.match(line):
        for found in numbers:
            yield NUMBER, *found.span(), another(int(found.group().replace("_", "")))


def _closing(line, at):
    """The bracket that ends what begins here."""
    depth = 1
    for place in range(at, len(line)):
        depth += (line[place] in "([{") - (line[place] in ")]}")
        if depth == 0:
            return place
    return None


def _is_closed(line):
    return _closing("(" + line + ")", 1) == len(line) + 1
