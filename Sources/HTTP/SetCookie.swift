import Received

/// A cookie for a browser to keep (RFC 6265 §4.1).
package struct SetCookie: Sendable {
    /// Which requests from other sites carry the cookie.
    package enum SameSite: String, Sendable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    package var name: String
    package var value: String
    package var path: String
    /// Nil for a cookie that ends with the browser's session; 0 or less deletes it.
    package var maxAgeSeconds: Int?
    package var isHTTPOnly: Bool
    package var isSecure: Bool
    package var sameSite: SameSite

    package init(
        name: String,
        value: String,
        path: String = "/",
        maxAgeSeconds: Int? = nil,
        isHTTPOnly: Bool = true,
        isSecure: Bool = true,
        sameSite: SameSite = .lax
    ) {
        self.name = name
        self.value = value
        self.path = path
        self.maxAgeSeconds = maxAgeSeconds
        self.isHTTPOnly = isHTTPOnly
        self.isSecure = isSecure
        self.sameSite = sameSite
    }

    /// The value of a `Set-Cookie` field. A byte that isn't allowed in a cookie is written as an
    /// escape (`%3B`), so that no value can end early and add attributes of its own.
    package var headerValue: String {
        var text = "\(escaped(name, .token))=\(escaped(value, .cookieValue))"
        text += "; Path=\(escaped(path, .path))"
        if let maxAgeSeconds { text += "; Max-Age=\(max(0, maxAgeSeconds))" }
        if isHTTPOnly { text += "; HttpOnly" }
        if isSecure { text += "; Secure" }
        return text + "; SameSite=\(sameSite.rawValue)"
    }

    private func escaped(_ text: String, _ allowed: ByteSet) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let isAllowed = allowed.contains(byte) && byte != ASCII.semicolon
            PercentEncoding.append(byte, keeping: isAllowed ? allowed : ByteSet(), to: &bytes)
        }
        return OwnText.decode(bytes)
    }
}
