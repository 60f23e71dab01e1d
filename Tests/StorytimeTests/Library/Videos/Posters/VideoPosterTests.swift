import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Choosing a poster", .enabled(if: FFmpeg.isInstalled))
struct VideoPosterTests {
    let console: Console

    init() throws {
        console = try .withBook()
    }

    private func poster() throws -> [UInt8] {
        let answer = try console.get("/media/videos/1/poster.webp")
        guard case .file(let body) = answer.response.body else { throw Failure.notFound }
        var bytes = [UInt8](repeating: 0, count: body.range.count)
        try body.file.read(into: &bytes, from: body.range.lowerBound)
        return bytes
    }

    @Test("A moment of the video, then a picture, then the automatic one again")
    func chooses() throws {
        _ = try console.prepared(VideoFiles.mp4)
        let automatic = try poster()
        let moment = try console.post("/admin/video_assets/1/poster/moment", [("moment", "0:01")])
        #expect(moment.status == 303 && moment.location == "/admin/video_assets/1#poster")
        let chosen = try poster()
        #expect(try ImageFile(chosen).displayed == PixelSize(64, 64))
        #expect(console.videoNames.count == 5)
        #expect(try console.get("/admin/video_assets/1").contains("The moment at 0:01."))
        let picture = try console.postFile(
            "/admin/video_assets/1/poster/picture",
            [],
            file: ("picture", "a.jpg", VideoFiles.bytes(VideoFiles.jpeg))
        )
        #expect(picture.status == 303)
        // The one before is gone, and what no row names would go.
        try console.videoCleaner.removeOrphans()
        #expect(console.videoNames.count == 5)
        #expect(try console.get("/admin/video_assets/1").contains("A picture of its own."))
        #expect(try console.post("/admin/video_assets/1/poster/reset").status == 303)
        #expect(try poster() == automatic)
        #expect(console.videoNames.count == 4)
    }

    @Test("The pictures of the storyboard are choices")
    func frames() throws {
        _ = try console.prepared(VideoFiles.mp4)
        let page = try console.get("/admin/video_assets/1").markup
        #expect(page.all("button").filter { $0["name"] == "at" }.map { $0["value"] } == ["0", "1"])
        let answer = try console.post(
            "/admin/video_assets/1/poster/moment",
            [("moment", "9:99"), ("at", "1")]
        )
        #expect(answer.status == 303)
        #expect(try console.videos.find(ID(1)).posterSeconds == 1)
    }

    @Test("What is wrong stands beside the field, with what was typed")
    func refuses() throws {
        _ = try console.prepared(VideoFiles.mp4)
        for (typed, words) in [("soon", "Enter a time like 1:23."), ("0:02", "before the end")] {
            let answer = try console.post(
                "/admin/video_assets/1/poster/moment",
                [("moment", typed)]
            )
            #expect(answer.status == 422 && answer.contains(words))
            #expect(answer.markup.first(id: "field-moment")?["value"] == typed)
        }
        let none = try console.post("/admin/video_assets/1/poster/picture")
        #expect(none.status == 422 && none.contains("Choose a picture."))
        let text = try console.postFile(
            "/admin/video_assets/1/poster/picture",
            [],
            file: ("picture", "a.jpg", Array("no picture".utf8))
        )
        #expect(text.status == 422)
        #expect(text.markup.first(id: "field-picture")?["aria-invalid"] == "true")
        #expect(console.videoNames.count == 4)
    }

    @Test("A deleted video's chosen poster is removed with its files")
    func deleted() throws {
        _ = try console.prepared(VideoFiles.mp4)
        _ = try console.post("/admin/video_assets/1/poster/moment", [("moment", "1")])
        #expect(try console.post("/admin/video_assets/1/delete").status == 303)
        try console.videoCleaner.removeDeleted()
        #expect(console.videoNames.isEmpty)
    }

    @Test("Mux makes the picture of a moment itself")
    func mux() throws {
        let asset = try console.addAsset(.ready, of: console.books.find(ID(1)), seconds: 90)
        try console.database.execute(
            "UPDATE video_assets SET public_playback_id = 'abc' WHERE id = \(asset.id.value)"
        )
        #expect(
            try console.post("/admin/video_assets/1/poster/moment", [("moment", "1:05")]).status
                == 303
        )
        let answer = try console.get("/admin/video_assets/1/poster")
        #expect(answer.location == "https://image.mux.com/abc/thumbnail.webp?time=65")
    }
}
