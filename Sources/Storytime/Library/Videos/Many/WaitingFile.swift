/// A video's file that waits for its book: uploaded with others, or in the inbox.
struct WaitingFile: Sendable, Equatable {
    /// What somebody chose for it, in place of the suggestion.
    struct Choice: Sendable, Equatable {
        var book: ID<Book>?
        /// Whether it is to be added.
        var isWanted: Bool
    }

    let key: Key
    let name: String
    let size: Int
    /// Nil until it is known, and for files that nobody looked into.
    var seconds: Int?
    /// Why no video can be made of it; nil if nothing is known to be wrong.
    var trouble: String?
    var choice: Choice?
    /// The names of the captions beside it.
    var captions: [String] = []

    /// What a form names it by.
    enum Key: Sendable, Hashable {
        case upload(ID<WaitingFile>)
        /// By its name in the folder.
        case inbox(String)

        private static let (uploadPrefix, inboxPrefix) = ("upload-", "inbox-")

        init?(_ text: String) {
            if text.hasPrefix(Self.inboxPrefix) {
                self = .inbox(String(text.dropFirst(Self.inboxPrefix.count)))
            } else if text.hasPrefix(Self.uploadPrefix),
                let id = ID<WaitingFile>(pathSegment: text.dropFirst(Self.uploadPrefix.count))
            {
                self = .upload(id)
            } else {
                return nil
            }
        }

        var text: String {
            switch self {
            case .upload(let id): "\(Self.uploadPrefix)\(id)"
            case .inbox(let name): Self.inboxPrefix + name
            }
        }
    }
}
