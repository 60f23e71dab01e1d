/// Reads TTML: its text, its times, which nest, and of its looks what another format can say.
///
/// Everything is known when an element ends, so nothing but the way from the root to the current
/// element is kept.
final class TTMLReader: XMLListener {
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
    private var agents: [String: String] = [:]
    private var table = StyleTable()
    private var open: [Element] = []
    private var paragraph: TTMLParagraph?
    /// How many elements deep we are in something that says nothing to us.
    private var skipped = 0
    private var heard: [UInt8] = []
    private var rootTag: Range<Int>?
    private var headStart: Int?
    private var head: Range<Int>?
    private var bodyTag: Range<Int>?
    private var bodyRegion: String?
    private var keepsFrame = true
    /// Apple’s lyrics: each span is a word of one cue.
    private var hasWordSpans = false
    private var language: String?

    private init(_ bytes: Bytes, limit: Int, problems: ProblemList) {
        self.bytes = bytes
        self.limit = limit
        self.problems = problems
    }

    static func read(_ bytes: Bytes, limit: Int, problems: inout ProblemList) throws -> Captions {
        let reader = TTMLReader(bytes, limit: limit, problems: problems)
        defer { problems = reader.problems }
        try XMLParser.read(bytes, reader)
        return try reader.finish()
    }

    private enum Kind {
        case root, head, title, agent, agentName, style, region, metadata
        case body, div, paragraph, span, lineBreak, set
    }

    /// An element that isn’t closed yet.
    private struct Element {
        var kind: Kind
        var look = TTMLLook()
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
        /// Whether it is a span that `<set>` gave a time.
        var isWord = false
    }

    // MARK: Elements

    func start(_ name: XMLName, _ attributes: XMLAttributes, at place: XMLPlace) throws {
        guard skipped == 0 else {
            skipped += 1
            return
        }
        guard let parent = open.last else { return try startRoot(name, attributes, at: place) }
        guard let kind = kind(of: name, in: parent.kind) else {
            skipped = 1
            return
        }
        var element = Element(kind: kind)
        element.look = parent.look
        element.keepsSpace = parent.keepsSpace
        element.language = parent.language
        element.voice = parent.voice
        element.ruby = parent.ruby
        element.region = parent.region
        switch kind {
        case .body, .div, .paragraph, .span: try startContent(&element, parent, attributes, place)
        case .lineBreak: addBreak(parent)
        case .set: try addSet(attributes)
        case .style: try startStyle(&element, parent, attributes, place)
        case .region: try startStyle(&element, parent, attributes, place)
        case .head: headStart = place.range.lowerBound
        case .title, .agent, .agentName:
            heard = []
            if kind == .agent { element.identifier = identifier(attributes) }
            if kind == .agentName { element.identifier = parent.identifier }
        case .root, .metadata: break
        }
        open.append(element)
    }

    private func kind(of name: XMLName, in parent: Kind) -> Kind? {
        func isTT(_ local: StaticString) -> Bool { name.isLocal(local, in: namespace) }
        switch parent {
        case .root: return isTT("head") ? .head : isTT("body") ? .body : nil
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
        name.isLocal("title", in: metadata) ? .title : name.isLocal("agent", in: metadata) ? .agent : nil
    }

    func end(_ name: XMLName, at place: XMLPlace) throws {
        guard skipped == 0 else {
            skipped -= 1
            return
        }
        guard let element = open.popLast() else { return }
        switch element.kind {
        case .head:
            if let start = headStart { head = start..<place.range.upperBound }
            styles.resolve()
        case .title:
            let title = String(decoding: heard, as: UTF8.self)
            if !title.isEmpty, captions.tags.isEmpty { captions.tags.append(Tag("ti", title)) }
        case .agentName:
            if let agent = element.identifier, agents[agent] == nil {
                agents[agent] = String(decoding: heard, as: UTF8.self)
            }
        case .style where open.last?.kind == .region:
            open[open.count - 1].look.take(element.look)
        case .style:
            if let name = element.identifier {
                styles.add(name, element.look, references: element.references)
            }
        case .region: endRegion(element)
        case .body, .div, .paragraph, .span: try endContent(element, at: place)
        case .root, .agent, .metadata, .lineBreak, .set: break
        }
    }

    func characters(_ text: Bytes) throws {
        guard skipped == 0, let element = open.last else { return }
        switch element.kind {
        case .title, .agentName:
            if heard.count < 4_096 { heard.append(contentsOf: text) }
        case .paragraph, .span: addText(text, element)
        default: break
        }
    }

    // MARK: The root

    private func startRoot(_ name: XMLName, _ attributes: XMLAttributes, at place: XMLPlace) throws {
        guard name.local == "tt" else { throw ReadingError.notTTML }
        let space = name.namespace
        guard space.isEmpty || space.hasPrefix("http://www.w3.org/") else { throw ReadingError.notTTML }
        namespace = Array(space.utf8)
        styling = space.isEmpty ? [] : Array((space + "#styl").utf8)
        metadata = Array((space.isEmpty ? "" : space + "#metadata").utf8)
        rootTag = place.range
        var element = Element(kind: .root)
        var parameters = TTMLClock.Parameters()
        for (name, value) in attributes {
            let value = String(cString: value)
            switch name.local {
            case "frameRate": parameters.frameRate = Int(value)
            case "subFrameRate": parameters.subFrameRate = Int(value)
            case "tickRate": parameters.tickRate = Int(value)
            case "frameRateMultiplier":
                let parts = value.split { $0 == " " || $0 == ":" }.compactMap { Int($0) }
                if parts.count == 2 { parameters.multiplier = (parts[0], parts[1]) }
            case "timeBase" where value != "media":
                keepsFrame = false
                try problems.add(.timeBase, line: place.line, found: value)
            case "timing": hasWordSpans = value == "Word"
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

    private func startStyle(
        _ element: inout Element,
        _ parent: Element,
        _ attributes: XMLAttributes,
        _ place: XMLPlace
    ) throws {
        element.look = TTMLLook()
        for (name, value) in attributes {
            if isStyling(name) {
                element.look.set(name.local, String(cString: value))
            } else if name.isPlain("style") {
                element.references = references(value)
            } else if name.local == "id" {
                element.identifier = String(cString: value)
            }
        }
    }

    private func endRegion(_ element: Element) {
        guard let name = element.identifier else { return }
        styles.resolve()
        var look = TTMLLook()
        for reference in element.references { look.take(styles.look(reference)) }
        look.take(element.look)
        regions[name] = look
        captions.regions.append(Region(identifier: name, settings: ""))
    }

    private func references(_ value: UnsafePointer<CChar>) -> [String] {
        String(cString: value).split(separator: " ").map(String.init)
    }

    private func isStyling(_ name: XMLName) -> Bool {
        let bytes = UnsafeRawPointer(name.pointer).assumingMemoryBound(to: UInt8.self)
        guard !styling.isEmpty else { return false }
        for (index, byte) in styling.enumerated() where bytes[index] != byte { return false }
        return true
    }

    private func identifier(_ attributes: XMLAttributes) -> String? {
        for (name, value) in attributes where name.local == "id" { return String(cString: value) }
        return nil
    }

    // MARK: Content

    /// What an element’s own attributes say about time.
    private struct Timing {
        var begin: Instant?
        var end: Instant?
        var duration: Instant?
    }

    private func startContent(
        _ element: inout Element,
        _ parent: Element,
        _ attributes: XMLAttributes,
        _ place: XMLPlace
    ) throws {
        var timing = Timing()
        var own = TTMLLook()
        var keptCount = 0
        for (name, value) in attributes {
            if name.isPlain("begin") {
                timing.begin = try time(value, place)
            } else if name.isPlain("end") {
                timing.end = try time(value, place)
            } else if name.isPlain("dur") {
                timing.duration = try time(value, place)
            } else if name.isPlain("timeContainer") {
                element.isSequence = String(cString: value) == "seq"
            } else if name.isPlain("region") {
                element.region = String(cString: value)
                keptCount += 1
            } else if name.isPlain("style") {
                for reference in references(value) { element.look.take(styles.look(reference)) }
                keptCount += 1
            } else if isStyling(name) {
                keptCount += 1
                if name.local == "ruby" { setRuby(&element, String(cString: value)) }
                own.set(name.local, String(cString: value))
            } else {
                switch name.local {
                case "id": element.identifier = String(cString: value)
                case "lang": element.language = String(cString: value)
                case "space": element.keepsSpace = String(cString: value) == "preserve"
                case "agent":
                    let agent = String(cString: value)
                    element.voice = agents[agent] ?? agent
                    keptCount += 1
                default: keptCount += 1
                }
            }
        }
        element.look.take(own)
        setTimes(&element, parent, timing)
        if element.kind == .body {
            bodyTag = place.range
            bodyRegion = element.region
        }
        guard element.kind == .paragraph else { return }
        startParagraph(element, attributes, place, hasKept: keptCount > 0)
    }

    private func setRuby(_ element: inout Element, _ value: String) {
        switch value {
        case "container", "base", "baseContainer": element.ruby.insert(.ruby)
        case "text", "textContainer": element.ruby.formUnion([.ruby, .rubyText])
        default: break
        }
    }

    private func setTimes(_ element: inout Element, _ parent: Element, _ timing: Timing) {
        let base = parent.isSequence ? parent.next : parent.begin
        guard let base else {
            element.begin = nil
            return
        }
        let begin = min(base + (timing.begin ?? 0), clock.limit)
        element.begin = begin
        element.next = begin
        element.lastEnd = begin
        var ends: [Instant] = []
        if let end = timing.end { ends.append(base + end) }
        if let duration = timing.duration { ends.append(begin + duration) }
        element.hasOwnEnd = !ends.isEmpty
        if let end = parent.end { ends.append(end) }
        element.end = ends.min().map { min($0, clock.limit) }
    }

    private func time(_ value: UnsafePointer<CChar>, _ place: XMLPlace) throws -> Instant? {
        let text = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
        var count = 0
        while text[count] != 0 { count += 1 }
        guard count > 0 else { return nil }
        let bytes = Bytes(start: text, count: count)
        guard let time = clock.time(bytes) else {
            try problems.add(.unreadableTime, line: place.line, found: String(cString: value))
            return nil
        }
        if clock.isLenient {
            clock.isLenient = false
            try problems.add(.timeForm, line: place.line, found: String(cString: value))
        }
        return time
    }

    private func endContent(_ element: Element, at place: XMLPlace) throws {
        guard var parent = open.popLast() else { return }
        defer { open.append(parent) }
        guard element.begin != nil else {
            if element.kind == .paragraph { paragraph = nil }
            return
        }
        var end = element.end
        if !element.hasOwnEnd {
            // Without an end of its own, a child of a sequence lasts as long as what is in it.
            if parent.isSequence || element.isSequence { end = earlier(element.end, element.lastEnd) }
        }
        if element.kind == .paragraph { try endParagraph(end: end, at: place) }
        parent.next = end
        parent.lastEnd = parent.lastEnd.flatMap { last in end.map { max(last, $0) } }
    }

    private func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    // MARK: Paragraphs

    private func startParagraph(
        _ element: Element,
        _ attributes: XMLAttributes,
        _ place: XMLPlace,
        hasKept: Bool
    ) {
        guard let begin = element.begin else { return }
        var new = TTMLParagraph(begin: begin, end: element.end, place: place)
        new.identifier = element.identifier
        new.isMeant = element.keepsSpace && ownsSpace(attributes)
        var look = element.region.flatMap { regions[$0] } ?? TTMLLook()
        look.textAlign = element.look.textAlign ?? look.textAlign
        if element.region != nil || look.textAlign != nil { new.settings = look.settings }
        if hasKept { new.kept = XMLSource.kept(bytes.text(place.range)) }
        if let region = element.region, region != bodyRegion, !new.kept.contains("region=") {
            new.kept = "region=\"\(XMLText.attribute(region))\"" + (new.kept.isEmpty ? "" : " " + new.kept)
        }
        if let paragraph { new.bytes = reused(paragraph) }
        paragraph = new
    }

    private func reused(_ paragraph: TTMLParagraph) -> [UInt8] {
        var bytes = paragraph.bytes
        bytes.removeAll(keepingCapacity: true)
        return bytes
    }

    private func ownsSpace(_ attributes: XMLAttributes) -> Bool {
        for (name, _) in attributes where name.local == "space" { return true }
        return false
    }

    private func addText(_ text: Bytes, _ element: Element) {
        // In a sequence, text has no duration.
        if !element.isSequence { addPiece(text, element) }
    }

    private func addBreak(_ parent: Element) {
        withUnsafePointer(to: TTMLParagraph.lineBreak) { byte in
            addPiece(Bytes(start: byte, count: 1), parent)
        }
    }

    private func addPiece(_ text: Bytes, _ element: Element) {
        guard paragraph != nil, let begin = element.begin else { return }
        let start = paragraph?.bytes.count ?? 0
        paragraph?.bytes.append(contentsOf: text)
        let piece = TTMLParagraph.Piece(
            range: start..<start + text.count,
            style: table.shared(style(of: element)),
            begin: begin,
            end: element.end,
            keepsSpace: element.keepsSpace
        )
        paragraph?.add(piece)
    }

    private func style(of element: Element) -> Style {
        var style = element.look.style
        style.marks.formUnion(element.ruby)
        if let voice = element.voice { style.voice = voice }
        if element.language != language, let own = element.language, !own.isEmpty { style.language = own }
        return style
    }

    /// `<set begin="…" tts:color="…"/>` in a span: the word is sung from then on.
    private func addSet(_ attributes: XMLAttributes) throws {
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
        guard hasColor, let begin, let piece = paragraph?.pieces.count else { return }
        paragraph?.words.append(
            TTMLParagraph.TimedWord(begin: base + begin, end: end.map { base + $0 }, piece: piece)
        )
    }

    private func endParagraph(end: Instant?, at place: XMLPlace) throws {
        guard var done = paragraph else { return }
        if done.end == nil { done.end = end }
        if hasWordSpans { takeWords(&done) }
        let source = done.place.range.lowerBound..<place.range.upperBound
        let sourceSize = 6 * source.count + 256
        let isOne = hasWordSpans || !done.words.isEmpty
        if table.isFull {
            try problems.add(.tooManyStyles, line: done.place.line)
            table.isFull = false
        }
        var cues = done.cues(clock, asOne: isOne, limit: sourceSize)
        if cues == nil {
            try problems.add(.tooManyIntervals, line: done.place.line)
            cues = done.cues(clock, asOne: true, limit: sourceSize)
        }
        if let identifier = done.identifier, cues?.isEmpty == false { cues?[0].identifier = identifier }
        guard captions.cues.count + (cues?.count ?? 0) <= limit else {
            throw ReadingError.tooManyCues(limit: limit)
        }
        captions.cues += cues ?? []
        done.pieces.removeAll(keepingCapacity: true)
        paragraph = nil
    }

    /// Each span with a time of its own is a word.
    private func takeWords(_ paragraph: inout TTMLParagraph) {
        for (index, piece) in paragraph.pieces.enumerated()
        where piece.begin != paragraph.begin || piece.end != paragraph.end {
            paragraph.words.append(
                TTMLParagraph.TimedWord(begin: piece.begin, end: piece.end, piece: index)
            )
        }
    }

    // MARK: The end

    private func finish() throws -> Captions {
        // Times decide what comes first, not the places of paragraphs; equal ones stay in order.
        let cues = captions.cues
        if zip(cues, cues.dropFirst()).contains(where: { $0.start > $1.start }) {
            captions.cues.sort { $0.start < $1.start }
        }
        if keepsFrame, let rootTag, let head {
            captions.frame = XMLSource.frame(
                root: bytes.text(rootTag),
                head: bytes.text(head),
                body: bodyTag.map { XMLSource.kept(bytes.text($0)) } ?? ""
            )
        }
        return captions
    }
}
