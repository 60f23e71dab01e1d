import CLinux
import Glibc
import HTTP

/// The part of a response that the kernel has not taken yet, and where more of it comes from.
struct Output {
    /// What follows the prefix.
    enum Content {
        case none
        case bytes([UInt8], from: Int)
        case file(FileBody)
    }

    enum Progress {
        case sent(Int)
        /// The socket's buffer is full.
        case blocked
        /// The connection is broken, or a file is shorter than it was.
        case failed
    }

    /// Encoded bytes: a head, the lines around a chunk.
    var prefix: [UInt8] = []
    var prefixStart = 0
    var content = Content.none
    /// Where the next piece comes from, for a response made in pieces.
    var source: (any ChunkSource)?
    /// What it comes from, for a response that comes by itself.
    var stream: (any StreamSource)?
    var isChunked = false
    /// Whether a chunk has been sent, whose line end is still due.
    var hasSentChunk = false

    /// How much of a file is sent at once, before other connections get their turn.
    private static let fileStep = 512 * 1024

    var isEmpty: Bool {
        guard prefixStart == prefix.count else { return false }
        switch content {
        case .none: return true
        case .bytes(let bytes, let start): return start == bytes.count
        case .file(let file): return file.range.isEmpty
        }
    }

    /// Hands the kernel one portion of what is left.
    mutating func sendSome(_ socket: Int32) -> Progress {
        if prefixStart < prefix.count {
            let hasMore: Bool
            if case .none = content { hasMore = false } else { hasMore = true }
            return take(
                prefix.withUnsafeBytes { bytes in
                    Output.send(
                        socket,
                        UnsafeRawBufferPointer(rebasing: bytes[prefixStart...]),
                        hasMore
                    )
                }
            )
        }
        switch content {
        case .none:
            return .sent(0)
        case .bytes(let bytes, let start):
            let progress = bytes.withUnsafeBytes { bytes in
                Output.send(socket, UnsafeRawBufferPointer(rebasing: bytes[start...]), false)
            }
            if case .sent(let count) = progress { content = .bytes(bytes, from: start + count) }
            return progress
        case .file(var file):
            var offset = off_t(file.range.lowerBound)
            let wanted = min(file.range.count, Output.fileStep)
            let count = sendfile(socket, file.file.descriptor, &offset, wanted)
            guard count > 0 else { return count < 0 ? Output.failure() : .failed }
            file.range = file.range.lowerBound + count..<file.range.upperBound
            content = .file(file)
            return .sent(count)
        }
    }

    private mutating func take(_ progress: Progress) -> Progress {
        guard case .sent(let count) = progress else { return progress }
        prefixStart += count
        if prefixStart == prefix.count {
            prefix = []
            prefixStart = 0
        }
        return progress
    }

    /// One `send`. `hasMore` keeps the kernel from sending a packet of its own for a head.
    static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer, _ hasMore: Bool) -> Progress
    {
        let flags = Int32(MSG_NOSIGNAL) | (hasMore ? Int32(MSG_MORE) : 0)
        let count = Glibc.send(socket, bytes.baseAddress, bytes.count, flags)
        return count >= 0 ? .sent(count) : failure()
    }

    /// Two pieces of memory in one call.
    static func send(
        _ socket: Int32,
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer
    ) -> Progress {
        var message = msghdr()
        let count = withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
            parts[0] = iovec(
                iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress),
                iov_len: first.count
            )
            parts[1] = iovec(
                iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress),
                iov_len: second.count
            )
            message.msg_iov = parts.baseAddress
            message.msg_iovlen = 2
            return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
        }
        return count >= 0 ? .sent(count) : failure()
    }

    private static func failure() -> Progress {
        errno == EAGAIN || errno == EINTR ? .blocked : .failed
    }
}
