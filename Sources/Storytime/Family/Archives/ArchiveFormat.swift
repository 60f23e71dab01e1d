/// The kinds of archives in which everything about a family can be saved.
enum ArchiveFormat: String, Sendable, CaseIterable {
    /// What any computer opens with a double click.
    case zip
    /// What the first version saved: its addresses keep working.
    case tar

    var contentType: String {
        switch self {
        case .zip: "application/zip"
        case .tar: "application/x-tar"
        }
    }

    var writer: any ArchiveWriter {
        switch self {
        case .zip: ZipWriter()
        case .tar: TarWriter()
        }
    }
}

/// Makes the bytes of an archive, file by file.
protocol ArchiveWriter: Sendable {
    /// The next file.
    mutating func add(_ name: String, _ bytes: [UInt8], modified: Int) throws -> [UInt8]
    /// What follows the last one.
    func end() -> [UInt8]
}

extension ZipWriter: ArchiveWriter {}

/// Writes a tar archive.
struct TarWriter: ArchiveWriter {
    /// The program chooses a file's name, and its size fits into memory: a header that can't be
    /// made is a mistake in the program.
    func add(_ name: String, _ bytes: [UInt8], modified: Int) throws -> [UInt8] {
        guard let header = TarHeader(name: name, size: bytes.count, modified: modified) else {
            throw CannotBeArchived(name: name)
        }
        return header.bytes + bytes + TarHeader.padding(after: bytes.count)
    }

    func end() -> [UInt8] { TarHeader.end }
}
