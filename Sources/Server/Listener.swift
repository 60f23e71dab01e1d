import CLinux
import Glibc
import Synchronization

/// The socket that accepts connections, shared by all loops: each watches it with EPOLLEXCLUSIVE,
/// so that one loop wakes per connection.
///
/// A separate socket for each loop (SO_REUSEPORT) would spread connections by a hash, and would
/// let a second server start on the same port without an error and take half of the visitors.
///
/// It listens as soon as it exists: a port in use is noticed before anything else is done, and
/// clients that come before the server accepts wait in the kernel's queue.
package final class Listener: Sendable {
    let descriptor: Int32
    package let port: Int

    /// The number of open connections of all loops.
    private let open = Atomic<Int>(0)

    /// Those of each network. A connection is opened and closed with system calls that cost far more
    /// than this lock.
    private let networks = Mutex<[UInt64: Int]>([:])

    /// The number of connections that the kernel holds for us; it cuts this to
    /// `net.core.somaxconn`.
    private static let backlog: Int32 = 4_096

    package init(host: String, port wanted: Int) throws {
        let address = try SocketAddress(host: host, port: wanted)
        let flags = SocketAddress.stream | Listener.socketFlags
        let descriptor = try check(socket(address.family, flags, 0), "socket")
        do {
            try Listener.set(descriptor, SOL_SOCKET, SO_REUSEADDR)
            // Inherited by every accepted socket: a response is written in one go, so Nagle's
            // waiting for more could only delay it.
            try Listener.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
            _ = try address.withPointer { pointer, length in
                try check(bind(descriptor, pointer, length), "bind to \(host) port \(wanted)")
            }
            try check(listen(descriptor, Listener.backlog), "listen")
            port = try SocketAddress(boundTo: descriptor).port
            self.descriptor = descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    private static let socketFlags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

    enum Accepted {
        case connection(Int32, peer: SocketAddress)
        /// Nobody is waiting, or the client has left.
        case nobody
        /// The process or the system is out of descriptors or memory.
        case exhausted
    }

    /// Takes the next connection, non-blocking like the listener.
    func accept() -> Accepted {
        var address = SocketAddress()
        let accepted = address.withMutablePointer { pointer, length in
            clinux_accept(descriptor, pointer, length)
        }
        if accepted >= 0 {
            open.wrappingAdd(1, ordering: .relaxed)
            return .connection(accepted, peer: address)
        }
        switch errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        default: return .nobody
        }
    }

    /// Refuses connections from now on. The descriptor's number stays ours until the last loop has
    /// finished with it, so that no loop can mistake another file for it.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Notes whose an accepted connection is; how many of that network there are now.
    func enter(_ network: UInt64) -> Int {
        networks.withLock { networks in
            let count = (networks[network] ?? 0) + 1
            networks[network] = count
            return count
        }
    }

    /// Notes that a connection was closed.
    func release(_ network: UInt64) {
        open.wrappingSubtract(1, ordering: .relaxed)
        networks.withLock { networks in
            let count = (networks[network] ?? 0) - 1
            networks[network] = count > 0 ? count : nil
        }
    }

    var openConnections: Int { open.load(ordering: .relaxed) }

    private static func set(
        _ descriptor: Int32,
        _ level: Int32,
        _ option: Int32
    ) throws(SystemError) {
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        try check(setsockopt(descriptor, level, option, &on, size), "setsockopt")
    }
}
