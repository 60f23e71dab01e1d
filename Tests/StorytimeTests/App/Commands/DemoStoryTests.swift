import Testing

@testable import Storytime

@Suite("The demo's stories")
struct DemoStoryTests {
    private static let stories = DemoStories.all

    @Test("Each has everything, in categories that exist, and no two have one title")
    func isComplete() throws {
        let console = try Console()
        let categories = Set(
            try CategoryStore(database: console.database, now: 0).all().map(\.name)
        )
        #expect(Set(Self.stories.map { Folding.fold($0.title) }).count == Self.stories.count)
        for story in Self.stories {
            #expect(![story.author, story.description].contains("") && story.pages.count >= 5)
            #expect(!story.categories.isEmpty && categories.isSuperset(of: story.categories))
            #expect(story.tune.notes.contains { $0.pitch != nil })
        }
    }

    @Test("A voice that takes half a second for a word tells each in 20 to 70 seconds")
    func lengths() {
        for story in Self.stories {
            let seconds = DemoNarration(story.lines) { _ in DemoNarration.rate / 2 }.seconds
            #expect((20...70).contains(seconds), "\(story.title): \(seconds)")
        }
    }

    @Test("The voice gets plain letters, and never the name of one for an article")
    func spoken() {
        let words = Self.stories.flatMap { $0.lines.joined() }
        for word in words {
            #expect(!word.spoken.isEmpty && word.spoken.allSatisfy { "a"..."z" ~= $0 })
            #expect(word.spoken != "a")
        }
        #expect(DemoStory.Word("“Row,").spoken == "row" && DemoStory.Word("“Row,").endsPhrase)
        #expect(DemoStory.Word("A").spoken == "uh" && !DemoStory.Word("A").endsPhrase)
    }

    @Test("Pictures name drawings that exist, and every drawing is in one")
    func drawings() {
        let pictures = Self.stories.flatMap { [$0.opening] + $0.pages.map(\.picture) }
        let used = Set(pictures.flatMap { $0.places + $0.things.map(\.drawing) })
        #expect(used == Set(DemoPicture.names))
    }

    @Test("A picture moves in a circle; what stands still is the same in all of its phases")
    func moves() {
        let moving = DemoPicture("night", things: [.init("star", 640, 400, 200, .float)])
        let phases = (0...DemoPicture.phaseCount).map { moving.svg(phase: $0) }
        #expect(Set(phases.dropLast()).count > DemoPicture.phaseCount / 2)
        #expect(phases.first == phases.last)
        let still = DemoPicture("night", things: [.init("house", 640, 400, 200)])
        #expect(still.svg(phase: 0) == still.svg(phase: 5))
        #expect(
            still.svg(phase: 0).contains(
                ##"<use href="#house" x="540.0" y="200.0" width="200.0" height="200.0""##
            )
        )
    }

    @Test("The title is on the first page alone, and not without a font")
    func titles() throws {
        let story = try #require(Self.stories.first)
        let narration = DemoNarration(story.lines) { _ in 8000 }
        let film = DemoFilm(story: story, narration: narration)
        let parts = film.drawings(hasFont: true)
        #expect(parts.count == (story.pages.count + 1) * DemoPicture.phaseCount + 1)
        let titled = parts.filter { $0.text.contains(">Little Star</text>") }.map(\.name)
        #expect(titled.count == DemoPicture.phaseCount + 1)
        #expect(titled.allSatisfy { $0.hasPrefix("page-0-") || $0 == "cover.svg" })
        #expect(film.drawings(hasFont: false).allSatisfy { !$0.text.contains("<text") })
    }

    @Test("A page is shown as long as its line is said, to the picture")
    func pages() throws {
        let story = try #require(Self.stories.first)
        let film = DemoFilm(
            story: story,
            narration: DemoNarration(story.lines) { $0.spoken.count * 1234 }
        )
        let words = film.arguments(in: "/work", to: "/film.mp4").joined(separator: " ")
        let pictures = words.matches(of: #/end_frame=(\d+)/#).compactMap { Int($0.1) }
        #expect(pictures.count == story.pages.count + 1)
        let seconds = Double(pictures.reduce(0, +)) / Double(DemoNarration.picturesPerSecond)
        #expect(seconds == film.narration.seconds)
        for option in ["-threads 1", "-fflags +bitexact", "-map_metadata -1", "+faststart", "-g 8"]
        {
            #expect(words.contains(option), "\(option)")
        }
    }
}
