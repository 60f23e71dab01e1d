/// "Did you mean": the known name with the fewest mistakes compared to an unknown one.
enum Suggestion {
    /// Names longer than this are not compared: the cost grows with the product of the lengths.
    private static let lengthLimit = 64

    static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard wanted.count <= lengthLimit else { return nil }
        // A third of the letters may be wrong; beyond that a suggestion is a guess.
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates.sorted() where candidate.utf8.count <= lengthLimit {
            let distance = distance(wanted, Array(candidate.lowercased().utf8))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Optimal string alignment: insertions, deletions, replacements, and two neighbors swapped.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var current = [i + 1]
            for j in b.indices {
                var cost = min(
                    last[j + 1] + 1,
                    current[j] + 1,
                    last[j] + (a[i] == b[j] ? 0 : 1)
                )
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[b.count]
    }
}
