import HTTP
import Testing

@testable import Storytime

@Suite("Files of videos as they are sent", .enabled(if: FFmpeg.isInstalled))
struct VideoMediaTests {
    let console: Console
    let asset: VideoAsset

    init() throws {
        console = try .withBook()
        asset = try console.prepared(VideoFiles.mp4)
    }

    private let path = "/media/videos/1/video.mp4"

    @Test("A video is sent as what it is, to be asked for each time, and in parts")
    func sends() throws {
        let answer = try console.get(path)
        #expect(answer.status == 200)
        for (field, value) in [
            ("Content-Type", "video/mp4"), ("Content-Disposition", "inline"),
            ("Cache-Control", "private, no-cache"), ("X-Content-Type-Options", "nosniff"),
            ("Accept-Ranges", "bytes"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ] { #expect(answer.header(field) == value, "\(field)") }
        let size = try #require(asset.picture.sizeBytes)
        let part = try console.send(.get, path, [("Range", "bytes=4-7")])
        #expect(part.status == 206)
        #expect(part.header("Content-Range") == "bytes 4-7/\(size)")
        guard case .file(let body) = part.response.body else { throw Failure.notFound }
        #expect(body.range == 4..<8)
        #expect(try console.send(.get, path, [("Range", "bytes=99999999-")]).status == 416)
        #expect(try console.send(.head, path).header("Content-Type") == "video/mp4")
        let etag = try #require(answer.header("ETag"))
        #expect(try console.send(.get, path, [("If-None-Match", etag)]).status == 304)
    }

    @Test("Each file has its type")
    func types() throws {
        for (name, type) in [
            ("poster.webp", "image/webp"), ("storyboard.webp", "image/webp"),
            ("storyboard.vtt", "text/vtt; charset=utf-8"),
        ] {
            let answer = try console.get("/media/videos/1/\(name)")
            #expect(answer.status == 200 && answer.header("Content-Type") == type)
        }
    }

    @Test(
        "What is no file of a video is not there, whatever it is called",
        arguments: [
            "/media/videos/1/x", "/media/videos/1/video.webm", "/media/videos/1/",
            "/media/videos/01/video.mp4", "/media/videos/2/video.mp4", "/media/videos/video.mp4",
            "/media/videos/1/captions-1.vtt", "/media/videos/1/captions-.vtt",
            "/media/videos/1/captions-01.vtt", "/media/videos/1/VIDEO.MP4",
            "/media/videos/1/captions-1.vtt.vtt",
        ]
    )
    func missing(path: String) throws {
        #expect(try console.get(path).status == 404)
    }

    @Test("Nobody sees it who may not see the book, and nobody when it is deleted")
    func others() throws {
        try console.videos.delete(asset.id, by: .commandLine)
        #expect(try console.get(path).status == 404)
        try console.signIn(as: .parent)
        #expect(try console.get(path).status == 404)
        console.cookies = [:]
        #expect(try console.get(path).location?.hasPrefix("/login") == true)
    }

    @Test("Names read what they write")
    func names() {
        let names: [VideoFileName] = [
            .video(.mp4), .video(.webm), .poster, .storyboard, .storyboardTimes, .captions(ID(42)),
        ]
        for name in names { #expect(VideoFileName(pathSegment: name.description[...]) == name) }
        for other in ["captions-vtt", "captions-", ".vtt", "captions-9223372036854775808.vtt"] {
            #expect(VideoFileName(pathSegment: other[...]) == nil)
        }
    }
}
