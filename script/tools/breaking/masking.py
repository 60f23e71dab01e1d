"""Code without what is written in it: comments become blanks, and texts and patterns underscores between their quotes. All
else stays where it is, so that a place in the masked code is the same place in the code."""

import re

SWIFT, JAVASCRIPT = "swift", "js"
_START = {SWIFT: re.compile(r'//|/\*|#*"|#+/|/'), JAVASCRIPT: re.compile(r"//|/\*|[\"'`]|/")}
# After one of these a slash begins a pattern; after anything else it divides.
_BEFORE_PATTERN = set("(,=:[!&|?{};\n")
_BRACKETS = re.compile(r"[(){}\[\]]")
# What may end a text or begin something in it.
_STOP = re.compile(r"""["'`/\\$]""")
_CLOSES = {"(": ")", "{": "}", "[": "]"}


def masked(code, language):
    out, at = [], 0
    while start := _START[language].search(code, at):
        out.append(code[at : start.start()])
        end, cover = _token(code, start, language)
        out.append(cover)
        at = end
    return "".join(out) + code[at:]


def is_balanced(code, language):
    """Whether each bracket has its other one."""
    awaited = []
    for bracket in _BRACKETS.findall(masked(code, language)):
        if bracket in _CLOSES:
            awaited.append(_CLOSES[bracket])
        elif not awaited or awaited.pop() != bracket:
            return False
    return not awaited


def _token(code, start, language):
    """Where what begins here ends, and what covers it."""
    mark, at = start.group(), start.start()
    if mark == "//":
        end = code.find("\n", at)
        end = len(code) if end < 0 else end
        return end, " " * (end - at)
    if mark == "/*":
        end = _comment_end(code, at, nests=language == SWIFT)
        return end, _covered(code[at:end], " ")
    if mark == "/" and not _begins_pattern(code, at):
        return at + 1, mark
    end = _pattern_end(code, at) if mark == "/" else _text_end(code, start, language)
    return end, mark[0] + _covered(code[at + 1 : end - 1], "_") + mark[0]


def _covered(text, cover):
    return re.sub(r"[^\n]", cover, text)


def _comment_end(code, at, nests):
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(code, at):
        if mark.group() == "*/":
            depth = depth - 1 if nests else 0
        else:
            depth += 1
        if depth == 0:
            return mark.end()
    return len(code)


def _begins_pattern(code, at):
    before = code[code.rfind("\n", 0, at) + 1 : at].rstrip(" ")
    can = not before or before[-1] in _BEFORE_PATTERN or before.endswith("return")
    return can and code[at + 1 : at + 2] not in ("", " ", "\n") and _pattern_end(code, at) is not None


def _pattern_end(code, at):
    """After the slash that ends a pattern; None if the line has none."""
    in_set = False
    for mark in re.compile(r"\\.|[\[\]/\n]").finditer(code, at + 1):
        if mark.group() == "\n":
            return None
        if mark.group() == "/" and not in_set:
            return mark.end()
        in_set = mark.group() == "[" or in_set and mark.group() != "]"
    return None


def _text_end(code, start, language):
    quote = start.group()
    hashes = quote.rstrip('"/') if language == SWIFT else ""
    if code.startswith('""\n', start.end()) and language == SWIFT:
        quote += '""'
    closing = quote[len(hashes) :] + hashes
    opening = "${" if quote == "`" else "\\" + hashes + "("
    at = start.start() + len(quote)
    while found := _STOP.search(code, at):
        at = found.start()
        if code.startswith(closing, at):
            return at + len(closing)
        if code.startswith(opening, at) and (language == SWIFT or quote == "`"):
            at = _code_end(code, at + len(opening), opening[-1], language)
        elif code[at] == "\\" and (not hashes or quote.endswith("/")):
            at += 2
        else:
            at += 1
    return len(code)


def _code_end(code, at, opening, language):
    """After the bracket that ends code within a text."""
    depth, closing = 1, _CLOSES[opening]
    while at < len(code):
        start = _START[language].match(code, at)
        if start:
            at, _ = _token(code, start, language)
            continue
        depth += (code[at] == opening) - (code[at] == closing)
        at += 1
        if depth == 0:
            return at
    return len(code)
