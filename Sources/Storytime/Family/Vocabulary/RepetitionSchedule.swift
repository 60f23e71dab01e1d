import Glibc
import Received

/// How well a word was remembered.
enum WordGrade: Int, CaseIterable, Sendable {
    case again = 1
    case hard, good, easy

    /// For people.
    var label: String {
        switch self {
        case .again: "Again"
        case .hard: "Hard"
        case .good: "Good"
        case .easy: "Easy"
        }
    }
}

/// What the schedule knows of a word.
struct WordMemory: Sendable, Equatable {
    enum Phase: String, Sendable {
        case new, learning, review, relearning
    }

    var phase = Phase.new
    /// Which of the learning steps comes next.
    var step = 0
    /// After how many days it is still remembered nine times out of ten; nil before the first answer.
    var stability: Double?
    /// From 1, easy, to 10.
    var difficulty: Double?
}

/// When a word is asked again: FSRS-6, the Free Spaced Repetition Scheduler, with its published default
/// parameters, nine of ten words remembered, learning steps of 1 and 10 minutes, and no random spread, so
/// that everybody can work out what it does.
///
/// https://github.com/open-spaced-repetition/free-spaced-repetition-scheduler, as `py-fsrs` 6.3 (MIT)
/// carries it out. The names are those of its formulas.
struct RepetitionSchedule: Sendable {
    /// How long until it is asked again.
    enum Wait: Sendable, Equatable {
        case seconds(Int)
        case days(Int)
    }

    static let standard = RepetitionSchedule()
    private static let learningSteps = [60, 600]
    private static let relearningSteps = [600]
    private static let longestDays = 36_500.0
    private static let leastStability = 0.001

    private let w = [
        0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
        1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
    ]
    private let retention = 0.9

    /// The memory after an answer, and how long to wait. `days` are those since the last answer: 0 on the
    /// same day.
    func answer(_ grade: WordGrade, to memory: WordMemory, after days: Int) -> (
        memory: WordMemory, wait: Wait
    ) {
        var next = memory
        if let stability = memory.stability, let difficulty = memory.difficulty {
            next.stability =
                days < 1
                ? sameDay(stability, grade)
                : later(stability, difficulty, grade, after: days)
            next.difficulty = harder(difficulty, grade)
        } else {
            next.stability = max(w[grade.rawValue - 1], Self.leastStability)
            next.difficulty = bounded(firstDifficulty(grade))
        }
        switch memory.phase {
        case .new:
            next.phase = .learning
            next.step = 0
            return step(grade, next, Self.learningSteps)
        case .learning: return step(grade, next, Self.learningSteps)
        case .relearning: return step(grade, next, Self.relearningSteps)
        case .review:
            guard grade == .again else { return graduated(next) }
            next.phase = .relearning
            next.step = 0
            return (next, .seconds(Self.relearningSteps[0]))
        }
    }

    /// Within minutes, until the last step was answered well.
    private func step(_ grade: WordGrade, _ memory: WordMemory, _ steps: [Int]) -> (
        memory: WordMemory, wait: Wait
    ) {
        var memory = memory
        let step = min(memory.step, steps.count - 1)
        switch grade {
        case .again:
            memory.step = 0
            return (memory, .seconds(steps[0]))
        case .hard:
            // Between the first two, or half as long again where there is one.
            let seconds =
                step > 0
                ? steps[step]
                : steps.count > 1 ? (steps[0] + steps[1]) / 2 : steps[0] * 3 / 2
            return (memory, .seconds(seconds))
        case .good where step + 1 < steps.count:
            memory.step = step + 1
            return (memory, .seconds(steps[step + 1]))
        case .good, .easy: return graduated(memory)
        }
    }

    private func graduated(_ memory: WordMemory) -> (memory: WordMemory, wait: Wait) {
        var memory = memory
        memory.phase = .review
        memory.step = 0
        return (memory, .days(interval(memory.stability ?? Self.leastStability)))
    }

    // MARK: The formulas

    private var decay: Double { -w[20] }
    private var factor: Double { pow(0.9, 1 / decay) - 1 }

    /// How likely it is remembered after so many days.
    func retrievability(_ stability: Double, after days: Int) -> Double {
        pow(1 + factor * Double(max(0, days)) / stability, decay)
    }

    func interval(_ stability: Double) -> Int {
        let days = stability / factor * (pow(retention, 1 / decay) - 1)
        return Int(clamping: min(max(days.rounded(.toNearestOrEven), 1), Self.longestDays))
    }

    private func firstDifficulty(_ grade: WordGrade) -> Double {
        w[4] - exp(w[5] * Double(grade.rawValue - 1)) + 1
    }

    private func harder(_ difficulty: Double, _ grade: WordGrade) -> Double {
        let change = -w[6] * Double(grade.rawValue - 3)
        let damped = difficulty + (10 - difficulty) * change / 9
        return bounded(w[7] * firstDifficulty(.easy) + (1 - w[7]) * damped)
    }

    private func sameDay(_ stability: Double, _ grade: WordGrade) -> Double {
        let growth =
            exp(w[17] * (Double(grade.rawValue - 3) + w[18])) * pow(stability, -w[19])
        let least = grade.rawValue >= WordGrade.good.rawValue ? 1 : 0.0
        return max(stability * max(growth, least), Self.leastStability)
    }

    private func later(
        _ stability: Double,
        _ difficulty: Double,
        _ grade: WordGrade,
        after days: Int
    ) -> Double {
        let forgotten = 1 - retrievability(stability, after: days)
        guard grade != .again else {
            let long =
                w[11] * pow(difficulty, -w[12]) * (pow(stability + 1, w[13]) - 1)
                * exp(w[14] * forgotten)
            return max(min(long, stability / exp(w[17] * w[18])), Self.leastStability)
        }
        let penalty = grade == .hard ? w[15] : 1
        let bonus = grade == .easy ? w[16] : 1
        let growth =
            exp(w[8]) * (11 - difficulty) * pow(stability, -w[9]) * (exp(w[10] * forgotten) - 1)
        return max(stability * (1 + growth * penalty * bonus), Self.leastStability)
    }

    private func bounded(_ difficulty: Double) -> Double { min(max(difficulty, 1), 10) }
}
