import Received

/// An upload as bytes that come in pieces.
final class UploadSource: ByteSource {
    private static let pieceBytes = 64 * 1024

    private let upload: Upload
    private(set) var position = 0

    init(_ upload: Upload) {
        self.upload = upload
    }

    var size: Int { upload.size }

    func next() throws -> [UInt8]? {
        let piece = try upload.bytes(at: position..<position + Self.pieceBytes)
        position += piece.count
        return piece.isEmpty ? nil : piece
    }
}

/// What is to be known of a file before it is read as CSV.
enum UploadedFile {
    /// What is wrong with a file that is none of text; nil when nothing is known to be.
    static func complaint(about upload: Upload) throws -> String? {
        FileSignature.complaint(about: try upload.bytes(at: 0..<FileSignature.sampleBytes))
    }

    /// The file's name as it was sent, to be shown and nothing else: the last part of a path, without
    /// what can't be seen.
    static func name(of upload: Upload) -> String {
        shownName(upload.fileName, or: "books.csv")
    }

    /// The same of a name that came another way.
    static func shownName(_ text: String, or nameless: String) -> String {
        let last = text.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let seen = last.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        let name = ReceivedText.joined(seen.prefix(Import.maximumNameLength))
        return name.isEmpty ? nameless : name
    }
}
