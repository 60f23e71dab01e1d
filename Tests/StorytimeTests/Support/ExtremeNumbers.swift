import Received

/// Numbers at the edges of every type, as strangers may write them.
enum ExtremeNumbers {
    static let all: [String] = {
        var numbers = ["0", "-0", "-1", "0.1", "-0.5"]
        for bits in [7, 8, 15, 16, 31, 32, 53, 63, 64] {
            let power = Int128(1) << bits
            numbers += [power - 1, power, -power, -power - 1].map { "\($0)" }
        }
        for limit in [MediaTime.limit, MediaTime.limit / 1_000] {
            for number in limit - 1...limit + 1 { numbers += ["\(number)", "-\(number)"] }
        }
        numbers += [
            "1e300", "-1e300", "1e-300", "1e19", "\(Float.greatestFiniteMagnitude)",
            "\(Double.greatestFiniteMagnitude)", "\(Double.leastNonzeroMagnitude)",
        ]
        return numbers
    }()

    /// Those that are no numbers of JSON, but of other texts.
    static let texts = all + ["nan", "inf", "-inf", "", "x", String(repeating: "9", count: 400)]
}
