import Received
import Subtitles
import Testing

/// Makes captions by chance, but the same on every machine.
private struct Generator {
    var random: SeededRandom

    private static let letters: [String] = [
        "a", "b", "é", "ß", "日", "🦊", "e\u{301}", "1", "42", ".", ",", "!", "?", "'", "\"", ":",
        "-", "…", "x y",
        "&", ";", "|", "=", "+", "@", "#", "(", ")", "[x]", "♪", "\u{A0}", "\u{2028}", "\u{200F}ש",
    ]
    /// What some format takes for more than text.
    private static let hostile: [String] = [
        "<b>", "</i>", "<", ">", "<c.a>", "&amp;", "&lt", "-->", "\n", "\n\n", " ", "  ", "\t",
        "[br]", "[00:01.00]",
        "<00:02.00>", "{\\an8}", "00:00:01,000 --> 00:00:02,000", "0:00:01.000,0:00:02.000", "NOTE",
        "WEBVTT",
        "STYLE", "'=", "''", "\u{2060}", "\u{1}", "]]>", "<!--", "{\\", "<font color=red>", "<v a>",
        "\u{FFFE}",
    ]

    mutating func text(isPlain: Bool) -> String {
        var text = ""
        for index in 0..<1 + random.below(6) {
            if !isPlain, random.below(3) == 0 {
                text += Self.hostile[random.below(Self.hostile.count)]
            } else {
                if index > 0, isPlain { text += random.below(5) == 0 ? "\n" : " " }
                text += Self.letters[random.below(Self.letters.count)]
            }
        }
        return text
    }

    mutating func captions(isPlain: Bool) -> Captions {
        var cues: [Cue] = []
        var time = MediaTime.zero
        for _ in 0..<1 + random.below(6) {
            time += random.time(5_000) * (random.below(20) == 0 ? 100_000 : 1)
            var cue = Cue(
                start: time,
                end: time + 1 + random.time(4_000),
                text: text(isPlain: isPlain)
            )
            if !isPlain { decorate(&cue) }
            cues.append(cue)
        }
        var captions = Captions(format: CaptionFormat.allCases[random.below(6)], cues: cues)
        if !isPlain, random.below(3) == 0 {
            captions.notes = [Note(text(isPlain: true), position: 0)]
        }
        if !isPlain, random.below(3) == 0 { captions.language = "pt-BR" }
        if !isPlain, random.below(3) == 0 { captions.tags = [Tag("ti", text(isPlain: true))] }
        return captions
    }

    private mutating func decorate(_ cue: inout Cue) {
        if random.below(8) == 0 { cue.end = nil }
        if random.below(12) == 0 { cue.end = cue.start - 1 }
        if random.below(12) == 0 { cue.text = "" }
        if random.below(12) == 0 { cue.start = random.time(90_000) }
        if random.below(3) == 0 { cue.runs = runs(cue.text) }
        if random.below(5) == 0 { cue.words = words(cue) }
        if random.below(5) == 0 { cue.identifier = text(isPlain: random.below(3) > 0) }
        if random.below(5) == 0 {
            cue.settingsText =
                [
                    "line:0", "line:50%,center", "align:left", "line:0 align:right",
                    "position:10% size:50%",
                    "align:start", "line:-2", "x:y",
                ][random.below(8)]
        }
    }

    /// Where in the text a letter begins, besides its beginning.
    private func places(_ text: String) -> [Int] {
        var places: [Int] = []
        var offset = 0
        for scalar in text.unicodeScalars.dropLast() {
            offset += UTF8.width(scalar)
            places.append(offset)
        }
        return places
    }

    private mutating func runs(_ text: String) -> [Run] {
        var runs: [Run] = []
        for place in places(text) where random.below(3) == 0 {
            runs.append(Run(end: place, style: style()))
        }
        runs.append(Run(end: text.utf8.count, style: style()))
        return runs
    }

    private mutating func style() -> Style {
        var style = Style(Style.Marks(rawValue: UInt8(random.below(16))))
        switch random.below(8) {
        case 0: style.voice = text(isPlain: true)
        case 1: style.color = ["red", "#123456", "lime"][random.below(3)]
        case 2: style.classes = ["loud", "a"]
        case 3: style.language = "fr"
        case 4: style.marks.insert(.ruby)
        case 5: style.marks.formUnion([.ruby, .rubyText])
        case 6: style.font = "face=\"x\""
        default: break
        }
        return style
    }

    private mutating func words(_ cue: Cue) -> [Word] {
        var words = [Word(start: cue.start, offset: 0)]
        for place in places(cue.text) where random.below(3) == 0 {
            let start = (words.last?.start ?? 0) + 1 + random.time(400)
            words.append(
                Word(start: start, end: random.below(3) == 0 ? start + 7 : nil, offset: place)
            )
        }
        return cue.text.isEmpty ? [] : words
    }
}

@Suite("Round trips of generated captions")
struct RoundTripTests {
    private static let lossless: [CaptionFormat] = [.srt, .vtt, .sbv, .csv, .ttml]

    @Test("Plain cues survive every format but LRC, and any two of them one after the other")
    func plain() throws {
        var generator = Generator(random: SeededRandom(seed: 1))
        for round in 0..<150 {
            let captions = generator.captions(isPlain: true)
            for first in Self.lossless {
                let once = try Captions.read(
                    captions.written(as: first),
                    options: ReadingOptions(format: first)
                )
                #expect(once.cues == captions.cues, "\(round) \(first)")
                #expect(captions.lossless(to: first))
                for second in Self.lossless {
                    let twice = try Captions.read(
                        once.written(as: second),
                        options: ReadingOptions(format: second)
                    )
                    #expect(twice.cues == captions.cues, "\(round) \(first) \(second)")
                }
            }
        }
    }

    @Test(
        "Any captions: what comes back is what was written, unless a loss says otherwise",
        arguments: CaptionFormat.allCases
    )
    func any(format: CaptionFormat) throws {
        var generator = Generator(random: SeededRandom(seed: 2))
        var wholeCount = 0
        for round in 0..<1_500 {
            let captions = generator.captions(isPlain: false)
            let losses = captions.losses(to: format).map(\.kind)
            let bytes = captions.written(as: format)
            guard let back = try? Captions.read(bytes, options: ReadingOptions(format: format))
            else {
                Issue.record("\(round): can’t be read: \(String(decoding: bytes, as: UTF8.self))")
                continue
            }
            let isSame = normalized(back.cues) == normalized(captions.cues)
            let aboutCues = losses.filter { ![.notes, .language, .tags].contains($0) }
            #expect(
                isSame == aboutCues.isEmpty,
                "\(round): \(losses) \(captions.cues) \(back.cues)"
            )
            if losses.isEmpty { wholeCount += 1 }
            #expect(
                back.lossless(to: format),
                "\(round): \(back.losses(to: format)) \(String(decoding: bytes, as: UTF8.self))"
            )
        }
        #expect(wholeCount > 0)
    }

    /// Settings that say the same are the same; what is kept for a format is not compared.
    private func normalized(_ cues: [Cue]) -> [Cue] {
        cues.map { cue in
            var plain = cue
            plain.settingsText = "\(cue.settings)"
            plain.identifier = cue.identifier.flatMap { $0.isEmpty ? nil : $0 }
            plain.kept = ""
            plain.source = nil
            return plain
        }
    }

    @Test("What any reader makes of a fixture survives being written in its own format")
    func own() throws {
        var generator = Generator(random: SeededRandom(seed: 3))
        for _ in 0..<300 {
            let captions = generator.captions(isPlain: false)
            for format in CaptionFormat.allCases {
                let once = try Captions.read(
                    captions.written(as: format),
                    options: ReadingOptions(format: format)
                )
                let again = try Captions.read(
                    once.written(as: format),
                    options: ReadingOptions(format: format)
                )
                #expect(
                    again.cues == once.cues && again.notes == once.notes && again.tags == once.tags,
                    "\(format): \(once.cues) \(again.cues) \(once.notes) \(once.tags) \(once.text(as: format))"
                )
            }
        }
    }
}
