import HTTP

/// Children, for programs of their parents.
enum ChildAPI {
    private static let operation = Operations(
        .children,
        for: .parent,
        reads: .readLibrary,
        writes: .writeLibrary
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/children",
            "listChildren",
            "List the family’s children",
            "Returns all children in the parent’s family; there are at most "
                + "\(Family.maximumChildren). Parents without a family get "
                + "an empty list.",
            index
        ),
        operation(
            .post,
            "/api/v1/children",
            "createChild",
            "Add a child",
            "Adds a child to the parent’s family. A family can have at most "
                + "\(Family.maximumChildren) children; beyond that you get a 409.",
            refuses: [.conflict],
            create
        ),
        operation(
            .get,
            "/api/v1/children/{child_id}",
            "getChild",
            "Get a child",
            "Returns a child of the family, with their settings.",
            show
        ),
        operation(
            .patch,
            "/api/v1/children/{child_id}",
            "updateChild",
            "Change a child",
            "Changes only the members you send. With "
                + "`If-Match`, you can’t overwrite somebody else’s change.",
            update
        ),
        operation(
            .delete,
            "/api/v1/children/{child_id}",
            "deleteChild",
            "Remove a child",
            "Removes a child with their library and viewing history. A "
                + "parent can restore the child in the console for \(ChildStore.keptDays) days; "
                + "then everything is erased.",
            refuses: [.changedMeanwhile],
            delete
        ),
    ]

    /// All children of the family: there are few. A parent without a family has none.
    static func index(_ visit: Visit, _ sent: Sent<WholeListQuery>) throws -> WholeList<ChildAnswer>
    {
        let query = try sent.read().changes
        guard let scope = try visit.familyIfAny() else { return WholeList(records: []) }
        let all = try visit.children.list(of: scope.family.id)
        guard let query else {
            return WholeList(records: all.map { answer($0, visit, scope) })
        }
        let changes = try visit.changes(query).children(of: scope.family.id)
        let changed = Set(changes.entries.map(\.id))
        return WholeList(
            records: all.filter { changed.contains($0.id.value) }.map { answer($0, visit, scope) },
            removed: RemovedRecords(changes, but: all.map(\.id.value))
        )
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<ChildForm>>) throws
        -> Created<ChildAnswer>
    {
        let scope = try visit.family()
        let members = try sent.read().members
        let draft = try draft(members, over: nil, visit, scope)
        do {
            let child = try visit.children.insert(draft, into: scope.family.id, by: scope.actor)
            return Created(
                record: answer(child, visit, scope),
                location: "/api/v1/children/\(child.id)"
            )
        } catch ChildStore.Refusal.familyIsFull {
            throw Failure.conflict(ChildForm.tooMany)
        } catch ChildStore.Refusal.binIsFull {
            throw Failure.conflict(ChildForm.binIsFull)
        }
    }

    static func show(_ visit: Visit, _ id: ID<Child>) throws -> Details<ChildAnswer> {
        let scope = try visit.family()
        let child = try visit.children.find(id, of: scope.family.id)
        return Details(record: answer(child, visit, scope))
    }

    static func update(
        _ visit: Visit,
        _ sent: Sent<ChangedRecord<ChildForm>>,
        _ id: ID<Child>
    ) throws -> Details<ChildAnswer> {
        let scope = try visit.family()
        let child = try visit.children.find(id, of: scope.family.id)
        try visit.expectMatch(Details(record: answer(child, visit, scope)))
        let draft = try draft(sent.read().members, over: child, visit, scope)
        do {
            let saved = try visit.children.update(
                id,
                of: scope.family.id,
                version: child.version,
                draft,
                by: scope.actor
            )
            return Details(record: answer(saved, visit, scope))
        } catch ChildStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        }
    }

    static func delete(_ visit: Visit, _ id: ID<Child>) throws -> NoContent {
        let scope = try visit.family()
        let child = try visit.children.find(id, of: scope.family.id)
        try visit.expectMatch(Details(record: answer(child, visit, scope)))
        // Who names no version means the child, whatever was changed in between.
        let version = visit.request.headers.contains("If-Match") ? child.version : nil
        do {
            _ = try visit.children.remove(
                id,
                of: scope.family.id,
                version: version,
                by: scope.actor
            )
            return NoContent()
        } catch ChildStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        }
    }

    /// What was sent, over the child as it is, judged by the form.
    private static func draft(
        _ members: SentMembers,
        over child: Child?,
        _ visit: Visit,
        _ scope: FamilyScope
    ) throws -> Child.Draft {
        let categories = try visit.categories.all()
        let form = ChildForm(
            sent: members.fields(
                over: child.map { ChildForm($0, categories).pairs } ?? ChildForm.standard
            ),
            on: scope.family.today(visit.now),
            categories
        )
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        return draft
    }

    private static func answer(_ child: Child, _ visit: Visit, _ scope: FamilyScope) -> ChildAnswer
    {
        ChildAnswer(child: child, today: scope.family.today(visit.now))
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
            settings: Child.Settings(),
            hidden: [ID(8)],
            version: 1,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000
        ),
        today: CalendarDay(number: 20_778)
    )

    static let json: [JSONField<ChildAnswer>] = [
        .integer("id", "The child’s id.") { $0.child.id.value },
        .text("name", "The name.") { $0.child.name },
        .text("birth_date", "The day of birth, like `2022-03-04`.", format: "date") {
            $0.child.birthDate.iso
        },
        .integer("age", "In full years, in the family’s time zone.") {
            Age(bornOn: $0.child.birthDate, on: $0.today).years
        },
        .choice("avatar", "The name of the child’s picture.") {
            $0.child.avatar
        },
        .bool("may_scrub", "Whether they can skip forward and back in a story.") {
            $0.child.settings.mayScrub
        },
        .bool("has_captions", "Whether captions are shown.") { $0.child.settings.hasCaptions },
        .bool("has_reduced_motion", "Whether there are no animations around the stories.") {
            $0.child.settings.hasReducedMotion
        },
        .bool("speaks_titles", "Whether titles are spoken when a cover is touched.") {
            $0.child.settings.speaksTitles
        },
        .bool("shows_categories", "Whether the shelf shows the categories as pictures.") {
            $0.child.settings.showsCategories
        },
        .bool("may_read_along", "Whether stories with captions can be read along.") {
            $0.child.settings.mayReadAlong
        },
        .integers("hidden_category_ids", "The ids of the categories hidden from the child.") {
            $0.child.hidden.map(\.value).sorted()
        },
        .time("created_at", "When the child was added.") { $0.child.createdAt },
        .time("updated_at", "When the child was last changed.") { $0.child.updatedAt },
    ]
}
