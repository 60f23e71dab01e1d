import Markup
import HTTP
import SQLite
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("A walk through the whole console")
struct CrawlTests {
    @Test("An admin who follows every link gets pages, and no link leads nowhere")
    func admin() throws {
        let console = try Console.seeded()
        try console.signIn(as: .admin)
        try console.addSavedViews()
        let pages = try console.crawl(from: ["/"])
        for (target, answer) in pages {
            #expect([200, 303].contains(answer.status), "\(target): \(answer.status)")
            let isQuestion = target.prefix { $0 != "?" }.hasSuffix("/bulk")
            if answer.status == 303, !isQuestion {
                #expect(["/", "/login"].contains(target), "\(target)")
            }
        }
        let expected = Program.routes.filter {
            $0.method == .get && $0.access == .admin && !$0.isForDevelopment && !$0.isForAPI
                // The demo's books have drawn covers.
                && !$0.pattern.description.hasPrefix("/media/")
                // What is there once there is a backup.
                && $0.pattern.description != "/admin/backups/{name}"
                // What links led to before archives were ZIP files.
                && !$0.pattern.description.hasSuffix(".tar")
                // Pictures name it, and no link.
                && !$0.pattern.description.hasSuffix("/poster")
                // What is there for caption files that were just sent, and for chosen books.
                && $0.pattern.description != "/admin/captions/import/{number}"
                && !$0.pattern.description.hasPrefix("/admin/captions/archive")
                // A button of a form leads there, for a file that waits.
                && $0.pattern.description != "/admin/video_assets/many/book"
                // What is there once somebody has brought a file of series, and once TMDB is asked.
                && $0.pattern.description != "/admin/series/import/{key}"
                && $0.pattern.description != "/admin/series/tmdb"
                // What only scripts ask for.
                && !$0.pattern.description.hasPrefix("/admin/video_uploads/")
                // What is there once a video has another size (`LocalVersionsTests`).
                && !$0.pattern.description.contains("/versions/")
        }
        for route in expected {
            let isReached = pages.keys.contains { target in
                let path = target.prefix { $0 != "?" && $0 != "#" }
                let segments = path.dropFirst().split(separator: "/")
                return route.pattern.match(segments) != nil
            }
            #expect(isReached, "nothing leads to \(route.pattern)")
        }
        #expect(pages.count > 60)
    }

    @Test("A parent and a visitor find nothing of an admin's, whatever they follow or ask for")
    func others() throws {
        let console = try Console.seeded()
        try console.signIn(as: .admin)
        try console.addSavedViews()
        let adminPages = try console.crawl(from: ["/"]).keys.filter { $0.hasPrefix("/admin") }
        #expect(adminPages.count > 60)
        for role in [Role.parent, nil] {
            console.cookies = [:]
            if let role { try console.signIn(as: role) }
            let pages = try console.crawl(from: ["/", "/login"])
            for (target, answer) in pages {
                #expect([200, 303].contains(answer.status), "\(target)")
                #expect(!target.hasPrefix("/admin"), "\(target)")
                #expect(!answer.contains("/admin"), "\(target)")
            }
            for target in adminPages {
                let answer = try console.get(target)
                if role == nil {
                    #expect(answer.location?.hasPrefix("/login?next=%2Fadmin") == true)
                    #expect(answer.text.isEmpty)
                } else {
                    #expect(answer.status == 404)
                    #expect(!answer.contains("Goodnight") && !answer.contains("Bedtime"))
                }
            }
        }
    }

    @Test("On every page ids are unique, and what refers to an id finds it")
    func references() throws {
        let console = try Console.seeded()
        var pages = try console.crawl(from: ["/login"])
        try console.signIn(as: .admin)
        try console.addSavedViews()
        pages.merge(try console.crawl(from: ["/"])) { $1 }
        for form in Crawl.forms(of: pages) {
            pages["POST " + form.action] = try console.post(form.action)
        }
        // A file to download is no page.
        for (target, answer) in pages
        where answer.header("Content-Type")?.hasPrefix("text/html") == true {
            // The navigation stands on a page twice, once for each width; neither has an id.
            let markup = answer.markup
            let ids = markup.ids
            #expect(ids.count == Set(ids).count, "\(target)")
            for tag in markup.tags {
                var wanted = [tag["for"]].compactMap(\.self)
                for name in ["aria-describedby", "aria-labelledby", "aria-controls"] {
                    wanted += tag[name]?.split(separator: " ").map(String.init) ?? []
                }
                if let href = tag["href"], href.hasPrefix("#") {
                    wanted.append(String(href.dropFirst()))
                }
                for id in wanted { #expect(ids.contains(id), "#\(id) on \(target)") }
            }
        }
    }

    private static let plausible = [
        "name": "Plausible", "title": "Plausible", "author": "Somebody", "slug": "plausible",
        "address": "https://pictures.example/a.jpg",
        "email_password": Console.password, "current_password": Console.password,
        "new_password": "a sentence that nobody guesses",
        "territory": "SE", "time_zone": "Europe/Stockholm", "language": "sv",
        "moment": "0:01", "captions_language": "sv", "birth_date": "2022-02-03", "avatar": "owl",
        "family_id": "2",
        "first_day": "2019-01-01", "last_day": "2019-12-31",
        "season_number": "7", "episode_number": "7", "first_number": "7", "count": "2",
        "display_order": "3", "email": "first@example.test", "password": Console.password,
    ]

    /// What is sent along, by the end of the form's address.
    private static let files = [
        (end: ImportPages.path, file: ("file", "books.csv", Array("title\nPlausible\n".utf8))),
        (
            end: SeriesImportPages.path,
            file: ("file", "series.csv", Array("name\nPlausible\n".utf8))
        ),
        (end: "/video/new", file: ("video", "fox.mp4", [0])),
        (end: "/many/files", file: ("files", "owl.mp4", [0])),
        (
            end: "/captions/import",
            file: ("files", "a.vtt", Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n".utf8))
        ),
        (end: "/poster/picture", file: ("picture", "a.jpg", Pictures.first(.jpeg))),
    ]

    @Test("Every form takes nothing at all and something plausible, and never fails")
    func forms() throws {
        let console = try Console.seeded()
        var pages = try console.crawl(from: ["/login"])
        try console.signIn(as: .admin)
        try console.addSavedViews()
        pages.merge(try console.crawl(from: ["/"])) { $1 }
        let forms = Crawl.forms(of: pages)
        // What scripts send without a form, and setup, which is over.
        let withoutForm: Set = [
            "/admin/categories/order", "/setup",
            "/admin/books/{id}/video/uploads", "/admin/video_uploads/{key}/finish",
            "/admin/video_uploads/{key}/cancel", "/admin/video_assets/many/uploads",
            // What is there for an upload that was broken off, for a file whose book is looked for, for
            // videos that were just added, and for a poster that was chosen.
            "/admin/video_assets/many/uploads/{key}/discard", "/admin/video_assets/many/book",
            "/admin/video_assets/many/clear", "/admin/video_assets/{id}/poster/reset",
            // What is there once something was set up that listens (`TranscribeTests`).
            "/admin/video_assets/{id}/captions/transcribe",
            "/admin/video_assets/{id}/captions/{id}/delete",
            // What is there for caption files that were just sent.
            "/admin/captions/import/{number}", "/admin/captions/import/{number}/discard",
            // A form that is there once there is something in the inbox.
            "/admin/books/{id}/video/inbox",
            // What the workbench saves, what a preview offers, and what is there once a video is at Mux.
            "/admin/video_assets/{id}/captions/{id}/edits",
            "/admin/video_assets/{id}/captions/{id}/adjust",
            "/admin/video_assets/{id}/captions/{id}/publish",
            // What Mux sends, and what is there once Mux is set up.
            "/webhooks/mux", "/admin/webhooks/check", "/admin/video_assets/{id}/check",
            "/admin/video_assets/{id}/captions", "/admin/video_assets/{id}/captions/{id}/delete",
            "/admin/video_assets/{id}/cancel",
            // What is there for a video that is ready, and once it has another size, and what a story
            // that is kept by a library and can be packed offers.
            "/admin/video_assets/{id}/versions", "/admin/video_assets/{id}/versions/{id}/delete",
            "/admin/video_assets/{id}/versions/{id}/retry",
            "/admin/families/{id}/children/{id}/library/{id}/pack",
            "/admin/families/{id}/children/{id}/library/{id}/unpack",
            "/admin/books/{id}/video/mux", "/admin/books/{id}/video/mux/upload",
            "/admin/books/{id}/video/mux/asset",
            // Forms that are there once there is an invitation, someone shut out, another device.
            "/admin/users/invitations/{id}/revoke", "/admin/users/{id}/enable", "/invitation",
            "/reset", "/account/sessions/{id}/end", "/account/sessions/end-others",
            // Those that a second factor brings, and the question before a dangerous act.
            "/login/code", "/confirm", "/account/second-factor",
            "/account/second-factor/recovery-codes", "/account/second-factor/off",
            "/admin/users/{id}/second-factor/reset",
            // What an invitation into a family brings.
            "/admin/families/{id}/invitations/{id}/revoke",
            // What is there where books are looked up.
            "/admin/books/lookup", "/admin/books/lookup/use", "/admin/books/{id}/lookup",
            "/admin/books/{id}/lookup/use",
            // What is there once a child was removed.
            "/admin/families/{id}/children/{id}/restore",
            // What is there once an alert was put aside.
            "/admin/alerts/{key}/show",
            // What is there once there is a backup.
            "/admin/backups/proof", "/admin/backups/{name}/check",
            // What is done about a job that failed.
            "/admin/system/jobs/{id}/retry", "/admin/system/jobs/{id}/dismiss",
            // Undo stands in the notice of what was done.
            "/admin/families/{id}/children/{id}/library/changes/{id}/undo",
            "/admin/families/{id}/series/changes/{id}/undo",
            // The answer to a question about books or videos that were chosen.
            "/admin/books/bulk", "/admin/video_assets/bulk",
            "/admin/categories/{id}/merge", "/admin/publishers/{id}/merge",
            "/admin/series/{id}/merge", "/admin/seasons/{id}/bulk",
            // What is there once somebody has brought a file of series, and once TMDB is asked.
            "/admin/series/import/{key}", "/admin/series/import/{key}/discard",
            "/admin/series/tmdb", "/admin/series/{id}/refresh",
            // What is there once somebody has made an access key.
            "/account/keys/{id}/revoke",
        ]
        // A parent's have twins among an admin's; those of Kids Mode are tried by its own tests.
        let posts = Program.routes.filter { $0.method == .post && $0.access != .parent }
            .filter { !$0.isForChildren && $0.pattern.description != "/kids/done" }
            .filter { !withoutForm.contains($0.pattern.description) && !$0.isForDevelopment }
            .filter { !$0.isForAPI }
        let unseen = posts.map(\.pattern).filter { pattern in
            !forms.contains { form in
                let path = form.action.prefix { $0 != "?" }
                return pattern.match(path.dropFirst().split(separator: "/")) != nil
            }
        }
        #expect(unseen.isEmpty, "no form leads to \(unseen)")
        for form in forms where !Self.asksEveryTime(form) && !Self.needsFFmpeg(form) {
            let empty = try Console.seeded()
            try empty.signIn(as: .admin)
            try empty.addSavedViews()
            let nothing = try empty.post(form.action)
            #expect([303, 400, 422].contains(nothing.status), "\(form.action): \(nothing.status)")

            let filled = try Console.seeded()
            try filled.signIn(as: .admin)
            try filled.addSavedViews()
            let fields = Self.filled(form)
            let answer =
                try Self.files.first { form.action.hasSuffix($0.end) }
                .map { try filled.postFile(form.action, fields, file: $0.file) }
                ?? filled.post(form.action, fields)
            #expect(answer.status == 303, "\(form.action): \(answer.text)")
            let next = try filled.get(try #require(answer.location))
            #expect([200, 303].contains(next.status))
        }
    }

    /// Whether it makes a picture while somebody waits, which this machine can't.
    private static func needsFFmpeg(_ form: MarkupForm) -> Bool {
        form.action.hasSuffix("/poster/picture") && !FFmpeg.isInstalled
    }

    /// A form's fields with something plausible in them.
    private static func filled(_ form: MarkupForm) -> [(String, String)] {
        let fields = form.fields.map { field in
            // Somebody who belongs to no family yet.
            if form.action.hasSuffix("/parents") { return (field.name, "waiting@example.test") }
            // Only of new episodes somebody says how many there are to be.
            if field.name == "count", !form.action.hasSuffix("/episodes/run") {
                return (field.name, field.value)
            }
            // An address of one's own is one that nobody has.
            return field.name == "email" && form.action == "/account/email"
                ? (field.name, "new@example.test")
                : (field.name, plausible[field.name] ?? field.value)
        }
        // No box is ticked in the form of a new key.
        if form.action == AccessKeyPages.path { return fields + [("scopes", "read:catalog")] }
        // No family is chosen when the question is asked.
        return form.action.hasSuffix("children/1/move") ? fields + [("family_id", "2")] : fields
    }

    /// What asks who it is whenever it is sent has tests of its own.
    private static func asksEveryTime(_ form: MarkupForm) -> Bool {
        let path = form.action.dropFirst().split(separator: "/")
        return Program.routes.contains {
            $0.method == .post && $0.confirms == .everyTime && $0.pattern.match(path) != nil
        }
    }

    @Test("Every error summary's links lead to a field of the same page")
    func summaries() throws {
        let console = try Console.seeded()
        let setup = try Console()
        try console.signIn(as: .admin)
        try console.addSavedViews()
        let answers = [
            try console.post("/admin/categories"), try console.post("/admin/categories/1"),
            try console.post("/admin/categories", [("icon_name", "x")]),
            try console.post("/admin/books"), try console.post("/admin/books/1"),
            try console.post("/admin/publishers"), try console.post("/admin/publishers/1"),
            try console.post("/admin/series"), try console.post("/admin/series/1"),
            try console.post("/admin/series/1/episodes"), try console.post("/admin/episodes/1"),
            try console.post("/admin/series/1/episodes/run"), try console.post("/admin/seasons/1"),
            try console.post("/admin/series/1/seasons"), try console.post("/admin/series/1/cover"),
            try console.post("/admin/books/1", [("category_ids", "99")]),
            try console.post("/admin/books/2/rights"), try console.post("/admin/rights/2"),
            try console.post(
                "/admin/books/2/rights",
                [("territory", "*"), ("first_day", "2026-01-01")]
            ),
            try setup.post("/setup"), try setup.post("/login"),
        ]
        for answer in answers {
            #expect(answer.status == 422)
            #expect(answer.contains("<title>Error: "))
            let links = answer.markup.all("a").compactMap { $0["href"] }
                .filter { $0.hasPrefix("#") && $0 != "#main" }
            #expect(!links.isEmpty)
            for link in links {
                #expect(answer.markup.first(id: String(link.dropFirst())) != nil, "\(link)")
            }
        }
    }
}
