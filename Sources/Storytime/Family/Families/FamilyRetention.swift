import HTTP
import Quill

/// Keeping a family's events less long deletes some at once, for good: how many, and whether whoever
/// chose it has agreed to that.
///
/// So it is asked first, and how many they are; who says yes says that number, and is asked again where
/// it is another one by then. Parents choose it for themselves, and admins for every family.
struct RetentionAgreement: Sendable {
    /// The field in which the question sends the number that it named.
    static let field = "events"
    /// The field of the question's two buttons.
    private static let actField = "act"

    let days: Int?
    /// How many events go at once.
    let events: Int
    private let agreed: Int?

    /// Where they are kept no less long than before, nothing goes that doesn't go anyway.
    private init(to draft: Family.Draft, over family: Family, _ fields: Fields, in visit: Visit)
        throws
    {
        days = draft.usageRetentionDays
        agreed = fields.number(Self.field)
        guard let days, days < family.usageRetentionDays ?? .max else {
            events = 0
            return
        }
        events = try UsageRetention(database: visit.database, now: visit.now)
            .overdueEvents(of: family.id, days: days)
    }

    /// What becomes of a valid form of a family: it is saved, or it is asked whether events may go.
    /// `again` shows the form to whoever would rather choose otherwise.
    static func consider(
        _ draft: Family.Draft,
        of form: some EditForm,
        _ version: VersionField,
        over family: Family,
        from path: String,
        back: (href: String, label: String),
        in visit: Visit,
        again: () throws -> Response
    ) throws -> Consideration {
        let fields = try visit.fields()
        guard fields.text(actField) != "back" else { return .ask(try again()) }
        let agreement = try RetentionAgreement(to: draft, over: family, fields, in: visit)
        // Who showed an older version is told of that first.
        guard !agreement.isGiven, version.value == family.version else {
            return .save(note: agreement.note)
        }
        let question = FamilyRetentionPage(
            path: path,
            back: back,
            carried: form.carried,
            version: family.version,
            agreement: agreement
        )
        return .ask(try visit.page(question, status: question.status))
    }

    var wasAsked: Bool { agreed != nil }
    var isGiven: Bool { events == 0 || agreed == events }

    /// "5 entries of the raw player log".
    var eventsText: String {
        Counted.text(events, "entry", "entries") + " from the raw player log"
    }

    /// " 5 entries of the raw player log are being deleted.", behind that the family is saved.
    var note: String {
        events == 0 ? "" : " \(eventsText) \(events == 1 ? "is" : "are") being deleted."
    }
}

/// The question before events are deleted because they are to be kept less long.
struct FamilyRetentionPage: Page {
    static let template = "family/families/retention.html"

    /// Where the form is sent, once more.
    let path: String
    /// The page with the form as it is saved, and what leads there.
    let back: (href: String, label: String)
    /// What was typed and chosen.
    let carried: [HiddenField]
    let version: Int
    let agreement: RetentionAgreement

    /// 409 where it was agreed to another number.
    var status: Status { agreement.wasAsked ? 409 : 422 }

    private var hidden: [HiddenField] {
        carried + [
            HiddenField(name: VersionField.name, value: String(version)),
            HiddenField(name: RetentionAgreement.field, value: String(agreement.events)),
        ]
    }

    static let fields: [Field<FamilyRetentionPage>] = [
        .text("path") { $0.path },
        .text("back_href") { $0.back.href },
        .text("back_label") { $0.back.label },
        .text("events") { $0.agreement.eventsText },
        .text("kept") { $0.agreement.days == 365 ? "a year" : "\($0.agreement.days ?? 0) days" },
        .bool("has_changed") { $0.agreement.wasAsked },
        .list("hidden") { $0.hidden },
    ]
}
