import HTTP
import Received

@testable import Storytime

extension FuzzTarget {
    /// A playlist of HLS.
    func fuzzPlaylist(_ bytes: [UInt8]) {
        guard case .main(let variant) = FilmLength.playlist(bytes) else { return }
        _ = FetchAddress("https://films.example/a/b.m3u8")?.beside(variant)
    }

    /// The beginning of a film, or of one whose beginning was fetched before, and of a sound.
    func fuzzFilm(_ bytes: [UInt8], _ choice: FuzzChoice) {
        _ = FilmLength.find(in: bytes, from: choice.way(of: 64) << 20)
        if let sound = LiveSound(bytes) { _ = sound.speech }
    }

    /// What somebody typed, pasted or shared.
    func fuzzAddress(_ bytes: [UInt8]) {
        guard let text = try? ReceivedText.read(bytes) else { return }
        let home = Origin("https://stories.example")
        for origin in [home, nil] { _ = (try? VideoAddress.read(text, home: origin))?.moment }
        if let url = WebAddress(text) { _ = VideoLooker.title(of: url, text) }
        _ = FetchAddress(text)?.following(text)
        if let address = IPAddress(text) { _ = address.isPublic }
    }

    /// What a site says of a video: its address, its kind, its status, a Content-Disposition, and the file.
    /// Traps if what comes of it is longer than what is kept of it.
    func fuzzLook(_ bytes: [UInt8]) {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"),
            maxSplits: 4,
            omittingEmptySubsequences: false
        )
        .map(Array.init)
        guard lines.count == 5 else { return }
        guard let source = Self.source(String(decoding: lines[0], as: UTF8.self)) else { return }
        var answer = OutgoingAnswer(status: 200, body: lines[4])
        answer.take(headLine: Array("HTTP/1.1 ".utf8) + lines[2])
        for (name, value) in [
            ("Content-Type", lines[1]), ("Content-Disposition", lines[3]), ("Location", lines[3]),
        ] { answer.take(headLine: Array("\(name): ".utf8) + value) }
        // Most statuses are an error and nothing else.
        let asked = [answer.status, 200, 206].map {
            OutgoingAnswer(status: $0, headers: answer.headers, body: answer.body)
        }
        for answer in asked {
            var fetch = GuardedFetch(home: nil)
            fetch.addresses = { _, _ in [IPAddress("93.184.216.34")].compactMap(\.self) }
            fetch.transfer = { _ in answer }
            fetch.clock = { 0 }
            guard let look = try? VideoLooker(fetch: fetch).look(at: source) else { continue }
            precondition(look.title.count <= WebVideo.maximumTitle, "a title without end")
            precondition(look.author.count <= WebVideo.maximumAuthor, "an author without end")
            precondition(
                look.seconds.map { (1...604_800).contains($0) } ?? true,
                "a film of centuries"
            )
        }
    }

    private static func source(_ text: String) -> WebSource? {
        switch try? VideoAddress.read(text, home: nil) {
        case .file(let url, _): .file(url)
        case .hls(let url, _): .hls(url)
        case .youTube(let id, _): .youTube(id)
        default: nil
        }
    }
}
