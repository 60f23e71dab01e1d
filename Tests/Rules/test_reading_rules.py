"""What reading along decides by numbers alone, against tables of cases: the lines and words that are said, step mode, A to B, jumps,
follow mode, swipes, times, search, a second text, and the events of a stream."""

import random

import pytest
from engine import Engine, cases, table


@pytest.fixture(scope="module")
def engine():
    return Engine("reading/00-rules.js")


@pytest.mark.parametrize("case", cases(table("reading/lines")))
def test_which_line_is_said(engine, case):
    """V2.2 L53."""
    assert engine.call("({ lines, time }) => Storytime.Reading.find(lines, time)", case) == case["said"]


def test_the_search_for_a_line_agrees_with_a_plain_one(engine):
    """V2.2 L53: binary search, among lines at random."""
    rng = random.Random(22)
    for _ in range(200):
        lines, time = [], 0.0
        for _ in range(rng.randrange(1, 60)):
            time += rng.choice([0, 0.5, 1, 2])
            lines.append({"start": time, "end": time + rng.choice([0.5, 1, 3])})
        asked = [round(rng.uniform(-1, time + 4), 2) for _ in range(20)]
        found = engine.call("({ lines, asked }) => asked.map((time) => Storytime.Reading.find(lines, time))", {"lines": lines, "asked": asked})
        for at, index in zip(asked, found):
            plain = max((i for i, line in enumerate(lines) if line["start"] <= at < line["end"]), default=-1)
            assert index == plain, (lines, at)


@pytest.mark.parametrize("case", cases(table("reading/words")))
def test_which_word_is_said(engine, case):
    """V2.2 L54."""
    assert engine.call("({ words, time }) => Storytime.Reading.word(words, time)", case) == case["said"]


STEP = """({ lines, acts }) => {
    const pauses = [];
    let state = { line: -1, done: -1 };
    for (const act of acts) {
        if (act === "play") continue;
        if (Array.isArray(act)) { state = { line: -1, done: -1 }; continue; }
        state = Storytime.Reading.step(state, lines, act);
        if (state.pauses) pauses.push(act);
    }
    return pauses;
}"""


@pytest.mark.parametrize("case", cases(table("reading/step")))
def test_where_step_mode_pauses(engine, case):
    """V1.2 L30, and ask 24: once for each line, of one text alone."""
    assert engine.call(STEP, case) == case["pauses"]


@pytest.mark.parametrize("case", cases(table("reading/points")))
def test_setting_a_and_b(engine, case):
    """V1.2 L34 and L35."""
    assert engine.call("({ points, set }) => Storytime.Reading.point(points, ...set)", case) == case["then"]


@pytest.mark.parametrize("case", cases(table("reading/loop")))
def test_what_is_repeated(engine, case):
    """V1.2 L33."""
    assert engine.call("({ loop, time, hasEnded }) => Storytime.Reading.loop(loop, time, hasEnded)", case) == case["to"]


@pytest.mark.parametrize("case", cases(table("reading/jumps")))
def test_where_a_jump_leads(engine, case):
    """V1.2 L26 and L27."""
    case = case | {"lines": [{"start": 1, "end": 3}, {"start": 4, "end": 6}, {"start": 6, "end": 9}]}
    found = engine.call("({ mode, direction, lines, time, duration }) => Storytime.Reading.jump(mode, direction, lines, time, duration)", case)
    assert found == case["to"]


@pytest.mark.parametrize("case", cases(table("reading/follow")))
def test_follow_mode(engine, case):
    """V2.3 L58 to L61, UI L173."""
    assert engine.call("({ isOn, act }) => Storytime.Reading.follow(isOn, act)", case) == case["then"]


@pytest.mark.parametrize("case", cases(table("reading/swipes")))
def test_what_a_swipe_means(engine, case):
    """V2.4 L64 to L66."""
    assert engine.call("({ x, y, isRightToLeft }) => Storytime.Reading.swipe(x, y, isRightToLeft)", case) == case["means"]


@pytest.mark.parametrize("case", cases(table("reading/clocks")))
def test_times_to_a_tenth(engine, case):
    """V1.2 L36."""
    found = engine.call("({ text }) => { const seconds = Storytime.Reading.seconds(text); return Number.isNaN(seconds) ? null : seconds; }", case)
    assert found == case["seconds"]
    if "back" in case:
        assert engine.call("({ seconds }) => Storytime.Reading.clock(seconds)", case) == case["back"]


@pytest.mark.parametrize("case", cases(table("reading/search")))
def test_what_is_found(engine, case):
    """Fut L194, ask 23."""
    assert engine.call("({ lines, text }) => Storytime.Reading.search(lines, text)", case) == case["found"]


@pytest.mark.parametrize("case", cases(table("reading/pairs")))
def test_what_a_second_text_says_meanwhile(engine, case):
    """Fut L193."""
    assert engine.call("({ lines, second }) => Storytime.Reading.pair(lines, second)", case) == case["texts"]


@pytest.mark.parametrize("case", cases(table("reading/events")))
def test_reading_a_stream(engine, case):
    """V3 L86."""
    found = engine.call("({ text }) => Storytime.Reading.events(text)", case)
    assert [[each["type"], each["data"]] for each in found["events"]] == case["events"]
    assert found["rest"] == case["rest"]


@pytest.mark.parametrize("case", cases(table("reading/events")))
def test_a_stream_may_come_in_any_pieces(engine, case):
    found = engine.call(
        """({ text }) => {
            const events = [];
            let rest = "";
            for (const letter of text) {
                const read = Storytime.Reading.events(rest + letter);
                events.push(...read.events);
                rest = read.rest;
            }
            return events;
        }""",
        case,
    )
    assert [[each["type"], each["data"]] for each in found] == case["events"]


@pytest.mark.parametrize("case", cases(table("reading/translators")))
def test_who_translates(engine, case):
    """V3 L89: a text where there is one in the language, else the model, and nobody what is in that language already."""
    assert engine.call("(asked) => Storytime.Reading.translator(asked)", case) == case["by"]


@pytest.mark.parametrize("case", cases(table("reading/turns")))
def test_in_which_order_answers_stand(engine, case):
    """V3 L86."""
    assert engine.call("({ known }) => Storytime.Reading.turns(known).map(({ id }) => id)", case) == case["then"]
