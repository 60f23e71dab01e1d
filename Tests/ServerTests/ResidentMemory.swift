import Glibc

/// What this process has in memory, for tests that weigh it (proc(5), /proc/pid/statm).
enum ResidentMemory {
    /// Without what is mapped of files, which comes and goes with what other tests do.
    static func bytes() -> Int {
        let resident = Self.resident()
        return (resident.all - resident.ofFiles) * 4_096
    }

    static func fileBytes() -> Int { resident().ofFiles * 4_096 }

    private static func resident() -> (all: Int, ofFiles: Int) {
        guard let file = fopen("/proc/self/statm", "r") else { return (0, 0) }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return (0, 0) }
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let pages = text.split(separator: " ").compactMap { Int($0) }
        return pages.count > 2 ? (pages[1], pages[2]) : (0, 0)
    }
}
