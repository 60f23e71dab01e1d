import HTTP
import Synchronization

/// Results of workers and the spooler for one loop. Any thread puts them in; the loop takes all
/// out at once.
final class Mailbox: Sendable {
    /// Wakes the loop; readable while there may be something in the box.
    let wake: EventFD
    private let replies = Mutex<[Reply]>([])

    init() throws(SystemError) {
        wake = try EventFD()
    }

    /// Signals only for the first reply since the loop last looked, so that a busy loop costs its
    /// workers one system call for many replies.
    func put(_ reply: Reply) {
        let isFirst = replies.withLock { replies in
            replies.append(reply)
            return replies.count == 1
        }
        if isFirst { wake.signal() }
    }

    /// Everything in the box; `emptied` becomes the new box, so that two arrays are enough
    /// forever.
    func takeAll(leaving emptied: [Reply]) -> [Reply] {
        wake.clear()
        return replies.withLock { replies in
            let taken = replies
            replies = emptied
            return taken
        }
    }
}

/// The result of a worker or the spooler for a connection.
struct Reply: Sendable {
    enum Content: Sendable {
        case response(Response)
        /// Nothing was made, because too many answers wait for the same party.
        case refused
        /// The next piece of a response and where it continues.
        case chunk([UInt8], rest: any ChunkSource)
        /// The response's stream has something.
        case streamed
        /// There are no more pieces.
        case end
        /// The source of the pieces failed.
        case failure(String)
        /// The result of writing a block of the request's content.
        case spooled(SpooledBlock)
    }

    let connection: ConnectionID
    let content: Content
}
