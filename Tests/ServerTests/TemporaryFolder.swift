import Foundation
import Testing

/// A folder for one test, gone with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var name = Array("/tmp/storytime-server-XXXXXX".utf8CString)
        try #require(mkdtemp(&name) != nil)
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// What has a name in it.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    /// How many files in it this process has open, with or without a name.
    var openFiles: Int {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { number in
                let link = "/proc/self/fd/" + number
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                return target?.hasPrefix(path + "/") == true
            }.count
        }
    }

    /// Whether a file in it is opened within a few seconds.
    func isOpenSoon() throws -> Bool {
        try isSoon { try openFiles > 0 }
    }

    /// Whether all files in it are closed within a few seconds, and none is left.
    func isEmptySoon() throws -> Bool {
        try isSoon { try openFiles == 0 && names.isEmpty }
    }

    private func isSoon(_ condition: () throws -> Bool) throws -> Bool {
        var left = 500
        while left > 0, try !condition() {
            usleep(10_000)
            left -= 1
        }
        return left > 0
    }
}
