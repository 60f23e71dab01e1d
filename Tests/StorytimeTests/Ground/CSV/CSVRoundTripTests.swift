import Received
import Testing

@testable import Storytime

/// The writer and the reader are each other's inverse.
@Suite("CSV there and back")
struct CSVRoundTripTests {
    private func written(_ rows: [[String]], _ delimiter: Delimiter) -> [UInt8] {
        var writer = CSVWriter(delimiter: delimiter)
        for row in rows { writer.row(row) }
        return writer.take()
    }

    private func read(_ bytes: [UInt8], _ delimiter: Delimiter, pieceBytes: Int) throws
        -> [[String]]
    {
        let source = MemorySource(bytes, pieceBytes: pieceBytes)
        var reader = CSVReader(TextDecoder(source, .utf8), delimiter: delimiter)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.cells) }
        return rows
    }

    /// Strings are equal if they are the same bytes: to Swift, "é" equals "e" and an accent.
    private func isSame(_ left: [[String]], _ right: [[String]]) -> Bool {
        left.map { $0.map { Array($0.utf8) } } == right.map { $0.map { Array($0.utf8) } }
    }

    @Test("Whatever is written comes back, byte by byte", arguments: Delimiter.allCases)
    func randomRows(delimiter: Delimiter) throws {
        var random = SeededRandom(seed: 4)
        for round in 0..<3000 {
            let rows = (0..<1 + random.below(4)).map { _ in
                (0..<1 + random.below(4)).map { _ in text(&random) }
            }
            let bytes = written(rows, delimiter)
            let back = try read(bytes, delimiter, pieceBytes: 1 + random.below(20))
            #expect(isSame(back, rows), "round \(round): \(rows)")
        }
    }

    @Test("A file that is opened without being told anything comes back too")
    func recognisedFiles() throws {
        var random = SeededRandom(seed: 5)
        for round in 0..<1000 {
            let width = 2 + random.below(4)
            // A zero byte is the one thing that says something about the encoding.
            let rows = (0..<2 + random.below(6)).map { _ in
                (0..<width).map { _ in text(&random).filter { $0 != "\0" } }
            }
            // A row without anything in it is none.
            let kept = rows.filter { row in
                row.contains { !PlainText.trimmed($0).isEmpty }
            }
            guard !kept.isEmpty else { continue }
            var file = try CSVFile(bytes: written(rows, .comma))
            var back = [file.header.cells]
            while let row = try file.next() { back.append(row.cells) }
            #expect(isSame(back, kept), "round \(round): \(rows)")
        }
    }

    @Test("Inputs that have broken other forms come back")
    func hostileInputs() throws {
        // The reader takes no longer cells than this, and an apostrophe may be added.
        let texts = HostileInputs.all.compactMap(\.text)
            .filter { $0.utf8.count < CSVReader.maximumCellBytes }
        let rows = texts.map { [$0, "", $0] } + texts.map { [$0] }
        let back = try read(written(rows, .comma), .comma, pieceBytes: 100)
        #expect(isSame(back, rows))
    }

    /// Every scalar has a chance, the ones that mean something to CSV or a spreadsheet most of all.
    private func text(_ random: inout SeededRandom) -> String {
        let special: [Unicode.Scalar] = [
            "\"", ",", ";", "\t", "\n", "\r", "'", "=", "+", "-", "@", "＝", "＋", "－", "＠", " ",
            "\0",
            "\u{FEFF}", "s", "e", "p", "é",
        ]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<random.below(6) {
            let scalar =
                random.below(4) > 0
                ? special[random.below(special.count)]
                : Unicode.Scalar(UInt32(random.below(0x11_0000)))
            guard let scalar else { continue }
            // Where a line begins, it is left over from files that were joined, and isn't read.
            let before = scalars.last { $0 != "\0" }
            let isMark = scalar == "\u{FEFF}" && [nil, "\n", "\r"].contains(before)
            if !isMark { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
