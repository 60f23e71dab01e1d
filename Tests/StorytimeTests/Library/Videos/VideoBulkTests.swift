import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Many videos at once")
struct VideoBulkTests {
    private let stub: StubMux
    private let console: Console

    init() throws {
        stub = try StubMux()
        let settings = stub.settings
        console = try Console { $0.mux = settings }
        try console.signIn(as: .admin)
    }

    private static let path = "/admin/video_assets/bulk"

    /// Fills in the form of a question as a browser would, and sends it.
    private func confirm(_ page: Answer) throws -> Answer {
        let form = try #require(page.markup.forms.first { $0.action == Self.path })
        return try console.post(form.action, form.fields.map { ($0.name, $0.value) })
    }

    private func addAtMux(_ name: String, _ status: VideoAsset.Status = .ready) throws
        -> VideoAsset
    {
        let asset = try console.addAsset(status)
        try console.database.execute(
            "UPDATE video_assets SET mux_asset_id = \(name) WHERE id = \(asset.id.value)"
        )
        return asset
    }

    @Test("Those of this server are deleted at once, and the others are asked of Mux")
    func deleting() throws {
        let local = try console.addAsset(by: .local, source: "a.mp4")
        let known = try addAtMux("asset-1")
        let gone = try addAtMux("asset-2")
        let kept = try addAtMux("asset-3")
        stub.answer("DELETE /video/v1/assets/asset-1", 204)
        let ids = [local, known, gone].map { "ids=\($0.id)" }.joined(separator: "&")
        let page = try console.get("\(Self.path)?act=delete&\(ids)&list=sort%3Dadded")
        #expect(page.contains("Delete 3 videos?") && page.contains("can’t be restored"))
        let answer = try confirm(page)
        #expect(answer.location == "/admin/video_assets?sort=added#toasts")
        let toast = try console.get("/admin/video_assets").toast
        #expect(toast?.contains("1 video deleted. 2 videos are being deleted at Mux.") == true)
        #expect(stub.asked.isEmpty)
        try console.work()
        // What Mux has no more is deleted as well.
        #expect(
            try console.count("SELECT sum(id) FROM video_assets WHERE deleted_at IS NULL")
                == kept.id.value
        )
        #expect(stub.lines.count == 2)
        #expect(try console.jobs.failed().isEmpty)
    }

    @Test("What failed is tried again, where Mux can fetch it again")
    func retrying() throws {
        let refused = try console.addAsset(.errored)
        let broken = try addAtMux("asset-1", .errored)
        let uploaded = try console.addAsset(.errored, source: nil)
        let ready = try console.addAsset()
        let data = MuxTale(asset: "asset-8", passthrough: nil).data("preparing")
        stub.answer("POST /video/v1/assets", 422, StubMux.notFound)
        stub.answer("POST /video/v1/assets", 201, "{\"data\":\(data)}")
        stub.answer("DELETE /video/v1/assets/asset-1", 204)
        let page = try console.get("\(Self.path)?act=retry&all=1")
        #expect(page.contains("Try 2 videos again?"))
        #expect(page.contains("2 videos that haven’t failed"))
        _ = try confirm(page)
        try console.work()
        // The newest is first: the one that Mux takes the second time.
        let failed = try #require(try console.jobs.failed().first ?? console.queued())
        #expect(failed.error?.contains("Not done for 1 video.") == true)
        #expect(failed.error?.contains("There is no such asset") == true)
        #expect(try console.videos.find(uploaded.id).status == .errored)
        #expect(try console.videos.find(ready.id).status == .ready)
        _ = (refused, broken)
    }

    @Test("What can't be tried again is said with its reason, and holds up nothing else")
    func refusing() throws {
        try console.addAsset(.errored, by: .local, source: "moon.mov")
        try console.addAsset(.errored, by: .local, source: "owl.mov")
        _ = try confirm(try console.get("\(Self.path)?act=retry&all=1"))
        let toast = try console.get("/admin/video_assets").toast
        #expect(toast?.contains("Not done for 2 videos. owl.mov: The original file") == true)
    }

    @Test("Where the list has changed in between nothing is done, and the question asked again")
    func changedMeanwhile() throws {
        try console.addAsset()
        let page = try console.get("\(Self.path)?act=delete&all=1")
        try console.addAsset()
        let answer = try confirm(page)
        #expect(answer.status == 409)
        #expect(answer.contains("It had 1 video and now has 2 videos."))
        #expect(try console.videos.count() == 2)
        _ = try confirm(answer)
        #expect(try console.videos.count() == 0)
    }

    @Test("Nothing chosen, nothing asked")
    func nothing() throws {
        for query in ["", "act=delete", "act=x&all=1", "all=1"] {
            let answer = try console.get("\(Self.path)?\(query)")
            #expect(answer.status == 303, "\(query)")
        }
        #expect(try console.get("\(Self.path)?act=delete&ids=x").status == 400)
        #expect(try console.post(Self.path, [("act", "delete")]).status == 400)
        #expect(try console.post(Self.path, [("act", "delete"), ("all", "1")]).status == 422)
        let none = try console.get("\(Self.path)?act=delete&all=1")
        #expect(
            none.markup.all("h1").map(\.text) == ["Nothing to do"]
                && none.markup.all("button").count < 9
        )
    }

    @Test("More than a thousand are too many at once")
    func tooMany() throws {
        try console.database.write {
            for _ in 0...VideoBulk.mostAtOnce {
                try console.database.execute(
                    """
                    INSERT INTO video_assets (provider, chosen_at, news_at, created_at, updated_at)
                    VALUES ('mux', 1, 1, 1, 1)
                    """
                )
            }
        }
        let page = try console.get("\(Self.path)?act=delete&all=1")
        #expect(page.contains("At most 1,000 videos"))
        let answer = try console.post(
            Self.path,
            [("act", "delete"), ("all", "1"), ("count", "1001")]
        )
        #expect(answer.status == 409)
    }
}

extension Console {
    /// The job that waits for its next attempt.
    fileprivate func queued() throws -> Job? {
        try database.first("SELECT id FROM jobs WHERE state = 'queued' AND kind = 'videos'") {
            ID<Job>(try $0.int(0))
        }.map { try jobs.find($0) }
    }
}
