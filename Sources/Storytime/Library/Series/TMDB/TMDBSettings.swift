/// The settings for looking series up at TMDB. Without a token, nothing is ever asked there.
struct TMDBSettings: FeatureSettings {
    /// The API read access token of the operator’s own account.
    var token = ""
    var base = Origin.tmdb

    var isOn: Bool { !token.isEmpty }

    /// Where the pictures are: TMDB has them on a server of their own, a mirror beside its API.
    var pictures: Origin { base == .tmdb ? .tmdbPictures : base }

    /// TMDB’s terms ask for this sentence wherever something of it is shown.
    static let attribution =
        "This product uses the TMDB API but is not endorsed or certified by TMDB."
}

extension Origin {
    /// The API of The Movie Database.
    static let tmdb = Origin(isSecure: true, host: "api.themoviedb.org", port: 443)
    static let tmdbPictures = Origin(isSecure: true, host: "image.tmdb.org", port: 443)
}

extension Configuration {
    var tmdb: TMDBSettings {
        get { self[TMDBSettings.self] }
        set { self[TMDBSettings.self] = newValue }
    }

    static let tmdbSettings: [Setting] = [
        Setting(
            "STORYTIME_TMDB_TOKEN",
            \.tmdb.token,
            range: "letters, digits and punctuation, or nothing",
            isSecret: true,
            help: "Your API read access token at TMDB; if empty, series aren’t looked up there."
        ) { text throws(ConfigurationError) in
            // It becomes part of a header.
            guard text.utf8.allSatisfy({ (33...126).contains($0) }) else {
                throw ConfigurationError("must have no spaces and no other characters than ASCII’s")
            }
        },
        Setting(
            "STORYTIME_TMDB_URL",
            \.tmdb.base,
            range: "https://host[:port], or http:// on this machine",
            help: "The address of the TMDB API.",
            write: { $0.description }
        ) { text throws(ConfigurationError) in
            // Over plain HTTP the token would be readable on the wire.
            guard let origin = Origin(text), origin.isSecure || origin.isLoopback else {
                throw ConfigurationError("must be https://host[:port] without a path")
            }
            return origin
        },
    ]
}
