import Foundation
import Testing

@testable import Storytime

/// Sends costly texts through every door by which bytes become text, and measures what eight times as much costs.
@Suite("Every door costs what it lets in")
struct DoorCostTests {
    private static let factor = 8
    /// What eight times as much may cost.
    private static let most = 9

    /// Up to here nothing is compared: so short a time says nothing on a machine that does other things.
    private static let floor = 20_000_000

    /// Whoever has less time than others measures again.
    private static let attempts = 12

    /// What no place needs a text of any length for: what is read there has some bytes, or every route has it.
    private static let others = [
        // The four letters of a part's name, and the first 1,024 bytes of what is no picture.
        "Storytime/Ground/Images/PNGCleaner.swift", "Storytime/Ground/Images/WebPCleaner.swift",
        "Storytime/Ground/Images/ImageRefusal.swift",
        // The last 4 KB that a program says, and the last 1,024 bytes of its progress.
        "Server/ChildProcess.swift", "Storytime/Library/Videos/Local/VideoTools.swift",
        // What the operator typed to start it.
        "Server/ProgramStart.swift",
        // The 512 bytes of a crash's note.
        "Storytime/Console/System/CrashNote.swift",
        // Names in a folder, of at most 255 bytes.
        "Storytime/Library/Covers/CoverCleaner.swift", "Storytime/Console/System/MediaSize.swift",
        // Heads, paths and forms: `TextCostTests` sends them to all routes.
        "HTTP/ASCII.swift", "HTTP/Target.swift", "Storytime/Console/People/PendingForm.swift",
        // Up to 8,000 characters of an answer: `StubModel` says them below.
        "Storytime/Family/Explaining/ChatService.swift",
    ]

    @Test("Every file with a door is measured")
    func complete() throws {
        let sources = Repository.folder + "/Sources"
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
        // The doors, and what puts text together that came in by one.
        let door = #/(ReceivedText\.(read|repair|joined|cut)|ReceivedJSON\.decode|MarkLimit)\(/#
        let doors = try files.filter { file in
            guard file.hasSuffix(".swift"), !file.hasPrefix("Received/") else { return false }
            return try Folder.text(sources + "/" + file).contains(door)
        }
        let measured = Set(CostlyPlace.all.flatMap(\.files) + Self.others)
        #expect(Set(doors).subtracting(measured) == [], "Add these to CostlyPlace.")
        #expect(measured.subtracting(doors) == [], "These have no door.")
    }

    @Test("Eight times as much costs at most nine times as much", arguments: CostlyText.allCases)
    func proportion(kind: CostlyText) throws {
        for place in CostlyPlace.all {
            let (short, long) = (
                kind.text(bytes: place.bytes), kind.text(bytes: place.bytes * Self.factor)
            )
            let label: Comment = "\(kind): \(place.name)"
            // One after the other, so that both find the machine as busy as it is.
            var least = Double.infinity
            for _ in 0..<Self.attempts where least > Double(Self.most) {
                let whole = try ProcessorTime.of { try place.take(long) }
                guard whole > Self.floor else {
                    least = 0
                    break
                }
                let parts = try ProcessorTime.of {
                    for _ in 0..<Self.factor { try place.take(short) }
                }
                least = min(least, Double(whole * Self.factor) / Double(max(parts, Self.floor)))
            }
            #expect(least <= Double(Self.most), label)
        }
    }
}
