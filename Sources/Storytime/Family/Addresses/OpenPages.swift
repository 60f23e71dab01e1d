import HTTP
import Quill
import Server

/// Opening a video by its address: what is there is shown before it is opened.
enum OpenPages {
    static let path = "/watch/open"
    private static let perPage = 24

    static let routes: [Route] = [
        // Other servers are asked, and waited for.
        get("/watch/open", for: .parent, lane: .outgoing, show),
        post("/watch/open", for: .parent, lane: .outgoing, open),
        get("/watch/open/picture", for: .parent, picture),
    ]

    /// The form; with an address, what is there. What other apps share comes here, too: an address may
    /// stand in a text.
    static func show(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let query = try visit.query()
        let shared = ["url", "text", "title"].compactMap { query.text($0) }.filter { !$0.isEmpty }
        let typed =
            shared.first { SharedText.address(in: PlainText.trimmed($0)) != nil } ?? shared.first
            ?? ""
        var found: FoundVideo?
        var trouble: String?
        if !typed.isEmpty {
            do {
                found = try VideoFinder(visit, scope).find(typed)
            } catch let error as OpenTrouble {
                trouble = error.message
            }
        }
        return try page(visit, scope, typed, found: found, trouble: trouble)
    }

    private static func page(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ typed: String,
        found: FoundVideo? = nil,
        trouble: String? = nil,
        error: String? = nil,
        status: Status = 200
    ) throws -> Response {
        let family = scope.family
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.webVideos.count(of: family.id)
        )
        let allowsYouTube = visit.site.configuration.addresses.allowsYouTube
        var field = FormField(OpenPage.spec(allowsYouTube: allowsYouTube), initially: typed)
        if let error { field.reject(error) }
        return try visit.page(
            OpenPage(
                head: try ReadingHead(path, visit, family),
                field: field,
                found: found,
                trouble: trouble,
                allowsYouTube: allowsYouTube,
                videos: try visit.webVideos.list(
                    of: family.id,
                    limit: perPage,
                    offset: pagination.offset
                ),
                pagination: pagination,
                times: visit.times
            ),
            status: status
        )
    }

    /// “Open Video”.
    static func open(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let typed = try visit.fields().text("url") ?? ""
        do {
            let finder = VideoFinder(visit, scope)
            let found = try finder.find(typed)
            let href = try finder.open(found)
            let query = found.moment.map { "?t=\($0)" } ?? ""
            return try visit.redirect(to: href + query)
        } catch let error as OpenTrouble {
            var response = try page(
                visit,
                scope,
                typed,
                error: error.message,
                status: error.retryAfter == nil ? visit.formStatus : 429
            )
            if let seconds = error.retryAfter {
                response.headers.add("Retry-After", String(seconds))
            }
            return response
        }
    }

    /// The picture of a video that was looked at, until it is opened.
    static func picture(_ visit: Visit) throws -> Response {
        _ = try visit.family()
        guard let url = try visit.query().text("url"),
            let picture = visit.site.shared[AddressDesk.self].known(url, at: visit.now)?.picture
        else { throw Failure.notFound }
        return picture.response
    }
}

extension ImageFile {
    /// The picture for a browser that may keep it for an hour.
    var response: Response { Self.response(format, bytes) }

    static func response(_ format: Format, _ bytes: [UInt8]) -> Response {
        Response(
            headers: Headers([
                ("Content-Type", format.mediaType), ("Cache-Control", "private, max-age=3600"),
            ]),
            body: .bytes(bytes)
        )
    }
}
