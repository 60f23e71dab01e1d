"""The tool that breaks lines on purpose: which it chooses, and that what it makes of them is still code."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "script/tools"))

from breaking import javascript, swift, templates  # noqa: E402
from breaking.campaign import Baseline, Campaign, Record, Verdict  # noqa: E402
from breaking.masking import JAVASCRIPT, SWIFT, is_balanced, masked  # noqa: E402
from breaking.places import CONDITION, STATEMENT, Place, another, chosen  # noqa: E402
from breaking.results import Results  # noqa: E402
from breaking.suites import PYTHON, Outcome, Runner, Suite, found, near  # noqa: E402
from breaking.suites import SWIFT as SWIFT_SUITES  # noqa: E402
from breaking.tree import Tree, refused_places, with_lines  # noqa: E402

SWIFT_FILE = '''
/// Counts what is in a box.
struct Box: Sendable {
    static let most = 12
    let lid: Int
    var isFull: Bool { count >= Self.most }
    var table: [Int] { [1, 2, 3, 4, 5] }

    init(lid: Int) {
        self.lid = lid
        check("a { of \\(lid > 3 ? "many" : "few") }", 7)
    }

    func put(_ thing: Thing) throws -> Int {
        guard let place = thing.place, place > 0 else { return 1 }
        // if never {
        let name: String
        name = thing.name
        if thing.isHeavy && !isFull {
            count += 1
            try shelf.add(
                thing
            )
            log("put // \\(thing)")
        }
        return things.map {
            weigh($0)
        }.reduce(0, +)
    }

    func isEmpty() -> Bool {
        count == 0
    }
}
'''

JS_FILE = """
{
    const LIMIT = 30; // of all
    const words = /if (never) [/"']/.test(`a ${place ? "b" : `c`} if (no) {`);

    function act(event) {
        if (event.key === "Enter" && !event.repeat) return;
        this.count += 1;
        call(
            place,
        );
        show("a; b");
        place
            .focus();
    }
}
"""

TEMPLATE = """{% if errors %}Error: {% endif %}
{# {% if never %} #}
<a href="{{ row.href }}" title="{{ row.title|upper }}">
    {% include "shared/field.html" with field=name %}
{% elif a and not b -%}
"""


def lines(places, kind):
    return [place.line for place in places if place.kind == kind]


def broken(places, kind):
    return [place.broken_line.strip() for place in places if place.kind == kind]


def test_conditions_of_swift_are_negated_but_not_what_only_binds():
    places = list(swift.places("a.swift", SWIFT_FILE))
    assert broken(places, "condition") == [
        "var isFull: Bool { !(count >= Self.most) }",
        "guard let place = thing.place, !(place > 0) else { return 1 }",
        "if !(thing.isHeavy && !isFull) {",
        "!(count == 0)",
    ]


def test_a_statement_is_dropped_where_it_is_all_of_its_line_and_nobodys_result():
    places = [place for place in swift.places("a.swift", SWIFT_FILE) if place.kind == "statement"]
    assert [place.text.strip() for place in places] == [
        'check("a { of \\(lid > 3 ? "many" : "few") }", 7)',
        "count += 1",
        'log("put // \\(thing)")',
    ]
    assert places[1].switched_line(17) == "            if !Broken.drops(17) { count += 1 }"


def test_numbers_of_swift_are_those_of_functions_not_of_constants_and_tables():
    places = [place for place in swift.places("a.swift", SWIFT_FILE) if place.kind == "number"]
    assert broken(places, "number") == [
        'check("a { of \\(lid > 3 ? "many" : "few") }", 8)',
        "guard let place = thing.place, place > 1 else { return 1 }",
        "guard let place = thing.place, place > 0 else { return 2 }",
        "count += 2",
        "}.reduce(1, +)",
        "count == 1",
    ]
    assert "Broken.number(3, 0, or: 1)" in places[1].switched_line(3)


def test_a_script_loses_conditions_statements_and_numbers():
    places = list(javascript.places("a.js", JS_FILE))
    assert broken(places, "condition") == ['if (!(event.key === "Enter" && !event.repeat)) return;']
    assert [place.text.strip() for place in places if place.kind == "statement"] == ["this.count += 1;", 'show("a; b");']
    assert broken(places, "number") == ["const LIMIT = 31; // of all", "this.count += 2;"]


def test_a_template_loses_conditions_values_and_what_it_includes():
    places = list(templates.places("a.html", TEMPLATE))
    assert broken(places, "condition") == ["{% if not (errors) %}Error: {% endif %}", "{% elif not (a and not b) -%}"]
    assert broken(places, "statement") == [
        '<a href="" title="{{ row.title|upper }}">',
        '<a href="{{ row.href }}" title="">',
        "",
    ]


@pytest.mark.parametrize(
    "code",
    [
        'let a = "\\(b ? "}" : "{")" // {',
        'let a = """\n    { "quoted" \\(b("}"))\n    """',
        'let a = #""""#, b = #"a "{" \\(c)"#, d = "\\"{"',
        "let a = #/\\/({)[/]/#, b = c / d, e = f.split(by: /[{/]+/)",
        "/* { /* { */ { */ let a = { b }",
    ],
)
def test_what_is_written_in_swift_is_no_code(code):
    assert len(masked(code, SWIFT)) == len(code)
    assert is_balanced(code, SWIFT)


def test_what_is_written_in_a_script_is_no_code():
    assert is_balanced(JS_FILE, JAVASCRIPT)
    assert masked("const a = b / c / d; // }", JAVASCRIPT).strip() == "const a = b / c / d;"


def test_a_number_becomes_another_one_of_its_kind():
    assert [another(number) for number in (0, 1, 255, 999, 1000)] == ["1", "2", "254", "1000", "2000"]


def test_the_same_seed_chooses_the_same_lines_and_another_seed_others():
    places = [Place("Sources/A/B.swift", line, "condition", f"if a == {line} {{", 3, 9, "") for line in range(1, 200)]
    assert chosen(places, 1, 10) == chosen(reversed(places), 1, 10)
    assert chosen(places, 1, 10) != chosen(places, 2, 10)
    assert chosen(places, 1, 20)[:10] == chosen(places, 1, 10)
    assert len({(place.path, place.line) for place in chosen(places * 2, 1, 150)}) == 150


def test_lines_that_stay_are_chosen_wherever_they_stand():
    before = [Place("Sources/A/C/B.swift", line, "condition", f"if a == {line} {{", 3, 9, "") for line in range(1, 200)]
    after = [Place("Sources/D/C/B.swift", place.line + 7, place.kind, place.text, 3, 9, "") for place in before[::2]]
    texts = {place.text for place in chosen(before, 1, 60)}
    kept = {place.text for place in after} & texts
    assert kept <= {place.text for place in chosen(after, 1, 60)}


@pytest.mark.parametrize("folder,ending,finder,language", [
    ("Sources", "swift", swift.places, SWIFT), ("Public", "js", javascript.places, JAVASCRIPT),
])
def test_a_file_keeps_its_brackets_whichever_of_its_lines_is_broken(folder, ending, finder, language):
    def brackets(line):
        code = masked(line, language)
        return [code.count(left) - code.count(right) for left, right in ("()", "{}", "[]")]

    count = 0
    for path in sorted((ROOT / folder).rglob(f"*.{ending}"))[::8]:
        source = path.read_text()
        assert is_balanced(source, language), path
        for place in finder(str(path), source):
            count += 1
            now = place.switched_line(1) if place.switch else place.broken_line
            assert brackets(now) == brackets(place.text), place
    assert count > 100


def test_a_template_keeps_its_tags_whichever_of_its_lines_is_broken():
    def tags(line):
        return [line.count(left) - line.count(right) for left, right in (("{%", "%}"), ("{{", "}}"))]

    places = [place for path in sorted((ROOT / "Templates").rglob("*.html")) for place in templates.places("a", path.read_text())]
    assert len(places) > 100
    for place in places:
        assert tags(place.broken_line) == tags(place.text), place


def test_a_source_with_other_lines_keeps_the_rest():
    assert with_lines("a\nb\nc\n", {2: "B"}) == "a\nB\nc\n"


def test_errors_of_the_compiler_belong_to_the_line_or_to_what_stands_above():
    places = {
        number: Place(path, line, "condition", "", 0, 0, "")
        for number, path, line in [(1, "Sources/a.swift", 3), (2, "Sources/a.swift", 9), (3, "Sources/b.swift", 5), (4, "Sources/c.swift", 1)]
    }
    output = (
        "/copy/Sources/a.swift:9:5: error: no\n/copy/Sources/a.swift:9:7: warning: well\n"
        "/copy/Sources/b.swift:7:1: error: missing return\n/copy/Sources/c.swift:1:1: warning: hm\n"
    )
    assert refused_places(output, "/copy", places) == {2, 3}


def test_a_copy_is_broken_at_one_place_and_whole_again(tmp_path):
    tree = Tree(tmp_path, tmp_path / "break")
    tree.files = {"Public/a.js": (b"if (a) b();\n", 0o644)}
    file = tree.path / "Public/a.js"
    place = next(javascript.places("Public/a.js", "if (a) b();\n"))
    with tree.broken(place):
        assert file.read_text() == "if (!(a)) b();\n"
    assert file.read_text() == "if (a) b();\n"


def test_each_suite_of_the_repository_is_found_and_the_nearest_are_those_of_the_feature():
    suites = list(found(ROOT))
    names = [suite.name for suite in suites]
    assert "StorytimeTests/Library/Categories" in names and "Browser/test_categories.py" in names
    assert not any("Tools" in name for name in names)
    place = Place("Sources/Storytime/Library/Categories/CategoryStore.swift", 1, "condition", "", 0, 0, "")
    assert near(place, [suite for suite in suites if suite.kind == SWIFT_SUITES])[0].name == "StorytimeTests/Library/Categories"
    place = Place("Public/gallery/walk.js", 1, "condition", "", 0, 0, "")
    assert "Browser/test_gallery.py" in [suite.name for suite in near(place, suites)]


SWIFT_PROGRAM = """#!/bin/sh
while [ "$1" != --event-stream-output-path ]; do shift; done
issue() { echo '{"kind": "event", "payload": {"kind": "issueRecorded", "issue": {"isKnown": '$2'}, "testID": "'$1'"}}'; }
issue 'A.B\\/known()\\/B.swift:3:4' true >>"$2"
test "$BROKEN_LINE" = 5 && issue 'A.B\\/c()\\/B.swift:3:4' false >>"$2" && exec sleep 600
test "$BROKEN_LINE" = 6 && exec sleep 600
test "$BROKEN_LINE" = 7 && kill -SEGV $$
exit 0
"""

PYTHON_PROGRAM = """#!/bin/sh
echo "FAILED Tests/A/test_b.py::test_c[$("$STORYTIME_BINARY") - 2] - AssertionError: no - no"
exit 1
"""


@pytest.fixture
def runner(tmp_path):
    """Runs suites of a tree in which scripts stand in for what is built."""
    tree = Tree(tmp_path, tmp_path / "break")
    programs = {
        tree.build_folder / "debug/a.xctest": SWIFT_PROGRAM,
        tree.program: "#!/bin/sh\necho line $BROKEN_LINE\n",
        tree.path / ".venv/bin/python": PYTHON_PROGRAM,
    }
    for path, text in programs.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    return Runner(tree)


def test_swift_suites_are_stopped_as_soon_as_one_fails(runner):
    assert runner.run([FAR], 500, number=5).failed == ["A.B/c()/B.swift:3:4"]
    assert not runner.run([FAR], 500, number=1).has_failed


def test_suites_that_hang_or_crash_say_so(runner):
    assert runner.run([FAR], 0.5, number=6).words.startswith("hung")
    assert runner.run([FAR], 500, number=7).words == "crashed: SIGSEGV"


def test_the_program_that_python_suites_start_knows_which_line_is_broken(runner):
    assert runner.run([PAGES], 500, number=5).failed == ["Tests/A/test_b.py::test_c[line 5 - 2]"]


NEAR = Suite("StorytimeTests/Library/Books", SWIFT_SUITES, frozenset({"book"}), "")
FAR = Suite("HTTPTests", SWIFT_SUITES, frozenset({"http"}), "")
PAGES = Suite("Browser/test_books.py", PYTHON, frozenset({"book"}), "")
SWITCHED = Place("Sources/Storytime/Library/Books/A.swift", 1, "condition", "", 0, 0, "", "switch")


class Suites:
    """Suites that fail as they are told to, and remember what was asked of them."""

    def __init__(self, *outcomes, folder=None):
        self.outcomes, self.asked, self.folder = list(outcomes), [], folder

    def run(self, suites, limit, skipped=(), number=0, reached=None, tests=(), stops=True):
        self.asked.append((*(suite.name for suite in suites), *skipped, *tests))
        if reached:
            reached.write_text("5\n3\n5\n")
        return self.outcomes.pop(0) if self.outcomes else Outcome(1, [])


class Unbroken:
    def __init__(self, reached):
        self.records = {suite.name: Record(1, reached=[5] if suite in reached else []) for suite in (NEAR, FAR, PAGES)}


def campaign(runner, reached=(NEAR, FAR, PAGES)):
    return Campaign(None, runner, [PAGES, FAR, NEAR], Unbroken(reached))


def test_the_nearest_suites_are_asked_first_and_the_first_that_notices_ends_it():
    runner = Suites(Outcome(1, []), Outcome(2, ["HTTPTests.A/b()"]), Outcome(3, ["HTTPTests.A/b()"]))
    assert campaign(runner).judge(5, SWITCHED) == Verdict("HTTPTests.A/b()", 6)
    assert [asked[0] for asked in runner.asked] == [NEAR.name, FAR.name, FAR.name]


def test_suites_that_never_come_to_a_line_are_not_asked():
    runner = Suites()
    assert not campaign(runner, reached=[FAR]).judge(5, SWITCHED).is_noticed
    assert runner.asked == [(FAR.name,)]
    assert campaign(Suites(), reached=[]).judge(5, SWITCHED).by == "nothing: no suite comes to it"


def test_a_test_that_fails_only_once_has_noticed_nothing():
    runner = Suites(Outcome(1, ["A/b()"]), Outcome(1, []))
    assert not campaign(runner, reached=[NEAR]).judge(5, SWITCHED).is_noticed
    assert runner.asked == [(NEAR.name,), (NEAR.name, "A/b()"), (NEAR.name, "A/b()")]


def test_a_line_that_makes_the_program_hang_is_noticed():
    verdict = campaign(Suites(Outcome(65, [], "hung: stopped after 65 s"))).judge(5, SWITCHED)
    assert verdict.is_noticed and verdict.by == "hung: stopped after 65 s"


def test_what_fails_unbroken_is_skipped_and_a_suite_that_still_fails_is_left_out(tmp_path):
    runner = Suites(
        Outcome(1, []), Outcome(2, ["A/b()"]), Outcome(1, []), Outcome(3, [], "crashed: SIGSEGV"), folder=tmp_path
    )
    said = []
    Baseline(runner, "a build").measure([NEAR, FAR, PAGES], said.append)
    assert [line.split(", ", 1)[1] for line in said] == ["1 s", "2 s; without A/b()", "3 s; left out: crashed: SIGSEGV"]
    records = Baseline(Suites(folder=tmp_path), "a build").records
    assert records[NEAR.name] == Record(1, [], "", reached=[3, 5])
    assert records[FAR.name].skipped == ["A/b()"] and records[PAGES.name].left_out
    assert not Baseline(Suites(folder=tmp_path), "another build").records


def test_results_are_read_again_and_say_what_nobody_noticed(tmp_path):
    places = {
        1: Place("Public/a.js", 3, CONDITION, "  if (a) b();", 6, 7, "!(a)"),
        2: Place("Public/b.js", 4, STATEMENT, "  b();", 2, 6, ";"),
    }
    results = Results(tmp_path / "results.txt", "a title", goes_on=False)
    results.add(1, places[1], Verdict("nothing", 12, is_noticed=False))
    results.add(2, places[2], Verdict("Browser/test_b.py::test_b", 3))
    again = Results(tmp_path / "results.txt", "a title", goes_on=True)
    assert again.verdicts == results.verdicts
    summary = "\n".join(again.summary(places))
    assert summary.startswith("Noticed: 1 of 2")
    assert "1  Public/a.js:3  nothing\n  - if (a) b();\n  + if (!(a)) b();" in summary
    with pytest.raises(ValueError):
        Results(tmp_path / "results.txt", "another title", goes_on=True)
