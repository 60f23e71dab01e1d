/// Content that is made while it is sent, such as an export: a value that says where to continue.
///
/// The server asks for the next piece when the client has taken the one before, so a response of
/// any length needs the memory of one piece, and a slow reader holds no thread. Each call runs on
/// some worker of the slow lane, with that worker's own responder (and so with its own database
/// connection); `rest` carries everything to remember between two calls. An error ends the
/// connection in the middle of the content, which tells a client that it does not have everything.
///
/// A piece of some 64 KiB to 256 KiB is large enough to keep the overhead small.
package protocol ChunkSource: Sendable {
    /// The next piece and the source of those after it; nil at the end.
    func next(_ responder: any Responder) throws -> (chunk: [UInt8], rest: any ChunkSource)?
}
