import CLinux
import Glibc
import HTTP

/// One thread's share of the connections: reads requests, has them answered, sends the responses.
///
/// Everything in it belongs to the thread that calls `run`. Other threads only reach it through
/// the mailbox. Nothing in it waits except `epoll.wait`, and nothing that it calls may.
///
/// Its parts follow the life of a request: `EventLoop+Accepting`, `+Reading`, `+Spooling`,
/// `+Answering`, `+Sending`, `+Ending`.
final class EventLoop {
    let service: Service
    let listener: Listener
    let workers: Workers
    let spooler: Spooler?
    let stopping: StopSignal
    let occupation: Occupation
    let answers: HeldMemory
    let contents: HeldMemory
    let uploads: ArrivingUploads
    let smallContentBytes: Int
    let limits: Limits
    let times: Deadlines
    let maxConnections: Int
    let maxConnectionsOfNetwork: Int

    let epoll: Epoll
    let mailbox: Mailbox
    let responder: any Responder

    var connections = ConnectionTable()
    var deadlines: DeadlineTable
    var clock: LoopClock
    var turn = LoopTurn()
    /// When a draining loop must end; nil while it accepts.
    var drainEnd: Int64?
    /// When to accept again, after descriptors have run out.
    var acceptsAgain: Int64?

    /// The buffer for every `recv` of the loop; what is not consumed at once is copied to its
    /// connection.
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    /// The buffer in which every head is encoded; used within one call.
    var scratch: [UInt8] = []
    /// What workers and the spooler have put in the mailbox, the oldest last.
    private var replies: [Reply] = []

    /// Descriptors that are not connections: the database's, files being sent, the loops' own.
    private static let spareDescriptors = 128

    /// One `recv`: a whole form, or a good part of an upload.
    private static let readBytes = 64 * 1024

    init(
        _ configuration: ServerConfiguration,
        _ service: Service,
        _ listener: Listener,
        _ workers: Workers,
        _ spooler: Spooler?,
        _ stopping: StopSignal,
        _ occupation: Occupation,
        watchesSignals: Bool
    ) throws {
        self.service = service
        self.listener = listener
        self.workers = workers
        self.spooler = spooler
        self.stopping = stopping
        self.occupation = occupation
        answers = workers.answers
        contents = workers.contents
        uploads = workers.uploads
        smallContentBytes = configuration.contentLimits.smallBytes
        limits = configuration.limits
        times = configuration.deadlines
        let descriptors = max(1, descriptorLimit() - EventLoop.spareDescriptors)
        maxConnections = min(configuration.maxConnections, descriptors)
        maxConnectionsOfNetwork = configuration.maxConnectionsOfNetwork
        deadlines = DeadlineTable(configuration.deadlines)
        clock = LoopClock(configuration.clock)
        epoll = try Epoll()
        mailbox = try Mailbox()
        responder = try service.makeResponder(.loop)
        readBuffer = .allocate(capacity: EventLoop.readBytes)
        readBuffer.initialize(repeating: 0)
        try epoll.add(
            listener.descriptor,
            Epoll.readable | Epoll.exclusive,
            token: EventLoop.token(listener.descriptor)
        )
        try watch(mailbox.wake.descriptor)
        try watch(stopping.wake.descriptor)
        if watchesSignals, let signals = stopping.signalDescriptor { try watch(signals) }
    }

    deinit {
        readBuffer.deallocate()
    }

    /// Runs until the server stops and this loop's connections are done.
    func run() {
        while !isFinished {
            let count = epoll.wait(milliseconds: hasWork ? 0 : sleepMilliseconds)
            clock.update()
            let waiting = turn.begin(at: clock.microseconds)
            for index in 0..<count {
                occupation.begin()
                handle(epoll[index])
            }
            occupation.begin()
            resume(waiting)
            passOnReplies()
            if deadlines.isDue(clock.milliseconds) { sweep() }
            if acceptsAgain != nil { acceptAgain() }
            if drainEnd == nil, stopping.isRequested { beginDrain() }
            giveTimeBack()
            occupation.end()
        }
        occupation.leave()
        closeAll()
    }

    /// Whether something is left that no descriptor announces.
    private var hasWork: Bool { !turn.waiting.isEmpty || !replies.isEmpty }

    /// Clients are not to blame for the time that the loop was busy: nobody's deadline comes
    /// nearer while nothing is read.
    private func giveTimeBack() {
        let busy = clock.millisecondsSinceUpdate
        if busy >= EventLoop.noticedMilliseconds { deadlines.postpone(by: busy) }
    }

    /// Less than this does not matter to deadlines of seconds.
    private static let noticedMilliseconds: Int64 = 50

    private var isFinished: Bool {
        guard let drainEnd else { return false }
        return connections.isEmpty || clock.milliseconds >= drainEnd || stopping.isUrgent
    }

    /// A draining loop wakes soon, because nothing wakes it for a second request to stop.
    private var sleepMilliseconds: Int32 {
        let sleep = deadlines.sleep(from: clock.milliseconds)
        guard drainEnd != nil || acceptsAgain != nil else { return sleep }
        return sleep < 0 ? EventLoop.shortSleep : min(sleep, EventLoop.shortSleep)
    }

    private static let shortSleep: Int32 = 100

    private func handle(_ event: Epoll.Event) {
        let id = ConnectionID(token: event.token)
        guard id.generation > 0 else {
            handleSpecial(id.descriptor)
            return
        }
        // An earlier event of the same batch may have closed it.
        guard let connection = connections[id] else { return }
        if event.isBroken {
            broke(connection)
            return
        }
        if event.isWritable, connection.phase == .sending {
            flush(connection)
            resume(connection)
        }
        if event.isReadable, connection.phase != .closed { read(connection) }
    }

    private func handleSpecial(_ descriptor: Int32) {
        switch descriptor {
        case listener.descriptor:
            acceptSome()
        case mailbox.wake.descriptor:
            collectReplies()
        case stopping.wake.descriptor:
            // It stays readable; `run` checks for the request itself.
            epoll.remove(descriptor)
        default:
            stopping.takeSignals()
        }
    }

    /// Empties the mailbox. Until the last replies are passed on, it stays readable.
    private func collectReplies() {
        guard replies.isEmpty else { return }
        let emptied = replies
        replies = []
        replies = mailbox.takeAll(leaving: emptied)
        replies.reverse()
    }

    /// For no longer than the loop answers by itself in one turn: the kernel takes a while for a thousand large
    /// answers. At least one, whatever else the turn was spent on.
    private func passOnReplies() {
        guard !replies.isEmpty else { return }
        let end = clock.now + LoopTurn.microseconds
        repeat {
            if let reply = replies.popLast() { take(reply) }
        } while !replies.isEmpty && clock.now < end
    }

    private func watch(_ descriptor: Int32) throws {
        try epoll.add(descriptor, Epoll.readable, token: EventLoop.token(descriptor))
    }

    /// The token of a descriptor that isn't a connection.
    private static func token(_ descriptor: Int32) -> UInt64 {
        ConnectionID(descriptor: descriptor, generation: 0).token
    }
}
