/// A set of books as a bit map over their keys: 12 KB for 100,000 books.
///
/// Intersecting and counting take microseconds at any size. The order is the one in which books were added.
struct BookSet: Sendable {
    private var words: [UInt64]

    init() {
        words = []
    }

    /// Its size in memory.
    var bytes: Int { words.count * MemoryLayout<UInt64>.size }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Keys are positive numbers; no book has another one.
    func contains(_ key: Int) -> Bool {
        guard key >= 0, key / 64 < words.count else { return false }
        return words[key / 64] & (1 << UInt64(key % 64)) != 0
    }

    mutating func insert(_ key: Int) {
        guard key >= 0 else { return }
        let place = key / 64
        if place >= words.count {
            // Twice as many at a time: keys come in rising order, too.
            words.reserveCapacity(max(place + 1, words.count * 2))
            words.append(contentsOf: repeatElement(0, count: place + 1 - words.count))
        }
        words[place] |= 1 << UInt64(key % 64)
    }

    mutating func formUnion(_ other: BookSet) {
        if other.words.count > words.count {
            words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
        }
        for place in other.words.indices { words[place] |= other.words[place] }
    }

    mutating func formIntersection(_ other: BookSet) {
        if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
        for place in words.indices { words[place] &= other.words[place] }
    }

    mutating func subtract(_ other: BookSet) {
        for place in 0..<min(words.count, other.words.count) { words[place] &= ~other.words[place] }
    }

    func intersection(_ other: BookSet) -> BookSet {
        var result = self
        result.formIntersection(other)
        return result
    }

    func isDisjoint(with other: BookSet) -> Bool {
        for place in 0..<min(words.count, other.words.count)
        where words[place] & other.words[place] != 0 { return false }
        return true
    }

    /// The newest books, after an offset.
    func newest(_ limit: Int, after offset: Int = 0) -> [Int] {
        var keys: [Int] = []
        var passed = 0
        for place in words.indices.reversed() where keys.count < limit {
            var word = words[place]
            if passed + word.nonzeroBitCount <= offset {
                passed += word.nonzeroBitCount
                continue
            }
            while word != 0, keys.count < limit {
                let bit = 63 - word.leadingZeroBitCount
                if passed >= offset { keys.append(place * 64 + bit) }
                passed += 1
                word &= ~(1 << UInt64(bit))
            }
        }
        return keys
    }
}
