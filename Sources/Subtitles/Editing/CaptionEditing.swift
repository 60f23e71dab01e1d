import Received

/// What editors do with single cues.
extension Captions {
    /// Cuts a cue in two at a place in its text, counted in UTF-8; nil if there would be no text on one side.
    /// Words and styles go with their part.
    ///
    /// The second part begins at the time, if that is inside the cue; or else when its first word does; or
    /// else where its share of the letters begins.
    package func splitting(_ index: Int, at place: Int, time: MediaTime? = nil) -> Captions? {
        guard cues.indices.contains(index) else { return nil }
        let cue = cues[index]
        let bytes = Array(cue.text.utf8)
        guard place > 0, place < bytes.count else { return nil }
        var left = place
        while left > 0, bytes[left - 1].isSpace { left -= 1 }
        var right = place
        while right < bytes.count, bytes[right].isSpace { right += 1 }
        guard left > 0, right < bytes.count else { return nil }
        // A cue that ends before it starts has no moment in it: both parts have its times.
        let isBackward = cue.end.map { $0 <= cue.start } ?? false
        let moment = isBackward ? nil : cue.moment(ofSplitAt: right, wanted: time)
        var first = cue.slice(0..<left, start: cue.start, end: moment ?? cue.end)
        first.identifier = cue.identifier
        let second = cue.slice(right..<bytes.count, start: moment ?? cue.start, end: cue.end)
        var result = self
        result.replace(index..<index + 1, with: [first, second])
        return result
    }

    /// Makes one cue of two; nil if none follows.
    package func joining(_ index: Int) -> Captions? {
        guard index >= 0, index + 1 < cues.count else { return nil }
        var joined = cues[index]
        let next = cues[index + 1]
        let end = joined.end.flatMap { end in next.end.map { max(end, $0) } }
        joined.append(Self.separator(joined.text, next.text), next)
        joined.start = min(joined.start, next.start)
        joined.end = end
        var result = self
        result.replace(index..<index + 2, with: [joined])
        return result
    }

    package func inserting(_ cue: Cue, at index: Int) -> Captions? {
        guard (0...cues.count).contains(index) else { return nil }
        var result = self
        result.replace(index..<index, with: [cue])
        return result
    }

    package func deleting(_ index: Int) -> Captions? {
        guard cues.indices.contains(index) else { return nil }
        var result = self
        result.replace(index..<index + 1, with: [])
        return result
    }

    /// A cue for the room behind another, or before the first one: two seconds, or as long as there is room.
    package func cue(after index: Int?) -> Cue {
        let start =
            index.flatMap { cues.indices.contains($0) ? cues[$0].end ?? cues[$0].start : nil } ?? 0
        let next = index.map { $0 + 1 } ?? 0
        let limit = cues.indices.contains(next) ? cues[next].start : .max
        return Cue(start: start, end: max(min(start + 2_000, limit), start + 1), text: "")
    }

    /// Notes stay with the cues that they are in front of.
    private mutating func replace(_ range: Range<Int>, with new: [Cue]) {
        cues.replaceSubrange(range, with: new)
        for index in notes.indices where notes[index].position > range.lowerBound {
            notes[index].position = max(
                range.lowerBound,
                notes[index].position + new.count - range.count
            )
        }
    }

    /// A space if both fit on a line; nothing between letters of languages that have no spaces.
    private static func separator(_ left: String, _ right: String) -> String {
        if left.isEmpty || right.isEmpty { return "" }
        let isShort = left.count + right.count < CaptionLimits().lineLength
        guard isShort, !left.utf8.contains(.lineFeed), !right.utf8.contains(.lineFeed) else {
            return "\n"
        }
        let letters = [left.unicodeScalars.last, right.unicodeScalars.first].compactMap(\.self)
        return letters.contains(where: \.hasNoSpaces) ? "" : " "
    }
}

extension Cue {
    fileprivate func moment(ofSplitAt place: Int, wanted: MediaTime?) -> MediaTime {
        if let wanted, wanted > start, wanted < end ?? .max { return wanted }
        if let word = words.last(where: { $0.offset <= place }), word.start > start,
            word.start < end ?? .max
        {
            return word.start
        }
        guard let end else { return start + 2_000 }
        return start + (end - start).share(place, of: max(text.utf8.count, 1))
    }
}

extension Unicode.Scalar {
    /// Chinese and Japanese write no spaces between words.
    fileprivate var hasNoSpaces: Bool {
        (0x2E80...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value)
            || (0xFF00...0xFFEF).contains(value) || (0x20000...0x3FFFF).contains(value)
    }
}
