import HTTP

/// The worker threads of both lanes and the queues before them. Made by the server, used by its loops.
final class Workers: Sendable {
    private let usual: Channel<Job>
    private let slow: Channel<Job>
    private let threads: [Thread]

    /// Starts the threads; throws what the first failing responder threw, with all threads ended.
    init(_ configuration: ServerConfiguration, _ service: Service) throws {
        let usual = Channel<Job>(limit: configuration.queueLimit)
        let slow = Channel<Job>(limit: configuration.queueLimit)
        var threads: [Thread] = []
        let lanes = [
            (Lane.worker, usual, configuration.workers), (.slow, slow, configuration.slowWorkers),
        ]
        do {
            for (lane, channel, count) in lanes {
                for number in 1...count {
                    let start = StartSignal()
                    let thread = try Thread("\(lane)-\(number)") {
                        Workers.work(lane, channel, service, start)
                    }
                    threads.append(thread)
                    try start.wait()
                }
            }
        } catch {
            usual.close()
            slow.close()
            threads.forEach { $0.join() }
            throw error
        }
        self.usual = usual
        self.slow = slow
        self.threads = threads
    }

    /// False if the lane's queue is full.
    func submit(_ job: Job, to lane: Lane) -> Bool {
        (lane == .slow ? slow : usual).push(job)
    }

    /// The next piece of a response that has begun: never refused for a full queue. False only when
    /// the workers are stopping.
    func submitChunk(_ job: Job) -> Bool {
        slow.push(job, isUrgent: true)
    }

    /// Ends the threads after what is queued. One that hangs in the application beyond the time is left
    /// alone: the process is about to end.
    func stop(withinMilliseconds limit: Int) {
        usual.close()
        slow.close()
        let end = monotonicMilliseconds() + Int64(limit)
        for thread in threads { thread.join(until: end) }
    }

    private static func work(
        _ lane: Lane,
        _ channel: Channel<Job>,
        _ service: Service,
        _ start: StartSignal
    ) {
        let responder: any Responder
        do {
            responder = try service.makeResponder(lane)
        } catch {
            start.signal(.failure(error))
            return
        }
        start.signal(.success(()))
        while let job = channel.pop() { job.run(responder) }
    }
}
