"""What can be broken in a template: the condition of an `if`, a value that is written, and a template that is included."""

import re

from breaking.places import CONDITION, STATEMENT, Place

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_CONDITION = re.compile(r"\{%[-+]? (?:if|elif) (.+?) [-+]?%\}")
# One within a tag's own text is an argument, and a value in quotes may be one of several.
_VALUE = re.compile(r"\{\{-? .+? -?\}\}")
_INCLUDE = re.compile(r"^\s*(\{% include [^%]+ %\})\s*$")


def places(path, source):
    code = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)
    for index, (line, text) in enumerate(zip(code.split("\n"), source.split("\n"))):
        for found in _CONDITION.finditer(line):
            yield Place(path, index + 1, CONDITION, text, *found.span(1), f"not ({found.group(1)})")
        for found in [*_VALUE.finditer(line), *_INCLUDE.finditer(line)]:
            span = found.span(1) if found.re is _INCLUDE else found.span()
            yield Place(path, index + 1, STATEMENT, text, *span, "")
