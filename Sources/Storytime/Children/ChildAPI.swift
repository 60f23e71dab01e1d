import HTTP

/// Children, for programs of their parents.
enum ChildAPI {
    static let routes = [
        api(
            .get,
            "/api/v1/children",
            OperationText(.children, "listChildren", "The children of the family"),
            for: .parent,
            .readLibrary,
            index
        )
    ]

    /// All children of the family: there are few. A parent without a family has none.
    static func index(_ visit: Visit) throws -> WholeList<ChildAnswer> {
        guard let scope = try visit.familyIfAny() else { return WholeList(records: []) }
        let today = scope.family.today(visit.now)
        return WholeList(
            records: try visit.children.list(of: scope.family.id).map {
                ChildAnswer(child: $0, today: today)
            }
        )
    }
}

/// A child as the API tells of them.
struct ChildAnswer: NamedRecord {
    let child: Child
    /// The day that it is where the family lives.
    let today: CalendarDay

    static let schemaName = "Child"
    static let example = ChildAnswer(
        child: Child(
            id: ID(1),
            family: ID(1),
            name: "Astrid",
            birthDate: CalendarDay(number: 19_055),
            avatar: .fox,
            settings: Child.Settings(mayScrub: true),
            hidden: [],
            version: 1,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000
        ),
        today: CalendarDay(number: 20_778)
    )

    static let json: [JSONField<ChildAnswer>] = [
        .integer("id", "The child's number.") { $0.child.id.value },
        .text("name", "The name.") { $0.child.name },
        .text("birth_date", "The day of birth, like `2022-03-04`.") { $0.child.birthDate.iso },
        .integer("age", "In full years, where the family lives.") {
            Age(bornOn: $0.child.birthDate, on: $0.today).years
        },
        .text("avatar", "The name of the picture that stands for the child.") {
            $0.child.avatar.rawValue
        },
        .bool("may_scrub", "Whether they may jump about in a story.") {
            $0.child.settings.mayScrub
        },
        .bool("has_captions", "Whether captions are shown.") { $0.child.settings.hasCaptions },
        .bool("has_reduced_motion", "Whether nothing slides or bounces around the stories.") {
            $0.child.settings.hasReducedMotion
        },
        .time("created_at", "When the child was added.") { $0.child.createdAt },
        .time("updated_at", "When the child was last changed.") { $0.child.updatedAt },
    ]
}
