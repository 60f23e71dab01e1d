import CLinux
import Glibc
import HTTP

/// The end of requests, of connections, and of the loop.
extension EventLoop {
    /// How long a draining server waits for its clients to hang up.
    private static let drainLingerMilliseconds = 1_000

    /// How long it waits for a request on an idle connection: one may be on its way, and its
    /// client must not find the connection closed. Busy clients send the next one within this
    /// time, and learn from its response that it was the last.
    private static let drainGraceMilliseconds = 300

    /// The response is complete: the connection is ready for the next request, or finished.
    func finish(_ connection: Connection) {
        log(connection)
        let sentBytes = connection.sentBytes
        releaseContent(connection)
        connection.reset()
        guard connection.isKeepAlive, drainEnd == nil else {
            linger(connection)
            return
        }
        connection.phase = .idle
        connection.quietSince = clock.milliseconds
        connection.windowBytes = 0
        // At most all of it; nearly always none, which is not worth a system call per request.
        connection.unreadBytes = sentBytes
        setDeadline(connection, after: min(times.idleMilliseconds, times.rateWindowMilliseconds))
    }

    /// Ends our side and keeps reading until the client ends its own, so that the kernel does not
    /// answer unread bytes with a reset, which would take our response from the client (RFC 9112
    /// §9.6).
    func linger(_ connection: Connection) {
        guard !connection.hasEnded else {
            close(connection)
            return
        }
        shutdown(connection.descriptor, Int32(SHUT_WR))
        connection.phase = .lingering
        connection.input = []
        connection.windowBytes = 0
        connection.quietSince = clock.milliseconds
        let patience =
            drainEnd == nil
            ? times.lingerMilliseconds
            : min(times.lingerMilliseconds, EventLoop.drainLingerMilliseconds)
        setDeadline(connection, after: patience)
        setInterest(connection, Epoll.readable)
    }

    /// Gives up a connection in the middle of a response. The reset tells the client that what it
    /// has is incomplete, and frees what the kernel holds for it.
    func abandon(_ connection: Connection, _ reason: String) {
        guard connection.phase != .closed else { return }
        if connection.head != nil {
            connection.reason = reason
            log(connection)
        }
        var option = Glibc.linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout.size(ofValue: option))
        setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &option, size)
        close(connection)
    }

    func close(_ connection: Connection) {
        guard connection.phase != .closed else { return }
        connection.phase = .closed
        connection.output.stream?.abandon()
        connection.output = Output()
        hold(connection, 0)
        releaseContent(connection)
        deadlines.clear(connection.descriptor)
        connections.remove(connection)
        listener.release(connection.network)
        Glibc.close(connection.descriptor)
    }

    func setDeadline(_ connection: Connection, after milliseconds: Int) {
        deadlines.set(connection.descriptor, clock.milliseconds + Int64(milliseconds))
    }

    func setInterest(_ connection: Connection, _ interest: UInt32) {
        guard connection.interest != interest, !connection.isBroken else { return }
        connection.interest = interest
        epoll.modify(connection.descriptor, interest, token: connection.id.token)
    }

    /// Handles the connections whose deadline has passed.
    func sweep() {
        for descriptor in deadlines.takeExpired(clock.milliseconds) {
            if let connection = connections[descriptor: descriptor] { expire(connection) }
        }
    }

    private func expire(_ connection: Connection) {
        // On a busy loop, bytes that a client sent in time may still be waiting to be read.
        readWaiting(connection)
        guard !deadlines.isSet(connection.descriptor) else { return }
        switch connection.phase {
        case .idle:
            drainEnd == nil ? expireIdle(connection) : close(connection)
        case .lingering:
            expireLingering(connection)
        case .head:
            fail(connection, RequestFailure(.requestTimeout, "head took too long"))
        case .content:
            if connection.windowBytes >= leastBytesPerWindow {
                beginWindow(connection)
            } else {
                fail(connection, RequestFailure(.requestTimeout, "content came too slowly"))
            }
        case .sending:
            expireReading(connection)
        case .streaming:
            keepAlive(connection)
        case .responding:
            // A worker's time isn't limited here: this is a piece that was put off.
            askForPiece(connection)
        case .spooling, .closed:
            break
        }
    }

    private func expireLingering(_ connection: Connection) {
        let least = times.minimumBytesPerSecond * times.lingerMilliseconds / 1_000
        let time = clock.milliseconds - connection.quietSince
        guard drainEnd == nil, connection.windowBytes >= least,
            time < Int64(times.longestLingerMilliseconds)
        else {
            close(connection)
            return
        }
        connection.windowBytes = 0
        setDeadline(connection, after: times.lingerMilliseconds)
    }

    /// The kernel takes a few megabytes of a response at once, so a client that does not read
    /// looks idle to us while the kernel keeps its bytes. Such a client must keep the minimum rate
    /// too.
    private func expireIdle(_ connection: Connection) {
        guard !connection.hasServed || clinux_unacknowledged(connection.descriptor) == 0 else {
            connection.quietSince = clock.milliseconds
            expireReading(connection)
            return
        }
        let quiet = Int(clock.milliseconds - connection.quietSince)
        guard connection.hasServed, quiet < times.idleMilliseconds else {
            close(connection)
            return
        }
        setDeadline(connection, after: times.idleMilliseconds - quiet)
    }

    /// What counts is what the client has taken, not what the kernel took from us: that comes in
    /// steps of a third of its buffer, and for a slow client the next step may be more than a
    /// window away.
    private func expireReading(_ connection: Connection) {
        let unread = Int(clinux_unacknowledged(connection.descriptor))
        if connection.unreadBytes + connection.windowBytes - unread >= leastBytesPerWindow {
            connection.unreadBytes = unread
            beginWindow(connection)
        } else {
            abandon(connection, "client reads too slowly")
        }
    }

    /// Begins to measure how much moves until the window's end. It begins now, and not when the
    /// loop woke: what came meanwhile was counted for the window before.
    func beginWindow(_ connection: Connection) {
        connection.windowBytes = 0
        let late = Int(clock.millisecondsSinceUpdate)
        setDeadline(connection, after: late + times.rateWindowMilliseconds)
    }

    private var leastBytesPerWindow: Int {
        times.minimumBytesPerSecond * times.rateWindowMilliseconds / 1_000
    }

    /// Stops accepting. Requests that have begun continue, and idle connections get a last chance.
    func beginDrain() {
        acceptRest()
        epoll.remove(listener.descriptor)
        listener.stop()
        drainEnd = clock.milliseconds + Int64(times.drainMilliseconds)
        deadlines.hurry()
        for connection in connections.all where connection.phase == .idle {
            setDeadline(connection, after: EventLoop.drainGraceMilliseconds)
        }
    }

    func closeAll() {
        for connection in connections.all { abandon(connection, "server stopped") }
    }

    private func log(_ connection: Connection) {
        service.log(
            LogEntry(
                head: connection.head,
                status: connection.status,
                fields: connection.fields,
                bytesSent: connection.sentBytes,
                microseconds: Int(monotonicMicroseconds() - connection.startedAt),
                peer: connection.peer,
                lane: connection.plan.lane,
                reason: connection.reason
            )
        )
    }
}
