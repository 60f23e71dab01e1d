import HTTP
import Server

/// The files of `Public/`, read once: component files become one style sheet and a script or two for
/// each page, without their comments, and with colors that older browsers know. `js` is for every page
/// of the console, `admin` for those of admins, `family` for those of parents, `watch` for the player on
/// a story's page, `player` and `kids` for Kids Mode. `charts`, `captions`, `workbench`, `ordering`,
/// `intake`, `uploading`, `photos` and `series` are for the few pages that show or edit cues, sort,
/// bring books in, upload, or show photos, words or series, `history` for what parents opened and
/// their playlists, `addresses` for videos that are opened by theirs; `gallery` is for photos in Kids
/// Mode, `live` for live transcription, `reading` for reading along, where it stands in place of the
/// console's own, and `kids-reading` for the same in Kids Mode.
///
/// Every file has two addresses: a fixed one (`/css/app.css`) that is checked again after an hour,
/// and one that names its content (`/css/app.4f2a….css`) and may be kept forever.
struct Assets: Sendable {
    let files: [String: StaticFile]
    let links: AssetLinks
    /// The icons that a category may have, in the order of the picker.
    let categoryIcons: [CategoryIcon]

    private static let briefly = "public, max-age=3600"
    private static let forever = "public, max-age=31536000, immutable"

    init(folder: String, isTLS: Bool) throws {
        var builder = Builder(headers: SecurityHeaders.common(isTLS: isTLS))
        let css = try Self.files(in: folder + "/css", ".css")
        let js = try Self.files(in: folder + "/js", ".js")
        let player = try Self.files(in: folder + "/player", ".js")
        for name in try Folder.names(in: folder + "/img")
        where name.hasSuffix(".svg") || name.hasSuffix(".png") {
            try builder.add("/img/" + name, Folder.read(folder + "/img/" + name))
        }
        // A worker's address decides what it may serve, and must stay the same (Service Workers §6.1).
        try builder.addBundle(
            "/kids/worker.js",
            of: Self.files(in: folder + "/kids-worker", ".js"),
            headers: [("Service-Worker-Allowed", "/kids"), ("Cache-Control", "no-cache")]
        )
        let bundle = { (name: String, kind: String) in
            try builder.addBundle(
                "/\(kind)/\(name).\(kind)",
                of: Self.files(in: "\(folder)/\(name)", "." + kind)
            )
        }
        // The pages about reading along have one list of each other, and several style sheets.
        let pages = try Self.files(in: folder + "/history", ".css").filter {
            $0.name == "pages.css"
        }
        links = AssetLinks(
            css: try builder.addBundle("/css/app.css", of: css),
            js: try builder.addBundle("/js/app.js", of: js),
            adminJS: try bundle("admin", "js"),
            familyCSS: try bundle("family", "css"),
            watchCSS: try bundle("watch", "css"),
            watchJS: try builder.addBundle(
                "/js/watch.js",
                of: player.filter { Self.watchingJS.contains($0.name) }
                    + Self.files(in: folder + "/watch", ".js")
            ),
            chartsCSS: try bundle("charts", "css"),
            chartsJS: try bundle("charts", "js"),
            captionsCSS: try bundle("captions", "css"),
            workbenchCSS: try bundle("workbench", "css"),
            workbenchJS: try bundle("workbench", "js"),
            orderingJS: try bundle("ordering", "js"),
            intakeCSS: try bundle("intake", "css"),
            uploadingCSS: try bundle("uploading", "css"),
            uploadingJS: try bundle("uploading", "js"),
            photosCSS: try bundle("photos", "css"),
            photosJS: try bundle("photos", "js"),
            historyCSS: try bundle("history", "css"),
            historyJS: try bundle("history", "js"),
            vocabularyCSS: try builder.addBundle(
                "/css/vocabulary.css",
                of: pages + Self.files(in: folder + "/vocabulary", ".css")
            ),
            vocabularyJS: try builder.addBundle(
                "/js/vocabulary.js",
                of: Self.files(in: folder + "/kids", ".js").filter { $0.name == "titles.js" }
                    + Self.files(in: folder + "/vocabulary", ".js")
            ),
            seriesCSS: try bundle("series", "css"),
            seriesJS: try bundle("series", "js"),
            developersCSS: try bundle("developers", "css"),
            kidsCSS: try builder.addBundle(
                "/css/kids.css",
                of: css.filter { Self.sharedCSS.contains($0.name) }
                    + Self.files(in: folder + "/kids", ".css")
            ),
            kidsJS: try builder.addBundle(
                "/js/kids.js",
                of: js.filter { Self.sharedJS.contains($0.name) } + player
                    + Self.files(in: folder + "/kids", ".js")
            ),
            readingCSS: try builder.addBundle(
                "/css/reading.css",
                of: css.filter { Self.readingCSS.contains($0.name) }
                    + Self.files(in: folder + "/reading", ".css")
            ),
            readingJS: try builder.addBundle(
                "/js/reading.js",
                of: js.filter { Self.readingJS.contains($0.name) }
                    + player.filter { $0.name != "captions.js" }
                    + Self.files(in: folder + "/reading", ".js")
            ),
            kidsReadingCSS: try bundle("kids-reading", "css"),
            kidsReadingJS: try builder.addBundle(
                "/js/kids-reading.js",
                of: Self.files(in: folder + "/reading", ".js").filter { $0.name == "00-rules.js" }
                    + Self.files(in: folder + "/kids-reading", ".js")
            ),
            addressesCSS: try builder.addBundle(
                "/css/addresses.css",
                of: pages + Self.files(in: folder + "/addresses", ".css")
            ),
            addressesJS: try bundle("addresses", "js"),
            liveCSS: try builder.addBundle(
                "/css/live.css",
                of: css.filter { Self.liveCSS.contains($0.name) } + pages
                    + Self.files(in: folder + "/live", ".css")
            ),
            liveJS: try builder.addBundle(
                "/js/live.js",
                of: js.filter { Self.readingJS.contains($0.name) || $0.name == "focus.js" }
                    + Self.files(in: folder + "/reading", ".js").filter {
                        Self.liveJS.contains($0.name)
                    } + Self.files(in: folder + "/live", ".js")
            ),
            galleryCSS: try bundle("gallery", "css"),
            galleryJS: try bundle("gallery", "js"),
            favicon: builder.link("/img/favicon.svg"),
            icons: builder.link("/img/icons.svg"),
            avatars: builder.link("/img/avatars.svg")
        )
        files = builder.files
        categoryIcons = try CategoryIcon.list(Folder.text(folder + "/img/icons.txt"))
    }

    /// What Kids Mode has of the console's own files.
    private static let sharedCSS: Set = [
        "00-layers.css", "cover.css", "icon.css", "reset.css", "tile.css", "tokens.css",
    ]
    private static let sharedJS: Set = ["00-storytime.js", "cover.js"]
    /// What the console's own player has of that of Kids Mode: the counting.
    private static let watchingJS: Set = [
        "names.js", "outbox.js", "saves.js", "seeks.js", "signs.js", "watching.js",
    ]

    /// What reading along has of the console's own files, in place of all of them: with the player, all
    /// of them would be too much for one page.
    private static let readingCSS: Set = [
        "00-layers.css", "base.css", "button.css", "chips.css", "dialog.css", "field.css",
        "forced-colors.css", "helpers.css", "icon.css", "layout.css", "menu-button.css",
        "navigation.css", "notice.css", "page-head.css", "print.css", "reset.css", "search.css",
        "shortcuts.css", "toast.css", "tokens.css",
    ]
    private static let readingJS: Set = [
        "00-storytime.js", "dialog.js", "lock.js", "menu-button.js", "menu.js", "print.js",
        "shortcuts.js", "toast.js",
    ]

    /// What live transcription has besides the style sheet of reading along, and of its scripts.
    private static let liveCSS: Set = ["empty.css", "pagination.css", "panel.css", "summary.css"]
    private static let liveJS: Set = ["00-rules.js", "sheet.js"]

    private typealias Part = (name: String, bytes: [UInt8], modified: Int)

    /// The files of a folder, in the order of their names.
    private static func files(in folder: String, _ suffix: String) throws -> [Part] {
        try Folder.names(in: folder).filter { $0.hasSuffix(suffix) }.map { name in
            let file = try Folder.read(folder + "/" + name)
            return (name, file.bytes, file.modified)
        }
    }

    /// The fixed address of a file: `/css/app.css` for `/css/app.4f2a….css`.
    func fixedAddress(of path: String) -> String {
        let parts = path.split(separator: ".")
        guard parts.count == 3 else { return path }
        return "\(parts[0]).\(parts[2])"
    }

    /// Collects files under both of their addresses.
    private struct Builder {
        let headers: [(String, String)]
        var files: [String: StaticFile] = [:]
        private var links: [String: String] = [:]

        init(headers: [(String, String)]) {
            self.headers = headers
        }

        func link(_ path: String) -> String {
            links[path] ?? path
        }

        @discardableResult
        mutating func addBundle(
            _ path: String,
            of parts: [Part],
            headers: [(String, String)] = []
        ) throws -> String {
            let text = parts.flatMap { AssetText.withoutComments($0.bytes) }
            let bytes = path.hasSuffix(".css") ? AssetColors.plain(text) : text
            try add(path, (bytes, parts.map(\.modified).max() ?? 0), headers: headers)
            return link(path)
        }

        /// A file with headers of its own says in them how long it may be kept.
        mutating func add(
            _ path: String,
            _ file: (bytes: [UInt8], modified: Int),
            headers own: [(String, String)] = []
        ) throws {
            let sum = try Digest.sha256(file.bytes).prefix(8).reduce(into: "") { text, byte in
                text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            let dot = path.lastIndex(of: ".") ?? path.endIndex
            let stable = "\(path[..<dot]).\(sum)\(path[dot...])"
            let gzip = Gzip.compress(file.bytes, level: 9)
            links[path] = stable
            for (address, cacheControl) in [(path, Assets.briefly), (stable, Assets.forever)] {
                let more = own.isEmpty ? [("Cache-Control", cacheControl)] : own
                files[address] = StaticFile(
                    contentType: Self.contentType(of: path),
                    bytes: file.bytes,
                    gzip: gzip.flatMap { $0.count < file.bytes.count ? $0 : nil },
                    etag: "\"\(sum)\"",
                    lastModified: file.modified,
                    headers: Headers(headers + more)
                )
            }
        }

        private static func contentType(of path: String) -> String {
            switch path.split(separator: ".").last {
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            case "png": "image/png"
            default: "image/svg+xml; charset=utf-8"
            }
        }
    }
}

/// An icon for categories: an SF Symbol's name, our own drawing, and a word for what it shows.
struct CategoryIcon: Sendable, Equatable {
    let name: String
    let label: String

    /// Reads `icons.txt`: a name, a tab and a label on each line.
    static func list(_ text: String) -> [CategoryIcon] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t")
            return parts.count == 2
                ? CategoryIcon(name: String(parts[0]), label: String(parts[1])) : nil
        }
    }
}
