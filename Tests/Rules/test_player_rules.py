"""What the player decides by numbers and a clock, against tables of cases: where a story starts, when its place is saved, which jumps
are one, what counts as watched, when a film has failed, and how times are written and said."""

import pytest
from engine import Engine, cases, table

PARTS = ["names", "rules", "saves", "seeks", "times", "signs", "film"]


@pytest.fixture
def engine():
    return Engine(*(f"player/{name}.js" for name in PARTS))


@pytest.mark.parametrize("case", cases(table("player/resume")))
def test_where_a_story_starts(engine, case):
    """Seed 000, 2.2: position restoration."""
    assert engine.call("({ position, duration }) => Storytime.Rules.start(position, duration)", case) == case["start"]


RUN_SAVES = """({ steps, fails = 0, answer = 0 }) => {
    const start = performance.now(), now = () => performance.now() - start;
    const read = Date.now;
    globalThis.sent = [];
    globalThis.left = [];
    const saves = new Storytime.Saves(async () => {
        sent.push(now());
        if (answer) await new Promise((done) => setTimeout(done, answer));
        return fails-- <= 0;
    });
    const acts = {
        leave: () => { if (saves.leave()) left.push(now()); },
        back: () => { Date.now = () => read() - 3_600_000; },
    };
    for (const [at, name] of steps) setTimeout(acts[name] ?? (() => saves[name]()), at);
}"""


@pytest.mark.parametrize("case", cases(table("player/saves")))
def test_when_a_place_is_saved(engine, case):
    """Seed 000, 2.2: position save debouncing."""
    engine.call(RUN_SAVES, case)
    engine.run_for(200_001)
    assert engine.call("() => sent") == case["sent"]
    assert engine.call("() => left") == case.get("left", [])


RUN_SEEKS = """({ jumps }) => {
    const start = Date.now();
    globalThis.heard = [];
    const seeks = new Storytime.Seeks((from, to, at) => heard.push([from, to, at - start]));
    for (const [at, from, to] of jumps) setTimeout(() => {
        if (from === "sign") return seeks.settle();
        if (from === "forget") return seeks.forget();
        seeks.start(from);
        if (to !== null) seeks.land(to);
    }, at);
}"""


@pytest.mark.parametrize("case", cases(table("player/seeks")))
def test_which_jumps_are_one(engine, case):
    """Seed 000, 6: seek event logging."""
    engine.call(RUN_SEEKS, case)
    engine.run_for(5_000)
    assert engine.call("() => heard") == case["seeks"]


RUN_SIGNS = """({ steps }) => {
    const start = Date.now();
    const film = new Film();
    globalThis.heard = [];
    new Storytime.Signs(film, {
        tell: ({ type, at, position }) => heard.push([type, at - start, Math.floor(position)]), mark: () => {}, leave: () => {},
    });
    const acts = {
        begin: () => { film.paused = false; film.stand(); film.move(); film.fire("playing"); },
        pause: () => { film.paused = true; film.stand(); film.fire("pause"); },
        wait: () => { film.stand(); film.readyState = 2; film.fire("waiting"); },
        go: (place) => { film.seeking = true; film.stand(); film.currentTime = place; film.fire("seeking"); },
        landed: () => { film.seeking = false; film.stand(); if (!film.paused) film.move(); film.fire("seeked"); },
        stand: () => film.stand(),
        move: () => film.move(),
    };
    for (const [at, name, value] of steps) setTimeout(() => acts[name](value), at);
}"""


@pytest.mark.parametrize("case", cases(table("player/signs")))
def test_what_counts_as_watched(engine, case):
    """Seed 000, 6: the events of a viewing."""
    engine.call(RUN_SIGNS, case)
    engine.run_for(200_001)
    assert engine.call("() => heard") == case["signs"]


RUN_FILM = """({ steps }) => {
    const start = Date.now(), now = () => Date.now() - start;
    let isWanted = false;
    globalThis.loads = [];
    globalThis.failed = [];
    const video = Object.assign(new Film(), { readyState: 0, canPlayType: () => "", play: async () => {}, load: () => {} });
    Object.defineProperty(video, "src", { set: () => loads.push(now()) });
    const film = new Storytime.Film(video, { isWanted: () => isWanted, renew: async () => undefined, fail: () => failed.push(now()) });
    const acts = {
        wanted: () => { isWanted = true; },
        refused: () => { isWanted = false; },
        open: () => film.open("/film"),
        play: () => { isWanted = true; video.fire("play"); },
        came: () => { video.readyState = 4; video.fire("canplay"); },
    };
    for (const [at, name] of steps) setTimeout(acts[name], at);
}"""


@pytest.mark.parametrize("case", cases(table("player/films")))
def test_when_a_film_has_failed(engine, case):
    engine.call(RUN_FILM, case)
    engine.run_for(200_001)
    assert engine.call("() => ({ loads, failed })") == {"loads": case["loads"], "failed": case["failed"]}


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (9.9, "0:09"), (135, "2:15"), (3599, "59:59"), (3600, "1:00:00"), (3735.5, "1:02:15"), (-1, "0:00")]
)
def test_a_time_is_written_like_a_clock(engine, seconds, text):
    assert engine.call("(seconds) => Storytime.Times.clock(seconds)", seconds) == text


@pytest.mark.parametrize(
    ("seconds", "duration", "text"),
    [
        (135, 720, "2 minutes 15 seconds of 12 minutes"),
        (135.9, 720.04, "2 minutes 15 seconds of 12 minutes"),
        (61, 60, "1 minute 1 second of 1 minute"),
        (0, 40, "0 minutes 0 seconds of 1 minute"),
        (745, 750, "12 minutes 25 seconds of 13 minutes"),
        (3735, 4200, "62 minutes 15 seconds of 70 minutes"),
    ],
)
def test_a_place_is_said_in_minutes_and_seconds(engine, seconds, duration, text):
    """Seed 000, 7.1: "Playback progress, X minutes Y seconds of Z minutes"."""
    assert engine.call("([seconds, duration]) => Storytime.Times.spoken(seconds, duration)", [seconds, duration]) == text
