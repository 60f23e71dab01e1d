/// Sizes of files as people read them: "812 bytes", "1.4 MB", in steps of a thousand.
enum ByteCount {
    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    static func text(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return Counted.text(max(bytes, 0), "byte", "bytes") }
        // Tenths of a unit, rounded; a thousand units after rounding are one of the next.
        var tenths = (bytes + 50) / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        // From a hundred on, tenths don't matter.
        let number = tenths >= 1000 ? "\((tenths + 5) / 10)" : "\(tenths / 10).\(tenths % 10)"
        return "\(number) \(units[unit])"
    }
}
