import HTTP
import Quill

/// The headers that every answer carries, so that a browser helps to keep visitors safe.
enum SecurityHeaders {
    /// Nothing inline, nothing from elsewhere, no plug-ins, no frames (CSP Level 3).
    static let contentSecurityPolicy = policy()

    /// What differs on pages that draw covers, of which some are pictures elsewhere. Those are
    /// fetched without cookies ("credentialless", HTML §7.1.4), and over TLS alone.
    static let withCovers = [
        ("Content-Security-Policy", policy(pictures: "'self' https:")), credentialless,
    ]

    /// What differs on the page that plays a video, of ours or from Mux: it names the servers that the
    /// pieces come from in its playlists, all under its own name.
    static let withVideo = [
        (
            "Content-Security-Policy",
            policy(pictures: "'self' https://image.mux.com") + "; " + videoSources
        ), credentialless,
    ]

    /// A page that does both: a cover may be anywhere, so a poster at Mux is nothing besides.
    static let withCoversAndVideo = [
        (
            "Content-Security-Policy",
            policy(pictures: "'self' https:") + "; " + videoSources
        ), credentialless,
    ]

    private static let videoSources = "media-src 'self' https://*.mux.com"

    private static let credentialless = ("Cross-Origin-Embedder-Policy", "credentialless")

    /// What a page needs besides what every page may.
    static func needed(by page: some Page) -> [(String, String)] {
        switch page {
        case let page as any PageWithUpload:
            [("Content-Security-Policy", policy(connections: "'self' \(page.uploadOrigin)"))]
        case is any PageWithVideo & PageWithCovers: withCoversAndVideo
        case is any PageWithVideo: withVideo
        case is any PageWithCovers: withCovers
        default: []
        }
    }

    private static func policy(pictures: String = "'self'", connections: String = "'self'")
        -> String
    {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); "
            + "connect-src \(connections); manifest-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'"
    }

    /// Two years: browsers shall not try plain HTTP again once TLS is there (RFC 6797).
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
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
            ("Cache-Control", "no-store"),
        ]
    }
}
