import Markup
import HTTP
import Server
import Testing

@testable import Quill
@testable import Storytime

@Suite("Style sheets, scripts and pictures")
struct AssetsTests {
    private let assets: Assets

    init() throws {
        assets = try Assets(folder: Repository.folder + "/Public", isTLS: false)
    }

    @Test("The style sheet is one bundle of at least 10 KB, every component in it once, in order")
    func bundle() throws {
        let bundle = try #require(assets.files["/css/app.css"])
        #expect(bundle.bytes.count >= 10_000)
        let folder = Repository.folder + "/Public/css"
        let parts = try Folder.names(in: folder).map {
            let text = AssetText.withoutComments(Array(try Folder.text(folder + "/" + $0).utf8))
            return String(decoding: AssetColors.plain(text), as: UTF8.self)
        }
        #expect(String(decoding: bundle.bytes, as: UTF8.self) == parts.joined())
        #expect(parts.first?.contains("@layer") == true)
    }

    @Test("Style sheet and script together are under 30 KB, compressed")
    func size() throws {
        let css = try #require(assets.files["/css/app.css"]?.gzip)
        let js = try #require(assets.files["/js/app.js"]?.gzip)
        for name in ["admin", "watch"] {
            let more = try #require(assets.files["/js/\(name).js"]?.gzip)
            let all = css.count + js.count + more.count
            #expect(all < 30_000, "\(css.count) + \(js.count) + \(more.count)")
        }
    }

    @Test("So are those of Kids Mode")
    func kidsSize() throws {
        let css = try #require(assets.files["/css/kids.css"]?.gzip)
        let js = try #require(assets.files["/js/kids.js"]?.gzip)
        #expect(css.count + js.count < 30_000, "\(css.count) + \(js.count)")
    }

    @Test(
        "Comments and indentation are not sent, code is",
        arguments: [
            ("/* One. */\na {\n  color: red; /* why */\n}\n", "a {\ncolor: red; /* why */\n}\n"),
            ("/* One\n   goes on. */\n\n\ta { }", "a { }\n"),
            (
                "// Why.\nlet a = 1; // one\n  /** What. */\n  f('//x');",
                "let a = 1; // one\nf('//x');\n"
            ),
            ("", ""), ("/* never ends\na { }", ""),
        ]
    )
    func comments(file: String, sent: String) {
        #expect(AssetText.withoutComments(Array(file.utf8)) == Array(sent.utf8))
    }

    @Test(
        "No comment of a file begins on a line and goes on after it with code, and no text has lines"
    )
    func commentsStandAlone() throws {
        for folder in ["/css", "/js"] {
            for name in try Folder.names(in: Repository.folder + "/Public" + folder) {
                let text = try Folder.text(Repository.folder + "/Public" + folder + "/" + name)
                for line in text.split(separator: "\n") {
                    let opens = line.split(separator: "/*", omittingEmptySubsequences: false).count
                    let closes = line.split(separator: "*/", omittingEmptySubsequences: false).count
                    let isAlone = line.drop { $0 == " " }.hasPrefix("/*") || line.hasSuffix("*/")
                    #expect(opens == closes || isAlone, "\(name): \(line)")
                    #expect(line.count { $0 == "`" } % 2 == 0, "\(name): \(line)")
                    // Code after the end of a comment of several lines would be lost.
                    #expect(!line.contains("*/") || line.contains("/*") || line.hasSuffix("*/"))
                }
            }
        }
    }

    @Test("Each file has a fixed address that is asked again and one that is kept for ever")
    func addresses() throws {
        for (path, file) in assets.files {
            let isStable = path.split(separator: ".").count == 3
            let caching = file.headers["Cache-Control"]
            // A worker is asked again each time: an old one would stay for good.
            if path.hasPrefix("/kids/worker.") {
                #expect(caching == "no-cache")
                continue
            }
            #expect(
                caching
                    == (isStable ? "public, max-age=31536000, immutable" : "public, max-age=3600")
            )
            #expect(file.headers["X-Content-Type-Options"] == "nosniff")
            let twin = try #require(assets.files[assets.fixedAddress(of: path)])
            #expect(twin.etag == file.etag && twin.bytes == file.bytes)
            if isStable { #expect(path.contains(file.etag.dropFirst().dropLast())) }
        }
        #expect(assets.files.count % 2 == 0)
    }

    @Test("An etag is strong, and two files that differ have different ones")
    func etags() throws {
        let etags = assets.files.values.map(\.etag)
        #expect(etags.allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.count == 18 })
        let contents = Set(assets.files.values.map(\.bytes))
        #expect(Set(etags).count == contents.count)
    }

    @Test("Pages name the addresses that are kept for ever", arguments: ["/login", "/setup"])
    func pagesNameThem(target: String) throws {
        let console = try Console()
        let page = try console.get(target).markup
        let named =
            page.all("link").compactMap { $0["href"] } + page.all("script").compactMap { $0["src"] }
            + page.all("use").compactMap {
                $0["href"]?.split(separator: "#").first.map(String.init)
            }
        #expect(named.count >= 4)
        for path in named {
            #expect(
                console.site.assets.files[path]?.headers["Cache-Control"]?.contains("immutable")
                    == true,
                "\(path)"
            )
        }
    }

    @Test("Every icon that a page asks for is drawn")
    func iconsAreDrawn() throws {
        let drawn = Set(
            Markup(try Folder.text(Repository.folder + "/Public/img/icons.svg")).ids
        )
        let console = try Console.asAdmin()
        _ = try Demo(database: console.database, now: console.time.now).addBooks()
        for route in Program.routes where route.method == .get {
            let target = route.sampleTarget
            for use in try console.get(target).markup.all("use") {
                let id = use["href"]?.split(separator: "#").last.map(String.init) ?? ""
                #expect(drawn.contains(id), "\(id) on \(target)")
            }
        }
    }

    @Test(
        "An icon of whatever name is a part of an address, and decoration",
        arguments: [
            ("trash", "trash"), ("chevron.left", "chevron.left"),
            ("\"><script>'&", "%22%3E%3Cscript%3E%27%26"), ("ä b/#?", "%C3%A4%20b%2F%23%3F"),
            ("", ""),
        ]
    )
    func icons(name: String, part: String) throws {
        let drawn = try Filter.icon(sheet: "/img/icons.svg").apply(.text(name), [])
        let markup =
            "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"/img/icons.svg#\(part)\"></use></svg>"
        #expect(drawn == .html(SafeHTML(trusted: markup)))
    }

    @Test("An icon may have one more class, and where there is no name there is no icon")
    func iconClasses() throws {
        let icon = Filter.icon(sheet: "/i.svg")
        let marked = try icon.apply(.text("check"), [.text("choice-mark")])
        #expect(marked.text?.hasPrefix("<svg class=\"icon choice-mark\" ") == true)
        #expect(try icon.apply(.none, []) == .none)
        for slip in ["Big", "a\"b", "a b"] {
            #expect(throws: FilterProblem.self) { try icon.apply(.text("check"), [.text(slip)]) }
        }
        #expect(throws: FilterProblem.self) { try icon.apply(.int(1), []) }
    }

    @Test("In development the files are read again, under both addresses")
    func development() throws {
        let console = try Console { $0.isDevelopment = true }
        for path in ["/css/app.css", console.site.assets.links.js] {
            let answer = try console.get(path)
            #expect(answer.status == 200)
            #expect(answer.header("Cache-Control") == "no-store")
            #expect(answer.text.utf8.count == console.site.assets.files[path]?.bytes.count)
        }
    }
}
