/// The name of a picture's file: the hash of its content, and its format. The same picture always
/// has the same name, however often it is uploaded, and the content under a name never changes.
///
/// The smaller pictures made from it have its hash and their width: "3f2a…-240.webp".
struct CoverName: PathParameter, Hashable, Sendable, CustomStringConvertible {
    /// 160 bits of the SHA-256: nobody finds two pictures with the same hash.
    private static let hashLength = 40

    let hash: String
    /// Nil for the picture as it was uploaded.
    let size: CoverSize?
    let format: ImageFile.Format

    init(_ image: ImageFile) throws {
        let digest = try Digest.sha256(image.bytes)
        let hex = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        hash = String(hex.prefix(Self.hashLength))
        size = nil
        format = image.format
    }

    private init(hash: String, size: CoverSize?, format: ImageFile.Format) {
        self.hash = hash
        self.size = size
        self.format = format
    }

    /// Reads what `description` writes, exactly: there is no way to express ".." in it.
    init?(pathSegment text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let names = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, names.count <= 2, names[0].utf8.count == Self.hashLength,
            names[0].utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let format = ImageFile.Format.allCases.first(where: { $0.fileExtension == parts[1] })
        else { return nil }
        var size: CoverSize?
        if names.count == 2 {
            size = CoverSize.allCases.first { String($0.rawValue) == names[1] }
            guard size != nil, format == CoverSize.format else { return nil }
        }
        self.init(hash: String(names[0]), size: size, format: format)
    }

    /// Reads the name in a book's row; nil if it isn't one of ours.
    init?(key: String) {
        self.init(pathSegment: key[...])
        guard size == nil else { return nil }
    }

    func sized(_ size: CoverSize) -> CoverName {
        CoverName(hash: hash, size: size, format: CoverSize.format)
    }

    var description: String {
        hash + (size.map { "-\($0.rawValue)" } ?? "") + "." + format.fileExtension
    }

    /// The address at which it is served.
    var href: String { "/media/covers/\(self)" }
}
