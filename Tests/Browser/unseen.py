"""What of a page no test of this run has had looked at yet. axe takes a second for a page, and tests come to the same states of the
same pages again and again: what it passed once, of whichever test, it isn't asked about again.

A page is taken apart into *shapes*: an element with what axe judges it by (its names, roles and states, whether it is shown, has text
or a value, and whether what it refers to exists) and all elements around it; the order of headings; landmarks and ids that occur
twice. One more row of a list has the shapes of the others. A dialog, an error beside a field or a menu that only a narrow window
shows has shapes of its own. So does each kind of page, by its address without numbers."""

import os
from pathlib import Path

# What is in a page: its shapes, its colors, and the elements that repeat one beside them, such as the rows of a list.
SHAPES = """() => {
    const TOLD = new Set(["class", "role", "type", "tabindex", "dir", "scope", "autocomplete"]);
    const TOLD_OF_ARIA = /^aria-(?!label|describe|description|controls|owns|details|errormessage|activedescendant|role|value|pos|set|row|col)/;
    const REFERENCES = new Set(["for", "headers", "list", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"]);
    const exist = (ids) => ids.split(/\\s+/).every((id) => document.getElementById(id));
    const attribute = (element) => ({ name, value }) => {
        if (TOLD.has(name) || TOLD_OF_ARIA.test(name) || element === document.documentElement) return `${name}=${value}`;
        if (REFERENCES.has(name)) return `${name}=${exist(value)}`;
        if (name === "href" && value.startsWith("#")) return `href#${exist(value.slice(1))}`;
        return `${name}${value.trim() === ""}`;
    };
    const states = (element) => [
        element.checkVisibility(),
        [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
        element.matches(":checked"), element.matches(":disabled"), element.matches(":modal"), "value" in element && element.value === "",
    ].join();
    const hash = (text, seed) => {
        let [one, two] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
        for (let index = 0; index < text.length; index += 1) {
            const code = text.charCodeAt(index);
            [one, two] = [Math.imul(one ^ code, 2654435761), Math.imul(two ^ code, 1597334677)];
        }
        one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
        two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
        return 4294967296 * (2097151 & two) + (one >>> 0);
    };
    const [shapes, repeats] = [new Set(), []];
    // A form's own may be hidden by a field with the name “children”.
    const { get: children } = Object.getOwnPropertyDescriptor(Element.prototype, "children");
    const take = (element, around) => {
        const own = [element.localName, ...[...element.attributes].map(attribute(element)).sort(), states(element)].join(" ");
        const shape = hash(own, around);
        shapes.add(String(shape));
        if (element.localName === "svg") return shape;
        const alike = new Set();
        let whole = shape;
        for (const child of children.call(element)) {
            const inner = take(child, shape);
            if (alike.has(inner)) repeats.push(child);
            alike.add(inner);
            whole = hash(String(inner), whole);
        }
        return whole;
    };
    take(document.documentElement, 0);
    shapes.add(location.pathname.replace(/\\d+/g, "N"));
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const levels = shown("h1, h2, h3, h4, h5, h6").map((heading) => heading.localName);
    levels.forEach((level, index) => shapes.add(`${levels[index - 1]} ${level}`));
    const twice = (names) => names.filter((name, index) => names.indexOf(name) < index).forEach((name) => shapes.add(`twice ${name}`));
    twice([...document.querySelectorAll("[id]")].map((element) => `#${element.id}`));
    twice(shown("header, footer, main, nav, aside, section[aria-label], section[aria-labelledby], form[aria-label], [role]").map((element) =>
        `${element.localName} ${element.getAttribute("role")} ${element.getAttribute("aria-label") ?? element.getAttribute("aria-labelledby")}`));
    const colors = [matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("(forced-colors: active)").matches].join();
    return { shapes: [...shapes], colors, repeats };
}"""


class Seen:
    """The shapes that were passed, by what they were looked at for; the workers of a run share the file."""

    def __init__(self, path):
        self.path = Path(path)
        self.passed = set()
        self.offset = 0

    def has(self, what, shapes):
        self._read()
        return all((what, shape) in self.passed for shape in shapes)

    def add(self, what, shapes):
        lines = "".join(f"{what}\t{shape}\n" for shape in shapes if (what, shape) not in self.passed)
        # In one go, after what other workers wrote: lines don't mix.
        with open(self.path, "ab", buffering=0) as file:
            file.write(lines.encode())

    def _read(self):
        if not self.path.exists():
            return
        with open(self.path, "rb") as file:
            file.seek(self.offset)
            lines = file.read()
        self.offset += len(lines)
        self.passed.update(tuple(line.split("\t")) for line in lines.decode().splitlines())


def seen():
    """Those of this run, whose folder conftest.py makes."""
    global _seen
    if _seen is None:
        _seen = Seen(Path(os.environ["STORYTIME_RUN"]) / "seen")
    return _seen


_seen = None
