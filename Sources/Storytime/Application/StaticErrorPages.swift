import HTTP

/// The pages of what the server refuses before the application sees it: rendered once at start.
struct StaticErrorPages: Sendable {
    private let pages: [Status: [UInt8]]
    private let headers: [(String, String)]

    init(_ site: Site) throws {
        let chrome = Chrome(
            user: nil,
            assets: site.assets.links,
            requestID: "",
            publicWarning: nil
        )
        pages = try Dictionary(
            uniqueKeysWithValues: Self.troubles.map { trouble in
                let page = ErrorPage(trouble: trouble, isSignedIn: false)
                return (trouble.status, try site.templates.render(page, chrome))
            }
        )
        headers =
            [("Content-Type", "text/html; charset=utf-8")]
            + SecurityHeaders.page(isTLS: site.configuration.publicURL?.isSecure ?? false)
    }

    func response(_ status: Status) -> Response {
        Response(
            status: status,
            headers: Headers(headers),
            body: pages[status].map(Body.bytes) ?? .none
        )
    }

    private static let troubles = [
        trouble(400, "That can’t be read", "The request is not one that a browser sends."),
        trouble(408, "That took too long", "The request did not arrive in time. Try again."),
        trouble(411, "The length is missing", "A request with a body must say how long it is."),
        trouble(413, "That is too large", "What was sent is larger than this page takes."),
        trouble(414, "The address is too long", "Shorten the search, or start from a link."),
        trouble(417, "That can’t be promised", "The server does not know that expectation."),
        trouble(
            431,
            "Too many headers",
            "The browser sent too much with the request; "
                + "deleting this site’s cookies often helps."
        ),
        trouble(500, "Something went wrong here", "That is our mistake. Try again in a moment."),
        trouble(501, "That is unknown here", "The server does not know that kind of request."),
        trouble(503, "Too busy right now", "Try again in a few seconds."),
        trouble(505, "That version is unknown", "The server speaks HTTP/1.1."),
        trouble(507, "The disk is full", "There is no room on the server for what was sent."),
    ]

    private static func trouble(_ status: Status, _ heading: String, _ message: String)
        -> Trouble
    {
        Trouble(status: status, code: "refused", heading: heading, message: message)
    }
}
