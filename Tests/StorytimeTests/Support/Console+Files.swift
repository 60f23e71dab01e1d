import HTTP
import Testing

@testable import Storytime

/// Files that are made while they are read, as a browser saves them.
extension Console {
    /// The whole file, and the answer that it came with. `between` is called after each piece: what
    /// others do while somebody downloads slowly.
    func download(
        _ target: String,
        between: () throws -> Void = {}
    ) throws -> (answer: Answer, bytes: [UInt8]) {
        let answer = try get(target)
        #expect(answer.status == 200, "\(target)")
        guard case .chunks(var source) = answer.response.body else {
            Issue.record("\(target) is no file that is made in pieces")
            return (answer, [])
        }
        var bytes: [UInt8] = []
        while let (chunk, rest) = try source.next(application) {
            bytes += chunk
            source = rest
            try between()
        }
        return (answer, bytes)
    }

    /// The rows of a file, each as its columns' names and cells.
    func downloadRows(
        _ target: String,
        between: () throws -> Void = {}
    ) throws -> [[String: String]] {
        try Self.rows(of: try download(target, between: between).bytes)
    }

    static func rows(of bytes: [UInt8]) throws -> [[String: String]] {
        var file = try CSVFile(bytes: bytes)
        let names = file.header.cells
        var rows: [[String: String]] = []
        while let row = try file.next() {
            #expect(row.count == names.count)
            rows.append(Dictionary(uniqueKeysWithValues: zip(names, row.cells)))
        }
        return rows
    }
}
