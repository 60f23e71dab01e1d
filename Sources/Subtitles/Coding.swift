import Received

/// What is kept of a document is all of it: decoding what was encoded gives the same captions. A
/// property that is added to a type here must be optional, or documents that were kept earlier can’t be
/// read.
extension Cue: Codable {
    /// What few cues have, by the shortest names.
    private enum DetailKeys: String, CodingKey {
        case identifier = "i"
        case pieces = "p"
        case times = "t"
        case settings = "s"
        case kept = "k"
        case source = "m"
        /// How runs and words were kept before `pieces` and `times`.
        case runs = "r"
        case words = "w"
    }

    /// A list of start, end and text, and of the rest if there is any: a film has thousands of them.
    package func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(start)
        if let end { try list.encode(end) } else { try list.encodeNil() }
        try list.encode(text)
        guard !isPlain else { return }
        var details = list.nestedContainer(keyedBy: DetailKeys.self)
        try details.encodeIfPresent(identifier, forKey: .identifier)
        if !runs.isEmpty { try details.encode(Pieces(runs), forKey: .pieces) }
        if !words.isEmpty { try details.encode(WordTimes(words), forKey: .times) }
        if !settingsText.isEmpty { try details.encode(settingsText, forKey: .settings) }
        if !kept.isEmpty { try details.encode(kept, forKey: .kept) }
        try details.encodeIfPresent(source, forKey: .source)
    }

    /// The markup comes last: whatever else is set makes a cue forget it.
    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let start = MediaTime(milliseconds: try list.decode(Int.self))
        let end = try list.decodeNil() ? nil : MediaTime(milliseconds: list.decode(Int.self))
        self.init(start: start, end: end, normalized: try list.decode(String.self))
        guard !list.isAtEnd else { return }
        let details = try list.nestedContainer(keyedBy: DetailKeys.self)
        identifier = try details.decodeIfPresent(String.self, forKey: .identifier)
        let pieces = try details.decodeIfPresent(Pieces.self, forKey: .pieces)
        runs = try pieces?.runs ?? details.decodeIfPresent([Run].self, forKey: .runs) ?? []
        let times = try details.decodeIfPresent(WordTimes.self, forKey: .times)
        // A text from before marks were counted may be shorter now.
        let places = 0..<text.utf8.count
        words = (try times?.words ?? details.decodeIfPresent([Word].self, forKey: .words) ?? [])
            .filter { places.contains($0.offset) }
        settingsText = try details.decodeIfPresent(String.self, forKey: .settings) ?? ""
        kept = try details.decodeIfPresent(String.self, forKey: .kept) ?? ""
        source = try details.decodeIfPresent(String.self, forKey: .source)
    }
}

/// The runs of a cue as numbers, and their styles: each is kept once, however many pieces of a text have it. Numbers are
/// also read twenty times as fast as objects with names, and a text may have tens of thousands of pieces.
private struct Pieces: Codable {
    /// A run whose style isn’t there.
    struct Damaged: Error {}

    /// Where each run ends, and the number of its style.
    private var numbers: [Int] = []
    private var styles: [Style] = []

    private enum CodingKeys: String, CodingKey {
        case numbers = "n"
        case styles = "y"
    }

    init(_ runs: [Run]) {
        var places: [Style: Int] = [:]
        for run in runs {
            let place = places[run.style] ?? styles.count
            if place == styles.count {
                places[run.style] = place
                styles.append(run.style)
            }
            numbers.append(run.end)
            numbers.append(place)
        }
    }

    var runs: [Run] {
        get throws {
            try stride(from: 0, to: numbers.count - 1, by: 2).map { index in
                let place = numbers[index + 1]
                guard styles.indices.contains(place) else { throw Damaged() }
                return Run(end: numbers[index], style: styles[place])
            }
        }
    }
}

/// The words of a cue as one list: where each begins in the text, and its start and end. Most have no end.
private struct WordTimes: Codable {
    private var numbers: [Int?] = []

    init(_ words: [Word]) {
        for word in words {
            numbers.append(word.offset)
            numbers.append(word.start.milliseconds)
            numbers.append(word.end?.milliseconds)
        }
    }

    init(from decoder: any Decoder) throws {
        numbers = try decoder.singleValueContainer().decode([Int?].self)
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(numbers)
    }

    var words: [Word] {
        stride(from: 0, to: numbers.count - 2, by: 3).compactMap { index in
            guard let offset = numbers[index], let start = numbers[index + 1] else { return nil }
            return Word(
                start: MediaTime(milliseconds: start),
                end: numbers[index + 2].map { MediaTime(milliseconds: $0) },
                offset: offset
            )
        }
    }
}

/// How words were kept before `WordTimes`. What was kept before times had bounds may be beyond them.
extension Word: Codable {
    private enum Keys: CodingKey {
        case start, end, offset
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            start: MediaTime(milliseconds: try values.decode(Int.self, forKey: .start)),
            end: try values.decodeIfPresent(Int.self, forKey: .end).map {
                MediaTime(milliseconds: $0)
            },
            offset: try values.decode(Int.self, forKey: .offset)
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(start, forKey: .start)
        try values.encodeIfPresent(end, forKey: .end)
        try values.encode(offset, forKey: .offset)
    }
}

extension Captions {
    /// How many bytes all of it takes as JSON at most, counted, not made. A file of some kilobytes may say something
    /// once, for thousands of pieces that keep it, and has signs that JSON writes with six letters.
    package var codedBytes: Int {
        let beside =
            [header, language, frame?.root, frame?.head, frame?.body].reduce(0) {
                $0 + Self.coded($1)
            } + (frame?.agents.reduce(0) { $0 + Self.coded($1.key) + Self.coded($1.value) } ?? 0)
        let lists =
            notes.reduce(0) { $0 + Self.coded($1.text) + 30 }
            + (styles + columns).reduce(0) { $0 + Self.coded($1) }
            + regions.reduce(0) { $0 + Self.coded($1.identifier) + Self.coded($1.settings) + 30 }
            + tags.reduce(0) { $0 + Self.coded($1.key) + Self.coded($1.value) + 30 }
        return cues.reduce(beside + lists) { $0 + Self.coded($1) }
    }

    private static func coded(_ cue: Cue) -> Int {
        let runs = cue.runs.reduce(0) { $0 + 30 + $1.style.namesBytes }
        let texts = [cue.text, cue.identifier, cue.settingsText, cue.kept, cue.source]
        return texts.reduce(40 + runs + 40 * cue.words.count) { $0 + coded($1) }
    }

    private static func coded(_ text: String?) -> Int {
        guard let text else { return 0 }
        return text.utf8.reduce(3) { sum, byte in
            switch byte {
            case 0..<0x20: sum + 6
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): sum + 2
            default: sum + 1
            }
        }
    }
}

extension Style: Codable {
    private enum Keys: String, CodingKey {
        case marks = "m"
        case voice = "v"
        case language = "l"
        case classes = "c"
        case color = "o"
        case font = "f"
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        if marks != [] { try values.encode(marks, forKey: .marks) }
        try values.encodeIfPresent(voice, forKey: .voice)
        try values.encodeIfPresent(language, forKey: .language)
        if !classes.isEmpty { try values.encode(classes, forKey: .classes) }
        try values.encodeIfPresent(color, forKey: .color)
        try values.encodeIfPresent(font, forKey: .font)
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(try values.decodeIfPresent(Marks.self, forKey: .marks) ?? [])
        voice = try values.decodeIfPresent(String.self, forKey: .voice)
        language = try values.decodeIfPresent(String.self, forKey: .language)
        classes = try values.decodeIfPresent([String].self, forKey: .classes) ?? []
        color = try values.decodeIfPresent(String.self, forKey: .color)
        font = try values.decodeIfPresent(String.self, forKey: .font)
    }
}
