import HTTP
import Synchronization

/// The worker threads of all lanes and the queues before them. Made by the server, used by its loops.
final class Workers: Sendable {
    private let usual: LaneQueue
    private let slow: LaneQueue
    private let signIn: LaneQueue
    private let outgoing: LaneQueue
    /// What the loops count; who makes answers should know how much of them waits.
    let answers: HeldMemory
    let contents: HeldMemory
    let uploads: ArrivingUploads
    private let service: Service
    private let watchdog: Watchdog
    private let threads = Mutex<[(thread: Thread, occupation: Occupation)]>([])

    /// Starts the threads. If a responder fails, throws the first error, after all threads have
    /// ended.
    init(_ configuration: ServerConfiguration, _ service: Service, _ watchdog: Watchdog) throws {
        func queue(_ lane: Lane) -> LaneQueue {
            LaneQueue(limit: configuration.queueLimit, workers: configuration.workers(in: lane))
        }
        usual = queue(.worker)
        slow = queue(.slow)
        signIn = LaneQueue(
            limit: configuration.queueLimit,
            workers: configuration.workers(in: .signIn),
            limitOfStrangers: Self.strangersWhoSignIn
        )
        let outgoingWorkers = configuration.workers(in: .outgoing)
        outgoing = LaneQueue(
            limit: configuration.queueLimit,
            workers: outgoingWorkers,
            workersOfParty: max(1, outgoingWorkers / 3)
        )
        answers = HeldMemory(configuration.answerLimits)
        contents = HeldMemory(configuration.contentLimits)
        uploads = ArrivingUploads(limit: configuration.maxUploadsOfParty)
        self.service = service
        self.watchdog = watchdog
        do {
            for lane in Lane.ofWorkers {
                for number in 1...configuration.workers(in: lane) {
                    try add(lane, "\(lane.rawValue)-\(number)")
                }
            }
        } catch {
            close()
            threads.withLock { $0 }.forEach { $0.thread.join() }
            throw error
        }
    }

    /// A password takes a third of a second to check, so this is ten seconds or more. Networks with nothing there are
    /// twice as many.
    private static let strangersWhoSignIn = 32

    /// Starts a thread and waits until it has its responder.
    private func add(_ lane: Lane, _ name: String) throws {
        let occupation = Occupation(lane, name)
        let start = StartSignal()
        let (queue, service, answers) = (queue(lane), service, answers)
        let thread = try Thread(name) { Workers.work(occupation, queue, service, answers, start) }
        threads.withLock { $0.append((thread, occupation)) }
        try start.wait()
        watchdog.watch(occupation)
    }

    private func queue(_ lane: Lane) -> LaneQueue {
        switch lane {
        case .loop, .worker: usual
        case .slow: slow
        case .signIn: signIn
        case .outgoing: outgoing
        }
    }

    /// How a lane gets on, for the watchdog.
    func progress(of lane: Lane) -> LaneQueue.Progress { queue(lane).progress }

    /// False if the lane's queue is full.
    func submit(_ job: Job, to lane: Lane) -> Bool {
        queue(lane).push(job)
    }

    /// Queues the next piece of a response that has begun: never refused because the queue is
    /// full. False only when the workers are stopping.
    func submitChunk(_ job: Job) -> Bool {
        slow.push(job, isUrgent: true)
    }

    /// Starts a thread in place of one that is stuck. Called by the watchdog.
    func replace(_ occupation: Occupation) {
        do {
            try add(occupation.lane, occupation.name + "+")
        } catch {
            service.note("watchdog: no thread could take the place of \(occupation.name): \(error)")
        }
    }

    /// Ends the threads once the queue is empty. One that hangs in the application beyond the
    /// limit is left alone: the process is about to end.
    func stop(withinMilliseconds limit: Int) {
        close()
        let end = monotonicMilliseconds() + Int64(limit)
        for (thread, _) in threads.withLock({ $0 }) { thread.join(until: end) }
    }

    private func close() {
        for lane in Lane.ofWorkers { queue(lane).close() }
    }

    private static func work(
        _ occupation: Occupation,
        _ queue: LaneQueue,
        _ service: Service,
        _ answers: HeldMemory,
        _ start: StartSignal
    ) {
        let responder: any Responder
        do {
            responder = try service.makeResponder(occupation.lane)
        } catch {
            start.signal(.failure(error))
            return
        }
        occupation.bind(responder.interrupt)
        start.signal(.success(()))
        while !occupation.isRetired, let job = queue.pop() {
            occupation.begin(job.head)
            job.run(responder, answers)
            occupation.end()
            queue.finish(job)
        }
        occupation.leave()
    }
}
