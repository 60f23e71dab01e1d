import Glibc
import HTTP

/// New connections.
extension EventLoop {
    /// How many are accepted at once before existing connections get their turn again.
    private static let acceptBatch = 64

    /// How long no connection is accepted after descriptors ran out.
    private static let exhaustedPause: Int64 = 100

    func acceptSome() {
        guard drainEnd == nil else { return }
        var left = EventLoop.acceptBatch
        while left > 0, acceptOne() { left -= 1 }
    }

    /// Accepts the connections that are already waiting, before the listener is closed: their
    /// clients were told that they are connected.
    func acceptRest() {
        var left = maxConnections
        while left > 0, acceptOne() { left -= 1 }
    }

    /// False if nobody is waiting, or if it can't be accepted.
    private func acceptOne() -> Bool {
        switch listener.accept() {
        case .nobody:
            return false
        case .exhausted:
            // The listener stays readable, so watching it would only turn the loop in circles.
            epoll.remove(listener.descriptor)
            acceptsAgain = clock.milliseconds + EventLoop.exhaustedPause
            closeQuietest()
            return false
        case .connection(let descriptor, let peer):
            admit(descriptor, peer)
            return true
        }
    }

    /// Watches the listener again after a pause.
    func acceptAgain() {
        guard let time = acceptsAgain, clock.milliseconds >= time else { return }
        acceptsAgain = nil
        guard drainEnd == nil else { return }
        let token = ConnectionID(descriptor: listener.descriptor, generation: 0).token
        do {
            try epoll.add(listener.descriptor, Epoll.readable | Epoll.exclusive, token: token)
        } catch {
            acceptsAgain = clock.milliseconds + EventLoop.exhaustedPause
        }
    }

    /// So many connections beyond those that a network may have are told why they are closed, which
    /// takes a moment; more are closed at once.
    private static let refusedOfNetwork = 100

    private func admit(_ descriptor: Int32, _ peer: SocketAddress) {
        let connection = Connection(connections.makeID(descriptor), peer: peer, limits)
        connection.quietSince = clock.milliseconds
        let tooMany = listener.enter(connection.network) - maxConnectionsOfNetwork
        let isOneTooMany = tooMany > 0 && !service.isUnlimited(connection.peer)
        guard !isOneTooMany || tooMany <= EventLoop.refusedOfNetwork else {
            Glibc.close(descriptor)
            listener.release(connection.network)
            return
        }
        if listener.openConnections > maxConnections { closeQuietest() }
        do {
            try epoll.add(descriptor, connection.interest, token: connection.id.token)
        } catch {
            Glibc.close(descriptor)
            listener.release(connection.network)
            return
        }
        connections.insert(connection)
        if isOneTooMany {
            let reason = "too many connections of one address"
            refuse(connection, RequestFailure(.serviceUnavailable, reason))
        } else if listener.openConnections > maxConnections {
            refuse(connection, RequestFailure(.serviceUnavailable, "too many connections"))
        } else {
            setDeadline(connection, after: times.firstByteMilliseconds)
        }
    }

    /// Makes room by closing the connection of this loop that has been idle longest: if someone
    /// opens connections to keep others out, they lose theirs first.
    private func closeQuietest() {
        let idle = connections.all.filter { $0.phase == .idle || $0.phase == .lingering }
        if let quietest = idle.min(by: { $0.quietSince < $1.quietSince }) { close(quietest) }
    }
}
