import HTTP
import Server

/// A file that somebody sent: in a form, or as the whole content of a request.
///
/// Its name and type are text from outside. Its content is in memory or in a file without a name,
/// which is gone after the visit unless it is written somewhere.
struct Upload: Sendable {
    /// As it was sent: never a path to use. Empty for the content of a request.
    let fileName: String
    /// As it was sent, often guessed from the name by the browser.
    let contentType: String?
    private let body: RequestBody
    private let range: Range<Int>

    init(_ part: MultipartForm.Part, of form: MultipartForm) {
        fileName = part.filename ?? ""
        contentType = part.contentType
        body = form.body
        range = part.range
    }

    /// The whole content of a request.
    init(_ request: Request) {
        fileName = ""
        contentType = request.headers["content-type"]
        body = request.body
        range = 0..<request.body.count
    }

    var size: Int { range.count }

    /// All of it, for work in memory.
    func bytes(limit: Int) throws -> [UInt8] {
        guard size <= limit else { throw Failure.tooLarge(limit: limit) }
        return try body.bytes(at: range)
    }

    /// Some of it, counted from its start; anything past its end is left out. For work piece by
    /// piece.
    func bytes(at piece: Range<Int>) throws -> [UInt8] {
        let piece = piece.clamped(to: 0..<size)
        return try body.bytes(
            at: range.lowerBound + piece.lowerBound..<range.lowerBound + piece.upperBound
        )
    }

    /// Turns it into a permanent file, which replaces an existing one: it is on the disk when this
    /// returns, and nothing is left of it when this throws. If the content of a request is already
    /// in a file, that becomes the new file without being copied.
    func write(to path: String) throws {
        try NotSaved.unless(into: Folder.above(path)) {
            switch body {
            case .bytes(let bytes): try DurableFile.write(Array(bytes[range]), to: path)
            case .file(let file): try DurableFile.write(file, range, to: path)
            }
        }
    }

    /// Adds it to a file that is open for writing, from a position on, for content that comes in
    /// parts.
    func write(into descriptor: Int32, at offset: Int) throws(SystemError) {
        switch body {
        case .bytes(let bytes):
            try OpenFile.write(Array(bytes[range]), to: descriptor, at: offset)
        case .file(let file): try file.copy(range, to: descriptor, at: offset)
        }
    }
}
