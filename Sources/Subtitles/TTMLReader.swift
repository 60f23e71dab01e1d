import Received

/// Reads TTML: its text, its times, which nest, and of its looks what another format can say.
///
/// Everything is known when an element ends, so nothing but the way from the root to the current
/// element is kept. A value, for the compiler then knows that nobody else changes it: of an object’s
/// properties, each change would have to be announced while the program runs.
struct TTMLReader {
    private typealias Instant = TTMLClock.Instant

    private let bytes: Bytes
    private let limit: Int
    private var problems: ProblemList
    private var captions = Captions(format: .ttml)
    /// The namespace of the root element, without and with what follows it in the names of attributes.
    private var namespace: [UInt8] = []
    private var styling: [UInt8] = []
    private var metadata: [UInt8] = []
    private var clock = TTMLClock()
    private var styles = TTMLStyles()
    private var regions: [String: TTMLLook] = [:]
    /// The regions of the head, whose styles are known at its end.
    private var headRegions: [(name: String, look: TTMLLook, references: [String])] = []
    private var agents: [String: String] = [:]
    private var table = StyleTable()
    private var open: [Element] = []
    /// Elements that were closed, to be used again.
    private var spare: [Element] = []
    private var paragraph = TTMLParagraph()
    /// How many elements deep we are in something that says nothing to us.
    private var skipped = 0
    private var heard: [UInt8] = []
    private var lineCounter: LineCounter
    private var rootTag: Range<Int>?
    private var headStart: Int?
    private var head: Range<Int>?
    private var bodyTag: Range<Int>?
    private var bodyRegion: String?
    private var lastSettings: (region: String?, align: String?, settings: String)?
    private var keepsFrame = true
    /// Apple’s lyrics: every time in them counts from the beginning of the song.
    private var isLyrics = false
    /// And each span is a word of one cue.
    private var hasWordSpans = false
    private var language: String?
    /// Of the element that is read: times that can’t be.
    private var unread: [(value: String, isBegin: Bool)] = []

    private init(_ bytes: Bytes, limit: Int, problems: ProblemList) {
        self.bytes = bytes
        self.limit = limit
        self.problems = problems
        lineCounter = LineCounter(bytes)
    }

    /// Counted when it is needed, which is rarely.
    private mutating func line(_ tag: Range<Int>) -> Int { lineCounter.line(at: tag.lowerBound) }

    static func read(_ bytes: Bytes, limit: Int, problems: inout ProblemList) throws -> Captions {
        let listener = Listener(TTMLReader(bytes, limit: limit, problems: problems))
        defer { problems = listener.reader.problems }
        try XMLParser.read(bytes, listener)
        return listener.reader.finish()
    }

    /// What expat tells.
    private final class Listener: XMLListener {
        var reader: TTMLReader

        init(_ reader: TTMLReader) {
            self.reader = reader
        }

        func start(_ name: XMLName, _ attributes: XMLAttributes, at tag: Range<Int>) throws {
            try reader.start(name, attributes, at: tag)
        }

        func end(_ name: XMLName, at tag: Range<Int>) throws { try reader.end(at: tag) }

        func characters(_ text: Bytes) { reader.characters(text) }
    }

    private enum Kind {
        case root, head, title, agent, agentName, style, region, metadata
        case body, div, paragraph, span, lineBreak, set
    }

    /// An element that isn’t closed yet. A class, for it is passed around more than it is changed.
    private final class Element {
        private(set) var kind: Kind
        var look = TTMLLook()
        /// Of the text in it, made of everything above.
        var style = Style()
        var keepsSpace = false
        var language: String?
        var voice: String?
        var ruby: Style.Marks = []
        var region: String?
        var identifier: String?
        /// nil: it never shows.
        var begin: Instant? = 0
        /// Its own, or an ancestor’s if that is earlier; nil is open.
        var end: Instant?
        var hasOwnEnd = false
        var isSequence = false
        /// In a sequence, when the next child begins; nil if never.
        var next: Instant? = 0
        /// When the last child ends; nil if one never does.
        var lastEnd: Instant? = 0
        /// For a style or region.
        var references: [String] = []

        init(_ kind: Kind) {
            self.kind = kind
        }

        /// With what a child has from its parent.
        func begin(_ kind: Kind, in parent: Element) {
            self.kind = kind
            look = parent.look
            style = parent.style
            keepsSpace = parent.keepsSpace
            language = parent.language
            voice = parent.voice
            ruby = parent.ruby
            region = parent.region
            identifier = nil
            begin = 0
            end = nil
            hasOwnEnd = false
            isSequence = false
            next = 0
            lastEnd = 0
            references = []
        }
    }

    // MARK: Elements

    private mutating func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at tag: Range<Int>
    ) throws {
        guard skipped == 0 else {
            skipped += 1
            return
        }
        guard let parent = open.last else { return try startRoot(name, attributes, at: tag) }
        guard let kind = kind(of: name, in: parent.kind) else {
            skipped = 1
            return
        }
        // Whatever is in these two says nothing.
        if kind == .lineBreak || kind == .set {
            if kind == .set { addSet(attributes) } else { addBreak(parent) }
            skipped = 1
            return
        }
        let element = spare.popLast() ?? Element(kind)
        element.begin(kind, in: parent)
        switch kind {
        case .body, .div, .paragraph, .span: try startContent(element, parent, attributes, tag)
        case .style, .region: startStyle(element, attributes)
        case .head: headStart = tag.lowerBound
        case .title, .agent, .agentName:
            heard = []
            if kind == .agent { element.identifier = identifier(attributes) }
            if kind == .agentName { element.identifier = parent.identifier }
        case .root, .metadata, .lineBreak, .set: break
        }
        open.append(element)
    }

    private func kind(of name: XMLName, in parent: Kind) -> Kind? {
        func isTT(_ local: StaticString) -> Bool { name.isLocal(local, in: namespace) }
        switch parent {
        case .root: return isTT("head") && headStart == nil ? .head : isTT("body") ? .body : nil
        case .body: return isTT("div") ? .div : isTT("p") ? .paragraph : nil
        case .div: return isTT("p") ? .paragraph : isTT("div") ? .div : nil
        case .paragraph, .span:
            return isTT("span") ? .span : isTT("br") ? .lineBreak : isTT("set") ? .set : nil
        case .head:
            if isTT("metadata") || isTT("styling") || isTT("layout") { return .metadata }
            return kindInMetadata(name)
        case .metadata:
            return isTT("style") ? .style : isTT("region") ? .region : kindInMetadata(name)
        case .region: return isTT("style") ? .style : nil
        case .agent: return name.isLocal("name", in: metadata) ? .agentName : nil
        default: return nil
        }
    }

    private func kindInMetadata(_ name: XMLName) -> Kind? {
        name.isLocal("title", in: metadata)
            ? .title : name.isLocal("agent", in: metadata) ? .agent : nil
    }

    private mutating func end(at tag: Range<Int>) throws {
        guard skipped == 0 else {
            skipped -= 1
            return
        }
        guard let element = open.popLast() else { return }
        defer { spare.append(element) }
        switch element.kind {
        case .head:
            if let start = headStart { head = start..<tag.upperBound }
            styles.resolve()
            resolveRegions()
        case .title:
            let title = ReceivedText.repair(heard)
            if !title.isEmpty, captions.tags.isEmpty { captions.tags.append(Tag("ti", title)) }
        case .agentName:
            if let agent = element.identifier, agents[agent] == nil {
                agents[agent] = ReceivedText.repair(heard)
            }
        case .style where open.last?.kind == .region:
            open.last?.look.take(element.look)
        case .style:
            if let name = element.identifier {
                styles.add(name, element.look, references: element.references)
            }
        case .region: endRegion(element)
        case .body, .div, .paragraph, .span: try endContent(element, at: tag)
        case .root, .agent, .metadata, .lineBreak, .set: break
        }
    }

    private mutating func characters(_ text: Bytes) {
        guard skipped == 0, let element = open.last else { return }
        switch element.kind {
        case .title, .agentName:
            if heard.count < 4_096 { heard.append(contentsOf: text) }
        case .paragraph, .span: addText(text, element)
        default: break
        }
    }

    // MARK: The root

    private mutating func startRoot(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at tag: Range<Int>
    ) throws {
        guard name.local == "tt" else { throw ReadingError.notTTML }
        let space = name.namespace
        guard space.isEmpty || space.hasPrefix("http://www.w3.org/") else {
            throw ReadingError.notTTML
        }
        namespace = Array(space.utf8)
        styling = space.isEmpty ? [] : Array((space + "#styl").utf8)
        metadata = Array((space.isEmpty ? "" : space + "#metadata").utf8)
        rootTag = tag
        let element = Element(.root)
        var parameters = TTMLClock.Parameters()
        for (name, value) in attributes {
            let value = ReceivedText.repair(cString: value)
            switch name.local {
            case "frameRate": parameters.frameRate = ReceivedNumber.integer(value)
            case "subFrameRate": parameters.subFrameRate = ReceivedNumber.integer(value)
            case "tickRate": parameters.tickRate = ReceivedNumber.integer(value)
            case "frameRateMultiplier":
                let parts = value.split { $0 == " " || $0 == ":" }.compactMap {
                    ReceivedNumber.integer($0)
                }
                if parts.count == 2 { parameters.multiplier = (parts[0], parts[1]) }
            case "timeBase" where value != "media":
                keepsFrame = false
                try problems.add(.timeBase, line: line(tag), found: value)
            case "timing" where name.namespace.hasPrefix("http://music.apple.com/"):
                isLyrics = true
                hasWordSpans = value == "Word"
            case "lang":
                language = value
                if !value.isEmpty { captions.language = value }
            case "space": element.keepsSpace = value == "preserve"
            default: break
            }
        }
        element.language = language
        clock = TTMLClock(parameters)
        open.append(element)
    }

    // MARK: Styles and regions

    private mutating func startStyle(_ element: Element, _ attributes: XMLAttributes) {
        element.look = TTMLLook()
        for (name, value) in attributes {
            if isStyling(name) {
                element.look.set(name.local, ReceivedText.repair(cString: value))
            } else if name.isPlain("style") {
                element.references = references(value)
            } else if name.local == "id" {
                element.identifier = ReceivedText.repair(cString: value)
            }
        }
    }

    private mutating func endRegion(_ element: Element) {
        guard let name = element.identifier else { return }
        headRegions.append((name, element.look, element.references))
        captions.regions.append(Region(identifier: name, settings: ""))
    }

    private mutating func resolveRegions() {
        for region in headRegions {
            var look = TTMLLook()
            for reference in region.references { look.take(styles.look(reference)) }
            look.take(region.look)
            regions[region.name] = look
        }
        headRegions = []
    }

    private func references(_ value: UnsafePointer<CChar>) -> [String] {
        ReceivedText.repair(cString: value).split(separator: " ").map(String.init)
    }

    private func isStyling(_ name: XMLName) -> Bool {
        let bytes = UnsafeRawPointer(name.pointer).assumingMemoryBound(to: UInt8.self)
        guard !styling.isEmpty else { return false }
        for (index, byte) in styling.enumerated() where bytes[index] != byte { return false }
        return true
    }

    private func identifier(_ attributes: XMLAttributes) -> String? {
        for (name, value) in attributes where name.local == "id" {
            return ReceivedText.repair(cString: value)
        }
        return nil
    }

    // MARK: Content

    /// What an element’s own attributes say about time.
    private struct Timing {
        var begin: Instant?
        var end: Instant?
        var duration: Instant?
    }

    private mutating func startContent(
        _ element: Element,
        _ parent: Element,
        _ attributes: XMLAttributes,
        _ tag: Range<Int>
    ) throws {
        var timing = Timing()
        var own = TTMLLook()
        var keptCount = 0
        var isSpaceOwn = false
        var isStyled = false
        for (name, value) in attributes {
            if name.isPlain("begin") {
                timing.begin = try time(value, tag, isBegin: true)
            } else if name.isPlain("end") {
                timing.end = try time(value, tag)
            } else if name.isPlain("dur") {
                timing.duration = try time(value, tag)
            } else if name.isPlain("timeContainer") {
                element.isSequence = ReceivedText.repair(cString: value) == "seq"
            } else if name.isPlain("region") {
                let region = ReceivedText.repair(cString: value)
                // Every paragraph in it says the name again.
                if Style.isShort(region) { element.region = region } else { table.isFull = true }
                keptCount += 1
            } else if name.isPlain("style") {
                for reference in references(value) { element.look.take(styles.look(reference)) }
                keptCount += 1
            } else if isStyling(name) {
                keptCount += 1
                if name.local == "ruby" { setRuby(element, ReceivedText.repair(cString: value)) }
                own.set(name.local, ReceivedText.repair(cString: value))
            } else {
                switch name.local {
                case "id": element.identifier = ReceivedText.repair(cString: value)
                case "lang":
                    element.language = ReceivedText.repair(cString: value)
                    isStyled = true
                case "space":
                    element.keepsSpace = ReceivedText.repair(cString: value) == "preserve"
                    isSpaceOwn = true
                case "agent":
                    let agent = ReceivedText.repair(cString: value)
                    element.voice = agents[agent] ?? agent
                    keptCount += 1
                default: keptCount += 1
                }
            }
        }
        if keptCount > 0 || isStyled {
            element.look.take(own)
            element.style = table.shared(style(of: element))
        }
        setTimes(element, parent, timing)
        if !unread.isEmpty { try sayUnread(element, tag) }
        if element.kind == .body {
            bodyTag = tag
            bodyRegion = element.region
        }
        guard element.kind == .paragraph else { return }
        startParagraph(element, tag, hasKept: keptCount > 0)
        paragraph.isMeant = isSpaceOwn && element.keepsSpace
    }

    private func setRuby(_ element: Element, _ value: String) {
        switch value {
        case "container", "base", "baseContainer": element.ruby.insert(.ruby)
        case "text", "textContainer": element.ruby.formUnion([.ruby, .rubyText])
        default: break
        }
    }

    private func setTimes(_ element: Element, _ parent: Element, _ timing: Timing) {
        let base = isLyrics ? 0 : parent.isSequence ? parent.next : parent.begin
        guard let base else {
            element.begin = nil
            return
        }
        let begin = min(base + (timing.begin ?? (isLyrics ? parent.begin ?? 0 : 0)), clock.limit)
        element.begin = begin
        element.next = begin
        element.lastEnd = begin
        let own = earlier(timing.end.map { base + $0 }, timing.duration.map { begin + $0 })
        element.hasOwnEnd = own != nil
        element.end = earlier(own, parent.end).map { min($0, clock.limit) }
    }

    private mutating func time(
        _ value: UnsafePointer<CChar>,
        _ tag: Range<Int>,
        isBegin: Bool = false
    ) throws -> Instant? {
        let text = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
        var count = 0
        while text[count] != 0 { count += 1 }
        guard count > 0 else { return nil }
        let bytes = Bytes(start: text, count: count)
        guard let time = clock.time(bytes) else {
            unread.append((ReceivedText.repair(cString: value), isBegin))
            return nil
        }
        if clock.isLenient {
            clock.isLenient = false
            try problems.add(.timeForm, line: line(tag), found: ReceivedText.repair(cString: value))
        }
        return time
    }

    /// Says which times of an element can’t be read, and when it starts or ends instead.
    private mutating func sayUnread(_ element: Element, _ tag: Range<Int>) throws {
        let line = line(tag)
        let noun = element.kind == .paragraph ? "The cue" : "The text"
        for (value, isBegin) in unread {
            let instead = (isBegin ? element.begin : element.end)
                .map { CaptionTime.text(clock.rounded($0)) }
            let remedy =
                instead.map { "\(noun) \(isBegin ? "starts" : "ends") at \($0) instead." }
                ?? (isBegin ? nil : "\(noun) was left without an end of its own.")
            try problems.add(.unreadableTime, line: line, found: value, remedy: remedy)
        }
        unread.removeAll(keepingCapacity: true)
    }

    private mutating func endContent(_ element: Element, at tag: Range<Int>) throws {
        guard let parent = open.last else { return }
        guard element.begin != nil else {
            if element.kind == .paragraph { paragraph.isOpen = false }
            return
        }
        var end = element.end
        if !element.hasOwnEnd {
            // Without an end of its own, a child of a sequence lasts as long as what is in it.
            if parent.isSequence || element.isSequence {
                end = earlier(element.end, element.lastEnd)
            }
        }
        if element.kind == .paragraph { try endParagraph(end: end, at: tag) }
        parent.next = end
        parent.lastEnd = parent.lastEnd.flatMap { last in end.map { max(last, $0) } }
    }

    private func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    // MARK: Paragraphs

    private mutating func startParagraph(_ element: Element, _ tag: Range<Int>, hasKept: Bool) {
        guard let begin = element.begin else { return }
        paragraph.open(at: begin, to: element.end, tag)
        paragraph.identifier = element.identifier
        paragraph.settings = settings(of: element)
        if hasKept { paragraph.kept = XMLSource.kept(bytes.text(tag)) }
        if let region = element.region, region != bodyRegion, !paragraph.kept.contains("region=") {
            let rest = paragraph.kept.isEmpty ? "" : " " + paragraph.kept
            paragraph.kept = "region=\"\(XMLText.attribute(region))\"" + rest
        }
    }

    /// Where the text stands, from the region and the alignment. Most cues stand where the one before did.
    private mutating func settings(of element: Element) -> String {
        if let last = lastSettings, last.region == element.region,
            last.align == element.look.textAlign
        {
            return last.settings
        }
        var look = element.region.flatMap { regions[$0] } ?? TTMLLook()
        look.textAlign = element.look.textAlign ?? look.textAlign
        let settings = element.region != nil || look.textAlign != nil ? look.settings : ""
        lastSettings = (element.region, element.look.textAlign, settings)
        return settings
    }

    private mutating func addText(_ text: Bytes, _ element: Element) {
        // In a sequence, text has no duration.
        if !element.isSequence { addPiece(text, element) }
    }

    private mutating func addBreak(_ parent: Element) {
        withUnsafePointer(to: TTMLParagraph.lineBreak) { byte in
            addPiece(Bytes(start: byte, count: 1), parent)
        }
    }

    private mutating func addPiece(_ text: Bytes, _ element: Element) {
        guard paragraph.isOpen, let begin = element.begin else { return }
        paragraph.add(
            text,
            style: element.style,
            begin: begin,
            end: element.end,
            keepsSpace: element.keepsSpace
        )
    }

    private func style(of element: Element) -> Style {
        var style = element.look.style
        style.marks.formUnion(element.ruby)
        if let voice = element.voice { style.voice = voice }
        if element.language != language, let own = element.language, !own.isEmpty {
            style.language = own
        }
        return style
    }

    /// `<set begin="…" tts:color="…"/>` in a span: the word is sung from then on.
    private mutating func addSet(_ attributes: XMLAttributes) {
        guard let span = open.last, span.kind == .span, let base = span.begin else { return }
        var begin: Instant?
        var end: Instant?
        var hasColor = false
        for (name, value) in attributes {
            let bytes = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
            var count = 0
            while bytes[count] != 0 { count += 1 }
            if name.isPlain("begin") { begin = clock.time(Bytes(start: bytes, count: count)) }
            if name.isPlain("end") { end = clock.time(Bytes(start: bytes, count: count)) }
            if isStyling(name), name.local == "color" { hasColor = true }
        }
        guard hasColor, let begin else { return }
        paragraph.words.append(
            TTMLParagraph.TimedWord(
                begin: base + begin,
                end: end.map { base + $0 },
                piece: paragraph.pieces.count
            )
        )
    }

    private mutating func endParagraph(end: Instant?, at tag: Range<Int>) throws {
        guard paragraph.isOpen else { return }
        paragraph.isOpen = false
        if paragraph.end == nil { paragraph.end = end }
        if hasWordSpans { takeWords() }
        let source = paragraph.tag.lowerBound..<tag.upperBound
        let size = 6 * source.count + 256
        if table.isFull {
            try problems.add(.tooManyStyles, line: line(tag))
            table.isFull = false
        }
        if paragraph.marks.hasCut { try problems.add(.tooManyMarks, line: line(tag)) }
        if let end = paragraph.end, end <= paragraph.begin {
            try sayNeverShown(until: end, at: tag)
            return
        }
        let isOne = hasWordSpans || !paragraph.words.isEmpty
        let first = captions.cues.count
        if !paragraph.addCues(to: &captions.cues, clock, asOne: isOne, limit: size) {
            try problems.add(.tooManyIntervals, line: line(tag))
            _ = paragraph.addCues(to: &captions.cues, clock, asOne: true, limit: size)
        }
        if let identifier = paragraph.identifier, first < captions.cues.count {
            captions.cues[first].identifier = identifier
        }
        guard captions.cues.count <= limit else { throw ReadingError.tooManyCues(limit: limit) }
    }

    /// Says that a text is left out because its end comes too soon. One without letters is missed by nobody.
    private mutating func sayNeverShown(until end: Instant, at tag: Range<Int>) throws {
        guard paragraph.hasLetters else { return }
        let start = CaptionTime.text(clock.rounded(paragraph.begin))
        try problems.add(
            .neverShown,
            line: line(tag),
            found: "\(start) to \(CaptionTime.text(clock.rounded(end)))"
        )
    }

    /// Each span with a time of its own is a word.
    private mutating func takeWords() {
        for (index, piece) in paragraph.pieces.enumerated()
        where piece.begin != paragraph.begin || piece.end != paragraph.end {
            paragraph.words.append(
                TTMLParagraph.TimedWord(begin: piece.begin, end: piece.end, piece: index)
            )
        }
    }

    // MARK: The end

    private mutating func finish() -> Captions {
        // Times decide what comes first, not the places of paragraphs; equal ones stay in order.
        let cues = captions.cues
        if zip(cues, cues.dropFirst()).contains(where: { $0.start > $1.start }) {
            captions.cues.sort { $0.start < $1.start }
        }
        if keepsFrame, let rootTag {
            captions.frame = XMLSource.frame(
                root: bytes.text(rootTag),
                head: head.map(bytes.text) ?? "",
                body: bodyTag.map { XMLSource.kept(bytes.text($0)) } ?? ""
            )
            for (identifier, name) in agents { captions.frame?.agents[name] = identifier }
            if captions.frame?.isOrdinary == false { captions.frame = nil }
        }
        return captions
    }
}
