/// The text that Mux keeps for us with an asset and sends with every event: whose it is.
///
/// It is written "book:7;video:12". "book:7" alone is accepted, too, and so is anything that
/// others appended to it.
struct Passthrough: Sendable, Equatable {
    var book: ID<Book>?
    var video: ID<VideoAsset>?

    init(book: ID<Book>?, video: ID<VideoAsset>?) {
        self.book = book
        self.video = video
    }

    init(_ text: String?) {
        for part in (text ?? "").split(separator: ";") {
            if part.hasPrefix("book:") { book = ID(pathSegment: part.dropFirst(5)) }
            if part.hasPrefix("video:") { video = ID(pathSegment: part.dropFirst(6)) }
        }
    }

    var text: String {
        [book.map { "book:\($0)" }, video.map { "video:\($0)" }].compactMap(\.self)
            .joined(separator: ";")
    }
}
