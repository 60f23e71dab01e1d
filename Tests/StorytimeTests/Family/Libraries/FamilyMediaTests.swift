import Markup
import HTTP
import Quill
import SQLite
import Testing

@testable import Storytime

@Suite("Films, captions, posters and covers: what is sent beside the pages")
struct FamilyMediaTests {
    @Test("The routes that send parts of books to people are these and no others")
    func routes() {
        let media = Program.routes.filter { $0.pattern.description.hasPrefix("/media/") }
        #expect(
            media.map(\.pattern.description).sorted() == [
                "/media/captions/{id}", "/media/covers/{file}", "/media/films/{id}/{file}",
                "/media/photos/{key}/{size}", "/media/stories/{book}/captions/{id}",
                "/media/videos/{id}/{file}",
            ]
        )
        // A film asks for a pass (`PlaybackAPITests`), and so do captions that Mux fetches
        // (`PublishingTests`).
        let withPass = ["/media/films/", "/media/captions/"]
        for route in media {
            let hasPass = withPass.contains { route.pattern.description.hasPrefix($0) }
            #expect(route.access == (hasPass ? .everyone : .signedIn), "\(route.pattern)")
        }
    }

    @Test("A page that plays a video, and no other, may fetch from Mux")
    func policies() throws {
        let library = try Templates.library(
            Templates.sources(in: Repository.folder + "/Templates", prefix: ""),
            icons: "/img/icons.svg"
        )
        // A film to read along with is played through an address of its own, and the pictures of it
        // that are printed may be Mux's, too.
        let marks = [".sources", "stage.events_href", "source_count", "passages.picture.href"]
        func plays<P: Page>(_ page: P.Type) throws -> Bool {
            try library.draft(for: page, globals: Chrome.self).usedFields
                .contains { field in marks.contains { field.hasSuffix($0) } }
        }
        for page in Program.pages {
            #expect((page is any PageWithVideo.Type) == (try plays(page)), "\(page)")
        }
    }

    @Test("A parent gets every file of what they may watch, and the film in parts")
    func watched() throws {
        let two = try TwoFamilies()
        let films = try two.console.files(of: two.console.keepFilm(of: two.book))
        #expect(films.count == 5)
        for path in films {
            #expect(try two.console.get(path).status == 200, "\(path)")
            let part = try two.console.send(.get, path, [("Range", "bytes=5-8")])
            #expect(part.status == 206 && part.header("Content-Range") == "bytes 5-8/16")
            #expect(try two.console.send(.get, path, [("Range", "bytes=16-")]).status == 416)
            #expect(try two.console.send(.head, path).status == 200)
        }
    }

    @Test("Nothing of a book that they may not see is there; for an admin all of it is")
    func blocked() throws {
        let two = try TwoFamilies()
        var (paths, posters): ([String], [String]) = ([], [])
        for (index, book) in two.blocked.enumerated() {
            let film = try two.console.keepFilm(of: book)
            let cover = try TwoFamilies.cover(index)
            paths += try two.console.files(of: film) + [cover.href]
            posters.append(film.href + "/poster")
            paths += CoverSize.allCases.map { cover.sized($0).href }
        }
        func expect(_ status: Int) throws {
            for path in paths + (status == 404 ? posters : []) {
                for method in [Method.get, .head] {
                    let answer = try two.console.send(method, path, [("Range", "bytes=0-3")])
                    let isThere = [200, 206].contains(answer.status)
                    #expect(status == 404 ? answer.status == 404 : isThere, "\(path)")
                }
            }
        }
        #expect(paths.count == 6 * (5 + 1 + 3))
        try expect(404)
        // Nor for somebody who has no family at all.
        two.console.cookies = [:]
        try two.console.signIn(two.console.addUser("alone@example.test", .parent))
        try expect(404)
        #expect(try two.console.get(two.console.keepCover(of: two.book).href).status == 404)
        two.console.cookies = [:]
        try two.console.signIn(as: .admin)
        try expect(200)
    }

    @Test("A book that only a library keeps has its cover, and neither a film nor a player")
    func kept() throws {
        let two = try TwoFamilies()
        let console = two.console
        let cover = try console.keepCover(of: two.book)
        let films = try console.files(of: console.keepFilm(of: two.book))
        let path = "/catalog/books/\(two.book.id)"
        #expect(try console.get(path).markup.all("video").count == 1)
        try console.addToLibrary([two.book.id], of: two.own)
        try console.endRights(two.book.id)
        let page = try console.get(path)
        #expect(page.contains("It stays in the library and can be watched"))
        #expect(page.markup.all("video").isEmpty && !page.contains("/media/videos/"))
        #expect(try console.get(cover.href).status == 200)
        for film in films { #expect(try console.get(film).status == 404) }
    }

    @Test("What a book played before, and what isn't ready or is deleted, is no parent's")
    func older() throws {
        let two = try TwoFamilies()
        let console = two.console
        let old = try console.files(of: console.keepFilm(of: two.book))
        console.time.now += 1
        let current = try console.keepFilm(of: two.book)
        let files = try console.files(of: current)
        func statuses(_ paths: [String]) throws -> Set<Int> {
            Set(try paths.map { try console.get($0).status })
        }
        #expect(try statuses(old) == [404])
        #expect(try statuses(files) == [200])
        try console.setAsset(current.id, .errored)
        #expect(try statuses(files) == [404])
        try console.setAsset(current.id, .ready)
        try console.videos.delete(current.id, by: .commandLine)
        #expect(try statuses(files) == [404])
        let alone = try console.addAsset(by: .local)
        #expect(try statuses(["/media/videos/\(alone.id)/poster.webp"]) == [404])
    }

    @Test("The page plays a video with its poster and captions, and says why where it can't")
    func player() throws {
        let two = try TwoFamilies()
        let console = two.console
        let path = "/catalog/books/\(two.book.id)"
        #expect(try console.get(path).contains("No video yet."))
        let film = try console.keepFilm(of: two.book, .preparing)
        #expect(try console.get(path).contains("No video yet."))
        try console.setAsset(film.id, .ready)
        let files = try console.files(of: film)
        console.cookies = [:]
        try console.signIn(as: .admin)
        for path in ["\(two.mine.href)\(path)", "\(two.other.href)\(path)"] {
            let page = try console.get(path)
            let markup = page.markup
            #expect(markup.all("source").map { $0["src"] } == [files[0]])
            #expect(markup.all("video").first?["poster"] == files[1])
            #expect(markup.all("track").map { $0["src"] } == [files[4]])
            #expect(!page.contains("data-seek") && !page.contains("No video yet"))
            let policy = try #require(page.header("Content-Security-Policy"))
            #expect(policy.contains("img-src 'self' https:;"))
            #expect(policy.contains("media-src 'self' https://*.mux.com"))
        }
        // At Mux, without a key to sign with.
        try console.database.execute("UPDATE video_assets SET provider = 'mux'")
        #expect(try console.get(two.mine.href + path).contains("can’t be played just now"))
    }
}
