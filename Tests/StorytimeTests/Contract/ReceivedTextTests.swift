import Foundation
import Testing

@testable import Storytime

@Suite("Where bytes become text")
struct TextDoorTests {
    /// Where bytes that a stranger sent are read, and in each file that makes strings by itself, of what.
    /// Anything else goes through `ReceivedText`.
    private static let exceptions = [
        // The door itself, and a head's ASCII and Latin-1.
        "Received/ReceivedText.swift", "HTTP/ASCII.swift",
        // ASCII: tokens, escapes, a target's checked characters, the system's words.
        "HTTP/ParameterScanner.swift", "HTTP/PercentEncoding.swift", "HTTP/SetCookie.swift",
        "HTTP/RequestParser.swift", "HTTP/OpenFile.swift",
        // Digits of a number; what we write ourselves, and days.
        "Storytime/Ground/JSON/JSONParser.swift", "Storytime/Console/API/OpenAPIDocument.swift",
        "Storytime/Ground/JSON/JSONText.swift", "Storytime/Ground/JSON/JSONLayout.swift",
        "Storytime/Ground/Text/Slug.swift", "Storytime/Ground/Text/Timestamp.swift",
        // What was a string before, folded.
        "Storytime/Ground/Text/Folding.swift",
        // What our key has signed; names of files, which have 255 bytes, and the system's words.
        "Storytime/Console/Web/Flash.swift", "Storytime/Ground/Text/IPAddress.swift",
        // A file that is built in.
        "Storytime/Console/People/CommonPasswords.swift",
        // Cells, which the reader has looked at, and a sample of which only scalars are looked at.
        "Storytime/Ground/CSV/CSVRow.swift", "Storytime/Ground/CSV/GarbledText.swift",
        // What we write ourselves, to be encoded.
        "Storytime/Ground/CSV/TextEncoding.swift",
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
            ["Received", "HTTP"]
            + [
                "Ground/CSV", "Ground/JSON", "Ground/Text", "Console/API", "Console/Forms",
                "Console/People", "Console/Web",
            ].map { "Storytime/" + $0 }
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
