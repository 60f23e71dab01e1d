import HTTP
import Quill

/// A viewing in its list.
struct ViewingRow: Record {
    let entry: ViewingList.Entry
    /// The address of its story; nil if it is gone, or no longer for the reader.
    let href: String?
    let address: ViewingAddress
    /// In the family's zone.
    let times: TimeText

    private var sums: Viewing.Sums { entry.viewing.sums }

    /// "Finished", "Stopped at 1:40 of 4:00".
    private var end: String {
        if sums.isFinished { return "Finished" }
        guard let position = sums.stoppedPosition else { return "Unknown" }
        let length = entry.durationSeconds.map { " of \(PlayingTime.text($0))" } ?? ""
        return "Stopped at \(PlayingTime.text(position))\(length)"
    }

    /// The note on one that only partly belongs to the days of the list.
    private var past: String? {
        let days = address.form.range.days
        let whole = "\(Minutes(ofMS: sums.watchedMS).text) in all"
        if sums.day < days.first { return "Started on \(sums.day.words), \(whole)" }
        return entry.watchedOnDaysMS < sums.watchedMS ? "Continued after these days, \(whole)" : nil
    }

    private var path: String { "\(address.path)/\(entry.viewing.id)" }

    static let fields: [Field<ViewingRow>] = [
        .text("title") { $0.entry.title ?? UsageReport.goneBook },
        .optionalText("href") { $0.href },
        .text("when") { $0.times.exact($0.sums.startedAt) },
        .text("when_iso") { TimeText.iso($0.sums.startedAt) },
        .text("watched") { Minutes(ofMS: $0.entry.watchedOnDaysMS).text },
        .optionalText("past") { $0.past },
        .text("end") { $0.end },
        .bool("is_left_out") { $0.entry.viewing.isLeftOut },
        .text("leave_out_href") { $0.path + "/leave-out" },
        .text("count_href") { $0.path + "/count" },
        .text("delete_href") { $0.address.href($0.entry.viewing.id, act: "delete") },
    ]
}

/// The list of a child's viewings.
struct ViewingIndexPage: Page {
    static let template = "family/reports/viewings.html"

    let child: Child
    let scope: FamilyScope
    let address: ViewingAddress
    var rows: [ViewingRow] = []
    var stories: [(id: ID<Book>, title: String)] = []
    var pagination: PaginationView?

    private var form: ReportForm { address.form }

    private var storyChoices: [Choice] {
        [Choice(value: "", label: "All stories", isChosen: address.book == nil)]
            + stories.map { story in
                Choice(
                    value: String(story.id.value),
                    label: story.title,
                    isChosen: story.id == address.book
                )
            }
    }

    private var days: ReportDays { form.range.days }

    static let fields: [Field<ViewingIndexPage>] = [
        .text("title") { Possessive.text($0.child.name) + " viewings" },
        .text("avatar") { $0.child.avatar.rawValue },
        .optionalText("behalf") { $0.scope.behalf },
        .text("back_href") { $0.form.href(of: $0.scope.usagePath(of: $0.child.id)) },
        .record("form") { $0.form },
        .list("stories") { $0.storyChoices },
        .bool("is_of_one_story") { $0.address.book != nil },
        .int("total") { $0.pagination?.total ?? 0 },
        .list("rows") { $0.rows },
        .text("list") { $0.address.carried },
        .text("delete_href") { $0.address.href(act: "delete") },
        .text("rounding") { _ in Minutes.note },
        .text("events_href") {
            EventDays.href("\($0.scope.childrenPath)/\($0.child.id)/usage_events.csv", $0.days)
        },
        .optionalRecord("pagination") { $0.pagination },
    ]
}

/// The question before viewings are deleted: that can't be undone.
struct ViewingDeletionPage: Page {
    static let template = "family/reports/delete-viewings.html"

    enum Subject {
        case viewing(ID<Viewing>, String)
        case all(ReportDays, Int)
    }

    let child: Child
    let scope: FamilyScope
    let address: ViewingAddress
    let subject: Subject
    /// Viewings were added or removed since the question was asked, so it is asked again.
    var hasChanged = false
    /// How many began before these days and continued on them: those stay.
    var carriedCount = 0

    private var action: String {
        switch subject {
        case .viewing(let id, _): "\(address.path)/\(id)/delete"
        case .all: address.path + "/delete"
        }
    }

    private var what: String {
        switch subject {
        case .viewing(_, let words): words
        case .all(let days, let count):
            "\(Counted.text(count, "viewing", "viewings")), \(days.words)"
        }
    }

    private var heading: String {
        switch subject {
        case .viewing: "Delete this viewing?"
        case .all(_, let count):
            count == 0
                ? "Nothing to delete"
                : "Delete \(Counted.text(count, "viewing", "viewings"))?"
        }
    }

    private var isMany: Bool {
        guard case .all(_, let count) = subject else { return false }
        return count > 1
    }

    /// The fields of the form about the days in question.
    private var hidden: [HiddenField] {
        let list = HiddenField(name: "list", value: address.carried)
        guard case .all(let days, let count) = subject else { return [list] }
        return [
            list,
            HiddenField(name: "from", value: days.first.iso),
            HiddenField(name: "to", value: days.last.iso),
            HiddenField(name: "count", value: String(count)),
        ]
    }

    private var isEmpty: Bool {
        if case .all(_, 0) = subject { true } else { false }
    }

    static let fields: [Field<ViewingDeletionPage>] = [
        .text("heading") { $0.heading },
        .text("child_name") { $0.child.name },
        .text("what") { $0.what },
        .bool("is_empty") { $0.isEmpty },
        .bool("is_many") { $0.isMany },
        .bool("has_changed") { $0.hasChanged },
        .optionalText("staying") { page in
            guard page.carriedCount > 0 else { return nil }
            let began = Counted.text(page.carriedCount, "viewing", "viewings")
            return
                "\(began) that started before these days \(page.carriedCount == 1 ? "stays" : "stay")."
        },
        .text("action") { $0.action },
        .list("hidden") { $0.hidden },
        .text("back_href") { $0.address.href },
        .optionalText("behalf") { $0.scope.behalf },
    ]
}
