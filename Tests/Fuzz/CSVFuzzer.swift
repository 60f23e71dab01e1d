// Compiled by script/tools/fuzz together with the CSV reader and writer, as one module with libFuzzer.

/// One input: a byte that says how to cut, and a file. Traps if the reader finds other rows in the
/// same bytes cut differently, or if rows that are written again are read as others; whatever traps
/// by itself is found too.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzCSV(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let portion = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    for encoding in TextEncoding.allCases {
        let whole = FileReading(bytes, encoding, portion: max(1, bytes.count))
        let cut = FileReading(bytes, encoding, portion: max(1, Int(portion)))
        precondition(whole == cut, "the same bytes, cut differently, are other rows")
    }
    checkRoundTrip(bytes)
    return 0
}

/// A file as a person brings it, written again and read again.
private func checkRoundTrip(_ bytes: [UInt8]) {
    guard var file = try? CSVFile(bytes: bytes) else { return }
    var writer = CSVWriter()
    var rows = [file.header.cells]
    writer.row(file.header.cells)
    while let row = try? file.next() {
        rows.append(row.cells)
        writer.row(row.cells)
    }
    let again = FileReading(writer.take(), .utf8, portion: 7)
    let isSame =
        again.rows.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } }
    precondition(isSame && again.failure == nil, "what was written comes back as something else")
}

/// The rows in some bytes, the lines where they begin, and what stopped the reading.
private struct FileReading: Equatable {
    private(set) var rows: [[String]] = []
    private(set) var failure: CSVError?
    private var lines: [Int] = []

    init(_ bytes: [UInt8], _ encoding: TextEncoding, portion: Int) {
        let source = MemorySource(bytes, pieceBytes: portion)
        var reader = CSVReader(TextDecoder(source, encoding: encoding), delimiter: .comma)
        do {
            while let row = try reader.next() {
                rows.append(row.cells)
                lines.append(row.line)
            }
        } catch {
            failure = error as? CSVError
        }
    }
}
