import Received

extension Captions {
    /// Reads the texts of a Matroska file with a single track of WebVTT (RFC 9559, and Matroska’s “Subtitles”):
    /// what ffmpeg writes of a track that it can copy and not read. Their settings and names are beside them.
    package static func read(
        matroska bytes: [UInt8],
        options: ReadingOptions = ReadingOptions()
    ) throws -> Captions {
        guard bytes.count <= options.byteLimit else {
            throw ReadingError.tooLarge(bytes: options.byteLimit)
        }
        return try bytes.withUnsafeBufferPointer { bytes in
            var reader = MatroskaTextReader(bytes: bytes, limit: options.cueLimit)
            return try reader.read()
        }
    }
}

/// Reads elements: an identifier, a size, and content, which may be elements again.
private struct MatroskaTextReader {
    let bytes: Bytes
    let limit: Int
    private var captions = Captions(format: .vtt)
    private var markup = VTTMarkup()
    private var problems = ProblemList(isStrict: false)
    /// When the block group of the moment is.
    private var clusterStart = MediaTime.zero
    private var group = Group()

    /// A text and what stands beside it.
    private struct Group {
        var start = MediaTime.zero
        var duration: MediaTime?
        var text: Range<Int>?
        var addition = 0..<0
    }

    /// The elements that matter here, by their identifiers.
    private enum Element: Int {
        case segment = 0x1853_8067
        case tracks = 0x1654_AE6B
        case track = 0xAE
        case head = 0x63A2
        case cluster = 0x1F43_B675
        case clusterStart = 0xE7
        case simpleBlock = 0xA3
        case group = 0xA0
        case block = 0xA1
        case duration = 0x9B
        case additions = 0x75A1
        case more = 0xA6
        case addition = 0xA5

        var isNest: Bool {
            switch self {
            case .segment, .tracks, .track, .cluster, .group, .additions, .more: true
            default: false
            }
        }
    }

    init(bytes: Bytes, limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    mutating func read() throws -> Captions {
        try read(0..<bytes.count, depth: 0)
        captions.problems = problems.problems
        captions.problemCount = problems.count
        return captions
    }

    /// Elements of elements: five deep where texts are.
    private mutating func read(_ range: Range<Int>, depth: Int) throws {
        var place = range.lowerBound
        while depth < 8, let identifier = number(&place, range.upperBound, keepsMark: true),
            let size = number(&place, range.upperBound, keepsMark: false)
        {
            // What was written while it came has no size, and goes on to the end.
            let end = place + min(size, range.upperBound - place)
            if let element = Element(rawValue: identifier) {
                try read(element, place..<end, depth: depth)
            }
            place = end
        }
    }

    private mutating func read(_ element: Element, _ range: Range<Int>, depth: Int) throws {
        if element == .group { group = Group() }
        if element.isNest { try read(range, depth: depth + 1) }
        switch element {
        case .head: readHead(range)
        case .clusterStart: clusterStart = MediaTime(milliseconds: value(range))
        case .duration: group.duration = MediaTime(milliseconds: value(range))
        case .block: readBlock(range)
        case .addition: group.addition = range
        case .group: try close()
        case .simpleBlock:
            group = Group()
            readBlock(range)
            try close()
        default: break
        }
    }

    /// A number that says by its first bits how many bytes it has.
    private func number(_ place: inout Int, _ end: Int, keepsMark: Bool) -> Int? {
        guard place < end, bytes[place] != 0 else { return nil }
        let count = bytes[place].leadingZeroBitCount + 1
        guard count <= end - place, !keepsMark || count <= 4 else { return nil }
        var number = Int(bytes[place])
        if !keepsMark { number &= 0xFF >> count }
        for index in place + 1..<place + count { number = number << 8 | Int(bytes[index]) }
        place += count
        // A size of which every bit is set is none.
        return !keepsMark && number == 1 << (7 * count) - 1 ? .max : number
    }

    private func value(_ range: Range<Int>) -> Int {
        range.prefix(7).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }

    /// The head of a file of WebVTT, with its style sheets.
    private mutating func readHead(_ range: Range<Int>) {
        let head = Bytes(rebasing: bytes[range])
        if let read = try? VTTReader.read(head, limit: 0, problems: &problems) { captions = read }
    }

    /// The track’s number, a time from the cluster’s on, flags, and the text.
    private mutating func readBlock(_ range: Range<Int>) {
        var place = range.lowerBound
        guard number(&place, range.upperBound, keepsMark: false) != nil,
            range.upperBound - place >= 3
        else { return }
        let offset = Int(Int16(truncatingIfNeeded: Int(bytes[place]) << 8 | Int(bytes[place + 1])))
        group.start = max(clusterStart + MediaTime(milliseconds: offset), .zero)
        group.text = place + 3..<range.upperBound
    }

    private mutating func close() throws {
        guard let text = group.text else { return }
        // Other unknown tracks are numbers and pictures.
        guard TextRecognition.isUTF8(bytes[text]),
            !bytes[text].contains(where: { $0 < 0x20 && !$0.isSpace })
        else { throw ReadingError.unknownFormat }
        guard captions.cues.count < limit else { throw ReadingError.tooManyCues(limit: limit) }
        let end = group.start + (group.duration ?? .zero)
        var cue = Cue(start: group.start, end: end, normalized: "")
        setAddition(&cue)
        markup.read(bytes, text, into: &cue)
        (markup.isFull, markup.hasCut) = (false, false)
        captions.cues.append(cue)
    }

    /// A line of settings and one with the name.
    private func setAddition(_ cue: inout Cue) {
        // A line ends with its part: what comes behind it may be all of the file.
        let addition = Bytes(rebasing: bytes[group.addition])
        var lines = Lines(addition, from: 0)
        for isName in [false, true] {
            guard let line = lines.line() else { return }
            let text = addition.text(addition.trimmed(line))
            guard !text.isEmpty else { continue }
            if isName { cue.identifier = text } else { cue.settingsText = text }
        }
    }
}
