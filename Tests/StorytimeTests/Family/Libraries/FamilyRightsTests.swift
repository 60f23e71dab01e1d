import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The day of a family, on which its rights begin and end")
struct FamilyRightsTests {
    private static let day = 86_400

    private let console: Console
    private let book: Book

    init() throws {
        var settings = MuxSettings()
        settings.signingKeyID = "key-1"
        settings.signingKey = try TestKeys.pair.get().pkcs1
        let mux = settings
        console = try Console {
            $0.mux = mux
            $0.timeZone = "Asia/Tokyo"
        }
        book = try console.addActiveBook("The fox")
    }

    /// Signs a parent in whose family lives in a zone.
    private func moveTo(_ zone: String) throws -> Family {
        console.cookies = [:]
        let family = try console.addFamily(zone, zone: zone)
        let name = zone.replacing("/", with: ".").lowercased()
        try console.signIn(try console.addParent("\(name)@example.test", in: family))
        return family
    }

    private func addSigned(seconds: Int = 340) throws {
        let id = try console.addAsset(of: book, seconds: seconds).id
        try console.database.execute("UPDATE video_assets SET signed_playback_id = 'signed-1'")
        try console.addCaptions(to: id)
    }

    /// When each token of a page ends.
    private func ends(_ path: String) throws -> [Int] {
        let markup = try console.get(path).markup
        let addresses = (markup.all("source") + markup.all("track")).compactMap { $0["src"] }
        let all = addresses + markup.all("video").compactMap { $0["poster"] }
        return try all.map { address in
            let token = try #require(address.split(separator: "?token=").last)
            let claims = try #require(Base64URL.decode(token.split(separator: ".")[1]))
            let text = String(decoding: claims, as: UTF8.self)
            let end = try #require(text.split(separator: "\"exp\":").last)
            return try #require(Int(end.prefix { $0.isNumber }))
        }
    }

    @Test(
        "A film is there from the first midnight to the last of the family's own zone",
        arguments: [
            // It is 10:40 on 21 November in UTC.
            ("Pacific/Kiritimati", "2026-11-22", "2026-11-22", true),
            ("Pacific/Kiritimati", "2026-11-21", "2026-11-21", false),
            ("Pacific/Honolulu", "2026-11-21", "2026-11-21", true),
            ("Pacific/Honolulu", "2026-11-22", "2026-11-22", false),
            ("Pacific/Pago_Pago", "2026-11-20", "2026-11-20", true),
            ("Pacific/Pago_Pago", "2026-11-21", "2026-11-21", false),
        ]
    )
    func days(zone: String, first: String, last: String, isThere: Bool) throws {
        try console.addWindow(book.id, "*", first, last)
        let files = try console.files(of: console.keepFilm(of: book))
        let cover = try console.keepCover(of: book)
        _ = try moveTo(zone)
        for path in files + [cover.href, "/catalog/books/\(book.id)"] {
            #expect(try console.get(path).status == (isThere ? 200 : 404), "\(path)")
        }
    }

    @Test("Tokens of film, captions and poster end at the family's midnight, not the server's")
    func tokens() throws {
        try addSigned(seconds: 10 * 3600)
        try console.addWindow(book.id, "SE", "2020-01-01", "2026-11-21")
        // Another country's rights go on, and nothing of that is this family's.
        try console.addWindow(book.id, "DE", "2020-01-01")
        let path = "/catalog/books/\(book.id)"
        _ = try moveTo("Europe/Stockholm")
        let midnight = try #require(
            TimeText(zone: "Europe/Stockholm").start(ofDay: "2026-11-22")
        )
        #expect(try ends(path) == [midnight, midnight, midnight])
        let family = try moveTo("America/New_York")
        #expect(try Set(ends(path)) == [midnight + 6 * 3600])
        // An admin who looks for the family gets no more than it does.
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try Set(ends(family.href + path)) == [midnight + 6 * 3600])
    }

    @Test("A token ends earlier where the viewing does, and there is none behind the rights")
    func noToken() throws {
        try addSigned()
        try console.addWindow(book.id, "*", "2020-01-01", "2026-11-21")
        let path = "/catalog/books/\(book.id)"
        let family = try moveTo("Europe/Stockholm")
        let usual = console.time.now + 2 * 340 + 3600
        #expect(try Set(ends(path)) == [usual])
        let child = try console.addChild("Pippi", in: family)
        try console.addToLibrary([book.id], of: child)
        // To a second before midnight, and over it.
        let midnight = try #require(
            TimeText(zone: "Europe/Stockholm").start(ofDay: "2026-11-22")
        )
        console.time.now = midnight - 1
        try console.signIn(try console.addParent("late@example.test", in: family))
        #expect(try Set(ends(path)) == [midnight])
        console.time.now = midnight
        let page = try console.get(path)
        #expect(page.status == 200 && !page.contains("token="))
        #expect(page.contains("This story isn’t available now."))
    }

    @Test("Rights whose last day the zone left out end where the next day begins")
    func leftOut() throws {
        // Samoa went over the date line: behind 29 December 2011 came the 31st.
        let standing = RightsStanding.ended(try .of("2011-12-30"))
        let next = TimeText(zone: "Pacific/Apia").start(ofDay: "2011-12-31")
        #expect(next != nil && standing.end(in: "Pacific/Apia") == next)
        #expect(RightsStanding.ended(try .of("2011-12-29")).end(in: "Pacific/Apia") == next)
        #expect(RightsStanding.open(until: nil).end(in: "UTC") == nil)
    }
}
