"""The table of what was noticed, written line by line, so that a run that was stopped can go on."""

import re
from collections import Counter

from breaking.campaign import Verdict

_ROW = re.compile(r" *(\d+)  (noticed|unnoticed) +(\d+) s  \S+ +\w+ +(.*)")


class Results:
    def __init__(self, file, title, goes_on):
        self.file, self.verdicts = file, {}
        if goes_on and file.exists():
            first, *rows = file.read_text().splitlines()
            if first != title:
                raise ValueError(f"{file} is about something else: “{first}”, not “{title}”")
            for number, verdict, seconds, by in (row.groups() for row in map(_ROW.fullmatch, rows) if row):
                self.verdicts[int(number)] = Verdict(by, float(seconds), verdict == "noticed")
        else:
            file.write_text(title + "\n")

    def add(self, number, place, verdict):
        self.verdicts[number] = verdict
        word = "noticed" if verdict.is_noticed else "unnoticed"
        where = f"{place.path}:{place.line}"
        row = f"{number:>4}  {word:<9}  {verdict.seconds:>5.0f} s  {where:<70}  {place.kind:<9}  {verdict.by}"
        with open(self.file, "a") as file:
            file.write(row + "\n")
        return row

    def summary(self, places):
        """How many were noticed, part by part, and each line that wasn't, as it is and as it was."""
        judged = {number: place for number, place in places.items() if number in self.verdicts}
        missed = {number: place for number, place in judged.items() if not self.verdicts[number].is_noticed}
        yield f"Noticed: {len(judged) - len(missed)} of {len(judged)}"
        all_of, missed_of = (Counter((place.part, place.kind) for place in each.values()) for each in (judged, missed))
        for part, kind in sorted(all_of):
            yield f"  {part:<9}  {kind:<9}  {all_of[part, kind] - missed_of[part, kind]} of {all_of[part, kind]}"
        for number, place in sorted(missed.items()):
            yield f"\n{number}  {place.path}:{place.line}  {self.verdicts[number].by}"
            yield f"  - {place.text.strip()}"
            yield f"  + {place.broken_line.strip()}"
