/// The settings for looking books up.
struct LookupSettings: FeatureSettings {
    /// Where the catalog is; nil if books aren’t looked up.
    var base: Origin? = .openLibrary
    /// Whom the catalog's operators can write to; empty tells them nobody.
    var contact = ""

    /// What people call the catalog.
    var name: String {
        base == .openLibrary ? "Open Library" : base?.host ?? ""
    }
}

extension Origin {
    /// The Internet Archive's catalog of books.
    static let openLibrary = Origin(isSecure: true, host: "openlibrary.org", port: 443)
}

extension Configuration {
    var lookup: LookupSettings {
        get { self[LookupSettings.self] }
        set { self[LookupSettings.self] = newValue }
    }

    static let lookupSettings: [Setting] = [
        Setting(
            "STORYTIME_LOOKUP_URL",
            \.lookup.base,
            range: "https://host[:port], http:// in your own network, or nothing",
            help: "The catalog used to look up books; leave empty to turn lookups off.",
            write: { $0?.description ?? "" }
        ) { text throws(ConfigurationError) in
            guard !text.isEmpty else { return nil }
            guard let origin = Origin(text), origin.isSecure || origin.isNearby else {
                throw ConfigurationError("must be https://host[:port] without a path, or empty")
            }
            return origin
        },
        Setting(
            "STORYTIME_LOOKUP_CONTACT",
            \.lookup.contact,
            range: "an e-mail address, an https:// address, or nothing",
            help: "A contact address sent with lookups."
        ) { text throws(ConfigurationError) in
            // It becomes part of a header, as a comment (RFC 9110 §5.6.5).
            guard text.isEmpty || text.contains("@") || text.hasPrefix("https://"),
                text.utf8.count <= 200,
                text.utf8.allSatisfy({ (33...126).contains($0) && !"()\\".utf8.contains($0) })
            else { throw ConfigurationError("must be an e-mail address or an https:// address") }
        },
    ]
}
