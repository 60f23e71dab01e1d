"""The places that can be broken, and which of them are."""

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import PurePath

CONDITION, STATEMENT, NUMBER = "condition", "statement", "number"
# Stands in a switched line for the number of its place.
MARK = "\0"


@dataclass(frozen=True)
class Place:
    """A part of a line, and what it says when it is broken."""

    path: str
    line: int  # from 1
    kind: str
    text: str  # the whole line
    start: int
    end: int
    broken: str
    # What stands there in a program that is built once, and asks which place is broken.
    switch: str = field(default="", repr=False)

    @property
    def part(self):
        return PurePath(self.path).parts[0]

    @property
    def broken_line(self):
        return self.text[: self.start] + self.broken + self.text[self.end :]

    def switched_line(self, number):
        return self.text[: self.start] + self.switch.replace(MARK, str(number)) + self.text[self.end :]


def chosen(places, seed, count):
    """So many of the places, one a line at most. Each line has its own number in the seed's lottery, which neither another
    line nor a move of the folder changes: a later version of the code is broken where an earlier one was, as far as both
    have the line."""
    lines = defaultdict(list)
    for place in places:
        lines[place.path, place.line].append(place)
    same = defaultdict(int)
    drawn = []
    for (path, _), here in sorted(lines.items()):
        name = "/".join(PurePath(path).parts[-2:])
        key = (name, here[0].text.strip())
        same[key] += 1
        number = _number(seed, *key, same[key])
        # By its kind first, or a line of numbers would always lose one of them.
        kinds = sorted({place.kind for place in here})
        kind = kinds[number % len(kinds)]
        of_kind = [place for place in here if place.kind == kind]
        drawn.append((number, of_kind[number // 7 % len(of_kind)]))
    drawn.sort(key=lambda pair: pair[0])
    return [place for _, place in drawn[:count]]


def another(number):
    """The next number, as somebody would be wrong by one. Of a thousand milliseconds or bytes one more is nothing to see:
    they are doubled. A byte stays a byte."""
    if number == 255:
        return "254"
    return str(number * 2 if number >= 1000 else number + 1)


def _number(*what):
    return int.from_bytes(hashlib.sha256("\n".join(map(str, what)).encode()).digest()[:8], "big")
