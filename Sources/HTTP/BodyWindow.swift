/// The part of a body that a scanner sees: all of it if it is in memory, else a window that moves
/// forward through the file. Positions are counted from the start of the body.
struct BodyWindow {
    private let body: RequestBody
    /// The bytes from `start` on.
    private(set) var bytes: [UInt8]
    private(set) var start = 0
    /// The size of the whole body.
    let count: Int

    private let fileBytes: Int

    /// Large enough to make reading cheap, small enough to stay in the processor's cache.
    static let fileBytes = 256 * 1024

    init(_ body: RequestBody, fileBytes: Int) {
        self.body = body
        self.fileBytes = fileBytes
        bytes = body.memory ?? []
        count = body.count
    }

    /// The position at which the window ends.
    var end: Int { start + bytes.count }

    /// The window from a position on, which must be within it.
    func rest(from position: Int) -> ArraySlice<UInt8> { bytes[(position - start)...] }

    /// Moves the window, if needed, so that it has `wanted` bytes from `position` on, or all that
    /// are left.
    mutating func show(_ wanted: Int, from position: Int) throws(FormError) {
        guard case .file(let file) = body, position + wanted > end, end < count else { return }
        let size = min(max(wanted, fileBytes), count - position)
        if bytes.count < size {
            bytes = [UInt8](repeating: 0, count: size)
        } else {
            bytes.removeLast(bytes.count - size)
        }
        start = position
        do {
            try file.read(into: &bytes, from: position)
        } catch {
            throw .unreadable(error)
        }
    }
}
