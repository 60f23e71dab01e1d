import Markup
import HTTP
import Quill
import SQLite
import Testing

@testable import Storytime

@Suite("Where covers are drawn")
struct CoverDrawingTests {
    let console: Console

    init() throws {
        console = try .asAdmin()
        try console.addBook("Fox", in: [console.category("adventure")])
    }

    private static let places = ["/admin/books", "/admin/books/1", "/admin/categories/2"]

    private func give(_ cover: Book.Cover?) throws {
        guard case .file(let key, let width, let height, let isSized)? = cover else { return }
        try console.database.execute(
            """
            UPDATE books SET cover_key = \(key), cover_width = \(width), cover_height = \(height),
                cover_is_sized = \(isSized)
            """
        )
    }

    private let hash = String(repeating: "0a", count: 20)

    @Test("A book without a picture has a drawn cover everywhere")
    func drawn() throws {
        for place in Self.places {
            let page = try console.get(place)
            #expect(page.markup.all("img").isEmpty, "\(place)")
            #expect(page.contains("class=\"cover\""), "\(place)")
        }
    }

    @Test("A picture stands in place of the drawn cover, as it was brought until it is sized")
    func picture() throws {
        try give(.file(key: hash + ".jpg", width: 800, height: 1200, isSized: false))
        for place in Self.places {
            let page = try console.get(place)
            let picture = try #require(page.markup.all("img").first, "\(place)")
            #expect(picture["src"] == "/media/covers/\(hash).jpg")
            #expect(picture["srcset"] == nil)
            #expect(picture["width"] == "800" && picture["height"] == "1200")
            #expect(picture["alt"] == "")
            #expect(picture["loading"] == "lazy")
            #expect(picture["data-cut"] != nil)
            #expect(!page.contains("cover-title"))
        }
    }

    @Test("Of a sized picture the browser takes the size that it needs")
    func sized() throws {
        try give(.file(key: hash + ".png", width: 1600, height: 1000, isSized: true))
        for place in Self.places {
            let picture = try #require(try console.get(place).markup.all("img").first)
            #expect(picture["src"] == "/media/covers/\(hash)-480.webp")
            let offers = [96, 240, 480].map { "/media/covers/\(hash)-\($0).webp \($0)w" }
            let offered = picture["srcset"]?.split(whereSeparator: \.isWhitespace)
            #expect(offered?.joined(separator: " ") == offers.joined(separator: ", "))
            #expect(picture["sizes"]?.isEmpty == false)
            #expect(picture["data-cut"] == nil)
        }
    }

    @Test("A page that draws covers, and no other, may show pictures from elsewhere")
    func policy() throws {
        let library = try Templates.library(
            Templates.sources(in: Repository.folder + "/Templates", prefix: ""),
            icons: "/img/icons.svg"
        )
        for page in Program.pages {
            let drawn = try draws(page, library)
            #expect((page is any PageWithCovers.Type) == drawn, "\(page)")
        }
        for (place, pictures) in [
            ("/admin/books", "'self' https:"), ("/admin/books/1", "'self' https:"),
            ("/admin/categories/2", "'self' https:"), ("/admin/books/1/cover", "'self' https:"),
            ("/admin/books/1/edit", "'self'"), ("/account", "'self'"), ("/admin", "'self'"),
        ] {
            let page = try console.get(place)
            let policies = page.response.headers.all("Content-Security-Policy")
            #expect(policies.count == 1)
            #expect(policies.first?.contains("img-src \(pictures);") == true, "\(place)")
            #expect(policies.first?.contains("script-src 'self';") == true)
        }
    }

    /// Whether a page's template reads where a cover's picture is.
    private func draws<P: Page>(_ page: P.Type, _ library: Library) throws -> Bool {
        try library.draft(for: page, globals: Chrome.self).usedFields
            .contains { $0.hasSuffix("picture.src") }
    }
}
