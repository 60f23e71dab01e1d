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
        let words = lines.prefix(4).map { String(decoding: $0, as: UTF8.self) }
        guard let source = Self.source(words[0]) else { return }
        let answer = OutgoingAnswer(
            status: 100 + words[2].utf8.reduce(0) { ($0 &* 10 &+ Int($1)) & 511 },
            headers: [
                "content-type": words[1], "content-disposition": words[3], "location": words[3],
            ],
            body: lines[4]
        )
        let known = OutgoingAnswer(
            status: words[2] == "206" ? 206 : 200,
            headers: answer.headers,
            body: lines[4]
        )
        for answer in [known, answer] {
            var fetch = GuardedFetch(home: nil)
            fetch.addresses = { _ in [IPAddress("93.184.216.34")].compactMap(\.self) }
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
