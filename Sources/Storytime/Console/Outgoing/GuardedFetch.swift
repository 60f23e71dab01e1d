import Glibc

/// Gets what is at an address that somebody else chose: the picture that a catalog names, and
/// whatever a redirect leads to.
///
/// Otherwise such an address could have the console ask machines that only it can reach: a router, a
/// database, the service with a cloud's keys. So each step is checked by itself: the address is taken
/// apart by us, its host resolved, every one of its addresses judged, and the connection made to one of
/// those by number, because a name may mean something else a moment later. Redirects are followed by
/// hand, each like the first address. Only the origin that the operator has configured, if there is one,
/// may be in an inner network, or be asked without TLS.
struct GuardedFetch: Sendable {
    static let maximumRedirects = 3
    /// A host with more addresses is not better reached by trying them all.
    private static let maximumAttempts = 3

    /// The origin that the operator chose; nil if everything is somebody else's.
    let home: Origin?
    /// How long everything may take, with all names and redirects.
    var timeoutMilliseconds = 15_000
    /// When several fetches must be over that are made one after the other, on the clock below; nil gives
    /// each its own time.
    var deadline: Int?
    var responseLimitBytes = 2 << 20
    /// Whether only the beginning of a longer answer is wanted.
    var cutsAtLimit = false
    /// What is asked besides, of each step: the range of a file.
    var headers: [(name: String, value: String)] = []
    /// Whom to write to about our requests.
    var contact: String?
    /// Finds the addresses of a host, within so many milliseconds.
    var addresses: @Sendable (_ host: String, _ limit: Int) throws(OutgoingError) -> [IPAddress] = {
        host,
        limit throws(OutgoingError) in
        try HostAddresses.shared.find(host, withinMilliseconds: limit)
    }
    var transfer: @Sendable (OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer =
        Transfer.run
    /// A clock that never goes back, in milliseconds.
    var clock: @Sendable () -> Int = Self.monotonic

    /// The same, for several fetches that have its time together.
    func sharingTime() -> GuardedFetch {
        var fetch = self
        fetch.deadline = clock() + timeoutMilliseconds
        return fetch
    }

    /// Gets it; any answer but a redirect is returned.
    func get(_ text: String, accepting type: String) throws(OutgoingError) -> OutgoingAnswer {
        try find(text, accepting: type).answer
    }

    /// The same, with the address that answered: what it names is beside that one.
    func find(_ text: String, accepting type: String) throws(OutgoingError) -> (
        answer: OutgoingAnswer, address: FetchAddress
    ) {
        let end = deadline ?? clock() + timeoutMilliseconds
        guard var address = FetchAddress(text) else {
            throw Self.refused("“\(text.prefix(100))” isn’t an address that can be fetched")
        }
        for _ in 0...Self.maximumRedirects {
            let answer = try ask(address, type, until: end)
            guard [301, 302, 303, 307, 308].contains(answer.status) else {
                return (answer, address)
            }
            guard let location = answer.headers["location"],
                let next = address.following(location)
            else { throw Self.refused("\(address.origin.host) redirected to nowhere") }
            address = next
        }
        throw Self.refused("there were more than \(Self.maximumRedirects) redirects")
    }

    // MARK: One step

    private func ask(_ address: FetchAddress, _ type: String, until end: Int)
        throws(OutgoingError) -> OutgoingAnswer
    {
        var request = OutgoingRequest(
            url: address.description,
            headers: [("Accept", type)] + headers
        )
        request.allowsPlainHTTP = address.origin == home
        request.responseLimitBytes = responseLimitBytes
        request.cutsAtLimit = cutsAtLimit
        request.contact = contact
        var failure = OutgoingError(kind: .unreachable, description: "the name has no address")
        for place in try places(address.origin, until: end).prefix(Self.maximumAttempts) {
            request.address = place
            request.timeoutMilliseconds = end - clock()
            request.connectTimeoutMilliseconds = min(5000, request.timeoutMilliseconds)
            guard request.timeoutMilliseconds > 0 else {
                throw OutgoingError(kind: .interrupted, description: "it took too long")
            }
            do {
                return try transfer(request)
            } catch {
                guard [.unreachable, .interrupted].contains(error.kind) else { throw error }
                failure = error
            }
        }
        throw failure
    }

    /// The addresses to connect to. If one of them is inner, the name is not to be trusted with the
    /// others either.
    private func places(_ origin: Origin, until end: Int) throws(OutgoingError) -> [IPAddress] {
        if origin == home { return try addresses(origin.host, end - clock()) }
        guard origin.isSecure else { throw Self.refused("\(origin) is not secure") }
        guard origin.port == 443 else { throw Self.refused("\(origin) has an unusual port") }
        let found = try addresses(origin.host, end - clock())
        guard found.allSatisfy(\.isPublic) else {
            throw Self.refused("\(origin.host) is not on the public Internet")
        }
        return found
    }

    private static func refused(_ reason: String) -> OutgoingError {
        OutgoingError(kind: .refused, description: reason)
    }

    @Sendable static func monotonic() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }
}
