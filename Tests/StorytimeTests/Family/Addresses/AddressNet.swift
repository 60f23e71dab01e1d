import Synchronization
import Testing

@testable import Storytime

/// The Internet in memory: names with their addresses, what is answered at each, and who was asked. Names
/// that lead into inner networks are among them.
final class AddressNet: Sendable {
    static let names = [
        "www.youtube.com": ["142.250.74.110"], "i.ytimg.com": ["142.250.74.118"],
        "films.example": ["8.8.8.8"], "image.mux.com": ["8.8.4.4"], "stream.mux.com": ["8.8.4.4"],
        "inner.example": ["10.0.0.7"], "half.example": ["8.8.8.8", "192.168.0.1"],
        "loop.example": ["::1"], "cloud.example": ["169.254.169.254"],
    ]

    private let asked = Mutex<[OutgoingRequest]>([])
    private let answers = Mutex<[String: OutgoingAnswer]>([:])

    /// Stands for the Internet of a console.
    init(for console: Console) {
        var fetch = GuardedFetch(home: nil)
        fetch.addresses = { host, _ in (Self.names[host] ?? []).compactMap(IPAddress.init) }
        fetch.transfer = { request throws(OutgoingError) in
            self.asked.withLock { $0.append(request) }
            guard let answer = self.answers.withLock({ $0[request.url] }) else {
                throw OutgoingError(kind: .unreachable, description: "nobody is there")
            }
            return answer
        }
        console.site.shared[AddressDesk.self].fetch = fetch
    }

    func answer(
        _ url: String,
        _ body: [UInt8] = [],
        status: Int = 200,
        _ headers: [String: String] = [:]
    ) {
        let answer = OutgoingAnswer(status: status, headers: headers, body: body)
        answers.withLock { $0[url] = answer }
    }

    var urls: [String] { asked.withLock { $0.map(\.url) } }
    var requests: [OutgoingRequest] { asked.withLock(\.self) }

    static func oembed(_ id: String) -> String {
        "https://www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D\(id)&format=json"
    }

    /// A video at YouTube with a picture.
    func addYouTube(_ id: String, _ title: String = "Foxes at night") {
        let picture = "https://i.ytimg.com/vi/\(id)/hqdefault.jpg"
        answer(
            Self.oembed(id),
            Array(
                #"{"title":"\#(title)","author_name":"The Fox Channel","type":"video","thumbnail_url":"\#(picture)","html":"<iframe onload=evil>"}"#
                    .utf8
            ),
            ["content-type": "application/json"]
        )
        answer(picture, Pictures.first(.jpeg), ["content-type": "image/jpeg"])
    }

    /// A film of so many seconds.
    func addFilm(_ url: String, seconds: Int = 75, _ headers: [String: String] = [:]) {
        answer(
            url,
            Self.film(seconds: seconds),
            status: 206,
            ["content-type": "video/mp4"].merging(headers) { $1 }
        )
    }

    static func film(seconds: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            number(content.count + 8) + Array(name.utf8) + content
        }
        let zeros = [UInt8](repeating: 0, count: 12)
        return box("ftyp", Array("isom".utf8))
            + box("moov", box("mvhd", zeros + number(1) + number(seconds) + zeros))
    }
}
