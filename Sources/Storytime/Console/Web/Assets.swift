import HTTP
import Server

/// The files of `Public/`, read once: component files become one style sheet and one script,
/// without their comments.
///
/// Every file has two addresses: a fixed one (`/css/app.css`) that is asked again after an hour,
/// and one that names its content (`/css/app.4f2a….css`) and may be kept for ever.
struct Assets: Sendable {
    let files: [String: StaticFile]
    let links: AssetLinks
    /// The icons that a category may have, in the order of the picker.
    let categoryIcons: [CategoryIcon]

    private static let briefly = "public, max-age=3600"
    private static let forever = "public, max-age=31536000, immutable"

    init(folder: String, isTLS: Bool) throws {
        var builder = Builder(headers: SecurityHeaders.common(isTLS: isTLS))
        let css = try builder.addBundle("/css/app.css", of: folder + "/css", ".css")
        let js = try builder.addBundle("/js/app.js", of: folder + "/js", ".js")
        for name in try Folder.names(in: folder + "/img") where name.hasSuffix(".svg") {
            try builder.add("/img/" + name, Folder.read(folder + "/img/" + name))
        }
        links = AssetLinks(
            css: css,
            js: js,
            favicon: builder.link("/img/favicon.svg"),
            icons: builder.link("/img/icons.svg"),
            avatars: builder.link("/img/avatars.svg")
        )
        files = builder.files
        categoryIcons = try CategoryIcon.list(Folder.text(folder + "/img/icons.txt"))
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

        mutating func addBundle(_ path: String, of folder: String, _ suffix: String) throws
            -> String
        {
            var bytes: [UInt8] = []
            var lastModified = 0
            for name in try Folder.names(in: folder) where name.hasSuffix(suffix) {
                let file = try Folder.read(folder + "/" + name)
                bytes += AssetText.withoutComments(file.bytes)
                lastModified = max(lastModified, file.modified)
            }
            try add(path, (bytes, lastModified))
            return link(path)
        }

        mutating func add(_ path: String, _ file: (bytes: [UInt8], modified: Int)) throws {
            let sum = try Digest.sha256(file.bytes).prefix(8).reduce(into: "") { text, byte in
                text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            let dot = path.lastIndex(of: ".") ?? path.endIndex
            let stable = "\(path[..<dot]).\(sum)\(path[dot...])"
            let gzip = Gzip.compress(file.bytes, level: 9)
            links[path] = stable
            for (address, cacheControl) in [(path, Assets.briefly), (stable, Assets.forever)] {
                files[address] = StaticFile(
                    contentType: Self.contentType(of: path),
                    bytes: file.bytes,
                    gzip: gzip.flatMap { $0.count < file.bytes.count ? $0 : nil },
                    etag: "\"\(sum)\"",
                    lastModified: file.modified,
                    headers: Headers(headers + [("Cache-Control", cacheControl)])
                )
            }
        }

        private static func contentType(of path: String) -> String {
            switch path.split(separator: ".").last {
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            default: "image/svg+xml; charset=utf-8"
            }
        }
    }
}

/// An icon that a category may have: an SF Symbol's name, drawn by us, and what it shows in a word.
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
