import Received
import Testing

@testable import Storytime

/// `script/tools/fuzz` looks for more, guided by the code that is reached.
@Suite("Broken CSV files")
struct CSVFuzzTests {
    private static let seeds = [
        "title,note\r\nA,\"b \"\"c\"\"\r\nd\"\r\n", "sep=;\na;'=1\rb;Ã©\n",
        "\u{FEFF}a\tb\n\n\"\"\t",
        "a\0,\0\n\0", "é;日本;🦊\r\n\"x\";y;z", "a;b\n\"5\" tall\";\"x\ny\"\n \"z\"; =\"1\"\n",
    ].map { Array($0.utf8) }

    private static let words =
        [
            "\"", "\"\"", ",", ";", "\t", "\r", "\n", "\r\n", "'", "=", "sep=,\n", "\0", "\u{FEFF}",
            "é",
        ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0xFE, 0xFF], [0xC3], [0x81], [0, 0xD8]]

    /// The rows in some bytes, and what stopped the reading.
    private struct Reading: Equatable {
        var rows: [CSVRow] = []
        var failure: CSVError?

        init(_ bytes: [UInt8], _ encoding: TextEncoding, pieceBytes: Int, readsOn: Bool = false) {
            let source = MemorySource(bytes, pieceBytes: pieceBytes)
            var reader = CSVReader(
                TextDecoder(source, TextRecognition([], chosen: encoding)),
                delimiter: .semicolon
            )
            reader.readsOn = readsOn
            reader.columns = readsOn ? 2 : nil
            do {
                while let row = try reader.next() { rows.append(row) }
            } catch {
                failure = error as? CSVError
            }
        }
    }

    @Test("Rows and errors are the same however the bytes are cut, in every encoding")
    func cuts() {
        var mutation = Mutation(seeds: Self.seeds, words: Self.words)
        for round in 0..<Mutation.rounds {
            let bytes = mutation.next()
            let encoding = CSVFormTests.encodings[round % CSVFormTests.encodings.count]
            let pieceBytes = 1 + mutation.random.below(5)
            for readsOn in [false, true] {
                let whole = Reading(bytes, encoding, pieceBytes: 1 << 16, readsOn: readsOn)
                let cut = Reading(bytes, encoding, pieceBytes: pieceBytes, readsOn: readsOn)
                #expect(whole == cut, "seed \(Mutation.seed), round \(round): \(bytes)")
                // What is wrong with a row costs that row.
                if readsOn { #expect(whole.failure == nil, "round \(round): \(bytes)") }
            }
        }
    }

    @Test("A file that can be read can be written, and is then the same")
    func roundTrips() throws {
        var mutation = Mutation(seeds: Self.seeds, words: Self.words)
        for round in 0..<Mutation.rounds {
            let bytes = mutation.next()
            guard var file = try? CSVFile(bytes: bytes) else { continue }
            var writer = CSVWriter(delimiter: .semicolon)
            var rows = [file.header.cells]
            while let row = try? file.next() { rows.append(row.cells) }
            for row in rows { writer.row(row) }
            let again = Reading(writer.take(), .utf8, pieceBytes: 7).rows.map(\.cells)
            #expect(again == rows, "seed \(Mutation.seed), round \(round): \(bytes)")
        }
    }
}
