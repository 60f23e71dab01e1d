import Glibc
import Server
import Synchronization

/// Asks the system which addresses hosts have, for as long as somebody wants to wait. One for the
/// whole program.
///
/// getaddrinfo(3) has no deadline and can’t be stopped: a name server that doesn’t answer holds its
/// thread for ten seconds and more. So each question has a thread of its own, which is left alone
/// when the time is up, and ends when the system has given up. There are a few at most: while all of
/// them wait, the name servers answer nobody, and further questions are refused at once.
final class HostAddresses: Sendable {
    static let shared = HostAddresses(HostAddresses.system)

    /// Four times as many as the lane of such requests has workers, so that the questions which were given up leave
    /// room for others. The looks of one family leave ten of them behind at most.
    static let mostAtOnce = 24

    private let resolve: @Sendable (String) -> [IPAddress]
    private let running = Atomic<Int>(0)

    /// An answer on its way from one thread to another.
    private final class Answer: Sendable {
        let addresses = Mutex<[IPAddress]?>(nil)
        let arrival: EventFD

        init() throws(SystemError) {
            arrival = try EventFD()
        }
    }

    init(_ resolve: @escaping @Sendable (String) -> [IPAddress]) {
        self.resolve = resolve
    }

    /// How many questions nobody has answered yet.
    var waiting: Int { running.load(ordering: .relaxed) }

    /// In the order in which the system would try them (RFC 6724); empty if there are none.
    func find(_ host: String, withinMilliseconds limit: Int) throws(OutgoingError) -> [IPAddress] {
        // An IPv6 address stands in brackets in a URL.
        let name = host.filter { $0 != "[" && $0 != "]" }
        if let address = IPAddress(name) { return [address] }
        guard running.wrappingAdd(1, ordering: .relaxed).newValue <= Self.mostAtOnce else {
            running.wrappingSubtract(1, ordering: .relaxed)
            throw OutgoingError(
                kind: .unreachable,
                description: "the name servers don’t answer: \(Self.mostAtOnce) questions wait"
            )
        }
        let answer = try ask(name)
        wait(for: answer, limit)
        guard let addresses = answer.addresses.withLock(\.self) else {
            throw OutgoingError(
                kind: .unreachable,
                description: "no name server answered for \(host) in time"
            )
        }
        return addresses
    }

    private func ask(_ name: String) throws(OutgoingError) -> Answer {
        do throws(SystemError) {
            let answer = try Answer()
            try Thread("name") { [self] in
                let found = resolve(name)
                answer.addresses.withLock { $0 = found }
                running.wrappingSubtract(1, ordering: .relaxed)
                answer.arrival.signal()
            }.detach()
            return answer
        } catch {
            running.wrappingSubtract(1, ordering: .relaxed)
            throw OutgoingError(kind: .impossible, description: error.description)
        }
    }

    private func wait(for answer: Answer, _ milliseconds: Int) {
        let end = GuardedFetch.monotonic() + milliseconds
        var wish = pollfd(fd: answer.arrival.descriptor, events: Int16(POLLIN), revents: 0)
        var left = milliseconds
        while left > 0, poll(&wish, 1, Int32(clamping: left)) <= 0 {
            left = end - GuardedFetch.monotonic()
        }
    }

    // MARK: The system

    @Sendable private static func system(_ name: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }
            .prefix { $0 != nil }
            .compactMap { $0.flatMap { address(of: $0.pointee) } }
    }

    private static func address(of info: addrinfo) -> IPAddress? {
        let place = UnsafeRawPointer(info.ai_addr)
        switch info.ai_family {
        case AF_INET: return place.map { IPAddress($0.load(as: sockaddr_in.self).sin_addr) }
        case AF_INET6: return place.map { IPAddress($0.load(as: sockaddr_in6.self).sin6_addr) }
        default: return nil
        }
    }
}
