import HTTP
import Server

/// What makes the parents' part an app: it opens in a window of its own, has shortcuts, and other apps
/// share addresses with it.
enum ParentAppPages {
    static let path = "/watch/manifest"

    static let routes: [Route] = [
        // Browsers fetch it without cookies. It is the same for everybody, and says nothing of anybody.
        get("/watch/manifest", for: .everyone, manifest)
    ]

    static func manifest(_ visit: Visit) throws -> Response {
        Response(
            headers: [
                "Content-Type": "application/manifest+json",
                "Cache-Control": "public, max-age=3600",
            ],
            body: .bytes(JSONWriter.bytes { $0.record(ParentManifest()) })
        )
    }
}

/// The manifest of the parents' part (Web Application Manifest §1, Web Share Target §3).
private struct ParentManifest: JSONRecord {
    static let json: [JSONField<ParentManifest>] = [
        .text("id", "What tells it from the children's apps.") { _ in "/?app=parents" },
        .text("name", "Its name.") { _ in "Storytime" },
        .text("short_name", "Its name below the icon.") { _ in "Storytime" },
        .text("start_url", "Where it opens.") { _ in "/" },
        .text("scope", "What belongs to it.") { _ in "/" },
        .text("display", "In a window of its own.") { _ in "standalone" },
        .text("background_color", "While it opens.") { _ in "#1c1b33" },
        .text("theme_color", "Around it.") { _ in "#1c1b33" },
        .list("icons", "Its icons.") { _ in AppIcon.all },
        .list("shortcuts", "What its icon leads to.") { _ in Shortcut.all },
        .record("share_target", "What other apps may share with it.") { _ in ShareTarget() },
        .list("protocol_handlers", "The links that it opens.") { _ in [LinkHandler()] },
    ]

    struct AppIcon: JSONRecord {
        let name: String
        let size: Int
        var purpose = "any"

        static let all = [
            AppIcon(name: "app-192", size: 192), AppIcon(name: "app-512", size: 512),
            AppIcon(name: "app-maskable-512", size: 512, purpose: "maskable"),
        ]

        static let json: [JSONField<AppIcon>] = [
            .text("src", "Its address.") { "/img/\($0.name).png" },
            .text("sizes", "Its size.") { "\($0.size)x\($0.size)" },
            .text("type", "Its type.") { _ in "image/png" },
            .text("purpose", "Whether it may be cut.") { $0.purpose },
        ]
    }

    struct Shortcut: JSONRecord {
        let name: String
        let url: String

        static let all = [
            Shortcut(name: "Open an address", url: OpenPages.path),
            Shortcut(name: "Catalog", url: CatalogAddress.path),
            Shortcut(name: "Children", url: ChildPages.path),
            Shortcut(name: "Vocabulary", url: KeptWordPages.path),
        ]

        static let json: [JSONField<Shortcut>] = [
            .text("name", "Its name.") { $0.name },
            .text("url", "Where it leads.") { $0.url },
        ]
    }

    /// A link, or a text with one in it, comes to the form for addresses.
    struct ShareTarget: JSONRecord {
        static let json: [JSONField<ShareTarget>] = [
            .text("action", "Where it goes.") { _ in OpenPages.path },
            .text("method", "How.") { _ in "GET" },
            .record("params", "As what.") { _ in Parameters() },
        ]

        struct Parameters: JSONRecord {
            static let json: [JSONField<Parameters>] = ["title", "text", "url"].map { name in
                .text(name, "The same.") { _ in name }
            }
        }
    }

    struct LinkHandler: JSONRecord {
        static let json: [JSONField<LinkHandler>] = [
            .text("protocol", "What the link begins with.") { _ in "web+storytime" },
            .text("url", "Where it leads.") { _ in OpenPages.path + "?url=%s" },
        ]
    }
}
