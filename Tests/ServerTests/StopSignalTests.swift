import Glibc
import Testing

@testable import Server

@Suite struct StopSignalTests {
    @Test("SIGTERM asks once, a second one urgently")
    func signals() throws {
        let stopping = try StopSignal()
        // On a thread of its own: its mask, and a signal to it alone, concern no other test.
        let thread = try Thread("signals") {
            do {
                try stopping.watchSignals()
            } catch {
                Issue.record(error)
                return
            }
            pthread_kill(pthread_self(), SIGTERM)
            stopping.takeSignals()
            #expect(stopping.isRequested && !stopping.isUrgent)
            pthread_kill(pthread_self(), SIGINT)
            stopping.takeSignals()
            #expect(stopping.isUrgent)
        }
        thread.join()
        #expect(stopping.isUrgent)
    }

    @Test("A queue keeps its order while it grows and wraps")
    func deque() {
        var deque = Deque<Int>()
        var (next, expected) = (0, 0)
        for round in 0..<100 {
            for _ in 0..<round % 23 {
                deque.append(next)
                next += 1
            }
            for _ in 0..<round % 17 where !deque.isEmpty {
                #expect(deque.popFirst() == expected)
                expected += 1
            }
        }
        #expect(deque.count == next - expected)
    }
}
