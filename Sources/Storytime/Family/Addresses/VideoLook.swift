import Received
import HTTP

/// What an address turned out to have: what a parent sees before they open it.
struct VideoLook: Sendable, Equatable {
    var title: String
    var author = ""
    var seconds: Int?
    var picture: ImageFile?
    /// What nobody could be asked about; a sentence for parents.
    var note: String?

    /// Why it can't be opened, as a sentence for parents.
    struct Trouble: Error, Equatable {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

/// Asks other servers about videos, each through the guard: an inner network is never reached, whatever
/// an address, its name's addresses or a redirect say.
struct VideoLooker {
    private static let pictureBytes = 1_000_000
    private static let headBytes = 256 << 10
    private static let playlistBytes = 1 << 20
    private static let oembedBytes = 64 << 10

    let fetch: GuardedFetch

    func look(at source: WebSource) throws(VideoLook.Trouble) -> VideoLook {
        switch source {
        case .youTube(let id): try youTube(id)
        case .file(let url): try file(url)
        case .hls(let url): try hls(url)
        }
    }

    // MARK: YouTube

    /// What oEmbed says (https://oembed.com §2.3); nothing of its HTML is used. If YouTube can't be asked,
    /// the browser may still reach it.
    private func youTube(_ id: String) throws(VideoLook.Trouble) -> VideoLook {
        var fetch = fetch
        fetch.responseLimitBytes = Self.oembedBytes
        let query = PercentEncoding.encodeQuery([
            (name: "url", value: YouTubeAddress.watch(id)), (name: "format", value: "json"),
        ])
        let answer: OutgoingAnswer
        do {
            answer = try fetch.get(
                "https://www.youtube.com/oembed?\(query)",
                accepting: "application/json"
            )
        } catch {
            return VideoLook(
                title: "YouTube video \(id)",
                note: "Couldn’t get this video’s details from YouTube. It may still play."
            )
        }
        // Failures are plain text, one of them with status 200.
        let isJSON = answer.headers["content-type"]?.hasPrefix("application/json") == true
        switch answer.status {
        case 200 where isJSON: break
        case 400, 404: throw VideoLook.Trouble("YouTube doesn’t have this video.")
        case 401:
            throw VideoLook.Trouble("The owner of this video doesn’t let other sites play it.")
        case 200, 403: throw VideoLook.Trouble("This video is private.")
        default:
            return VideoLook(
                title: "YouTube video \(id)",
                note: "Couldn’t get this video’s details from YouTube. It may still play."
            )
        }
        guard let said = try? JSONValue(answer: answer.body), case .object = said else {
            throw VideoLook.Trouble("YouTube’s answer about this video can’t be read.")
        }
        let title = Self.text(said["title"], most: WebVideo.maximumTitle)
        return VideoLook(
            title: title.isEmpty ? "YouTube video \(id)" : title,
            author: Self.text(said["author_name"], most: WebVideo.maximumAuthor),
            picture: Self.plain(said["thumbnail_url"]).flatMap(picture)
        )
    }

    private static func plain(_ value: JSONValue?) -> String? {
        if case .text(let text)? = value { text } else { nil }
    }

    private static func text(_ value: JSONValue?, most: Int) -> String {
        ReadableText.of(plain(value)?.replacing("\n", with: " "), most: most)
    }

    /// A picture that does without if anything is wrong with it.
    private func picture(_ url: String) -> ImageFile? {
        var fetch = fetch
        fetch.responseLimitBytes = Self.pictureBytes
        let types = ImageFile.Format.allCases.map(\.mediaType).joined(separator: ", ")
        guard let answer = try? fetch.get(url, accepting: types), answer.status == 200,
            let image = try? ImageFile(answer.body), image.bytes.count <= Self.pictureBytes
        else { return nil }
        return image
    }

    // MARK: Files

    private func file(_ url: WebAddress) throws(VideoLook.Trouble) -> VideoLook {
        let first = try part(url, from: 0)
        let type = first.headers["content-type"]?.lowercased() ?? ""
        guard !type.hasPrefix("text/"), !type.contains("html"), !type.hasPrefix("image/") else {
            throw VideoLook.Trouble(
                "This address leads to a page, not a video. Paste the address of the video itself."
            )
        }
        var look = VideoLook(title: Self.title(of: url, first.headers["content-disposition"]))
        var found = FilmLength.find(in: first.body)
        if case .later(let place) = found {
            // Only a server that sends parts can be asked for the one at the end.
            found = .unknown
            if first.status == 206, let rest = try? part(url, from: place), rest.status == 206 {
                found = FilmLength.find(in: rest.body, from: place)
            }
        }
        if case .length(let length) = found { look.seconds = Self.seconds(length) }
        look.picture = muxPicture(url)
        return look
    }

    /// What lasts less than half a second is shown as one.
    private static func seconds(_ length: MediaTime) -> Int {
        max(1, length.roundedSeconds)
    }

    private func part(_ url: WebAddress, from place: Int) throws(VideoLook.Trouble)
        -> OutgoingAnswer
    {
        var fetch = fetch
        fetch.responseLimitBytes = Self.headBytes
        fetch.cutsAtLimit = true
        fetch.headers = [
            (name: "Range", value: "bytes=\(place)-\(place + Self.headBytes - 1)"),
            (name: "Accept-Encoding", value: "identity"),
        ]
        return try ask(fetch, url.text, "video/*, application/octet-stream;q=0.5").answer
    }

    private func hls(_ url: WebAddress) throws(VideoLook.Trouble) -> VideoLook {
        var fetch = fetch
        fetch.responseLimitBytes = Self.playlistBytes
        let type = "application/vnd.apple.mpegurl, application/x-mpegurl"
        let (answer, address) = try ask(fetch, url.text, type)
        guard let list = FilmLength.playlist(answer.body) else {
            throw VideoLook.Trouble("This address doesn’t lead to a video stream.")
        }
        var look = VideoLook(title: Self.title(of: url, nil))
        switch list {
        case .media(let length): look.seconds = length.map(Self.seconds)
        case .main(let variant):
            if let next = address.beside(variant),
                let inner = try? fetch.get(next.description, accepting: type), inner.status == 200,
                case .media(let length)? = FilmLength.playlist(inner.body)
            {
                look.seconds = length.map(Self.seconds)
            }
        }
        look.picture = muxPicture(url)
        return look
    }

    private func ask(_ fetch: GuardedFetch, _ url: String, _ type: String)
        throws(VideoLook.Trouble) -> (answer: OutgoingAnswer, address: FetchAddress)
    {
        let found: (answer: OutgoingAnswer, address: FetchAddress)
        do {
            found = try fetch.find(url, accepting: type)
        } catch {
            throw VideoLook.Trouble(Self.words(for: error))
        }
        switch found.answer.status {
        case 200, 206: return found
        case 401, 403: throw VideoLook.Trouble("This video isn’t public.")
        case 404, 410: throw VideoLook.Trouble("There is nothing at this address.")
        default:
            throw VideoLook.Trouble(
                "This site answered with an error (\(found.answer.status)). Try again later."
            )
        }
    }

    private static func words(for error: OutgoingError) -> String {
        switch error.kind {
        case .refused: "This address leads to a place that can’t be opened from here."
        case .tooLarge: "This address doesn’t lead to a stream that can be played here."
        case .untrusted: "The certificate of this site can’t be trusted."
        case .unreachable, .interrupted, .impossible:
            "This site didn’t answer. Check the address or try again later."
        }
    }

    /// A picture of a film at Mux, which has one of each.
    private func muxPicture(_ url: WebAddress) -> ImageFile? {
        guard case .playback(let id, _, _)? = try? VideoAddress.read(url.text, home: nil) else {
            return nil
        }
        return picture("https://image.mux.com/\(id)/thumbnail.jpg?width=480")
    }

    // MARK: Titles

    /// The name of the file as a title, as the server calls it or as the address has it.
    static func title(of url: WebAddress, _ disposition: String?) -> String {
        let path = url.text.prefix { !"?#".contains($0) }
        let segment = path.split(separator: "/").last.map(String.init) ?? ""
        let name = disposition.flatMap(fileName) ?? PercentEncoding.decode(segment) ?? segment
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let words = stem.map { "_-+\n\t".contains($0) ? " " : $0 }
        let title = ReadableText.of(String(words), most: WebVideo.maximumTitle)
        return title.isEmpty ? "Video" : title
    }

    /// The name in a Content-Disposition (RFC 6266), without any path.
    private static func fileName(_ disposition: String) -> String? {
        let parts = disposition.split(separator: ";").map { PlainText.trimmed(String($0)) }
        let extended = parts.first { $0.lowercased().hasPrefix("filename*=utf-8''") }
            .flatMap { PercentEncoding.decode(String($0.dropFirst("filename*=utf-8''".count))) }
        let plain = parts.first { $0.lowercased().hasPrefix("filename=") }
            .map { ReceivedText.cut($0.dropFirst("filename=".count).filter { $0 != "\"" }) }
        let name = (extended ?? plain)?.split(whereSeparator: { "/\\".contains($0) }).last
        return name.flatMap { $0.isEmpty ? nil : String($0) }
    }
}

/// A video at an address, as it is kept.
enum WebSource: Sendable, Equatable {
    case youTube(String)
    case file(WebAddress)
    case hls(WebAddress)

    var url: String {
        switch self {
        case .youTube(let id): YouTubeAddress.watch(id)
        case .file(let url), .hls(let url): url.text
        }
    }

    var kind: WebVideo.Kind {
        switch self {
        case .youTube: .youTube
        case .file: .file
        case .hls: .hls
        }
    }
}

extension FetchAddress {
    /// Where a relative address in what this one answered leads to; nil for one that climbs.
    func beside(_ text: String) -> FetchAddress? {
        if text.contains("://") || text.hasPrefix("/") { return following(text) }
        let folder = target.prefix { !"?".contains($0) }
        guard let slash = folder.lastIndex(of: "/"), !text.hasPrefix(".") else { return nil }
        return FetchAddress("\(origin)\(folder[...slash])\(text)")
    }
}
