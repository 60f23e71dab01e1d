import HTTP
import SQLite
import Testing

@testable import Storytime

extension BadInputTests {
    /// Longer than any answer that is kept in memory; the API's document has 600 KB.
    private static let longestAnswer = 1_500_000
    private static let shards = 4

    /// What is sent with a value in one place, or in all of them.
    private struct Attempt {
        let place: Harvest.Place
        let value: String
        /// Nil for all.
        let name: String?

        var label: Comment {
            "\(value) as \(name ?? "everything") in the \(place.kind) of \(place.route.method) \(place.path)"
        }

        private var pairs: [(name: String, value: String)] {
            place.fields.map {
                (name: $0.name, value: name == nil || name == $0.name ? value : $0.value)
            }
        }

        var target: String {
            place.kind == .query
                ? place.path + "?" + PercentEncoding.encodeQuery(pairs) : place.path
        }

        var type: String? {
            switch place.kind {
            case .query: nil
            case .form: "application/x-www-form-urlencoded"
            case .json: "application/json"
            }
        }

        /// A number stands in JSON as a number where it is one.
        var body: [UInt8] {
            switch place.kind {
            case .query: []
            case .form: Array(PercentEncoding.encodeQuery(pairs).utf8)
            case .json:
                Array(
                    ("{"
                        + pairs.map { JSONText.quoted($0.name) + ":" + written($0) }.joined(
                            separator: ","
                        ) + "}").utf8
                )
            }
        }

        private func written(_ pair: (name: String, value: String)) -> String {
            let isOwn = name != nil && name != pair.name
            let isNumber = (try? JSONValue(Array(pair.value.utf8))) != nil
            return isOwn || isNumber ? pair.value : JSONText.quoted(pair.value)
        }
    }

    /// Each value in each place alone, with what the page has in the others; and in all places at once.
    private static func attempts(at place: Harvest.Place) -> [Attempt] {
        let names =
            place.isGuess ? [nil] : place.fields.map(\.name) + (place.fields.count > 1 ? [nil] : [])
        return names.flatMap { name in
            HostileInputs.extremes.map { Attempt(place: place, value: $0, name: name) }
        }
    }

    private func expectBounded(_ answer: Answer?, _ label: Comment) {
        guard let answer else { return }
        // 502: another server, which isn't there in tests, was to be asked.
        #expect(answer.status < 500 || answer.status == 502, label)
        #expect(answer.bytes.count < Self.longestAnswer, label)
    }

    @Test(
        "No extreme value in any field of any form, query or record ends, breaks or bloats an answer",
        arguments: 0..<shards
    )
    func extremeValues(shard: Int) throws {
        let house = try WholeHouse()
        let places = try Harvest.shared.get().places
        #expect(places.count > 500)
        var count = 0
        for (index, place) in places.enumerated() where index % Self.shards == shard {
            for attempt in Self.attempts(at: place) {
                let answer = try house.answer(
                    place.guest,
                    place.route,
                    attempt.target,
                    attempt.type,
                    attempt.body
                )
                expectBounded(answer, attempt.label)
                count += 1
            }
        }
        print("\(count) requests with extreme values")
        #expect(count > 2_000)
        #expect(try house.console.database.damages().isEmpty)
    }

    @Test("No extreme value in the path of any route does, whoever asks")
    func extremePaths() throws {
        let house = try WholeHouse()
        for route in Program.routes where !route.pattern.names.isEmpty {
            for name in Set(route.pattern.names) {
                for value in HostileInputs.extremes {
                    let target = route.target([name: PercentEncoding.encodeComponent(value)])
                    let answer = try house.answer(WholeHouse.Guest(route.access), route, target)
                    expectBounded(answer, "\(route.method) \(target)")
                }
            }
            for guest in WholeHouse.Guest.allCases {
                let answer = try house.answer(guest, route, route.sampleTarget)
                expectBounded(answer, "\(guest): \(route.method) \(route.sampleTarget)")
            }
        }
    }
}
