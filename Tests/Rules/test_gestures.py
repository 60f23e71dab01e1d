"""What fingers mean in the gallery, where a swipe leads, and how things spring: numbers alone, against tables of cases."""

import math

import pytest
from engine import Engine, cases, table

TABLE = table("gallery/gestures")

# Runs events from a beginning; whatever is given to the machine is frozen, so that it can't be changed.
RUN = """
const freeze = (value) => {
    if (typeof value === "object" && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
};
const step = (state, event) => freeze(Storytime.Gestures.next(freeze(state), freeze(event)));
const look = (state, changes) => freeze(Storytime.Gestures.view(freeze(state), freeze(changes)));
"""


@pytest.fixture(scope="module")
def engine():
    engine = Engine("gallery/place.js", "gallery/springs.js", "gallery/gestures.js")
    engine.context.eval(RUN)
    return engine


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return round(value, 3) if isinstance(value, float) else value


def unpacked(event):
    if event[0] == "view":
        return {"type": "view", "changes": event[1]}
    kind, pointer, x, y, time, *rest = event
    return {"type": kind, "id": pointer, "x": x, "y": y, "time": time, "isPrimary": pointer == 1 or rest == ["primary"], "isPress": rest == ["press"]}


def test_the_names_of_cases_are_sentences_of_their_own():
    names = [case["name"] for case in TABLE["cases"]]
    assert len(set(names)) == len(names)
    assert all(name.endswith(".") for name in names)


@pytest.mark.parametrize("case", cases(TABLE["cases"]))
def test_what_fingers_mean(engine, case):
    name, acts = engine.call(
        """([settings, view, events]) => {
            let state = look(Storytime.Gestures.begin(freeze(settings)), view);
            const acts = [];
            for (const event of events) {
                if (event.type === "view") {
                    state = look(state, event.changes);
                } else {
                    const next = step(state, event);
                    state = next.state;
                    acts.push(...next.acts);
                }
            }
            return [state.name, acts];
        }""",
        [case.get("settings", {}), TABLE["view"] | case.get("view", {}), [unpacked(event) for event in case["events"]]],
    )
    assert rounded(acts) == case["acts"]
    assert name == case["state"]


@pytest.mark.parametrize("case", cases(table("gallery/places")))
def test_where_a_swipe_leads(engine, case):
    way = "photo" if "photo" in case else "category"
    result = engine.call(
        """([[category, index, scale], counts, way, step]) => {
            const place = freeze({ category, index, scale });
            const next = Storytime.Place[way](place, freeze(counts), step);
            return next === place ? "the same object" : [next.category, next.index, next.scale];
        }""",
        [case["place"], case["counts"], way, case[way]],
    )
    assert result == case["result"]


@pytest.mark.parametrize(
    ("place", "counts", "ends"),
    [
        ([0, 0], [1], [True, True, True, True]),
        ([0, 0], [2, 2], [True, False, True, False]),
        ([1, 1], [2, 2], [False, True, False, True]),
        ([1, 1], [2, 3, 2], [False, False, False, False]),
        ([1, 0], [2, 0, 2], [True, True, False, False]),
        ([0, 0], [], [True, True, True, True]),
    ],
)
def test_beyond_which_places_nothing_lies(engine, place, counts, ends):
    found = engine.call("([[category, index], counts]) => Storytime.Place.ends({ category, index }, counts)", [place, counts])
    assert found == dict(zip(["isFirst", "isLast", "isFirstCategory", "isLastCategory"], ends, strict=True))


# ---- Springs

SPRINGS = ["pager", "bouncy", "zoom", "pan", "edge"]
PAGER = [0, 0.071, 0.217, 0.375, 0.519, 0.639, 0.735, 0.807, 0.862, 0.902, 0.931, 0.952, 0.966, 0.977, 0.984, 0.989, 0.992, 0.995, 0.996, 0.998]
BOUNCY = [0, 0.062, 0.201, 0.369, 0.534, 0.678, 0.795, 0.884, 0.946, 0.987, 1.012, 1.024, 1.028, 1.027, 1.024, 1.019, 1.014, 1.010, 1.007, 1.004]


def positions(engine, name, times, velocity=0):
    script = "([name, times, velocity]) => times.map((time) => Storytime.Springs.position(Storytime.Springs[name], time, velocity))"
    return engine.call(script, [name, times, velocity])


def duration(engine, name, velocity=0):
    return engine.call("([name, velocity]) => Storytime.Springs.duration(Storytime.Springs[name], velocity)", [name, velocity])


@pytest.mark.parametrize("velocity", [-40, -5, 0, 8, 12, 200])
@pytest.mark.parametrize("name", SPRINGS)
def test_a_spring_goes_from_its_start_to_its_end(engine, name, velocity):
    end = duration(engine, name, velocity)
    assert positions(engine, name, [0], velocity) == [0]
    assert all(abs(1 - position) <= 0.001 for position in positions(engine, name, [end + tick / 1000 for tick in range(2000)], velocity))
    assert abs(1 - positions(engine, name, [end - 0.0011], velocity)[0]) > 0.001


@pytest.mark.parametrize(("name", "total", "expected"), [("pager", 0.29, PAGER), ("bouncy", 0.43, BOUNCY)])
def test_a_spring_goes_as_the_formula_says(engine, name, total, expected):
    assert positions(engine, name, [total * part / 20 for part in range(20)]) == pytest.approx(expected, abs=0.0006)


@pytest.mark.parametrize(("name", "frequency"), [("pager", 30), ("zoom", 40), ("pan", 12)])
@pytest.mark.parametrize("share", [-1, 0, 0.5, 1])
def test_a_critically_damped_spring_never_overshoots(engine, name, frequency, share):
    assert max(positions(engine, name, [tick / 1000 for tick in range(2000)], share * frequency)) <= 1


def test_the_bouncy_spring_overshoots_by_less_than_5_percent(engine):
    assert 1.02 < max(positions(engine, "bouncy", [tick / 1000 for tick in range(2000)])) < 1.05


@pytest.mark.parametrize("velocity", [-20, 0, 10])
@pytest.mark.parametrize("name", SPRINGS)
def test_a_spring_begins_at_the_velocity_it_is_given(engine, name, velocity):
    [position] = positions(engine, name, [1e-6], velocity)
    assert position / 1e-6 == pytest.approx(velocity, abs=0.01)


@pytest.mark.parametrize("name", SPRINGS)
def test_keyframes_go_all_the_way_at_the_speed_of_the_finger(engine, name):
    script = "([name, ...rest]) => Storytime.Springs.keyframes(...rest.slice(0, 3), Storytime.Springs[name], ...rest.slice(3))"
    slow = engine.call(script, [name, -150, -400, 0])
    assert len(slow["values"]) == 20
    assert [slow["values"][0], slow["values"][-1]] == [-150, -400]
    assert slow["duration"] == pytest.approx(duration(engine, name) * 1000)
    # Two pixels per millisecond to the left, which is 8 times the way in a second.
    quick = engine.call(script, [name, -150, -400, -2, 2001])
    assert quick["duration"] == pytest.approx(duration(engine, name, 8) * 1000)
    first = (quick["values"][1] - quick["values"][0]) / (quick["duration"] / 2000)
    assert first == pytest.approx(-2, abs=0.03)
    # Without a way there is nothing to move.
    still = engine.call(script, [name, 30, 30, 1.5])
    assert set(still["values"]) == {30}
    assert math.isfinite(still["duration"])


def throw(engine, start, end, velocity, count=2001):
    """The way of a thrown photo, and its milliseconds."""
    point = lambda pair: dict(zip("xy", pair, strict=True))
    result = engine.call("([from, to, velocity, count]) => Storytime.Springs.throw(from, to, velocity, count)", [point(start), point(end), point(velocity), count])
    return [(place["x"], place["y"]) for place in result["values"]], result["duration"]


def test_a_thrown_photo_glides_at_the_speed_of_the_finger_on_each_axis(engine):
    places, duration = throw(engine, (0, 0), (199, -99.5), (1, -0.5))
    assert places[0] == (0, 0)
    assert places[-1] == (199, -99.5)
    tick = duration / 2000
    assert [way / tick for way in places[1]] == pytest.approx([1, -0.5], abs=0.02)
    # Where nothing is in its way it never goes beyond its end.
    assert max(x for x, _ in places) <= 199
    assert min(y for _, y in places) >= -99.5


def test_a_throw_that_an_edge_ends_goes_a_bit_beyond_and_comes_back(engine):
    places, duration = throw(engine, (0, 50), (20, 50), (2, 0))
    assert places[-1] == (20, 50)
    assert 20 < max(x for x, _ in places) < 120
    assert {y for _, y in places} == {50}
    assert 300 < duration < 1500


def test_a_photo_that_lies_at_its_edge_has_nowhere_to_go(engine):
    places, duration = throw(engine, (20, 50), (20, 50), (2, 1))
    assert set(places) == {(20, 50)}
    assert duration == 0


# ---- Whatever fingers do

SEEDS = 50
EVENTS = 400

RANDOM = """([seed, count, base]) => {
    // mulberry32
    let turns = seed * 0x9e3779b9 | 0;
    const random = () => {
        turns = turns + 0x6d2b79f5 | 0;
        let mixed = Math.imul(turns ^ turns >>> 15, 1 | turns);
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
        return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
    };
    const pick = (...values) => values[Math.floor(random() * values.length)];
    const isSound = (value) => typeof value === "object" ? Object.values(value).every(isSound) : typeof value !== "number" || Number.isFinite(value);
    const randomView = () => ({
        isFullScreen: random() < 0.85, isFirst: random() < 0.3, isLast: random() < 0.3,
        isFirstCategory: random() < 0.3, isLastCategory: random() < 0.3,
        picture: { width: 400, height: pick(200, 600, 800) },
    });

    let state = look(Storytime.Gestures.begin(), { ...base, ...randomView() });
    let time = 0;
    let lastCategory = -Infinity;
    let last = { x: 200, y: 400 };
    let isLost = false; // Nobody has told of the end of a finger.
    const fingers = new Map(); // those that are really down
    const seen = {};
    for (let number = 0; number < count; number += 1) {
        time += pick(0, 1, 8, 16, 16, 40, 120, 400);
        const moves = Array(5).fill("move");
        const type = fingers.size === 0 ? "down" : pick(...moves, "up", "up", "up", "down", "cancel", "lost");
        const ids = [...fingers.keys()];
        const id = type === "down" && random() < 0.9 ? pick(...[1, 2, 3, 4].filter((id) => !fingers.has(id)), 1) : pick(...ids, 9);
        const old = fingers.get(id) ?? pick(last, { x: random() * 400, y: random() * 800 });
        const reach = pick(0, 3, 30, 200);
        last = { x: old.x + (random() - 0.5) * reach, y: old.y + (random() - 0.5) * reach };
        const event = { type, id, time, ...last, isPrimary: type === "down" && fingers.size === 0, isPress: random() < 0.1 };
        isLost = type === "lost" || (isLost && !event.isPrimary);
        if (type === "down" || fingers.has(id)) fingers.set(id, last);
        if (["up", "cancel", "lost"].includes(type)) fingers.delete(id);
        if (type === "lost") continue;

        const { state: next, acts } = step(state, event);
        const complain = (text) => `seed ${seed}, event ${number}: ${text}: ${JSON.stringify({ state, event, next, acts })}`;
        state = next;
        seen[state.name] = (seen[state.name] ?? 0) + 1;
        if (!["idle", "tap", "swipe", "pan", "pinch"].includes(state.name)) return complain("unknown state");
        if (state.pointers.length === 0 && state.name !== "idle") return complain("no finger, but not idle");
        if (fingers.size === 0 && !isLost && state.pointers.length > 0) return complain("a finger that is gone");
        if (state.pointers.length > 2) return complain("too many fingers");
        if (!isSound(acts) || !isSound(state.view)) return complain("not a number");
        for (const act of acts) {
            seen[act.type] = (seen[act.type] ?? 0) + 1;
            if (act.type === "category") {
                if (time - lastCategory < 300) return complain("categories too close");
                lastCategory = time;
            }
            if (!act.isSettling) continue;
            const { size, picture } = state.view;
            const isBeyond = (pan, side) => Math.abs(pan) > Math.max(0, (picture[side] * act.scale - size[side]) / 2);
            if (act.scale < 1 || act.scale > 4) return complain("settled at a scale beyond");
            if (isBeyond(act.pan.x, "width") || isBeyond(act.pan.y, "height")) return complain("settled beyond the edge");
            if (state.view.scale !== act.scale) return complain("the view is another one");
        }
        // As the caller would: another photo, or its whole view.
        if (acts.some((act) => act.type === "category")) state = look(state, { ...randomView(), scale: 1, pan: { x: 0, y: 0 } });
        if (acts.some((act) => act.type === "photo") || random() < 0.01) state = look(state, randomView());
    }
    return seen;
}"""


def test_whatever_fingers_do_the_photos_come_to_rest(engine):
    seen = set()
    for seed in range(1, SEEDS + 1):
        result = engine.call(RANDOM, [seed, EVENTS, TABLE["view"]])
        assert isinstance(result, dict), result
        seen |= set(result)
    # It has been everywhere.
    assert seen == {
        *("idle", "tap", "swipe", "pan", "pinch"),
        *("drag", "category", "photo", "settle", "leave", "view", "zoom", "doubleTap"),
    }
