import HTTP
import Quill

/// The headers of every answer with which a browser helps to keep visitors safe.
enum SecurityHeaders {
    /// Nothing inline, nothing from elsewhere, no plug-ins, no frames (CSP Level 3).
    static let contentSecurityPolicy = policy()

    /// The differences for pages that draw covers, some of which are external pictures. Those are
    /// fetched without cookies ("credentialless", HTML §7.1.4), and only over TLS.
    static let withCovers = [
        ("Content-Security-Policy", policy(pictures: "'self' https:")), credentialless,
    ]

    /// The differences for a page that plays a video, from here or from Mux, whose playlists name
    /// the servers of the pieces, all under Mux's own name.
    static let withVideo = [
        (
            "Content-Security-Policy",
            policy(pictures: "'self' https://image.mux.com") + "; " + videoSources
        ), credentialless,
    ]

    /// The headers of a page that does both: a cover may be anywhere, which already includes a
    /// poster at Mux.
    static let withCoversAndVideo = [
        (
            "Content-Security-Policy",
            policy(pictures: "'self' https:") + "; " + videoSources
        ), credentialless,
    ]

    /// The differences for a page that plays a video from any site, over TLS and without cookies.
    static let withWebVideo = [
        ("Content-Security-Policy", contentSecurityPolicy + "; media-src 'self' https:"),
        credentialless,
    ]

    /// The differences for a page with a frame. What is in it says nothing of who may embed it, as
    /// Cross-Origin-Embedder-Policy would have it; it must know whose page it is in, or it won't play.
    static func withFrame(of origin: String) -> [(String, String)] {
        [
            ("Content-Security-Policy", contentSecurityPolicy + "; frame-src \(origin)"),
            ("Cross-Origin-Embedder-Policy", "unsafe-none"),
        ]
    }

    private static let videoSources = "media-src 'self' https://*.mux.com"

    private static let credentialless = ("Cross-Origin-Embedder-Policy", "credentialless")

    /// The additional headers that a page needs.
    static func needed(by page: some Page) -> [(String, String)] {
        sources(of: page)
            + (page is any PageForKids
                ? [("Permissions-Policy", permissions() + ", picture-in-picture=()")] : [])
            + (page is any PageWithMicrophone
                ? [("Permissions-Policy", permissions(microphone: "(self)"))] : [])
    }

    private static func sources(of page: some Page) -> [(String, String)] {
        switch page {
        case let page as any PageWithUpload:
            [("Content-Security-Policy", policy(connections: "'self' \(page.uploadOrigin)"))]
        case let page as any PageWithFrame: withFrame(of: frameOrigin(of: page))
        case is any PageWithWebVideo: withWebVideo
        case is any PageWithVideo & PageWithCovers: withCoversAndVideo
        case is any PageWithVideo: withVideo
        case is any PageWithCovers: withCovers
        default: []
        }
    }

    private static func frameOrigin<P: PageWithFrame>(of page: P) -> String { P.frameOrigin }

    private static func policy(pictures: String = "'self'", connections: String = "'self'")
        -> String
    {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); "
            + "connect-src \(connections); manifest-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'"
    }

    private static func permissions(microphone: String = "()") -> String {
        "camera=(), geolocation=(), microphone=\(microphone), payment=()"
    }

    /// Two years in which browsers must not try plain HTTP again after they have used TLS (RFC
    /// 6797).
    private static let strictTransportSecurity = "max-age=63072000; includeSubDomains"

    /// For files and other answers that are not pages.
    static func common(isTLS: Bool) -> [(String, String)] {
        var headers = [
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        if isTLS { headers.append(("Strict-Transport-Security", strictTransportSecurity)) }
        return headers
    }

    /// For pages.
    static func page(isTLS: Bool) -> [(String, String)] {
        common(isTLS: isTLS) + [
            ("Content-Security-Policy", contentSecurityPolicy),
            ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
            ("Permissions-Policy", permissions()),
            ("Cache-Control", "no-store"),
        ]
    }
}
