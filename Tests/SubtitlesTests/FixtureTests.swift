import Foundation
import Received
import Subtitles
import Testing

/// The collection of files from many programs with what a right reader makes of them, which may not be
/// beside the repository.
private enum Fixtures {
    static let folder: String = {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return here.appendingPathComponent("../../../shared/fixtures/subtitles").standardized.path
    }()

    static let names: [String] = {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        if names.isEmpty { print("Left out: ../shared/fixtures/subtitles, which isn't here.") }
        return names.filter { $0.hasSuffix(".expected.json") }.sorted()
    }()
}

/// What the file beside a fixture says.
private struct Expectation: Decodable {
    struct Cue: Decodable {
        let start_ms: Int
        let end_ms: Int?
        let text: String
        let id: String?
        let settings: Settings?
        let voice: String?
    }

    struct Settings: Decodable {
        let vertical: String
        let line: Line
        let snap_to_lines: Bool
        let line_align: String
        let position: Line
        let position_align: String
        let size: Double
        let align: String
        let region: Region?
    }

    struct Region: Decodable, Equatable {
        let id: String
        let width: Double
        let lines: Double
        let regionAnchorX: Double
        let regionAnchorY: Double
        let viewportAnchorX: Double
        let viewportAnchorY: Double
        let scroll: String
    }

    /// A number, or “auto”.
    struct Line: Decodable, Equatable {
        let number: Double?

        init(from decoder: any Decoder) throws {
            number = try? decoder.singleValueContainer().decode(Double.self)
        }
    }

    let format: String
    let encoding: String?
    let reject: Bool?
    let cues: [Cue]?
    let first_cues: [Cue]?
    let cue_count: Int?
    let regions: [Region]?
    let styles: [String]?
    let meta: [String: String]?
}

@Suite("Files of many programs")
struct FixtureTests {
    private func captions(_ name: String, _ expected: Expectation, format: CaptionFormat?) throws
        -> Captions
    {
        let path = Fixtures.folder + "/" + name.dropLast("expected.json".count) + expected.format
        let data = try #require(FileManager.default.contents(atPath: path))
        let encoding = expected.encoding.flatMap(TextEncoding.init(label:))
        return try Captions.read(
            Array(data),
            options: ReadingOptions(format: format, encoding: encoding, fileName: path)
        )
    }

    @Test("Each is kept whole: what comes back is the same", arguments: Fixtures.names)
    func kept(name: String) throws {
        let data = try #require(FileManager.default.contents(atPath: Fixtures.folder + "/" + name))
        guard let expected = try? JSONDecoder().decode(Expectation.self, from: data),
            let found = try? captions(name, expected, format: nil)
        else { return }
        let kept = try JSONEncoder().encode(found)
        #expect(try JSONDecoder().decode(Captions.self, from: kept) == found)
    }

    @Test("Each is read as a right reader reads it", arguments: Fixtures.names)
    func fixture(name: String) throws {
        let data = try #require(FileManager.default.contents(atPath: Fixtures.folder + "/" + name))
        // Tables of something else are another reader's.
        guard let expected = try? JSONDecoder().decode(Expectation.self, from: data),
            expected.reject == true || expected.cues != nil || expected.first_cues != nil
        else { return }
        let format = try #require(CaptionFormat(rawValue: expected.format))
        guard expected.reject != true else {
            #expect(throws: ReadingError.self) { try captions(name, expected, format: format) }
            return
        }
        let found = try captions(name, expected, format: format)
        #expect(found.cues.count == expected.cue_count ?? expected.cues?.count)
        for (cue, right) in zip(found.cues, expected.cues ?? expected.first_cues ?? []) {
            #expect(cue.start.milliseconds == right.start_ms)
            if let end = right.end_ms { #expect(cue.end?.milliseconds == end) }
            #expect(Self.trimmed(cue.text) == Self.trimmed(right.text))
            if format == .vtt, let id = right.id { #expect(cue.identifier ?? "" == id) }
            if let settings = right.settings { compare(cue, settings, found) }
        }
        if let regions = expected.regions {
            #expect(Set(found.regions.map(\.identifier)) == Set(regions.map(\.id)))
        }
        // One style sheet of a fixture comes after a cue, where none counts.
        if let styles = expected.styles { #expect(styles.starts(with: found.styles)) }
        for (key, value) in expected.meta ?? [:] { #expect(found.tag(key) == value) }
        // The name isn't needed: what a file has says what it is.
        if found.cues.count > 1 {
            #expect(try captions(name, expected, format: nil).cues == found.cues)
        }
        // And what was read can be written, and loses nothing of what its own format can say.
        // Blank lines of SubRip are read, but no other player would.
        let losses =
            found.cues.isEmpty ? [] : found.losses(to: format).filter { $0.kind != .blankLines }
        #expect(losses.isEmpty, "\(losses)")
    }

    private func compare(_ cue: Cue, _ right: Expectation.Settings, _ captions: Captions) {
        let settings = cue.settings
        #expect((settings.vertical?.rawValue ?? "") == right.vertical)
        switch settings.line {
        case .auto: #expect(right.line.number == nil)
        case .number(let number): #expect(right.line.number == number && right.snap_to_lines)
        case .percentage(let share): #expect(right.line.number == share && !right.snap_to_lines)
        }
        #expect(
            settings.lineAlign.rawValue == right.line_align
                && settings.position == right.position.number
        )
        #expect(settings.positionAlign.rawValue == right.position_align)
        #expect(settings.size == right.size && settings.align.rawValue == right.align)
        // A region that isn't there is none.
        let region = captions.regions.last { $0.identifier == settings.region }
        #expect(region?.identifier == right.region?.id)
        guard let values = region?.values, let expected = right.region else { return }
        #expect(
            values.width == expected.width
                && Double(values.lines) == min(expected.lines, Double(ReceivedNumber.furthest))
        )
        #expect(
            values.anchor.x == expected.regionAnchorX && values.anchor.y == expected.regionAnchorY
        )
        #expect(
            values.viewportAnchor.x == expected.viewportAnchorX
                && values.viewportAnchor.y == expected.viewportAnchorY
        )
        #expect(values.scrollsUp == (expected.scroll == "up"))
    }

    private static func trimmed(_ text: String) -> String {
        let lines = text.components(separatedBy: "\n").map { line in
            String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
        return lines.joined(separator: "\n").trimmingCharacters(
            in: CharacterSet(charactersIn: " \n")
        )
    }

    /// A payload of a cue, and its plain text.
    private struct TextCases: Decodable {
        struct Case: Decodable {
            let payload: String
            let plain_text: String
        }

        let cases: [Case]
    }

    @Test("Texts of WebVTT cues are what web-platform-tests say")
    func cueTexts() throws {
        guard
            let data = FileManager.default.contents(
                atPath: Fixtures.folder + "/vtt/wpt__cue-text.cases.json"
            )
        else { return }
        for row in try JSONDecoder().decode(TextCases.self, from: data).cases {
            let captions = try Captions.read("WEBVTT\n\n00:00.000 --> 99:00:00.000\n" + row.payload)
            #expect(captions.cues.first?.text == row.plain_text, "\(row.payload)")
        }
    }
}
