import HTTP

/// What an address that a parent typed, pasted or shared means. Nothing is asked to find out.
enum VideoAddress: Sendable, Equatable {
    /// A story of the catalog, by an address of ours.
    case story(ID<Book>, moment: Int?)
    /// A video at an address that was opened before.
    case web(ID<WebVideo>, moment: Int?)
    /// A video at Mux by its playback id, and what plays it if no story of ours does.
    case playback(String, direct: WebAddress?, moment: Int?)
    /// A file that browsers play.
    case file(WebAddress, moment: Int?)
    case hls(WebAddress, moment: Int?)
    /// The id of a video at YouTube.
    case youTube(String, moment: Int?)

    /// Why an address means nothing.
    enum Refusal: Error, Equatable {
        case empty
        /// It isn't complete, or something else than an address of a video.
        case unknown
        case notSecure
        case credentials
        /// A host that isn't a name on the Internet.
        case inner
        case port
        case scheme
        case tooLong

        var description: String {
            switch self {
            case .empty: "Paste the address of a video."
            case .unknown:
                "This isn’t a video that can be played here. Paste a link to a story or to a video file, "
                    + "such as https://example.org/film.mp4."
            case .notSecure: "Only addresses that begin with https:// can be opened."
            case .credentials: "Remove the user name and password from the address."
            case .inner:
                "This address is in a private network. Use a public link, with the name of its site."
            case .port: "Remove the port number (such as :8080) from the address."
            case .scheme: "Use a link that starts with https://."
            case .tooLong:
                "Use an address of at most \(Counted.number(WebAddress.maximumLength)) characters."
            }
        }
    }

    /// Reads what was typed or shared: an address, perhaps without its scheme, or a text with one in it.
    static func read(_ text: String, home: Origin?) throws(Refusal) -> VideoAddress {
        let typed = PlainText.trimmed(text)
        guard !typed.isEmpty else { throw .empty }
        guard let address = SharedText.address(in: typed) else {
            // The id of a video at Mux, as its dashboard shows it.
            if isPlaybackID(typed[...]) { return .playback(typed, direct: nil, moment: nil) }
            throw .unknown
        }
        guard address.utf8.count <= WebAddress.maximumLength else { throw .tooLong }
        let parts = try AddressParts(address, home: home)
        return parts.isOurs ? try own(parts) : try elsewhere(parts)
    }

    /// Where the film begins; nil at its beginning.
    var moment: Int? {
        switch self {
        case .story(_, let moment), .web(_, let moment), .playback(_, _, let moment),
            .file(_, let moment), .hls(_, let moment), .youTube(_, let moment):
            moment
        }
    }

    // MARK: Ours

    private static let bookFolders: Set<Substring> = ["books", "watch", "read", "stories"]

    private static func own(_ parts: AddressParts) throws(Refusal) -> VideoAddress {
        let moment = parts.moment
        if let named = parts.value("b"), let book = ID<Book>(pathSegment: named[...]) {
            return .story(book, moment: moment)
        }
        let path = parts.path.split(separator: "/")
        if path.count >= 3, path[0] == "watch", path[1] == "web",
            let video = ID<WebVideo>(pathSegment: path[2])
        {
            return .web(video, moment: moment)
        }
        for (folder, name) in zip(path, path.dropFirst()) where bookFolders.contains(folder) {
            if let book = ID<Book>(pathSegment: name) { return .story(book, moment: moment) }
        }
        throw .unknown
    }

    // MARK: Elsewhere

    private static func elsewhere(_ parts: AddressParts) throws(Refusal) -> VideoAddress {
        if YouTubeAddress.hosts.contains(parts.host) {
            guard let id = YouTubeAddress.id(parts) else { throw .unknown }
            return .youTube(id, moment: parts.moment)
        }
        guard parts.isSecure else { throw .notSecure }
        guard let url = WebAddress(parts.canonical) else { throw .unknown }
        if parts.host == "stream.mux.com", let id = playbackID(parts) {
            return .playback(id, direct: url, moment: parts.moment)
        }
        switch parts.fileExtension {
        case "m3u8": return .hls(url, moment: parts.moment)
        case let name? where fileExtensions.contains(name): return .file(url, moment: parts.moment)
        default: throw .unknown
        }
    }

    /// What some browser plays, whichever it is.
    private static let fileExtensions: Set = ["mp4", "m4v", "mov", "webm", "ogv"]

    /// `/{id}.m3u8`, or a rendition: `/{id}/highest.mp4`.
    private static func playbackID(_ parts: AddressParts) -> String? {
        let path = parts.path.split(separator: "/")
        guard let first = path.first, let kind = parts.fileExtension,
            kind == "m3u8" || fileExtensions.contains(kind)
        else { return nil }
        let id = path.count == 1 && kind == "m3u8" ? first.prefix { $0 != "." } : first
        return isPlaybackID(id) && (path.count == 1) == (kind == "m3u8") && path.count <= 2
            ? String(id) : nil
    }

    /// What ids are made of, those of YouTube, too.
    static func isIDByte(_ byte: UInt8) -> Bool {
        (97...122).contains(byte | 0x20) || (48...57).contains(byte) || "-_".utf8.contains(byte)
    }

    /// Letters and digits, as long as Mux makes them.
    private static func isPlaybackID(_ text: Substring) -> Bool {
        (20...255).contains(text.utf8.count)
            && text.utf8.allSatisfy(isIDByte)
    }
}

/// YouTube's ways of writing which video is meant.
enum YouTubeAddress {
    static let hosts: Set = [
        "youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com",
        "gaming.youtube.com", "youtu.be", "www.youtu.be", "youtube-nocookie.com",
        "www.youtube-nocookie.com",
    ]
    private static let folders: Set<Substring> = ["shorts", "embed", "live", "v", "e"]
    private static let idLength = 11

    /// The one address by which a video is kept.
    static func watch(_ id: String) -> String { "https://www.youtube.com/watch?v=\(id)" }

    /// The id in an address by which a video is kept.
    static func id(of url: String) -> String? {
        guard let equals = url.lastIndex(of: "=") else { return nil }
        let id = url[url.index(after: equals)...]
        return isID(id) ? String(id) : nil
    }

    static func id(_ parts: AddressParts) -> String? {
        let path = parts.path.split(separator: "/")
        let found: Substring?
        if parts.host.hasSuffix("youtu.be") {
            found = path.first
        } else if path.first == "watch" {
            found = path.count == 1 ? parts.value("v").map { $0[...] } : path.last
        } else if path.first == "attribution_link" {
            // `u` has a path with the address in it.
            return parts.value("u").flatMap {
                try? AddressParts("https://www.youtube.com\($0)", home: nil)
            }.flatMap { $0.path == "/watch" ? id($0) : nil }
        } else if path.count >= 2, folders.contains(path[0]) {
            found = path[1]
        } else {
            found = nil
        }
        return found.flatMap { isID($0) ? String($0) : nil }
    }

    /// YouTube promises no form; all ids so far have this one.
    private static func isID(_ text: Substring) -> Bool {
        text.utf8.count == idLength && text != "videoseries"
            && text.utf8.allSatisfy(VideoAddress.isIDByte)
    }
}

/// Finds the address in what other apps share: “A film about foxes https://youtu.be/… via …”.
enum SharedText {
    private static let schemes = ["https://", "http://", "web+storytime:"]

    /// The address; nil if nothing in the text is one.
    static func address(in text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        for word in words {
            let lowered = word.lowercased()
            guard let start = schemes.compactMap({ lowered.firstRange(of: $0)?.lowerBound }).min(),
                // One that stands in another address is a part of it.
                !lowered[..<start].contains(where: { "./?".contains($0) })
            else { continue }
            let skipped = lowered.distance(from: lowered.startIndex, to: start)
            return complete(bare(word.dropFirst(skipped)))
        }
        return words.count == 1 ? words.first.flatMap { complete(bare($0)) } : nil
    }

    /// Without what encloses an address in a sentence.
    private static func bare(_ word: Substring) -> Substring {
        var word = word.drop { "<(\"“‘'".contains($0) }
        while let last = word.last, ".,;:!?)>\"”’']".contains(last) { word.removeLast() }
        return word
    }

    /// With its scheme: a name with a dot and a path is an address, as in a browser's bar.
    private static func complete(_ word: Substring) -> String? {
        let scheme = "web+storytime:"
        if word.lowercased().hasPrefix(scheme) {
            let rest = word.dropFirst(scheme.count)
            let path = rest.hasPrefix("//") ? rest.dropFirst() : rest
            // What a page may ask for is our own address, or a whole one.
            return path.hasPrefix("/")
                ? String(path) : complete(PercentEncoding.decode(String(path)))
        }
        return complete(String(word))
    }

    private static func complete(_ text: String?) -> String? {
        guard let text, !text.lowercased().hasPrefix("web+storytime:") else { return nil }
        if text.hasPrefix("/") || text.hasPrefix("?") { return text }
        if hasScheme(text) { return text }
        let host = text.prefix { !"/?#:@\\".contains($0) }
        let rest = text.dropFirst(host.count)
        guard host.contains("."), !host.hasPrefix("."), rest.first == "/" || rest.first == "?"
        else {
            return nil
        }
        return "https://" + text
    }

    /// Whether it begins as RFC 3986 §3.1 has it. A name with a port looks the same, and is none of
    /// what can be opened either.
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first,
            (97...122).contains(first | 0x20)
        else { return false }
        return text[..<colon].utf8.allSatisfy { byte in
            (97...122).contains(byte | 0x20) || (48...57).contains(byte)
                || "+-.".utf8.contains(byte)
        }
    }
}
