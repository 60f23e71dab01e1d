import Glibc
import Testing

@testable import Server

@Suite struct LaneQueueTests {
    private let mailbox: Mailbox

    init() throws {
        mailbox = try Mailbox()
    }

    /// A job of a visitor, who is a party of their own or belongs to one.
    private func job(_ number: UInt32, of visitor: Int? = nil, party: Int? = nil) -> Job {
        var job = Job(
            connection: ConnectionID(descriptor: 1, generation: number),
            mailbox: mailbox,
            task: .nextChunk(Pieces(left: 0, fails: false))
        )
        if let visitor { job.caller = Caller(visitor, of: party ?? visitor) }
        return job
    }

    private func number(_ job: Job?) -> UInt32? { job?.connection.generation }

    @Test("Of the workers one is left to others, whose jobs go ahead")
    func fair() throws {
        let queue = LaneQueue(limit: 20, workers: 2)
        for (number, visitor) in [(1, 7), (2, 7), (3, 7), (4, 8), (5, nil)] as [(UInt32, Int?)] {
            #expect(queue.push(job(number, of: visitor)))
        }
        let first = try #require(queue.pop())
        #expect(number(first) == 1)
        // Visitor 7 holds all that one may hold.
        #expect(number(queue.pop()) == 4)
        #expect(number(queue.pop()) == 5)
        queue.finish(first)
        let second = try #require(queue.pop())
        #expect(number(second) == 2)
        queue.finish(second)
        #expect(number(queue.pop()) == 3)
    }

    @Test(
        "With three workers one party holds two, with one worker that one, by however many visitors"
    )
    func shares() {
        for (workers, expected) in [(1, 1), (2, 1), (3, 2), (8, 7)] {
            let queue = LaneQueue(limit: 100, workers: workers)
            for number in 1...20 {
                #expect(queue.push(job(UInt32(number), of: number % 3, party: 7)))
            }
            for _ in 1...expected { #expect(number(queue.pop()) ?? 99 <= 20) }
            // Nobody else is there; whoever comes now doesn't wait.
            #expect(queue.push(job(99, of: 8)))
            #expect(number(queue.pop()) == 99)
        }
    }

    @Test("Parties take turns, and within a party its visitors")
    func turns() throws {
        let queue = LaneQueue(limit: 1_000, workers: 2)
        // A hundred jobs of one visitor, then one of another in the same party, then two of others.
        for number in 1...100 { #expect(queue.push(job(UInt32(number), of: 1, party: 7))) }
        #expect(queue.push(job(201, of: 2, party: 7)))
        #expect(queue.push(job(301, of: 8)) && queue.push(job(302, of: 8)))
        var order: [UInt32] = []
        for _ in 1...7 {
            let job = try #require(queue.pop())
            order.append(job.connection.generation)
            queue.finish(job)
        }
        #expect(order == [1, 301, 201, 302, 2, 3, 4])
    }

    @Test("Whoever asks for one account again and again doesn’t hold up others of their network")
    func accounts() throws {
        let queue = LaneQueue(limit: 1_000, workers: 2)
        let network = Caller("here", of: "here", isStranger: true)
        for number in 1...30 {
            var job = job(UInt32(number))
            job.caller = network.asking(for: "parent@example.test")
            #expect(queue.push(job))
        }
        let first = try #require(queue.pop())
        var other = job(99)
        other.caller = network.asking(for: "admin@example.test")
        #expect(queue.push(other))
        queue.finish(first)
        let second = try #require(queue.pop())
        queue.finish(second)
        #expect(number(queue.pop()) == 99)
    }

    private func stranger(_ number: Int) -> Job {
        var job = job(UInt32(number))
        job.caller = Caller(number, of: number, isStranger: true)
        return job
    }

    @Test("Strangers of many networks leave a worker to those who are known, and room in the queue")
    func strangers() throws {
        let queue = LaneQueue(limit: 100, workers: 2, limitOfStrangers: 10)
        let taken = (1...60).count { queue.push(stranger($0)) }
        // Twenty, because each of them has nothing there yet.
        #expect(taken == 20)
        #expect(!queue.push(stranger(1)) && !queue.push(stranger(61)))
        let first = try #require(queue.pop())
        #expect(number(first) == 1)
        #expect(queue.push(job(99, of: 7)))
        let known = try #require(queue.pop())
        #expect(number(known) == 99)
        queue.finish(known)
        queue.finish(first)
        #expect(number(queue.pop()) == 2)
    }

    @Test("Those who come anew and anew don't get ahead of one who waits")
    func newcomers() throws {
        let queue = LaneQueue(limit: 1_000, workers: 2)
        for number in 1...10 { #expect(queue.push(job(UInt32(number), of: 7))) }
        var order: [UInt32] = []
        for round in 1...4 {
            for visitor in 1...2 {
                #expect(queue.push(job(UInt32(100 * round + visitor), of: 1000 * round + visitor)))
            }
            for _ in 1...3 {
                let job = try #require(queue.pop())
                order.append(job.connection.generation)
                queue.finish(job)
            }
        }
        #expect(order == [1, 101, 102, 2, 201, 202, 3, 301, 302, 4, 401, 402])
    }

    @Test(
        "A party fills half of the queue, a visitor half of that, all the whole; what goes on is taken"
    )
    func limits() {
        let queue = LaneQueue(limit: 8, workers: 2)
        #expect(queue.push(job(1, of: 7, party: 1)) && queue.push(job(2, of: 7, party: 1)))
        #expect(!queue.push(job(3, of: 7, party: 1)))
        #expect(queue.push(job(4, of: 8, party: 1)) && queue.push(job(5, of: 8, party: 1)))
        #expect(!queue.push(job(6, of: 9, party: 1)))
        #expect(queue.push(job(7, of: 10)) && queue.push(job(8, of: 11)))
        #expect(queue.push(job(9)) && queue.push(job(10)))
        #expect(!queue.push(job(11)) && !queue.push(job(12, of: 10)))
        // Whoever has nothing there gets a place all the same, but not without end.
        for number in 20..<28 { #expect(queue.push(job(UInt32(number), of: number))) }
        #expect(!queue.push(job(28, of: 28)) && !queue.push(job(29, of: 20)))
        #expect(queue.push(job(13, of: 7, party: 1), isUrgent: true))
        #expect(number(queue.pop()) == 1)
        #expect(number(queue.pop()) == 7)
    }

    @Test("A lane stands still when jobs have waited for ten seconds and none was taken")
    func stalls() {
        var watch = LaneWatch()
        func isStalled(_ taken: Int, _ isWaiting: Bool, at milliseconds: Int64) -> Bool {
            watch.isStalled(.init(taken: taken, isWaiting: isWaiting), at: milliseconds)
        }
        #expect(!isStalled(0, false, at: 0))
        // What counts is since when somebody waits, not since when nobody came.
        #expect(!isStalled(0, true, at: 60_000))
        #expect(!isStalled(0, true, at: 69_999))
        #expect(isStalled(0, true, at: 70_000))
        #expect(isStalled(0, true, at: 90_000))
        #expect(!isStalled(1, true, at: 90_500))
        #expect(!isStalled(1, true, at: 100_499))
        #expect(isStalled(1, true, at: 100_500))
        #expect(!isStalled(1, false, at: 100_501))
    }

    @Test("While a worker is free, nobody waits for the lane, only for their own turn")
    func progress() throws {
        let queue = LaneQueue(limit: 8, workers: 2)
        #expect(queue.push(job(1, of: 7)))
        #expect(queue.progress == .init(taken: 0, isWaiting: true))
        let first = try #require(queue.pop())
        #expect(queue.progress == .init(taken: 1, isWaiting: false))
        #expect(queue.push(job(2, of: 7)))
        // The other worker looks for something that it may do.
        let arrivals = Channel<Void>(limit: 1)
        let other = try Thread("test worker") {
            if let job = queue.pop() { queue.finish(job) }
            _ = arrivals.push(())
        }
        while queue.progress.isWaiting { usleep(1_000) }
        #expect(queue.progress.taken == 1)
        queue.finish(first)
        _ = arrivals.pop()
        other.join()
        #expect(queue.progress == .init(taken: 2, isWaiting: false))
    }

    @Test("Jobs without a visitor keep their order, and a closed queue is emptied")
    func order() {
        let queue = LaneQueue(limit: 1_000, workers: 2)
        for number in 1...500 { #expect(queue.push(job(UInt32(number)))) }
        queue.close()
        #expect(!queue.push(job(501)))
        for number in 1...500 { #expect(self.number(queue.pop()) == UInt32(number)) }
        #expect(queue.pop() == nil)
    }

    @Test("A deque gives what is taken out of its midst, and keeps the order of the rest")
    func removal() {
        var deque = Deque<Int>()
        // Around the ring's end.
        for number in 0..<12 { deque.append(number) }
        for _ in 0..<10 { _ = deque.popFirst() }
        for number in 12..<22 { deque.append(number) }
        #expect(deque[0] == 10 && deque[11] == 21)
        #expect(deque.remove(at: 5) == 15)
        #expect(deque.remove(at: 0) == 10)
        #expect(deque.remove(at: 9) == 21)
        var rest: [Int] = []
        while let number = deque.popFirst() { rest.append(number) }
        #expect(rest == [11, 12, 13, 14, 16, 17, 18, 19, 20])
    }
}
