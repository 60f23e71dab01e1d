import Received
import Subtitles
import Testing

/// Makes captions by chance with everything that edits must not harm.
private struct Editor {
    var random: SeededRandom

    private static let pieces = [
        "a", "bcd", "é", "日本", "🦊", " ", " ", "\n", "Ã¼", "<i>", "</b>", "\u{FFFD}", "word ",
    ]

    mutating func text() -> String {
        (0..<random.below(9)).map { _ in Self.pieces[random.below(Self.pieces.count)] }.joined()
    }

    mutating func captions(count: Int) -> Captions {
        var time = random.time(3_000)
        let cues = (0..<count).map { _ in
            time += random.time(2_500)
            var cue = Cue(start: time, end: time + random.time(3_000) - 100, text: text())
            if random.below(3) == 0, let place = place(cue.text) {
                cue.runs = [
                    Run(end: place, style: Style(.italic)),
                    Run(end: cue.text.utf8.count, style: Style()),
                ]
            }
            if random.below(4) == 0, let place = place(cue.text) {
                cue.words = [
                    Word(start: cue.start, offset: 0), Word(start: cue.start + 10, offset: place),
                ]
            }
            if random.below(6) == 0 { cue.end = nil }
            return cue
        }
        return Captions(format: .vtt, cues: cues)
    }

    /// Between two letters of a text.
    mutating func place(_ text: String) -> Int? {
        guard text.count > 1 else { return nil }
        return text.prefix(1 + random.below(text.count - 1)).utf8.count
    }
}

@Suite("Edits of generated captions")
struct EditingPropertyTests {
    @Test("Moving everything there and back changes nothing")
    func shift() throws {
        var editor = Editor(random: SeededRandom(seed: 11))
        for _ in 0..<200 {
            let captions = editor.captions(count: 1 + editor.random.below(20))
            let shift = editor.random.time(100_000) + 200
            let from = editor.random.below(captions.cues.count)
            let there = try #require(captions.shifted(by: shift, from: from))
            #expect(there != captions && there.shifted(by: .zero - shift, from: from) == captions)
        }
    }

    @Test("A cue that is cut and joined again has its letters and its times, in valid pieces")
    func split() {
        var editor = Editor(random: SeededRandom(seed: 12))
        var count = 0
        for _ in 0..<800 {
            let captions = editor.captions(count: 2)
            let cue = captions.cues[0]
            guard let place = editor.place(cue.text), let split = captions.splitting(0, at: place)
            else { continue }
            count += 1
            let isForward = cue.end ?? .max > cue.start
            #expect(split.cues.count == 3)
            #expect((split.cues[0].end == split.cues[1].start) == isForward || cue.end == cue.start)
            for part in split.cues { expectWhole(part) }
            let joined = split.joining(0)?.cues[0]
            #expect(joined.map { letters($0.text) } == letters(cue.text))
            #expect(joined?.start == cue.start && joined?.end == cue.end)
        }
        #expect(count > 200)
    }

    @Test("Any edit of a text leaves styles and words inside it")
    func text() {
        var editor = Editor(random: SeededRandom(seed: 13))
        for _ in 0..<800 {
            var cue = editor.captions(count: 1).cues[0]
            let text = editor.text()
            cue.edit(text)
            #expect(cue.text == text && Array(cue.text.utf8) == Array(text.utf8))
            expectWhole(cue)
        }
    }

    @Test(
        "Mended captions have none left of what could be mended",
        arguments: CueTrouble.Kind.allCases
    )
    func mend(kind: CueTrouble.Kind) {
        var editor = Editor(random: SeededRandom(seed: 14))
        var count = 0
        for _ in 0..<100 {
            let captions = editor.captions(count: 30)
            let limits = CaptionLimits(duration: editor.random.below(2) == 0 ? 30_000 : nil)
            let before = captions.troubles(limits).filter { $0.kind == kind }
            let mended = captions.mended(kind, limits)
            let after = mended.troubles(limits).filter { $0.kind == kind }
            count += before.count { $0.isMendable }
            #expect(after.count == before.count { !$0.isMendable })
            #expect(after.allSatisfy { !$0.isMendable })
            for cue in mended.cues { expectWhole(cue) }
        }
        // Lines in these texts are short.
        #expect(count > 0 || kind == .longLine)
    }

    @Test("What a difference doesn’t name is the same in both, in the same order")
    func difference() {
        var editor = Editor(random: SeededRandom(seed: 15))
        for _ in 0..<300 {
            let old = editor.captions(count: editor.random.below(20))
            var new = old
            for _ in 0..<editor.random.below(5) where !new.cues.isEmpty {
                let index = editor.random.below(new.cues.count)
                switch editor.random.below(5) {
                case 0: new = new.deleting(index) ?? new
                case 1: new = new.inserting(editor.captions(count: 1).cues[0], at: index) ?? new
                case 2: new = new.joining(index) ?? new
                case 3: new.cues[index].edit(editor.text())
                default: new = new.shifted(by: 700, from: index) ?? new
                }
            }
            expectExplained(new.difference(from: old), old, new)
        }
    }

    @Test("A difference between 50,000 cues that all have moved is a matter of moments")
    func manyChanges() throws {
        var editor = Editor(random: SeededRandom(seed: 16))
        var old = editor.captions(count: 50_000)
        for index in old.cues.indices { old.cues[index].text = "line \(index / 2)" }
        let new = try #require(old.shifted(by: 1_000))
        let changes = new.difference(from: old)
        #expect(changes.count >= 50_000)
        expectExplained(changes, old, new)
    }

    private func expectExplained(_ changes: [CueChange], _ old: Captions, _ new: Captions) {
        var (lost, made) = (Set<Int>(), Set<Int>())
        for change in changes {
            switch change {
            case .added(let index): made.insert(index)
            case .removed(let index): lost.insert(index)
            case .changed(let from, let to):
                #expect(old.cues[from] != new.cues[to])
                lost.insert(from)
                made.insert(to)
            }
        }
        let kept = old.cues.indices.filter { !lost.contains($0) }.map { old.cues[$0] }
        #expect(kept == new.cues.indices.filter { !made.contains($0) }.map { new.cues[$0] })
    }

    /// Runs and words inside the text, in rising order.
    private func expectWhole(_ cue: Cue) {
        let length = cue.text.utf8.count
        let ends = cue.runs.map(\.end)
        #expect(ends == ends.sorted() && Set(ends).count == ends.count)
        #expect(ends.isEmpty || ends.last == length)
        let offsets = cue.words.map(\.offset)
        #expect(offsets == offsets.sorted() && Set(offsets).count == offsets.count)
        #expect(offsets.allSatisfy { $0 < length })
    }

    private func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
