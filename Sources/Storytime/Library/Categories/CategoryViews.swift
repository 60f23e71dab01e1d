import Quill
import Received

/// Which category was just moved with a button, and which way: its button keeps the focus.
struct MovedCategory: Equatable {
    let id: Int
    let isUp: Bool

    /// Reads "7-up".
    init?(_ text: String?) {
        let parts = (text ?? "").split(separator: "-")
        guard parts.count == 2, let id = ReceivedNumber.integer(parts[0]),
            ["up", "down"].contains(parts[1])
        else {
            return nil
        }
        self.id = id
        isUp = parts[1] == "up"
    }
}

/// A row of the list of categories.
struct CategoryRow: Record {
    let category: Category
    /// Its place in the whole list, from 0.
    let place: Int
    let total: Int
    let moved: MovedCategory?

    private var isFirst: Bool { place == 0 }
    private var isLast: Bool { place == total - 1 }
    private var wasMoved: Bool { moved?.id == category.id.value }

    /// At an end of the list the button that was used is gone, so the other one takes the focus.
    private var focusesUp: Bool {
        guard wasMoved, let moved else { return false }
        return moved.isUp ? !isFirst : isLast
    }

    static let fields: [Field<CategoryRow>] = [
        .record("category") { $0.category },
        .bool("is_first") { $0.isFirst },
        .bool("is_last") { $0.isLast },
        .bool("focus_up") { $0.focusesUp },
        .bool("focus_down") { $0.wasMoved && !$0.focusesUp },
    ]
}

/// The list of categories.
struct CategoryIndexPage: Page {
    static let template = "library/categories/index.html"

    let rows: [CategoryRow]
    let pagination: PaginationView
    /// How many are in the bin.
    let binnedCount: Int

    static let fields: [Field<CategoryIndexPage>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .int("binned") { $0.binnedCount },
        .record("pagination") { $0.pagination },
    ]
}

/// A category with its books.
struct CategoryShowPage: PageWithCovers {
    static let template = "library/categories/show.html"

    let category: Category
    let books: [BookSummary]
    let times: TimeText
    let pagination: PaginationView
    let history: History

    static let fields: [Field<CategoryShowPage>] = [
        .record("category") { $0.category },
        .text("created_text") { $0.times.exact($0.category.createdAt) },
        .text("updated_text") { $0.times.exact($0.category.updatedAt) },
        .list("books") { $0.books },
        .record("pagination") { $0.pagination },
        .record("history") { $0.history },
    ]
}
