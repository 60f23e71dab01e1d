import Foundation
import Testing

@testable import Storytime

@Suite("Where bytes become text")
struct TextDoorTests {
    /// Where bytes that a stranger sent are read, and in each file that makes strings by itself, of what.
    /// Anything else goes through `ReceivedText`.
    private static let exceptions = [
        // The door itself, and a head's ASCII and Latin-1.
        "HTTP/ReceivedText.swift", "HTTP/ASCII.swift",
        // ASCII: tokens, escapes, a target's checked characters, the system's words.
        "HTTP/ParameterScanner.swift", "HTTP/PercentEncoding.swift", "HTTP/SetCookie.swift",
        "HTTP/RequestParser.swift", "HTTP/OpenFile.swift",
        // Digits of a number; what we write ourselves, and days.
        "Storytime/API/JSONParser.swift", "Storytime/API/OpenAPIDocument.swift",
        "Storytime/Text/JSONText.swift", "Storytime/Text/JSONLayout.swift",
        "Storytime/Text/Slug.swift", "Storytime/Text/Timestamp.swift",
        // What was a string before, folded.
        "Storytime/Text/Folding.swift",
        // What our key has signed; names of files, which have 255 bytes, and the system's words.
        "Storytime/Application/DataLock.swift", "Storytime/Application/Flash.swift",
        "Storytime/Application/Folder.swift",
        "Storytime/Application/IPAddress.swift", "Storytime/Application/Resources.swift",
        // Cells, which the reader has looked at, and a sample of which only scalars are looked at.
        "Storytime/CSV/CSVRow.swift", "Storytime/CSV/GarbledText.swift",
    ]

    /// What `String` makes of bytes.
    private static let ways = [
        "String(decoding:", "String(validating:", "String(validatingUTF8:",
        "String(validatingCString:",
        "String(cString:", "String(bytes:", "String(data:",
    ]

    @Test("What strangers send becomes text at one door")
    func door() throws {
        let sources = Repository.folder + "/Sources"
        let folders =
            ["HTTP"]
            + ["API", "Accounts", "Application", "CSV", "Forms", "Text"].map { "Storytime/" + $0 }
        var found: Set<String> = []
        for folder in folders {
            for name in try FileManager.default.subpathsOfDirectory(atPath: sources + "/" + folder)
            where name.hasSuffix(".swift") {
                let file = folder + "/" + name
                // A call may go over several lines.
                let text = try Folder.text(sources + "/" + file)
                    .split(whereSeparator: \.isWhitespace).joined()
                guard Self.ways.contains(where: text.contains) else { continue }
                found.insert(file)
                #expect(
                    Self.exceptions.contains(file),
                    "\(file) makes a string of bytes: use ReceivedText"
                )
            }
        }
        // An exception that is none any more would let the next one pass.
        #expect(Set(Self.exceptions).subtracting(found) == [])
    }
}
