import HTTP
import Quill
import SQLite
import Server

/// Where parents say when their family's days begin, and how long single events of watching are kept.
///
/// Keeping them less long deletes some at once, for good. So it is asked first, and how many they are;
/// who says yes says that number, and is asked again where it is another one by then.
enum FamilySettingsPages {
    static let path = "/family"

    static let routes: [Route] = [
        get("/family", for: .parent, show),
        post("/family", for: .parent, save),
    ]

    static func show(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        return try visit.page(
            FamilySettingsPage(
                family: scope.family,
                form: FamilySettingsForm(scope.family),
                version: VersionField(scope.family.version)
            )
        )
    }

    static func save(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let family = scope.family
        let fields = try visit.fields()
        let form = FamilySettingsForm(fields)
        let version = VersionField(fields, current: family.version)
        guard let draft = form.draft(of: family), let shown = version.value else {
            return try visit.page(
                FamilySettingsPage(family: family, form: form, version: version),
                status: 422
            )
        }
        do {
            let saving = try Saving(draft, over: family, fields, in: visit)
            guard saving.isAgreed else {
                return try visit.page(
                    FamilyRetentionPage(form: form, version: shown, saving: saving),
                    status: saving.wasAsked ? 409 : 422
                )
            }
            let saved = try visit.families.update(
                family.id,
                version: shown,
                draft,
                by: scope.actor
            )
            visit.site.vitals.jobBell.ring()
            return try visit.redirect(
                to: path,
                notice: Flash(.good, saving.notice(of: saved, before: family))
            )
        } catch let refusal as FamilyStore.ChangedMeanwhile {
            let current = refusal.current
            let page = FamilySettingsPage(
                family: current,
                form: form,
                version: VersionField(current.version),
                conflict: try visit.conflict(on: current.subject, form.differences(from: current))
            )
            return try visit.page(page, status: 409)
        }
    }

    /// What a choice deletes at once, and whether it was agreed to.
    struct Saving: Sendable {
        /// The field in which the question sends the number that it named.
        static let field = "events"

        let days: Int?
        /// How many events go at once.
        let events: Int
        private let agreed: Int?

        /// Where they are kept no less long than before, nothing goes that doesn't go anyway.
        init(_ draft: Family.Draft, over family: Family, _ fields: Fields, in visit: Visit) throws {
            days = draft.usageRetentionDays
            agreed = fields.text(Self.field).flatMap { Int($0) }
            guard let days, days < family.usageRetentionDays ?? .max else {
                events = 0
                return
            }
            events = try UsageRetention(database: visit.database, now: visit.now)
                .overdueEvents(of: family.id, days: days)
        }

        var wasAsked: Bool { agreed != nil }
        var isAgreed: Bool { events == 0 || agreed == events }

        /// "5 signs of the players".
        var eventsText: String {
            Counted.text(events, "sign of the players", "signs of the players")
        }

        func notice(of saved: Family, before: Family) -> String {
            var notice = "Your family is saved."
            if saved.timeZone != before.timeZone {
                notice += " What was watched is being put on the days of \(saved.timeZone)."
            }
            if events > 0 {
                notice += " \(eventsText) \(events == 1 ? "is" : "are") being deleted."
            }
            return notice
        }
    }
}

/// A family as its parents set it up.
struct FamilySettingsPage: Page {
    static let template = "families/settings.html"

    let family: Family
    let form: FamilySettingsForm
    let version: VersionField
    var conflict: Conflict?

    static let fields: [Field<FamilySettingsPage>] = [
        .text("family_name") { $0.family.name },
        .text("territory") { $0.family.territoryName },
        .text("path") { _ in FamilySettingsPages.path },
        .text("back_href") { _ in ChildPages.path },
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// The question before events are deleted because they are to be kept less long.
struct FamilyRetentionPage: Page {
    static let template = "families/retention.html"

    let form: FamilySettingsForm
    let version: Int
    let saving: FamilySettingsPages.Saving

    private var hidden: [HiddenField] {
        form.carried + [
            HiddenField(name: VersionField.name, value: String(version)),
            HiddenField(
                name: FamilySettingsPages.Saving.field,
                value: String(saving.events)
            ),
        ]
    }

    static let fields: [Field<FamilyRetentionPage>] = [
        .text("path") { _ in FamilySettingsPages.path },
        .text("events") { $0.saving.eventsText },
        .text("kept") { $0.saving.days == 365 ? "a year" : "\($0.saving.days ?? 0) days" },
        .bool("has_changed") { $0.saving.wasAsked },
        .list("hidden") { $0.hidden },
    ]
}
