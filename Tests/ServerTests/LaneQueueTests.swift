import Testing

@testable import Server

@Suite struct LaneQueueTests {
    private let mailbox: Mailbox

    init() throws {
        mailbox = try Mailbox()
    }

    private func job(_ number: UInt32, of visitor: Int? = nil) -> Job {
        Job(
            connection: ConnectionID(descriptor: 1, generation: number),
            mailbox: mailbox,
            task: .nextChunk(Pieces(left: 0, fails: false)),
            visitor: visitor
        )
    }

    private func number(_ job: Job?) -> UInt32? { job?.connection.generation }

    @Test("Of the workers one is left to others, whose jobs go ahead")
    func fair() throws {
        let queue = LaneQueue(limit: 10, workers: 2)
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

    @Test("With three workers one visitor holds two, with one worker that one")
    func shares() {
        for (workers, expected) in [(1, 1), (2, 1), (3, 2), (8, 7)] {
            let queue = LaneQueue(limit: 100, workers: workers)
            for number in 1...20 { #expect(queue.push(job(UInt32(number), of: 7))) }
            #expect(queue.push(job(99, of: 8)))
            for number in 1...expected { #expect(self.number(queue.pop()) == UInt32(number)) }
            #expect(number(queue.pop()) == 99)
        }
    }

    @Test("A visitor fills half of the queue, all of them the whole; what goes on is always taken")
    func limits() {
        let queue = LaneQueue(limit: 4, workers: 2)
        #expect(queue.push(job(1, of: 7)) && queue.push(job(2, of: 7)))
        #expect(!queue.push(job(3, of: 7)))
        #expect(queue.push(job(4, of: 8)) && queue.push(job(5)))
        #expect(!queue.push(job(6)) && !queue.push(job(7, of: 9)))
        #expect(queue.push(job(8), isUrgent: true))
        #expect(number(queue.pop()) == 1)
        #expect(number(queue.pop()) == 4)
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
