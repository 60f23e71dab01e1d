import HTTP
import Quill

/// Keeps files from being read again that have ended the program when they were read.
enum SetAside {
    /// The page in place of what would be read from such a file; nil where all is well.
    static func answer(_ visit: Visit, _ file: String, removedBy ending: String?) throws
        -> Response?
    {
        let crashes = CrashStore(database: visit.database, now: visit.now)
        guard try crashes.isSetAside(file) else { return nil }
        let page = SetAsidePage(removal: ending.map { "\(visit.request.path)/\($0)" })
        return try visit.page(page, status: 422)
    }
}

/// Says that a file isn't read again, and how to get rid of it.
struct SetAsidePage: Page {
    static let template = "console/errors/set-aside.html"

    /// The address of the form that removes it.
    let removal: String?

    static let fields: [Field<SetAsidePage>] = [
        .optionalText("removal") { $0.removal }
    ]
}
