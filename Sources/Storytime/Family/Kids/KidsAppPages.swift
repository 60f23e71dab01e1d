import HTTP
import Server

/// What makes Kids Mode an app on a home screen: a manifest for each child, and a page for when there
/// is no network. Its worker is a file (`Assets`).
enum KidsAppPages {
    static let routes: [Route] = [
        get("/kids/manifest/{id}", for: .child, manifest),
        get("/kids/offline", for: .everyone) { try $0.page(KidsOfflinePage()) }
            .sharedWithChildren(),
    ]

    /// A manifest of the child's own (Web Application Manifest §1): its `id` keeps the apps of several
    /// children on one device apart.
    static func manifest(_ visit: Visit, _ id: ID<Child>) throws -> Response {
        let device = try visit.kidsDevice()
        guard let child = device.children.first(where: { $0.id == id }) else {
            throw Failure.notFound
        }
        return Response(
            headers: ["Content-Type": "application/manifest+json"],
            body: .bytes(JSONWriter.bytes { $0.record(KidsManifest(child: child)) })
        )
    }
}

/// The manifest of a child's app.
private struct KidsManifest: JSONRecord {
    let child: Child

    private var start: String { "/kids/open/\(child.id)" }

    static let json: [JSONField<KidsManifest>] = [
        .text("id", "What tells it from the apps of other children.") { $0.start },
        .text("name", "Its name.") { Possessive.text($0.child.name) + " stories" },
        .text("short_name", "Its name below the icon.") { $0.child.name },
        .text("start_url", "Where it opens.") { $0.start },
        // Not Kids Mode alone: iPhones open what lies outside in a browser with cookies of its own, and a
        // parent who signs in there is not signed in here.
        .text("scope", "What belongs to it.") { _ in "/" },
        .text("display", "Without the browser's bars.") { _ in "fullscreen" },
        .text("background_color", "While it opens.") { _ in "#1c1b33" },
        .text("theme_color", "Around it.") { _ in "#1c1b33" },
        .list("icons", "Its icons.") { _ in Icon.all },
    ]

    struct Icon: JSONRecord {
        let name: String
        let size: Int
        var purpose = "any"

        static let all = [
            Icon(name: "kids-192", size: 192), Icon(name: "kids-512", size: 512),
            Icon(name: "kids-maskable-512", size: 512, purpose: "maskable"),
        ]

        static let json: [JSONField<Icon>] = [
            .text("src", "Its address.") { "/img/\($0.name).png" },
            .text("sizes", "Its size.") { "\($0.size)x\($0.size)" },
            .text("type", "Its type.") { _ in "image/png" },
            .text("purpose", "Whether it may be cut.") { $0.purpose },
        ]
    }
}
