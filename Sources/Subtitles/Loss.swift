import Received

/// Something that a format can’t say, and how many cues it is about.
package struct Loss: Equatable, Sendable, CustomStringConvertible {
    package let kind: Kind
    /// 0 if it is about the file and not about single cues.
    package let cues: Int

    package enum Kind: String, CaseIterable, Sendable {
        case cues, emptyCues, backwardCues, order
        case milliseconds, ends, unknownEnds
        case lineBreaks, blankLines, spaces, lookalikes, characters
        case marks, strikethrough, ruby, colors, fonts, classes, voices, languagesOfWords
        case words, positions, identifiers, details
        case header, notes, styleSheets, regions, tags, language, columns

        /// For people, as the end of “This format can’t keep …”.
        package var words: String {
            switch self {
            case .cues: "all cues"
            case .emptyCues: "cues without text"
            case .backwardCues: "cues that end before they start"
            case .order: "cues that aren’t sorted by their start times"
            case .milliseconds: "times to the millisecond"
            case .ends: "cue end times"
            case .unknownEnds: "unknown end times"
            case .lineBreaks: "line breaks"
            case .blankLines: "blank lines in the text"
            case .spaces: "spaces at the ends of lines or next to each other"
            case .lookalikes:
                "text that looks like markup or times without an invisible character in it"
            case .characters: "control characters"
            case .marks: "bold, italics and underlines"
            case .strikethrough: "text that is struck through"
            case .ruby: "ruby"
            case .colors: "colors"
            case .fonts: "fonts"
            case .classes: "classes"
            case .voices: "who speaks"
            case .languagesOfWords: "the language of single words"
            case .words: "the times of words"
            case .positions: "the position of the text"
            case .identifiers: "the names of cues"
            case .details: "details that only the original format has"
            case .header: "the header"
            case .notes: "notes"
            case .styleSheets: "style sheets"
            case .regions: "regions"
            case .tags: "title, artist and other tags"
            case .language: "the language"
            case .columns: "further columns"
            }
        }
    }

    package var description: String {
        cues > 0 ? "\(kind.words) (\(cues) \(cues == 1 ? "cue" : "cues"))" : kind.words
    }
}

extension Captions {
    /// Whether the format can say everything that these captions say.
    package func lossless(to format: CaptionFormat, options: WritingOptions = WritingOptions())
        -> Bool
    {
        losses(to: format, options: options).isEmpty
    }

    /// What gets lost if the captions are written in the format. It is found out by doing it.
    package func losses(
        to format: CaptionFormat,
        options: WritingOptions = WritingOptions()
    ) -> [Loss] {
        var plain = options
        plain.encoding = .utf8
        let bytes = written(as: format, options: plain)
        let back = try? Captions.read(bytes, options: ReadingOptions(format: format))
        var comparison = Comparison(format: format, isOwn: format == self.format)
        comparison.compare(self, back ?? Captions(format: format))
        return Loss.Kind.allCases.compactMap { kind in
            comparison.tally[kind].map { Loss(kind: kind, cues: $0) }
        }
    }
}

/// Compares captions with what came back of them.
private struct Comparison {
    let format: CaptionFormat
    /// Whether the format is the one that the captions were read from.
    let isOwn: Bool
    var tally: [Loss.Kind: Int] = [:]

    private mutating func note(_ kind: Loss.Kind) { tally[kind, default: 0] += 1 }

    mutating func compare(_ before: Captions, _ after: Captions) {
        var cues = before.cues
        if [.vtt, .lrc, .ttml].contains(format),
            zip(cues, cues.dropFirst()).contains(where: { $0.start > $1.start })
        {
            tally[.order] = 0
            cues = cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }.map {
                cues[$0]
            }
        }
        cues.removeAll { cue in
            if format == .lrc, cue.text.isEmpty {
                note(.emptyCues)
                return true
            }
            if format == .ttml, let end = cue.end, end <= cue.start {
                note(.backwardCues)
                return true
            }
            return false
        }
        if cues.count != after.cues.count {
            tally[.cues] = max(cues.count, after.cues.count) - min(cues.count, after.cues.count)
        }
        for (cue, back) in zip(cues, after.cues) { compare(cue, back) }
        compareRest(before, after)
    }

    private mutating func compareRest(_ before: Captions, _ after: Captions) {
        if before.format == .vtt, !before.header.isEmpty, after.header != before.header,
            !onlyLanguage(before)
        {
            tally[.header] = 0
        }
        if before.notes.map({ squeezed($0.text) }) != after.notes.map({ squeezed($0.text) }) {
            tally[.notes] = 0
        }
        let styles = Set(after.styles)
        if !before.styles.allSatisfy(styles.contains) { tally[.styleSheets] = 0 }
        let hasRegions = before.regions.map(\.identifier) == after.regions.map(\.identifier)
        if !before.regions.isEmpty, !isOwn || !hasRegions { tally[.regions] = 0 }
        // The offset of LRC is in the times.
        let tags = Set(after.tags.map(said))
        let lost = before.tags.filter { !tags.contains(said($0)) }
        if lost.contains(where: { $0.key.lowercased() != "offset" }) { tally[.tags] = 0 }
        if before.language ?? "" != after.language ?? "" { tally[.language] = 0 }
        if before.columns != after.columns, !before.columns.isEmpty { tally[.columns] = 0 }
    }

    /// A header that says no more than the language, which has a place of its own.
    private func onlyLanguage(_ captions: Captions) -> Bool {
        captions.language.map { squeezed(captions.header) == "Language: \($0)" } ?? false
    }

    private func said(_ tag: Tag) -> [String] { [tag.key, squeezed(tag.value)] }

    private func squeezed(_ text: String) -> String {
        text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }).joined(separator: " ")
    }

    // MARK: Cues

    private mutating func compare(_ before: Cue, _ after: Cue) {
        if before == after { return }
        compareTimes(before, after)
        if before.text != after.text { note(textLoss(before.text, after.text)) }
        compareRuns(before, after)
        let isMoved = before.text != after.text
        if before.words.map(\.start) != after.words.map(\.start)
            || before.words.map(\.end) != after.words.map(\.end)
            || !isMoved && before.words.map(\.offset) != after.words.map(\.offset)
        {
            note(.words)
        }
        if before.settings != after.settings { note(.positions) }
        if before.identifier ?? "" != after.identifier ?? "" { note(.identifiers) }
        if !before.kept.isEmpty, before.kept != after.kept { note(.details) }
    }

    private mutating func compareTimes(_ before: Cue, _ after: Cue) {
        var isRounded = before.start != after.start
        if before.end != after.end {
            if let end = before.end {
                let isNear = after.end.map { ($0 - end).magnitude < 10 } ?? false
                if isNear, format == .lrc { isRounded = true } else { note(.ends) }
            } else {
                note(.unknownEnds)
            }
        }
        if isRounded { note(.milliseconds) }
    }

    private func textLoss(_ before: String, _ after: String) -> Loss.Kind {
        if format == .lrc, before.utf8.contains(.lineFeed) { return .lineBreaks }
        if after.unicodeScalars.contains("\u{2060}"), !before.unicodeScalars.contains("\u{2060}") {
            return .lookalikes
        }
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.contains(where: { $0.utf8.allSatisfy(\.isSpace) }) { return .blankLines }
        return squeezed(before) == squeezed(after) ? .spaces : .characters
    }

    /// A part of a style, and what losing it is called.
    private static let features: [(kind: Loss.Kind, part: @Sendable (Style) -> Style)] = [
        (.marks, { Style($0.marks.intersection([.bold, .italic, .underline])) }),
        (.strikethrough, { Style($0.marks.intersection(.strikethrough)) }),
        (.ruby, { Style($0.marks.intersection([.ruby, .rubyText])) }),
        (.colors, { style in with { $0.color = style.color } }),
        (.fonts, { style in with { $0.font = style.font } }),
        (.classes, { style in with { $0.classes = style.classes } }),
        (.voices, { style in with { $0.voice = style.voice } }),
        (.languagesOfWords, { style in with { $0.language = style.language } }),
    ]

    private static func with(_ body: (inout Style) -> Void) -> Style {
        var style = Style()
        body(&style)
        return style
    }

    private mutating func compareRuns(_ before: Cue, _ after: Cue) {
        guard before.runs != after.runs else { return }
        for feature in Self.features {
            let (old, new) = (part(before, feature.part), part(after, feature.part))
            // If the text has changed, its places have, too: then the styles alone must be the same.
            let isSame =
                before.text == after.text ? old == new : old.map(\.style) == new.map(\.style)
            if !isSame, !old.isEmpty { note(feature.kind) }
        }
    }

    private func part(_ cue: Cue, _ part: (Style) -> Style) -> [Run] {
        let runs = cue.runs.map { Run(end: $0.end, style: part($0.style)) }
        return Run.canonical(runs, length: cue.text.utf8.count)
    }
}
