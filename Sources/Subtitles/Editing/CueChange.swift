import Received

/// What became of a cue between two documents. The numbers are places in the old one and in the new one.
package enum CueChange: Equatable, Sendable {
    case added(Int)
    case removed(Int)
    case changed(from: Int, to: Int)
}

extension Captions {
    /// What is different from an older document, in the order of the cues.
    ///
    /// Cues that are the same in both are found by what stands only once in each (as patience sorting does
    /// it), so that the cost stays near that of sorting, however much has changed.
    package func difference(from old: Captions) -> [CueChange] {
        let (before, after) = (old.cues, cues)
        var head = 0
        while head < min(before.count, after.count), before[head] == after[head] { head += 1 }
        var tail = 0
        while tail < min(before.count, after.count) - head,
            before[before.count - 1 - tail] == after[after.count - 1 - tail]
        {
            tail += 1
        }
        let old = head..<before.count - tail
        let new = head..<after.count - tail
        var changes: [CueChange] = []
        var place = (old: head, new: head)
        for anchor in Self.anchors(before, old, after, new) {
            Self.pair(before, place.old..<anchor.old, after, place.new..<anchor.new, &changes)
            if before[anchor.old] != after[anchor.new] {
                changes.append(.changed(from: anchor.old, to: anchor.new))
            }
            place = (anchor.old + 1, anchor.new + 1)
        }
        Self.pair(before, place.old..<old.upperBound, after, place.new..<new.upperBound, &changes)
        return changes
    }

    /// Pairs of cues with a text that no other has, as many as are in the same order in both.
    private static func anchors(
        _ before: [Cue],
        _ old: Range<Int>,
        _ after: [Cue],
        _ new: Range<Int>
    ) -> [(old: Int, new: Int)] {
        let olds = single(before, old)
        let news = single(after, new)
        let pairs = new.compactMap { index -> (old: Int, new: Int)? in
            let text = after[index].text
            guard news[text] == index, let twin = olds[text], twin >= 0 else { return nil }
            return (twin, index)
        }
        return longestRise(pairs)
    }

    /// Where each text is; −1 if it is in several places.
    private static func single(_ cues: [Cue], _ range: Range<Int>) -> [String: Int] {
        var places: [String: Int] = [:]
        for index in range where !cues[index].isBlank {
            places[cues[index].text] = places[cues[index].text] == nil ? index : -1
        }
        return places
    }

    /// The longest part of the pairs, which are in the order of the new document, in which the old places
    /// rise as well.
    private static func longestRise(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        var piles: [Int] = []
        var before = [Int](repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, piles.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[piles[middle]].old < pairs[index].old {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if low > 0 { before[index] = piles[low - 1] }
            if low == piles.count { piles.append(index) } else { piles[low] = index }
        }
        var rise: [(old: Int, new: Int)] = []
        var index = piles.last ?? -1
        while index >= 0 {
            rise.append(pairs[index])
            index = before[index]
        }
        return rise.reversed()
    }

    /// Between two anchors: cues with a time or a text in common are one that has changed.
    private static func pair(
        _ before: [Cue],
        _ old: Range<Int>,
        _ after: [Cue],
        _ new: Range<Int>,
        _ changes: inout [CueChange]
    ) {
        var (left, right) = (old.lowerBound, new.lowerBound)
        while left < old.upperBound, right < new.upperBound {
            let (cue, other) = (before[left], after[right])
            if cue.start == other.start || cue.text == other.text || cue.overlaps(other) {
                if cue != other { changes.append(.changed(from: left, to: right)) }
                left += 1
                right += 1
            } else if cue.start < other.start {
                changes.append(.removed(left))
                left += 1
            } else {
                changes.append(.added(right))
                right += 1
            }
        }
        changes += (left..<old.upperBound).map { .removed($0) }
        changes += (right..<new.upperBound).map { .added($0) }
    }
}

extension Cue {
    fileprivate func overlaps(_ other: Cue) -> Bool {
        start < other.end ?? .max && other.start < end ?? .max
    }
}
