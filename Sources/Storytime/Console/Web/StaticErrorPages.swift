import HTTP
import Server

/// The answers to requests that the server refuses before the application sees them: pages,
/// rendered once at startup, and for the API the same messages as JSON.
struct StaticErrorPages: Sendable {
    private let pages: [Status: [UInt8]]
    private let headers: [(String, String)]
    private let headersOfJSON: [(String, String)]
    private let sharing: OriginSharing

    init(_ site: Site) throws {
        let chrome = Chrome(
            user: nil,
            assets: site.assets.links,
            requestID: "",
            publicWarning: nil
        )
        pages = try Dictionary(
            uniqueKeysWithValues: Self.troubles.map { trouble in
                // Nobody knows yet who asks. The start page sends visitors on to sign in.
                let page = ErrorPage(trouble: trouble, leadsToStart: true)
                return (trouble.status, try site.templates.render(page, chrome))
            }
        )
        let isTLS = site.configuration.publicURL?.isSecure ?? false
        headers =
            [("Content-Type", "text/html; charset=utf-8")] + SecurityHeaders.page(isTLS: isTLS)
        headersOfJSON =
            [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
            + SecurityHeaders.common(isTLS: isTLS)
        sharing = OriginSharing(site.configuration)
    }

    /// A permitted web app elsewhere can read these answers, too: that this server is too busy,
    /// rather than that there is none. Its origin is only known if the head could be read.
    func response(_ status: Status, to request: RefusedRequest) -> Response {
        var response = words(of: status, to: request.path)
        if let head = request.head { sharing.addHeaders(to: &response, for: head) }
        return response
    }

    private func words(of status: Status, to path: String?) -> Response {
        guard let path, RequestHead.isForAPI(path: path) else {
            return Response(
                status: status,
                headers: Headers(headers),
                body: pages[status].map(Body.bytes) ?? .none
            )
        }
        let trouble =
            Self.troubles.first { $0.status == status }
            ?? Self.trouble(status, "refused", status.reasonPhrase, "This can’t be done here.")
        return Response(
            status: status,
            headers: Headers(headersOfJSON),
            body: .bytes(trouble.json(requestID: nil))
        )
    }

    private static let troubles = [
        trouble(
            400,
            "bad_request",
            "The request can’t be read",
            "A browser wouldn’t send this request."
        ),
        trouble(
            405,
            "method_not_allowed",
            "This can’t be done here",
            "This address doesn’t accept that kind of request."
        ),
        trouble(
            408,
            "request_timeout",
            "This took too long",
            "The request didn’t arrive in time. Try again."
        ),
        trouble(
            411,
            "length_required",
            "The length is missing",
            "The request must include a Content-Length."
        ),
        Trouble(
            status: 413,
            code: "too_large",
            heading: "Too large",
            message: "What you sent is too large for this page.",
            hint: "Go back and send less.",
            messageToPrograms: "This address doesn’t accept that much."
        ),
        trouble(
            414,
            "uri_too_long",
            "The address is too long",
            "Shorten the search, or start from a link."
        ),
        trouble(
            417,
            "expectation_failed",
            "Expectation not supported",
            "The server doesn’t support this expectation."
        ),
        trouble(
            431,
            "headers_too_large",
            "Too many headers",
            "The browser sent too many headers; "
                + "deleting this site’s cookies often helps."
        ),
        trouble(
            500,
            "internal_error",
            "Something went wrong here",
            "It’s our mistake. Try again in a moment."
        ),
        trouble(
            501,
            "not_implemented",
            "Not supported",
            "The server doesn’t support this kind of request."
        ),
        trouble(503, "busy", "Too busy right now", "Try again in a few seconds."),
        trouble(
            505,
            "version_not_supported",
            "HTTP version not supported",
            "The server supports HTTP/1.1."
        ),
        trouble(
            507,
            "disk_full",
            "The disk is full",
            "The server has no space left for it."
        ),
    ]

    private static func trouble(
        _ status: Status,
        _ code: String,
        _ heading: String,
        _ message: String
    ) -> Trouble {
        Trouble(status: status, code: code, heading: heading, message: message)
    }
}
