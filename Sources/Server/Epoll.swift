import CLinux
import Glibc

/// An epoll instance, which says which descriptors of a thread are ready. Level-triggered: events
/// that are not handled come again.
struct Epoll: ~Copyable {
    /// One ready descriptor. The token is what it was added with.
    struct Event {
        let token: UInt64
        let readiness: UInt32

        var isReadable: Bool { readiness & Epoll.readable != 0 }
        var isWritable: Bool { readiness & Epoll.writable != 0 }
        /// The connection is broken, or both sides have finished with it.
        var isBroken: Bool { readiness & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 }
    }

    static let readable = EPOLLIN.rawValue
    static let writable = EPOLLOUT.rawValue
    /// Only one of several instances with the same descriptor is woken.
    static let exclusive = EPOLLEXCLUSIVE.rawValue

    /// The number of events in one call: enough to make the call cheap per event, few enough to
    /// stay in the cache.
    private static let batch = 256

    private let descriptor: Int32
    private let events: UnsafeMutableBufferPointer<epoll_event>

    init() throws(SystemError) {
        descriptor = try check(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll_create1")
        events = .allocate(capacity: Epoll.batch)
        events.initialize(repeating: epoll_event())
    }

    deinit {
        close(descriptor)
        events.deallocate()
    }

    func add(_ file: Int32, _ interest: UInt32, token: UInt64) throws(SystemError) {
        var event = epoll_event(events: interest, data: epoll_data(u64: token))
        try check(epoll_ctl(descriptor, EPOLL_CTL_ADD, file, &event), "epoll_ctl")
    }

    /// Changes what an added descriptor is watched for. It cannot fail for a descriptor that was
    /// added.
    func modify(_ file: Int32, _ interest: UInt32, token: UInt64) {
        var event = epoll_event(events: interest, data: epoll_data(u64: token))
        epoll_ctl(descriptor, EPOLL_CTL_MOD, file, &event)
    }

    func remove(_ file: Int32) {
        epoll_ctl(descriptor, EPOLL_CTL_DEL, file, nil)
    }

    /// Waits for events; `milliseconds` −1 means forever. The number of events is 0 if time ran
    /// out or a signal came.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(epoll_wait(descriptor, events.baseAddress, Int32(Epoll.batch), milliseconds)))
    }

    /// The event at `index` among those of the last `wait`.
    subscript(index: Int) -> Event {
        Event(token: events[index].data.u64, readiness: events[index].events)
    }
}
