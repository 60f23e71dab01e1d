/// The parents who share children: whose library it is, where they watch, and what day it is there.
struct Family: Sendable, Equatable {
    /// More grown-ups than share one household's children; the family's page shows all of them.
    static let maximumParents = 20
    /// More children than a family has, and few enough to be shown on one page.
    static let maximumChildren = 30

    let id: ID<Family>
    var name: String
    /// By ISO 3166-1 alpha-2.
    var territory: String
    /// The zone of the family's days, by its name in the time zone database.
    var timeZone: String
    /// The language (BCP 47) in which they look for books first; nil is any.
    var language: String?
    /// For how many days single events of watching are kept; nil is for ever.
    var usageRetentionDays: Int?
    var parentCount = 0
    var childCount = 0
    /// Rises with every change: a form says which version it showed.
    var version = 1
    var createdAt = 0
    var updatedAt = 0

    /// What a valid form makes of its fields, and the only thing that a store accepts.
    struct Draft: Sendable, Equatable {
        var name: String
        var territory: String
        var timeZone: String
        var language: String?
        var usageRetentionDays: Int?
    }

    var subject: Subject { Subject(.family, id.value, name, of: id) }

    /// The day that it is where the family lives.
    func today(_ now: Int) -> CalendarDay {
        let day = TimeText(zone: timeZone).isoDay(now)
        return CalendarDay(iso: day) ?? CalendarDay(number: now / 86_400)
    }

    /// How the audit log names a family beside another record. Its name would outlive it there.
    static func number(_ id: ID<Family>?) -> String? { id.map { "no. \($0)" } }
}
