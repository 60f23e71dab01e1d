import HTTP
import Quill

/// A rights window that many books are about to get, and how many of them already have another one
/// for some of its days and places. Those are left out unless the admin includes them.
struct BulkRights: Record {
    let gift: RightsGift
    /// How many of the books have another window for some of its days and places.
    let overlapping: Int
    let count: Int
    let target: BulkTarget
    let address: BookListAddress
    let times: TimeText

    /// Why a book doesn't get the window, apart from having another one.
    static func reason(_ count: Int) -> String {
        (count == 1 ? "it already has" : "they already have")
            + " this window, or as many as a book can have (\(RightsStore.maximumWindows))"
    }

    /// How many stay unchanged because of another window.
    var left: Int { gift.mayOverlap ? 0 : overlapping }

    private var overlapText: String? {
        guard overlapping > 0 else { return nil }
        let isOne = overlapping == 1
        let books =
            overlapping == count
            ? (isOne ? "The book" : "All \(Counted.text(count, "book", "books"))")
            : "\(Counted.number(overlapping)) of the \(Counted.text(count, "book", "books"))"
        let has =
            "\(books) \(isOne ? "has" : "have") another window for some of these days and places"
        return gift.mayOverlap
            ? "\(has), and \(isOne ? "gets" : "get") this one as well."
            : "\(has), and \(isOne ? "is left as it is" : "are left as they are")."
    }

    private var overlapLink: String {
        let books =
            overlapping == 1 ? "that book" : "those \(Counted.text(overlapping, "book", "books"))"
        return gift.mayOverlap
            ? "Leave \(books) as \(overlapping == 1 ? "it is" : "they are")"
            : "Add it to \(books), too"
    }

    /// The same question with those books included, or left out again.
    private var overlapHref: String {
        var other = gift
        other.mayOverlap.toggle()
        return address.carry(
            along: BulkPages.path,
            target.fields + [(name: "act", value: BulkChoice.Kind.rights.rawValue)] + other.fields
        )
    }

    static let fields: [Field<BulkRights>] = [
        .record("words") { RightsWords(terms: $0.gift.terms, times: $0.times) },
        .optionalText("overlap_text") { $0.overlapText },
        .text("overlap_link") { $0.overlapLink },
        .text("overlap_href") { $0.overlapHref },
    ]
}

extension RightsGift {
    /// The form's fields for it.
    var fields: [(name: String, value: String)] {
        [
            (name: "territory", value: terms.territory.code),
            (name: "first_day", value: terms.days.first.iso),
            (name: "last_day", value: terms.days.last?.iso ?? ""),
            (name: "note", value: terms.note),
            (name: "may_overlap", value: mayOverlap ? "1" : ""),
        ].filter { !$0.value.isEmpty || $0.name == "last_day" }
    }
}
