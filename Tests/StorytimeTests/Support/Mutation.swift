import Glibc

/// Makes broken files of whole ones. Seeded, so that a failure can be repeated.
struct Mutation {
    /// As many as are asked for with `STORYTIME_FUZZ_ROUNDS`.
    static let rounds = environment("STORYTIME_FUZZ_ROUNDS") ?? 5000
    static let seed = environment("STORYTIME_FUZZ_SEED") ?? 1

    let seeds: [[UInt8]]
    /// What means something in the format.
    let words: [[UInt8]]
    var random = SeededRandom(seed: UInt64(truncatingIfNeeded: seed))

    mutating func next() -> [UInt8] {
        var bytes = seeds[random.below(seeds.count)]
        for _ in 0..<1 + random.below(4) {
            let position = random.below(bytes.count + 1)
            switch random.below(5) {
            case 0 where position < bytes.count:
                bytes[position] = UInt8(random.below(256))
            case 1 where position < bytes.count:
                bytes.remove(at: position)
            case 2:
                bytes.insert(contentsOf: words[random.below(words.count)], at: position)
            case 3:
                let other = seeds[random.below(seeds.count)]
                bytes = Array(bytes[..<position] + other[random.below(other.count)...])
            default:
                bytes = Array(bytes[..<position])
            }
        }
        return bytes
    }

    private static func environment(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}
