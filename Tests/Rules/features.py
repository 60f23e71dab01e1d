"""What style sheets and scripts of `Public` ask of a browser, found in their text."""

import re

AT_RULE = re.compile(r"@([\w-]+)([^{};]*)([{;])")
DECLARATION = re.compile(r"([\w-]+)\s*:\s*(.*)", re.DOTALL)
KEYWORD = re.compile(r"(?<![\w#.-])[a-z][\w-]*(?![\w(-])")
STRINGS = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")


class Sheet:
    """The features of a style sheet, by their kinds, and what it says about colors."""

    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
        text = re.sub(r"url\([^()]*\)", "url()", STRINGS.sub('""', text))
        self.found = {kind: set() for kind in ("properties", "functions", "at-rules", "media", "selectors", "units", "values")}
        self.nested = set()  # selectors within rules of others
        self.declarations = []
        self.read(text)

    def read(self, text):
        around = []  # the preludes of the blocks that are open
        part = ""
        for character in text:
            if character not in "{};":
                part += character
                continue
            words, part = part.strip(), ""
            if character == "{":
                self.open(words, around)
                around.append(words)
            else:
                self.declare(words, around)
                if character == "}":
                    around.pop()
        assert not around, f"{around} stays open"

    def open(self, prelude, around):
        if prelude.startswith("@"):
            return self.rule(prelude)
        if any(outer.startswith("@keyframes") for outer in around):
            return None
        if any(not outer.startswith("@") for outer in around) or "&" in prelude:
            self.nested.add(prelude)
        self.found["selectors"].update(re.findall(r"::?[\w-]+", prelude))
        return None

    def rule(self, prelude):
        name, words = re.match(r"@([\w-]+)(.*)", prelude, re.DOTALL).groups()
        self.found["at-rules"].add(name)
        if name in ("media", "container"):
            self.found["media"].update(re.findall(r"\(\s*([a-z-]+)", words))
            if re.search(r"[<>]", words) and name == "media":
                self.found["media"].add("(a < b)")
        if name != "layer":
            self.found["units"].update(re.findall(r"(?<![\w#.-])[\d.]+([a-z]+)\b", words) if name != "supports" else ())

    def declare(self, words, around):
        if words.startswith("@"):
            return self.rule(words)
        if not (match := DECLARATION.fullmatch(words)):
            return None
        name, value = match.groups()
        self.declarations.append((name, value))
        self.found["functions"].update(re.findall(r"([\w-]+)\(", value))
        self.found["units"].update(re.findall(r"(?<![\w#.-])-?[\d.]+([a-z]+)\b", value))
        if not name.startswith("--") and not any(outer.startswith("@supports") and name in outer for outer in around):
            self.found["properties"].add(name)
            self.found["values"].update(f"{name}: {word}" for word in KEYWORD.findall(value))
        return None


# Grammar that is younger than the list, and a name that is old on everything but URLSearchParams.
SYNTAX = {
    "a regular expression with the flag v": r"/[dgimsuy]*v[dgimsuy]*(?=[.,;)\s])(?<=[^/\s]/v)",
    "flags within a regular expression": r"\(\?[ims]+(?:-[ims]+)?:",
    "using": r"(?<![\w.])(?:await )?using [a-zA-Z_]\w* =",
    "URLSearchParams.size": r"(?:[pP]arams|[qQ]uery|URLSearchParams\([^()]*\))\.size\b",
}


def scripted(text):
    """The names of members and globals that a script uses, and young grammar."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    text = STRINGS.sub('""', re.sub(r"(?m)(?<![:\"'`\\])//.*$", "", text))
    names = set(re.findall(r"\.\s*([A-Za-z_]\w*)", text)) | set(re.findall(r"(?:\bnew|\btypeof)\s+([A-Z]\w*)", text))
    return names | set(re.findall(r"(?<![\w.])([A-Z]\w*)(?=\.)", text)), {name for name, young in SYNTAX.items() if re.search(young, text)}
