import Foundation
import Testing

@testable import Storytime

@Suite("What the parts of the program may know of each other")
struct ImportTests {
    /// The architecture's table: a target, and what it may import.
    private static let allowed: [String: Set<String>] = [
        "CLinux": [],
        "CCurl": [],
        "CSQLiteDraft": [],
        "Received": ["CUchardet", "Glibc"],
        "HTTP": ["Received", "Glibc"],
        "Server": ["Received", "HTTP", "CLinux", "Glibc", "Synchronization"],
        "SQLite": ["Received", "CSQLite", "CSQLiteDraft", "Glibc", "Synchronization"],
        "Quill": ["Synchronization"],
        "Subtitles": ["Received", "CExpat", "Glibc"],
        "Storytime": [
            "Received", "HTTP", "Server", "SQLite", "Quill", "Subtitles", "CCrypto", "CZlib",
            "CUTF8Proc",
            "CQREncode", "CCurl", "Glibc", "Synchronization", "FoundationEssentials",
            "FoundationInternationalization",
        ],
        "StorytimeCLI": ["Storytime", "Glibc"],
        // Foundation's JSON reads the data of the template workload, before anything is timed.
        "StorytimeBench": [
            "HTTP", "Server", "SQLite", "Quill", "Subtitles", "Glibc", "Synchronization",
            "FoundationEssentials",
        ],
    ]

    private static let sources = Repository.folder + "/Sources"

    /// The modules that a file imports, whatever stands before the word. What a text of several lines
    /// says is no import.
    private static func imports(_ text: String) -> [String] {
        let parts = text.split(separator: "\"\"\"", omittingEmptySubsequences: false)
        let code = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        return code.joined().split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), words.count > index + 1,
                words[..<index].allSatisfy({
                    $0.hasPrefix("@")
                        || ["package", "internal", "public", "private", "fileprivate"].contains($0)
                })
            else { return nil }
            return words[(index + 1)...].last.map { String($0.prefix { $0 != "." }) }
        }
    }

    @Test("Each target imports only what it may", arguments: allowed.keys.sorted())
    func imports(target: String) throws {
        let folder = Self.sources + "/" + target
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }
        #expect(!files.isEmpty || target.hasPrefix("C"))
        for file in files {
            let found = Set(Self.imports(try Folder.text(folder + "/" + file)))
            let foreign = found.subtracting(Self.allowed[target] ?? [])
            #expect(foreign.isEmpty, "\(target)/\(file)")
        }
    }

    @Test("The table knows every target but the system's libraries")
    func isComplete() throws {
        let libraries: Set = [
            "CSQLite", "CCrypto", "CZlib", "CUTF8Proc", "CQREncode", "CExpat", "CUchardet",
        ]
        #expect(Set(try Folder.names(in: Self.sources)) == libraries.union(Self.allowed.keys))
    }

    @Test("No third-party package is used")
    func packages() throws {
        #expect(!(try Folder.text(Repository.folder + "/Package.swift")).contains(".package("))
        #expect(!Folder.exists(Repository.folder + "/Package.resolved"))
    }
}
