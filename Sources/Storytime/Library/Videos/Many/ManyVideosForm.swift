/// The list of many videos as it was sent: for each file, the book and whether to add it.
struct ManyVideosForm: Sendable {
    /// A file of the list.
    struct Line: Sendable, Equatable {
        let key: WaitingFile.Key
        let book: ID<Book>?
        let isWanted: Bool
        /// Whether that differs from what the page showed.
        let isChanged: Bool

        var choice: WaitingFile.Choice { WaitingFile.Choice(book: book, isWanted: isWanted) }
    }

    /// What is to be done with it.
    enum Act: Sendable, Equatable {
        case add, save
        /// A script saves what somebody has just chosen, and stays on the page.
        case saveQuietly
        /// Looks for the book of one file.
        case find(WaitingFile.Key)
        case remove(ID<WaitingFile>)
    }

    let lines: [Line]
    let act: Act

    init(_ fields: Fields) {
        lines = (0..<ManyVideos.perPage).compactMap { index in
            guard let key = fields.text("file-\(index)").flatMap(WaitingFile.Key.init) else {
                return nil
            }
            let book = fields.text("book-\(index)").flatMap { ID<Book>(pathSegment: $0[...]) }
            let isWanted = fields.isOn("add-\(index)")
            return Line(
                key: key,
                book: book,
                isWanted: isWanted,
                isChanged: fields.text("shown-\(index)") != Self.shown(book, isWanted)
            )
        }
        if let key = fields.text("find").flatMap(WaitingFile.Key.init) {
            act = .find(key)
        } else if let text = fields.text("remove"), let id = ID<WaitingFile>(pathSegment: text[...])
        {
            act = .remove(id)
        } else {
            switch fields.text("save") {
            case "quietly": act = .saveQuietly
            case nil: act = .add
            default: act = .save
            }
        }
    }

    var wanted: [Line] { lines.filter(\.isWanted) }

    /// The state of a line as a page shows it, to tell what somebody changed.
    static func shown(_ book: ID<Book>?, _ isWanted: Bool) -> String {
        "\(book.map { "\($0)" } ?? "") \(isWanted ? "yes" : "no")"
    }
}
