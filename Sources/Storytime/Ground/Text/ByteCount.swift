/// Sizes of files as people read them: "812 bytes", "1.4 MB", in steps of a thousand.
enum ByteCount {
    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    static func text(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return Counted.text(max(bytes, 0), "byte", "bytes") }
        var scale = 1000
        var unit = 0
        // A thousand units after rounding are one of the next.
        while rounded(bytes, scale) >= 1000, unit < units.count - 1 {
            scale *= 1000
            unit += 1
        }
        // From a hundred on, tenths don't matter; "8.0 MB" says no more than "8 MB".
        let tenths = rounded(bytes, scale / 10)
        let isWhole = tenths >= 1000 || tenths % 10 == 0
        let number = isWhole ? "\(rounded(bytes, scale))" : "\(tenths / 10).\(tenths % 10)"
        return "\(number) \(units[unit])"
    }

    private static func rounded(_ bytes: Int, _ scale: Int) -> Int {
        bytes / scale + (bytes % scale >= scale / 2 ? 1 : 0)
    }
}
