import Foundation
import Testing

@testable import Storytime

@Suite("How long was watched, in minutes")
struct MinutesTests {
    @Test(
        "Half a minute is one, less is less than one, and only nothing is nothing",
        arguments: [
            (0, "0", "nothing", "nothing"), (1, "<1", "<1 min", "less than a minute"),
            (29, "<1", "<1 min", "less than a minute"), (30, "1", "1 min", "1 minute"),
            (89, "1", "1 min", "1 minute"), (90, "2", "2 min", "2 minutes"),
            (3569, "59", "59 min", "59 minutes"), (3570, "60", "1 h", "1 hour"),
            (3660, "61", "1 h 1 min", "1 hour 1 minute"),
            (7409, "123", "2 h 3 min", "2 hours 3 minutes"),
            (75_600, "1,260", "21 h", "21 hours"),
        ]
    )
    func rounding(seconds: Int, number: String, text: String, spoken: String) {
        // What is left of a second is in no file either.
        for milliseconds in [seconds * 1000, seconds * 1000 + 999] {
            let minutes = Minutes(ofMS: milliseconds)
            #expect(minutes.number == number)
            #expect(minutes.text == text)
            #expect(minutes.spoken == spoken)
        }
        #expect(Minutes(ofMS: seconds * 1000).roundsToNone == (seconds < 30))
    }

    @Test("As a chart counts them they have no hours")
    func amounts() {
        let amounts = [0, 20, 60, 75_600].map { Minutes(ofMS: $0 * 1000).amount }
        #expect(amounts == ["0 minutes", "less than a minute", "1 minute", "1,260 minutes"])
    }

    @Test("Nothing else makes minutes of milliseconds")
    func oneRounding() throws {
        let division = /\/\s*60_?000\b|\/\s*1_?000\s*\/\s*60\b|\/\s*\(\s*60\s*\*\s*1_?000/
        let folder = Repository.folder + "/Sources/Storytime"
        let files = try #require(FileManager.default.enumerator(atPath: folder))
        var count = 0
        for case let path as String in files where path.hasSuffix(".swift") {
            count += 1
            let source = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            #expect(!source.contains(division), "\(path) rounds by itself: use Minutes(ofMS:)")
        }
        #expect(count > 400)
        #expect("watchedMS / 60_000".contains(division))
        #expect("sum(watched_ms) / 1000 / 60".contains(division))
    }
}
