import Testing

@testable import Storytime

@Suite("How an asset at Mux is, by what was told of it")
struct MuxStateTests {
    /// A consistent story, and how Mux itself would say that it ends.
    struct Story: CustomTestStringConvertible, Sendable {
        let name: String
        let told: [MuxTold]
        var status = VideoAsset.Status.ready
        var captions = false
        var isDeleted = false
        /// How Mux answers when it is asked at the end; nil where it has the asset no more.
        var answer: String?

        var testDescription: String { name }
    }

    static let tale = MuxTale()

    static let stories: [Story] = [
        Story(
            name: "created, ready, generated captions ready",
            told: [
                tale.told("created", at: 3, tale.data("preparing")),
                tale.told("ready", at: 70, tale.data("ready", tale.finished([("c", "preparing")]))),
                tale.track("created", at: 71, "c"),
                tale.track("ready", at: 95, "c"),
            ],
            captions: true,
            answer: tale.data("ready", tale.finished([("c", "ready")]))
        ),
        Story(
            name: "created, errored",
            told: [
                tale.told("created", at: 3, tale.data("preparing")),
                tale.told(
                    "errored",
                    at: 9,
                    tale.data(
                        "errored",
                        "\"errors\":{\"type\":\"i\",\"messages\":[\"No picture\"]}"
                    )
                ),
            ],
            status: .errored,
            answer: tale.data(
                "errored",
                "\"errors\":{\"type\":\"i\",\"messages\":[\"No picture\"]}"
            )
        ),
        Story(
            name: "ready, updated, deleted",
            told: [
                tale.told("created", at: 3, tale.data("preparing")),
                tale.told("ready", at: 70, tale.data("ready", tale.finished([("c", "ready")]))),
                tale.told("updated", at: 80, tale.data("ready", tale.finished([("c", "ready")]))),
                tale.told("deleted", at: 99, tale.data("ready", tale.finished([("c", "ready")]))),
            ],
            captions: true,
            isDeleted: true
        ),
        Story(
            name: "captions that fail, are made again, and are deleted",
            told: [
                tale.told("created", at: 3, tale.data("preparing")),
                tale.told("ready", at: 70, tale.data("ready", tale.finished())),
                tale.track("created", at: 80, "c"),
                tale.track("errored", at: 81, "c", error: "It can't be read"),
                tale.track("created", at: 90, "d"),
                tale.track("ready", at: 91, "d"),
                tale.track("deleted", at: 92, "d"),
            ],
            answer: tale.data("ready", tale.finished([("c", "errored")]))
        ),
        Story(
            name: "all at one moment",
            told: [
                tale.told("created", at: 70, tale.data("preparing")),
                tale.told("ready", at: 70, tale.data("ready", tale.finished([("c", "preparing")]))),
                tale.track("ready", at: 70, "c"),
            ],
            captions: true,
            answer: tale.data("ready", tale.finished([("c", "ready")]))
        ),
    ]

    private func expect(_ state: MuxState, toEnd story: Story) {
        #expect(state.status == story.status)
        #expect(state.hasCaptions == story.captions)
        #expect((state.deletedAt != nil) == story.isDeleted)
        #expect(state.durationSeconds == (story.status == .ready ? 340 : nil))
        #expect((state.trouble != nil) == (story.status == .errored))
        #expect(state.names.signedPlaybackID == "asset-1-signed")
    }

    @Test("A story ends as Mux would say, in whatever order it is told", arguments: stories)
    func anyOrder(story: Story) {
        let whole = MuxState(story.told.map(\.event))
        expect(whole, toEnd: story)
        for order in permutations(story.told) {
            #expect(MuxState(order.map(\.event)) == whole)
        }
    }

    @Test("What is told twice changes nothing", arguments: stories)
    func duplicates(story: Story) {
        let whole = MuxState(story.told.map(\.event))
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            var told = story.told
            for _ in 0...random.below(4) { told.append(told[random.below(told.count)]) }
            told.shuffle(using: &random)
            #expect(MuxState(told.map(\.event)) == whole)
        }
    }

    @Test(
        "Whatever is missing of a story, what Mux answers when it is asked mends it",
        arguments: stories
    )
    func missing(story: Story) {
        let answer =
            story.answer.map { MuxTold("answer.asset", at: 100, about: ("", ""), data: $0) }
            ?? MuxTold("answer.gone", at: 100, about: ("", ""), data: "{}")
        for bits in 0..<(1 << story.told.count) {
            let part = story.told.enumerated().filter { bits >> $0.offset & 1 == 1 }
            let state = MuxState(part.map(\.element.event) + [answer.event])
            // Of an asset that is gone, the rest can't be asked any more.
            if story.isDeleted {
                #expect(state.deletedAt != nil)
            } else {
                expect(state, toEnd: story)
            }
        }
    }

    @Test("An event that is late by Mux's clock takes nothing back")
    func neverBack() {
        let tale = Self.tale
        let state = MuxState(
            [
                tale.told("ready", at: 10, tale.data("ready", tale.finished())),
                tale.told("created", at: 20, tale.data("preparing")),
                tale.told("deleted", at: 30, tale.data("ready")),
                tale.told("updated", at: 40, tale.data("preparing")),
            ].map(\.event)
        )
        #expect(state.status == .ready)
        #expect(state.durationSeconds == 340)
        #expect(state.deletedAt != nil)
    }

    @Test("An upload that fails is told in Mux's words; once there is an asset it doesn't matter")
    func uploads() {
        let tale = Self.tale
        let failed = tale.uploaded("errored", at: 1).event
        #expect(MuxState([failed]).status == .errored)
        #expect(MuxState([failed]).trouble?.message == "It is not a video")
        let cancelled = MuxState([tale.uploaded("cancelled", at: 1).event])
        #expect(cancelled.trouble?.code == "upload_cancelled")
        let joined = MuxState([tale.uploaded("asset_created", at: 1, asset: "asset-1").event])
        #expect(joined.status == .preparing && joined.names.assetID == "asset-1")
        let created = tale.told("created", at: 0, tale.data("preparing")).event
        #expect(MuxState([failed, created]).status == .preparing)
    }

    @Test("The MP4 file is named once it is ready")
    func renditions() {
        let tale = Self.tale
        func rendition(_ word: String, at: Double) -> MuxEvent {
            tale.told(
                "static_rendition.\(word)",
                at: at,
                "{\"asset_id\":\"asset-1\",\"name\":\"highest.mp4\",\"status\":\"\(word)\"}"
            ).event
        }
        let ready = tale.told("ready", at: 1, tale.data("ready", tale.finished())).event
        #expect(MuxState([ready, rendition("created", at: 2)]).names.mp4Name == nil)
        let both = [ready, rendition("ready", at: 3)]
        #expect(MuxState(both).names.mp4Name == "highest.mp4")
        #expect(MuxState(both + [rendition("deleted", at: 4)]).names.mp4Name == nil)
        let files = "\"static_renditions\":{\"files\":[{\"name\":\"highest.mp4\",\"ext\":\"mp4\","
        let whole = tale.data("ready", files + "\"status\":\"ready\"}]}")
        #expect(MuxState([tale.told("updated", at: 2, whole).event]).names.mp4Name == "highest.mp4")
    }

    @Test("A field of another type than documented is left out, and the rest is still true")
    func oddFields() {
        let tale = Self.tale
        let odd = tale.data("ready", "\"duration\":\"long\",\"aspect_ratio\":7,\"errors\":[1]")
        let state = MuxState([tale.told("ready", at: 1, odd).event])
        #expect(state.status == .ready && state.durationSeconds == nil)
        for duration in ["-1", "1e300", "1e999"] {
            let data = tale.data("ready", "\"duration\":\(duration)")
            let state = MuxState([tale.told("ready", at: 1, data).event])
            #expect(state.durationSeconds == nil)
        }
    }

    @Test(
        "Moments are read in all three ways that Mux writes them",
        arguments: [
            ("1767225600", 1_767_225_600_000_000), ("1767225600.5", 1_767_225_600_500_000),
            ("2026-01-01T00:00:00Z", 1_767_225_600_000_000),
            ("2026-01-01T00:00:03.000001Z", 1_767_225_603_000_001),
            ("2026-01-01T00:00:00.123456789Z", 1_767_225_600_123_456), ("", nil), ("soon", nil),
            ("nan", nil), ("-5", nil), ("1e300", nil), ("2026-01-01", nil),
        ]
    )
    func moments(text: String, microseconds: Int?) {
        #expect(MuxTold.secondsText(text) == microseconds)
    }

    private func permutations<Element>(_ all: [Element]) -> [[Element]] {
        guard all.count > 1 else { return [all] }
        return all.indices.flatMap { index in
            var rest = all
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }
}
