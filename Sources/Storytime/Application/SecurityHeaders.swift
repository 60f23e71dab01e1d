import HTTP

/// The headers that every answer carries, so that a browser helps to keep visitors safe.
enum SecurityHeaders {
    /// Nothing inline, nothing from elsewhere, no plug-ins, no frames (CSP Level 3).
    static let contentSecurityPolicy = policy(pictures: "'self'")

    /// What differs on pages that draw covers, of which some are pictures elsewhere. Those are
    /// fetched without cookies ("credentialless", HTML §7.1.4), and over TLS alone.
    static let withCovers = [
        ("Content-Security-Policy", policy(pictures: "'self' https:")),
        ("Cross-Origin-Embedder-Policy", "credentialless"),
    ]

    private static func policy(pictures: String) -> String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); "
            + "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
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
