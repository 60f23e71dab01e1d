import Quill
import SQLite

/// What there is to do on a new installation. Each step ticks itself off: nothing is kept but that
/// an admin has put the list aside.
struct FirstSteps: Record {
    /// The list’s name among the alerts that were put aside.
    static let key = "first-steps"

    /// The list as something to put aside.
    static let alert = Attention(
        key: key,
        amount: 0,
        heading: "First steps",
        reason: "",
        href: "/admin"
    )

    let steps: [Step]

    /// One of the steps.
    struct Step: Record {
        let label: String
        let hint: String
        let href: String
        let isDone: Bool

        static let fields: [Field<Step>] = [
            .text("label") { $0.label },
            .text("hint") { $0.hint },
            .text("href") { $0.href },
            .bool("is_done") { $0.isDone },
        ]
    }

    private var doneCount: Int { steps.count(where: \.isDone) }
    var isDone: Bool { doneCount == steps.count }

    init(_ visit: Visit, books: Int, videos: Int, families: Int) throws {
        let found = try visit.database.first(
            """
            SELECT EXISTS (SELECT 1 FROM rights_windows WHERE id > 0),
                EXISTS (SELECT 1 FROM users WHERE role = 'parent')
                    OR EXISTS (SELECT 1 FROM one_time_links
                        WHERE kind = 'invitation' AND role = 'parent'),
                EXISTS (SELECT 1 FROM audit_entries WHERE record_type = 'backup'
                    AND action IN ('downloaded', 'copied'))
            """
        ) { (rights: try $0.bool(0), parent: try $0.bool(1), copy: try $0.bool(2)) }
        let hasSecondFactor =
            try visit.session.map { try visit.secondFactors.isOn(for: $0.user.id) } ?? false
        steps = [
            Step(
                label: "Add books",
                hint: "Import a list as a CSV file, or add the first one by hand.",
                href: "/admin/imports",
                isDone: books > 0
            ),
            Step(
                label: "Add rights",
                hint: "A rights window says where and when families may see a book.",
                href: "/admin/books",
                isDone: found?.rights ?? false
            ),
            Step(
                label: "Add videos",
                hint: "A book with a ready video becomes a story to watch.",
                href: "/admin/video_assets",
                isDone: videos > 0
            ),
            Step(
                label: "Add a family",
                hint: "A family is one or more parents and their children.",
                href: "/admin/families/new",
                isDone: families > 0
            ),
            Step(
                label: "Invite a parent",
                hint: "You’ll get a link to share on the family’s page.",
                href: "/admin/families",
                isDone: found?.parent ?? false
            ),
            Step(
                label: "Turn on your second factor",
                hint: "Then your password alone won’t be enough to sign in.",
                href: "/account/second-factor",
                isDone: hasSecondFactor
            ),
            Step(
                label: "Keep a backup elsewhere",
                hint: "A lost disk takes its backups with it. Download one, or copy them daily.",
                href: "/admin/backups",
                isDone: found?.copy ?? false
            ),
        ]
    }

    static let fields: [Field<FirstSteps>] = [
        .list("steps") { $0.steps },
        .int("done_count") { $0.doneCount },
        .int("count") { $0.steps.count },
        .text("hide_href") { _ in "/admin/alerts/\(key)/hide-until-worse" },
    ]
}
