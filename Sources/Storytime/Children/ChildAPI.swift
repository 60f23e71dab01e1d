import HTTP

/// Children, for programs of their parents.
enum ChildAPI {
    static let routes = [
        api(.get, "/api/v1/children", for: .parent, .readLibrary, index)
    ]

    /// All children of the family: there are few. A parent without a family has none.
    static func index(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return .json(data: [ChildAnswer]()) }
        let today = scope.family.today(visit.now)
        return .json(
            data: try visit.children.list(of: scope.family.id).map {
                ChildAnswer(child: $0, today: today)
            }
        )
    }
}

/// A child as the API tells of them.
struct ChildAnswer: JSONRecord {
    let child: Child
    /// The day that it is where the family lives.
    let today: CalendarDay

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
