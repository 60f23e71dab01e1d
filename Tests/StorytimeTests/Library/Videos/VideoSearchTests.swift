import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Searching videos")
struct VideoSearchTests {
    let console: Console

    init() throws {
        console = try .asAdmin()
        for title in ["The caterpillar", "The owl", "Märchen"] { try console.addBook(title) }
        try console.addAsset(
            .ready,
            of: console.books.find(ID(1)),
            by: .local,
            source: "raw-01.mov"
        )
        try console.addAsset(
            .errored,
            of: console.books.find(ID(2)),
            source: "https://m.test/o.mp4"
        )
        try console.addAsset(.ready, of: console.books.find(ID(3)), by: .local, source: "Blau.mkv")
        try console.database.execute(
            "UPDATE video_assets SET mux_asset_id = 'Ab12Cd34Ef' WHERE id = 2"
        )
    }

    private func found(_ words: String, _ more: String = "") throws -> [Int] {
        let query = PercentEncoding.encodeQuery([(name: "q", value: words)])
        let address = VideoListAddress(Fields(try URLEncodedForm(query: query + more).pairs))
        var request = address.request
        request.filter.spellings = try VideoSearch(database: console.database)
            .spellings(for: request.filter)
        let slice = try console.videoList.slice(request)
        #expect(slice.pagination.total == slice.rows.count)
        return slice.rows.map(\.asset.id.value).sorted()
    }

    @Test(
        "Titles, authors, files and ids at Mux are found, in any case and without accents",
        arguments: [
            ("caterpillar", [1]), ("CATER", [1]), ("marchen", [3]), ("raw-01", [1]), ("mov", [1]),
            ("m.test", [2]), ("Ab12Cd34Ef", [2]), ("Ab12Cd34", [2]), ("the", [1, 2]),
            ("caterpilar", [1]), ("balu", [3]), ("nothing", []), ("?!", []),
        ]
    )
    func finds(words: String, ids: [Int]) throws {
        #expect(try found(words) == ids)
    }

    @Test("Words and filters go together, in the page, its file and bulk actions")
    func together() throws {
        #expect(try found("the", "&status=ready") == [1])
        let page = try console.get("/admin/video_assets?q=the&status=ready")
        #expect(page.contains("1 video for “the”"))
        let corrected = try console.get("/admin/video_assets?q=caterpilar")
        #expect(corrected.contains("Nothing for “caterpilar”. Showing “caterpillar”"))
        #expect(try console.downloadRows("/admin/video_assets.csv?q=owl").count == 1)
        let bulk = try console.get(
            "/admin/video_assets/bulk?all=1&act=delete&list=q%3Dcaterpilar"
        )
        #expect(bulk.contains("Delete 1 video?"))
    }

    @Test("A deleted video is not found, and a new title is at once")
    func changes() throws {
        try console.videos.delete(ID(1), by: .commandLine)
        #expect(try found("raw") == [] && found("caterpillar") == [])
        let answer = try console.post("/admin/books/2", [("title", "The raven"), ("version", "1")])
        #expect(answer.status == 303)
        #expect(try found("raven") == [2] && found("owl") == [])
    }

    @Test("The search everywhere finds videos")
    func everywhere() throws {
        let page = try console.get("/admin/search?q=raw")
        #expect(page.contains("Videos") && page.contains("raw-01.mov"))
    }
}
