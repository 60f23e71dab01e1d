"""Caption files by chance, each with a list of what is unusual in it."""

PIECES = [
    "a", "Once upon", "é", "日本", "🦊", "e\u0301", "שָׁלוֹם", "42", "-", "1.567.202.", "00:00", "->", "--", "a, b", 'say "hi"', "it's", ";",
    "=1+1", "  two", "#", "[br]", "{x}", "NOTE", "WEBVTT",
]

# What readers disagree about, and why ours does what it does.
UNUSUAL = {
    "tags": "<i>a</i> <b>b</b>",
    "unknown tag": "<LAUGHING>",
    "entity": "Tom &amp; Jerry",
    "position": "{\\an8}a",
    "arrow": "a --> b",
    "guard": "'=1+1",
}


def clock(milliseconds, mark, hours=2):
    seconds, fraction = divmod(milliseconds, 1000)
    return f"{seconds // 3600:0{hours}}:{seconds // 60 % 60:02}:{seconds % 60:02}{mark}{fraction:03}"


class Generator:
    def __init__(self, random):
        self.random = random

    def line(self, unusual):
        pieces = [self.random.choice(PIECES) for _ in range(self.random.randint(1, 4))]
        if unusual:
            pieces.insert(0, UNUSUAL[unusual])
        return " ".join(pieces).strip()

    def cues(self, unusual=None, lines=3):
        """Start, end and text; times grow, up to some hundred hours."""
        time, cues = self.random.choice([0, 0, 3_599_000, 359_990_000]), []
        for _ in range(self.random.randint(1, 6)):
            time += self.random.randint(0, 100_000)
            end = time + self.random.randint(1, 10_000)
            text = "\n".join(self.line(unusual) for _ in range(self.random.randint(1, lines)))
            cues.append((time, end, text))
        return cues

    def file(self, blocks, head=""):
        """Blocks with what the format leaves open: line ends, empty lines, a byte order mark."""
        gap = "\n" * self.random.choice([2, 2, 2, 3])
        text = head + gap.join(blocks) + "\n" * self.random.randint(0, 3)
        text = text.replace("\n", self.random.choice(["\n", "\n", "\r\n"]))
        return "\ufeff" * self.random.randint(0, 1) + text

    def srt(self, unusual=None):
        cues = self.cues(unusual)
        return self.file([f"{n}\n{clock(a, ',')} --> {clock(b, ',')}\n{text}" for n, (a, b, text) in enumerate(cues, 1)])

    def vtt(self, unusual=None):
        blocks = []
        for number, (start, end, text) in enumerate(self.cues(unusual)):
            before = self.random.choice(["", "", f"{number}\n", "intro\n", "NOTE x\ny\n\n"])
            settings = self.random.choice(["", "", " line:0 align:start", " position:10%,line-left size:80%"])
            blocks.append(f"{before}{clock(start, '.')} --> {clock(end, '.')}{settings}\n{text}")
        return self.file(blocks, self.random.choice(["WEBVTT\n\n", "WEBVTT - a title\n\n", "WEBVTT\nKind: captions\n\n"]))

    def csv(self, unusual=None):
        def cell(text):
            must = any(mark in text for mark in ',"\n')
            return '"' + text.replace('"', '""') + '"' if must or self.random.random() < 0.3 else text

        rows = [["start", "end", "text"]] + [[clock(a, "."), clock(b, "."), text] for a, b, text in self.cues(unusual)]
        end = self.random.choice(["\n", "\r\n"])
        return "\ufeff" * self.random.randint(0, 1) + "".join(",".join(map(cell, row)) + end for row in rows)
