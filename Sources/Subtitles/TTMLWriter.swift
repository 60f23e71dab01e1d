import Received

/// Writes TTML in the text profile of IMSC 1.1, or in the frame of the file that was read.
enum TTMLWriter {
    static func write(_ captions: Captions, _ options: WritingOptions, to output: inout Output) {
        output.word("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        var paragraphs = TTMLParagraphs(captions)
        if captions.format == .ttml, let frame = captions.frame, frame.isOrdinary {
            paragraphs.frame = frame
            output.text(rootTag(frame))
            output.text(frame.head.isEmpty ? "\n" : "\n  \(frame.head)\n")
            write(captions, &paragraphs, frame.body.isEmpty ? "" : " " + frame.body, to: &output)
        } else {
            writeHead(captions, paragraphs, to: &output)
            write(captions, &paragraphs, " region=\"bottom\"", to: &output)
        }
        output.text("</\(paragraphs.prefix)tt>\n")
    }

    /// The root element as it was, with the one namespace that we need.
    private static func rootTag(_ frame: TTMLFrame) -> String {
        // An empty root element has no end tag yet.
        let tag = frame.root.hasSuffix("/>") ? frame.root.dropLast(2) : frame.root.dropLast()
        guard frame.stylingPrefix == nil else { return tag + ">" }
        return tag + " xmlns:\(frame.freePrefix)=\"http://www.w3.org/ns/ttml#styling\">"
    }

    private static func writeHead(
        _ captions: Captions,
        _ paragraphs: TTMLParagraphs,
        to output: inout Output
    ) {
        let language = XMLText.attribute(captions.language ?? "")
        output.text(
            """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \
            xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" \
            ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text" ttp:timeBase="media" \
            xml:lang="\(language)">
              <head>
            """
        )
        let title = captions.tag("ti")
        if title != nil || !paragraphs.agents.isEmpty {
            output.word("\n    <metadata>")
            if let title { output.text("\n      <ttm:title>\(XMLText.content(title))</ttm:title>") }
            for (index, name) in paragraphs.agents.enumerated() {
                output.text(
                    "\n      <ttm:agent xml:id=\"agent\(index + 1)\" type=\"person\">"
                        + "<ttm:name type=\"full\">\(XMLText.content(name))</ttm:name></ttm:agent>"
                )
            }
            output.word("\n    </metadata>")
        }
        output.text(
            """

                <styling>
                  <style xml:id="caption" tts:color="white" tts:fontFamily="proportionalSansSerif"/>
                </styling>
                <layout>

            """
        )
        for (name, align) in [("bottom", "after"), ("middle", "center"), ("top", "before")] {
            output.text(
                "      <region xml:id=\"\(name)\" tts:origin=\"10% 10%\" tts:extent=\"80% 80%\" "
                    + "tts:displayAlign=\"\(align)\" tts:textAlign=\"center\"/>\n"
            )
        }
        output.word("    </layout>\n  </head>\n")
    }

    private static func write(
        _ captions: Captions,
        _ paragraphs: inout TTMLParagraphs,
        _ body: String,
        to output: inout Output
    ) {
        let prefix = paragraphs.prefix
        output.text("  <\(prefix)body\(body)>\n    <\(prefix)div>\n")
        for cue in captions.cues { paragraphs.write(cue, to: &output) }
        output.text("    </\(prefix)div>\n  </\(prefix)body>\n")
    }
}

/// Writes cues as paragraphs.
struct TTMLParagraphs {
    /// Who speaks, in the order of their first words.
    private(set) var agents: [String] = []
    private var agentNumbers: [String: Int] = [:]
    private var identifiers: Set<String> = []
    var frame: TTMLFrame? {
        didSet {
            prefix = frame?.prefix ?? ""
            styling = frame.map { $0.stylingPrefix ?? $0.freePrefix + ":" } ?? "tts:"
        }
    }
    private(set) var prefix = ""
    private var styling = "tts:"

    init(_ captions: Captions) {
        for cue in captions.cues where !cue.isPlain {
            for run in cue.runs {
                guard let voice = run.style.voice, agentNumbers[voice] == nil else { continue }
                agents.append(voice)
                agentNumbers[voice] = agents.count
            }
        }
    }

    mutating func write(_ cue: Cue, to output: inout Output) {
        output.word("      <")
        output.text(prefix)
        output.byte(UInt8(ascii: "p"))
        if !cue.isPlain, let identifier = cue.identifier, XMLText.isName(identifier),
            identifiers.insert(identifier).inserted
        {
            output.text(" xml:id=\"\(identifier)\"")
        }
        output.word(" begin=\"")
        output.time(cue.start, point: UInt8(ascii: "."))
        if let end = cue.end {
            output.word("\" end=\"")
            output.time(end, point: UInt8(ascii: "."))
        }
        output.byte(UInt8(ascii: "\""))
        if XMLText.needsSpace(cue.text) || !cue.words.isEmpty {
            output.word(" xml:space=\"preserve\"")
        }
        if !cue.isPlain {
            if frame != nil {
                if !cue.kept.isEmpty { output.text(" " + cue.kept) }
            } else {
                writePlace(cue, to: &output)
            }
        }
        output.byte(UInt8(ascii: ">"))
        if cue.isPlain || cue.runs.isEmpty && cue.words.isEmpty {
            text(cue.text, to: &output)
        } else {
            writePieces(cue, to: &output)
        }
        output.word("</")
        output.text(prefix)
        output.word("p>\n")
    }

    private func writePlace(_ cue: Cue, to output: inout Output) {
        guard !cue.settingsText.isEmpty else { return }
        let position = Int(SRTPosition.position(cue.settings)) - 1
        if position > 2 { output.text(" region=\"\(["bottom", "middle", "top"][position / 3])\"") }
        if position % 3 != 1 {
            output.text(" tts:textAlign=\"\(["left", "center", "right"][position % 3])\"")
        }
    }

    private func writePieces(_ cue: Cue, to output: inout Output) {
        let words = cue.words
        var begun = 0
        // A base and its text share a container (TTML2 §10.2.35); the next base begins another.
        var ruby = RubyPlace.outside
        cue.forEachPiece(withWords: true) { piece, style, _, _ in
            let offset = cue.text.utf8.distance(
                from: cue.text.utf8.startIndex,
                to: piece.startIndex
            )
            while begun < words.count, words[begun].offset <= offset { begun += 1 }
            let word = begun > 0 ? words[begun - 1] : nil
            let attributes = attributes(style)
            let isRuby = style.marks.contains(.ruby)
            let place: RubyPlace =
                !isRuby ? .outside : style.marks.contains(.rubyText) ? .text : .base
            if ruby != .outside, place == .outside || ruby == .text && place == .base {
                output.text("</\(prefix)span>")
                ruby = .outside
            }
            if isRuby, ruby == .outside {
                output.text("<\(prefix)span \(styling)ruby=\"container\">")
            }
            ruby = place
            let isPlain = attributes.isEmpty && word == nil && !isRuby
            if !isPlain { output.text("<\(prefix)span\(attributes)>") }
            if let word, word.start > cue.start || word.end != nil {
                let end = word.end.map { " end=\"\(XMLText.seconds($0 - cue.start))\"" } ?? ""
                output.text(
                    "<\(prefix)set begin=\"\(XMLText.seconds(word.start - cue.start))\"\(end) \(styling)color=\"yellow\"/>"
                )
            } else if word != nil {
                output.text("<\(prefix)set begin=\"0s\" \(styling)color=\"yellow\"/>")
            }
            text(String(Substring(piece)), to: &output)
            if !isPlain { output.text("</\(prefix)span>") }
        }
        if ruby != .outside { output.text("</\(prefix)span>") }
    }

    /// Where the last piece stood.
    private enum RubyPlace { case outside, base, text }

    private func attributes(_ style: Style) -> String {
        var attributes = ""
        func add(_ name: String, _ value: String) {
            attributes += " \(name)=\"\(XMLText.attribute(value))\""
        }
        if style.marks.contains(.ruby) {
            add(styling + "ruby", style.marks.contains(.rubyText) ? "text" : "base")
        }
        if style.marks.contains(.italic) { add(styling + "fontStyle", "italic") }
        if style.marks.contains(.bold) { add(styling + "fontWeight", "bold") }
        let decorations = [
            style.marks.contains(.underline) ? "underline" : nil,
            style.marks.contains(.strikethrough) ? "lineThrough" : nil,
        ].compactMap(\.self)
        if !decorations.isEmpty {
            add(styling + "textDecoration", decorations.joined(separator: " "))
        }
        if let color = style.color ?? style.classes.lazy.compactMap(Color.color(ofClass:)).last {
            add(styling + "color", color)
        }
        if let language = style.language { add("xml:lang", language) }
        if let voice = style.voice, let agent = agent(voice) {
            add(agent.attribute, agent.identifier)
        }
        return attributes
    }

    /// A frame has a head of its own, and only those who speak there can be named.
    private func agent(_ voice: String) -> (attribute: String, identifier: String)? {
        if let frame {
            guard let prefix = frame.metadataPrefix, let identifier = frame.agents[voice] else {
                return nil
            }
            return (prefix + "agent", identifier)
        }
        return agentNumbers[voice].map { ("ttm:agent", "agent\($0)") }
    }

    /// Text with its line breaks as elements.
    private func text(_ text: String, to output: inout Output) {
        let before = output.bytes.count
        let isDone: Bool? = text.utf8.withContiguousStorageIfAvailable { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() where XMLText.isSpecial(byte) {
                guard byte == .lineFeed else { return false }
                output.bytes.append(contentsOf: bytes[start..<index])
                output.word("<")
                output.text(prefix)
                output.word("br/>")
                start = index + 1
            }
            output.bytes.append(contentsOf: bytes[start...])
            return true
        }
        guard isDone != true else { return }
        output.bytes.removeLast(output.bytes.count - before)
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                output.text("<\(prefix)br/>")
            } else {
                XMLText.append(scalar, to: &output)
            }
        }
    }
}

/// Texts as XML has them.
enum XMLText {
    static func content(_ text: String) -> String {
        var output = Output()
        for scalar in text.unicodeScalars { append(scalar, to: &output) }
        return OwnText.decode(output.bytes)
    }

    static func attribute(_ text: String) -> String {
        content(text).split(separator: "\"", omittingEmptySubsequences: false).joined(
            separator: "&quot;"
        )
    }

    /// Whether a byte may need more than itself: U+FFFE and U+FFFF begin with EF.
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">") || byte == 0xEF
    }

    static func append(_ scalar: Unicode.Scalar, to output: inout Output) {
        switch scalar {
        case "&": output.word("&amp;")
        case "<": output.word("&lt;")
        case ">": output.word("&gt;")
        default: if isAllowed(scalar) { output.bytes.append(scalar) }
        }
    }

    /// What XML 1.0 can have at all (§2.2).
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    /// A name without a colon, in the letters that everybody has.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter || first == UInt8(ascii: "_") else {
            return false
        }
        return text.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    /// Whether white space would get lost if nothing were said about it.
    static func needsSpace(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { needsSpace($0) } ?? needsSpace(text.utf8)
    }

    private static func needsSpace(_ bytes: some Sequence<UInt8>) -> Bool {
        var last: UInt8 = .lineFeed
        var isEmpty = true
        for byte in bytes {
            isEmpty = false
            if byte == 0x09 || byte == 0x20 && (last == 0x20 || last == .lineFeed) { return true }
            if byte == .lineFeed, last == 0x20 { return true }
            last = byte
        }
        return isEmpty || last == 0x20
    }

    static func seconds(_ time: MediaTime) -> String {
        let time = max(time.milliseconds, 0)
        var output = Output()
        output.number(time / 1_000)
        output.byte(UInt8(ascii: "."))
        output.number(time % 1_000, digits: 3)
        output.byte(UInt8(ascii: "s"))
        return OwnText.decode(output.bytes)
    }
}
