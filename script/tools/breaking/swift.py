"""What can be broken in a file of Swift: conditions, statements that stand alone on their line, and whole numbers in the
bodies of functions. Each is found in masked code by the look of its line, and only where the line is all there is of it."""

import bisect
import re
from dataclasses import dataclass

from breaking.masking import SWIFT, masked
from breaking.places import CONDITION, MARK, NUMBER, STATEMENT, Place, another

TYPE, FUNCTION, CONTROL, CLOSURE, BRACKET = "type", "function", "control", "closure", "bracket"

_KINDS = {
    **dict.fromkeys(["struct", "class", "enum", "extension", "actor", "protocol"], TYPE),
    **dict.fromkeys(["func", "init", "deinit", "subscript"], FUNCTION),
    **dict.fromkeys(["if", "else", "for", "while", "repeat", "guard", "switch", "do", "catch", "defer"], CONTROL),
}
_KEYWORD = re.compile(r"(?<![.\w`])(" + "|".join([*_KINDS, "var", "let"]) + r")\b(?!\()|(?<![.\w`])(init|subscript)\b|\b(func)\b")
_ACCESSOR = re.compile(r"(?:^|\s)(?:get|set|willSet|didSet|_read|_modify)(?:\(\))?(?:\s+(?:async|throws))*\s*$")
_EVENT = re.compile(r"[{}()\[\]]")

_CONDITION = re.compile(r"(?<![.\w`])(if|while|guard) (?!let\b|var\b|case\b)|(?<![.\w`])(if|while|guard|where) ")
_NO_CONDITION = re.compile(r"\s*(?:let|var|case|_)\b|\s*#|\s*$|\s*true\s*$")
_BOOL = re.compile(r"(?:-> Bool|\bvar \w+: Bool)(?: where [^{]*)? \{ (.+) \}\s*$")
_GIVES_BOOL = re.compile(r"(?:-> Bool|\bvar \w+: Bool)\s*(?:where [^{]*)?$")
_RETURN = re.compile(r"\s*return (?!true\s*$|false\s*$)(.+?)\s*$")

_CALLED = r"(?:try[?!]? |await )*(?!(?:super|self)\.init\b|Self\b|[A-Z])[\w$][\w.?!$]*(?:\[[^\[\]]*\][.?!\w]*)*"
_CALL = re.compile(r"\s+" + _CALLED + r"(?:<[\w, ]+>)?\(.*\)(?:[.?!][\w.?!()]*)?\s*$")
_ASSIGNMENT = re.compile(r"\s+" + _CALLED + r" (?:[-+*/%&|^]|&[-+*]|<<|>>)?= \S.*$")
_WORD = re.compile(
    r"\s*(?:let|var|return|if|guard|for|while|switch|case|default|func|throw|break|continue|defer|import|init|repeat|do|else"
    r"|precondition|assert|fatalError|preconditionFailure|assertionFailure|withExtendedLifetime|private|static|fileprivate"
    r"|mutating|public|internal|override|typealias|struct|enum|final|yield|_)\b"
)
_GOES_ON = re.compile(r"(?:[-+*/%&|<>=,(\[:?~^]|\b(?:return|try|await|throw|in|where|else|is|as))$")
_GOES_ON_BEFORE = re.compile(r"\s*(?:[.?:+*/%&|<>=~^,)\]]|-(?!>)|\{|where\b|else\b|is\b|as\b)")

_NUMBER = re.compile(r"(?<![\w.$#])(0|[1-9][\d_]*)(?![\w]|\.\d|\.[a-z])")
_NO_NUMBERS = re.compile(r"\s*(?:case\b|@|#)|\bstatic let\b|\bcase let\b|\bcase \.")
_TABLE = 3  # A line with more numbers belongs to a table.
_BODY = 60  # lines of a function at most
_NOTHING_TO_SEE = re.compile(r"\breserveCapacity\(")  # It only saves time.


@dataclass(frozen=True)
class Scope:
    """What a bracket encloses."""

    kind: str
    header: str
    outer: "Scope | None"

    def chain(self):
        scope = self
        while scope:
            yield scope
            scope = scope.outer

    @property
    def is_in_function(self):
        return any(scope.kind == FUNCTION for scope in self.chain())

    @property
    def function(self):
        """The function whose statement this encloses; None within a closure."""
        for scope in self.chain():
            if scope.kind != CONTROL:
                return scope if scope.kind == FUNCTION else None
        return None


FILE = Scope(TYPE, "", None)


class Outline:
    """Which scope each place of a file is in."""

    def __init__(self, code):
        self._offsets, self._scopes = [0], [FILE]
        scope, since = FILE, 0
        for event in _EVENT.finditer(code):
            bracket, at = event.group(), event.start()
            if bracket in "([":
                scope = Scope(BRACKET, "", scope)
            elif bracket == "{":
                header = code[since:at]
                scope = Scope(_kind(header, scope), header, scope)
            else:
                scope = scope.outer or FILE
            if bracket in "{}":
                since = at + 1
            self._offsets.append(at + 1)
            self._scopes.append(scope)

    def at(self, offset):
        return self._scopes[bisect.bisect_right(self._offsets, offset) - 1]


def places(path, source):
    code = masked(source, SWIFT)
    outline = Outline(code)
    lines, texts = code.split("\n"), source.split("\n")
    offset = 0
    for index, (line, text) in enumerate(zip(lines, texts)):
        finder = _Line(lines, index, offset, outline)
        for kind, start, end, broken, switch in finder.parts():
            part = text[start:end]
            yield Place(
                path, index + 1, kind, text, start, end, broken.replace(MARK, part), switch(part)
            )
        offset += len(line) + 1


class _Line:
    """A line of masked code, and what in it can be broken."""

    def __init__(self, lines, index, offset, outline):
        self.lines, self.index, self.offset, self.outline = lines, index, offset, outline
        self.line = lines[index]

    def parts(self):
        if not self.line.strip() or _NOTHING_TO_SEE.search(self.line):
            return
        yield from ((CONDITION, *span, f"!({MARK})", _negated) for span in self.conditions())
        if span := self.statement():
            yield STATEMENT, *span, "", _dropped
        for start, end, number in self.numbers():
            other = another(number)
            yield NUMBER, start, end, other, lambda part, other=other: f"Broken.number({MARK}, {part}, or: {other})"

    def scope(self, column=0):
        return self.outline.at(self.offset + column)

    def conditions(self):
        for keyword in _CONDITION.finditer(self.line):
            word = keyword.group().strip()
            if self.scope(keyword.start()).is_in_function and (end := self._condition_end(keyword.end(), word)):
                pieces = list(self._pieces(keyword.end(), end))
                yield from (span for span in pieces if not _NO_CONDITION.match(self.line, *span))
        if (found := _BOOL.search(self.line)) and not found.group(1).startswith("get"):
            yield from self._truth(*found.span(1))
        elif self._only_line_of_bool() and not _WORD.match(self.line):
            yield from self._truth(len(self.line) - len(self.line.lstrip()), len(self.line.rstrip()))
        elif (found := _RETURN.match(self.line)) and self._is_whole() and self._function_gives_bool():
            yield from self._truth(*found.span(1))

    def statement(self):
        """From the first to the last letter of a statement that nothing else needs."""
        if _WORD.match(self.line) or not (_CALL.match(self.line) or _ASSIGNMENT.match(self.line)):
            return None
        scope = self.scope()
        if not scope.is_in_function or not self._is_whole() or self._is_result(scope):
            return None
        if self._initialises(scope) or self._is_first_value():
            return None
        return len(self.line) - len(self.line.lstrip()), len(self.line.rstrip())

    def numbers(self):
        found = list(_NUMBER.finditer(self.line))
        if len(found) > _TABLE or _NO_NUMBERS.search(self.line):
            return
        for number in found:
            if self.scope(number.start()).is_in_function:
                yield *number.span(), int(number.group().replace("_", ""))

    def _condition_end(self, start, word):
        ends = " else {" if word == "guard" else " {"
        depth = 0
        for at in range(start, len(self.line)):
            if depth == 0 and self.line.startswith(ends, at):
                return at
            depth += (self.line[at] in "([{") - (self.line[at] in ")]}")
            if depth < 0:
                return None
        return None

    def _pieces(self, start, end):
        depth, begin = 0, start
        for at in range(start, end):
            letter = self.line[at]
            depth += (letter in "([{") - (letter in ")]}")
            if letter == "," and depth == 0:
                yield begin, at
                begin = at + 2
        yield begin, end

    def _truth(self, start, end):
        part = self.line[start:end]
        if _is_closed(part) and part.strip() not in ("true", "false"):
            yield start, end

    def _is_whole(self):
        """Whether the line is a statement from its beginning to its end."""
        before, after = self._neighbor(-1), self._neighbor(1)
        return (
            _is_closed(self.line)
            and self.scope().kind != BRACKET
            and (before.endswith(" in") or not _GOES_ON.search(before))
            and not _GOES_ON_BEFORE.match(after)
        )

    def _is_alone(self):
        before, after = self._neighbor(-1), self._neighbor(1)
        return (before.endswith("{") or before.endswith(" in")) and after.lstrip().startswith("}")

    def _only_line_of_bool(self):
        scope = self.scope()
        is_bool = scope.kind == FUNCTION and _GIVES_BOOL.search(scope.header)
        return is_bool and self._is_alone() and self._is_whole()

    def _function_gives_bool(self):
        function = self.scope().function
        return function and _GIVES_BOOL.search(function.header)

    def _initialises(self, scope):
        """A property of a value that is being made must be set."""
        return bool(re.match(r"\s*self(?:\.\w+)? = ", self.line)) or any(
            inner.kind == FUNCTION and re.search(r"\binit\b", inner.header) for inner in scope.chain()
        ) and "=" in self.line

    def _is_first_value(self):
        """A name that was only declared needs a value on each way that leads on."""
        name = re.match(r"\s*(\w+) = ", self.line)
        declared = name and re.compile(rf"\s*(?:let|var) {name.group(1)}(?:: [^={{]*)?\s*$")
        return declared and any(map(declared.match, self.lines[max(0, self.index - _BODY) : self.index]))

    def _is_result(self, scope):
        """What the only line of a function or closure comes to is its result."""
        gives_nothing = scope.kind == CONTROL or "->" not in scope.header and re.search(r"\b(?:func|init|set|didSet)\b", scope.header)
        return not gives_nothing and self._is_alone()

    def _neighbor(self, step):
        index = self.index + step
        while 0 <= index < len(self.lines) and not self.lines[index].strip():
            index += step
        return self.lines[index].rstrip() if 0 <= index < len(self.lines) else ""


def _kind(header, scope):
    if scope.kind == BRACKET:
        return CLOSURE
    while (shorter := re.sub(r"\([^()]*\)", "()", header.replace("()", "<>"))) != header.replace("()", "<>"):
        header = shorter
    if _ACCESSOR.search(header.replace("<>", "()")):
        return FUNCTION
    words = [word for found in _KEYWORD.finditer(header) for word in found.groups() if word]
    if not words:
        return CLOSURE
    last = words[-1]
    if last == "var":
        tail = header[header.rfind("var") :]
        return FUNCTION if ":" in tail and "=" not in tail else CLOSURE
    return _KINDS.get(last, CLOSURE)


def _is_closed(part):
    depth = 0
    for letter in part:
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            return False
    return depth == 0


def _negated(part):
    return f"Broken.not({MARK}, {part})"


def _dropped(part):
    return f"if !Broken.drops({MARK}) {{ {part} }}"


def switches(capacity):
    """The file of each module that asks which place is broken. Places that come up are written down, once each, if a
    file is named for them: what a suite never comes to, it can't notice."""
    return f"""import Glibc

/// Which line of this copy is broken at the moment, as `BROKEN_LINE` says: none is if it is missing.
@usableFromInline
enum Broken {{
    private static let chosen: Int32 = getenv("BROKEN_LINE").map {{ atoi($0) }} ?? 0
    private nonisolated(unsafe) static let reached: UnsafeMutablePointer<Bool>? = {{
        guard getenv("BROKEN_LINES_REACHED") != nil else {{ return nil }}
        let table = UnsafeMutablePointer<Bool>.allocate(capacity: {capacity + 1})
        table.initialize(repeating: false, count: {capacity + 1})
        return table
    }}()

    @usableFromInline
    static func not(_ number: Int32, _ condition: Bool) -> Bool {{ isBroken(number) != condition }}

    @usableFromInline
    static func drops(_ number: Int32) -> Bool {{ isBroken(number) }}

    @usableFromInline
    static func number<Number: ExpressibleByIntegerLiteral>(
        _ number: Int32,
        _ value: Number,
        or other: Number
    ) -> Number {{
        isBroken(number) ? other : value
    }}

    private static func isBroken(_ number: Int32) -> Bool {{
        if let reached, !reached[Int(number)] {{ note(number, in: reached) }}
        return number == chosen
    }}

    private static func note(_ number: Int32, in reached: UnsafeMutablePointer<Bool>) {{
        reached[Int(number)] = true
        guard let path = getenv("BROKEN_LINES_REACHED") else {{ return }}
        let file = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else {{ return }}
        let line = Array("\\(number)\\n".utf8)
        _ = Glibc.write(file, line, line.count)
        Glibc.close(file)
    }}
}}
"""
