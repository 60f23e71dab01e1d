/// A response's content.
package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// A part of a file, sent by the kernel without passing through the program.
    case file(FileBody)
    /// Content of unknown length, made piece by piece while the client reads.
    case chunks(any ChunkSource)
    /// Content of unknown length that comes by itself.
    case stream(any StreamSource)

    /// The length, if it is known before the content is made.
    package var length: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .file(let file): file.range.count
        case .chunks, .stream: nil
        }
    }
}
