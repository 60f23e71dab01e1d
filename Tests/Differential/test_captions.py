"""Our readers of captions against Python's, on files by chance: the same cues, or a difference that is named here."""

import csv
import io
import random

import pytest
import srt
import webvtt

from generated import UNUSUAL, Generator, clock

SEED = 20_261_127
FILES = 60

# Where a reader says something else on purpose: what is unusual in a file, and why.
DIFFERENCES = {
    "srt": {
        "tags": "srt leaves tags in the text; here they are styles",
        "position": "srt leaves {\\an8} in the text; here it is a place",
    },
    "webvtt": {
        "entity": "webvtt-py leaves references in the text; the specification has them decoded",
    },
    "csv": {
        "guard": "an apostrophe before a formula is how spreadsheets guard it; our reader takes it away as our writer puts it",
    },
}


def lines(text):
    """White space at the ends of lines is nobody's."""
    return "\n".join(line.strip() for line in text.replace("\r\n", "\n").split("\n")).strip()


def theirs_srt(text):
    return [
        (round(cue.start.total_seconds() * 1000), round(cue.end.total_seconds() * 1000), lines(cue.content))
        for cue in srt.parse(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    ]


def theirs_webvtt(text):
    def milliseconds(time):
        hours, minutes, seconds = time.split(":")
        whole, fraction = seconds.split(".")
        return ((int(hours) * 60 + int(minutes)) * 60 + int(whole)) * 1000 + int(fraction)

    cues = webvtt.from_buffer(io.StringIO(text.removeprefix("\ufeff").replace("\r\n", "\n")))
    return [(milliseconds(cue.start), milliseconds(cue.end), lines(cue.text)) for cue in cues]


def theirs_csv(text):
    def milliseconds(time):
        hours, minutes, seconds = time.split(":")
        return (int(hours) * 60 + int(minutes)) * 60_000 + round(float(seconds) * 1000)

    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    return [(milliseconds(row["start"]), milliseconds(row["end"]), lines(row["text"])) for row in rows]


READERS = {"srt": ("srt", theirs_srt), "webvtt": ("vtt", theirs_webvtt), "csv": ("csv", theirs_csv)}


def differing(reader, texts, read_all):
    ending, theirs = READERS[reader]
    found = []
    for text, ours in zip(texts, read_all(texts, ending)):
        assert ours is not None, f"rejected: {text!r}"
        ours, other = [(start, end, lines(each)) for start, end, each in ours], theirs(text)
        if ours != other:
            found.append(f"{text!r}\nours:   {ours}\ntheirs: {other}")
    return found


@pytest.mark.parametrize("reader", READERS)
def test_the_same_cues_are_found(reader, read_all):
    generator = Generator(random.Random(SEED))
    make = getattr(generator, READERS[reader][0])
    found = differing(reader, [make() for _ in range(FILES)], read_all)
    assert not found, f"{len(found)} of {FILES} differ, such as\n" + "\n\n".join(found[:3])


@pytest.mark.parametrize("unusual", UNUSUAL)
@pytest.mark.parametrize("reader", DIFFERENCES)
def test_what_is_unusual_differs_only_where_it_is_said(reader, unusual, read_all):
    generator = Generator(random.Random(SEED))
    make = getattr(generator, READERS[reader][0])
    found = differing(reader, [make(unusual) for _ in range(6)], read_all)
    is_said = unusual in DIFFERENCES[reader]
    assert bool(found) == is_said, "\n\n".join(found[:3]) or f"no longer: {DIFFERENCES[reader][unusual]}"


def test_times_are_written_as_they_are_read():
    assert clock(359_999_999, ",") == "99:59:59,999" and clock(360_000_000, ".") == "100:00:00.000"
