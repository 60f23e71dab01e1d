import Testing

@testable import Storytime

@Suite("When a word is asked again (FSRS-6)")
struct RepetitionScheduleTests {
    private let schedule = RepetitionSchedule.standard

    @Test(
        "V4.3 L111: The published example, answered whenever it is due, has the published intervals"
    )
    func published() {
        // py-fsrs, tests/test_basic.py: test_review_card.
        let grades = [3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3].compactMap(WordGrade.init)
        var memory = WordMemory()
        var waited = 0
        var days: [Int] = []
        for grade in grades {
            let (next, wait) = schedule.answer(grade, to: memory, after: waited)
            memory = next
            if case .days(let count) = wait { waited = count } else { waited = 0 }
            days.append(waited)
        }
        #expect(days == [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21])
    }

    @Test("The published memory state comes out to the digits that are published")
    func memory() throws {
        // py-fsrs, tests/test_basic.py: test_memo_state.
        var memory = WordMemory()
        for (grade, days) in zip([1, 3, 3, 3, 3, 3], [0, 0, 1, 3, 8, 21]) {
            memory =
                schedule.answer(try #require(WordGrade(rawValue: grade)), to: memory, after: days)
                .memory
        }
        #expect(abs(try #require(memory.stability) - 53.62691) < 0.0001)
        #expect(abs(try #require(memory.difficulty) - 6.3574867) < 0.0001)
    }

    @Test(
        "A new word goes through its steps of minutes",
        arguments: [(WordGrade.again, 60), (.hard, 330), (.good, 600)]
    )
    func firstSteps(grade: WordGrade, seconds: Int) {
        let (memory, wait) = schedule.answer(grade, to: WordMemory(), after: 0)
        #expect(wait == .seconds(seconds) && memory.phase == .learning)
        #expect(memory.step == (grade == .good ? 1 : 0))
    }

    @Test("Easy leaves the steps out; the last step answered well leads to days")
    func graduates() {
        let easy = schedule.answer(.easy, to: WordMemory(), after: 0)
        #expect(easy.wait == .days(8) && easy.memory.phase == .review)
        let first = schedule.answer(.good, to: WordMemory(), after: 0).memory
        #expect(schedule.answer(.hard, to: first, after: 0).wait == .seconds(600))
        let second = schedule.answer(.good, to: first, after: 0)
        #expect(second.wait == .days(2) && second.memory.phase == .review)
    }

    @Test("A word that was forgotten is relearned in ten minutes, and is remembered for less long")
    func forgets() throws {
        let known = WordMemory(phase: .review, step: 0, stability: 40, difficulty: 5)
        let lost = schedule.answer(.again, to: known, after: 40)
        #expect(lost.wait == .seconds(600) && lost.memory.phase == .relearning)
        #expect(try #require(lost.memory.stability) < 40)
        #expect(try #require(lost.memory.difficulty) > 5)
        #expect(schedule.answer(.hard, to: lost.memory, after: 0).wait == .seconds(900))
        let back = schedule.answer(.good, to: lost.memory, after: 0)
        #expect(back.memory.phase == .review)
    }

    @Test("Whatever is answered, numbers stay in their bounds and better answers never wait less")
    func bounds() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<300 {
            var memory = WordMemory()
            for _ in 0..<30 {
                let days = Int.random(in: 0...4000, using: &random)
                var waits: [Int] = []
                for grade in WordGrade.allCases {
                    let (next, wait) = schedule.answer(grade, to: memory, after: days)
                    let stability = try #require(next.stability)
                    let difficulty = try #require(next.difficulty)
                    #expect(stability >= 0.001 && stability.isFinite)
                    #expect((1...10).contains(difficulty))
                    switch wait {
                    case .seconds(let seconds): waits.append(seconds)
                    case .days(let days):
                        #expect((1...36_500).contains(days))
                        waits.append(days * 86_400)
                    }
                }
                #expect(waits == waits.sorted())
                let grade = try #require(WordGrade.allCases.randomElement(using: &random))
                memory = schedule.answer(grade, to: memory, after: days).memory
            }
        }
    }
}
