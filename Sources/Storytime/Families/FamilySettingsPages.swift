import HTTP
import Quill
import SQLite
import Server

/// Where parents say when their family's days begin, and how long single events of watching are kept.
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
        guard !RetentionAgreement.isDeclined(fields) else {
            return try visit.page(FamilySettingsPage(family: family, form: form, version: version))
        }
        do {
            let agreement = try RetentionAgreement(to: draft, over: family, fields, in: visit)
            // Who showed an older version is told of that first.
            guard agreement.isGiven || shown != family.version else {
                let question = FamilyRetentionPage(
                    path: path,
                    back: (path, "Your family"),
                    carried: form.carried,
                    version: shown,
                    agreement: agreement
                )
                return try visit.page(question, status: question.status)
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
                notice: Flash(.good, notice(of: saved, before: family) + agreement.note)
            )
        } catch let refusal as FamilyStore.ChangedMeanwhile {
            return try conflictPage(visit, form, refusal.current)
        }
    }

    private static func conflictPage(
        _ visit: Visit,
        _ form: FamilySettingsForm,
        _ current: Family
    ) throws -> Response {
        let page = FamilySettingsPage(
            family: current,
            form: form,
            version: VersionField(current.version),
            conflict: try visit.conflict(on: current.subject, form.differences(from: current))
        )
        return try visit.page(page, status: 409)
    }

    private static func notice(of saved: Family, before: Family) -> String {
        guard saved.timeZone != before.timeZone else { return "Your family is saved." }
        return "Your family is saved. What was watched is being put on the days of "
            + "\(saved.timeZone)."
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
