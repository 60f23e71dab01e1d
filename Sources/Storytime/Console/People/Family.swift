/// The parents who share children: they share a library, a country, and a time zone.
struct Family: Sendable, Equatable {
    /// More grown-ups than look after one household's children; the family's page shows all of
    /// them.
    static let maximumParents = 20
    /// More children than any family has, and few enough to show on one page.
    static let maximumChildren = 30

    let id: ID<Family>
    var name: String
    /// By ISO 3166-1 alpha-2.
    var territory: String
    /// The time zone of the family's days, by its name in the time zone database.
    var timeZone: String
    /// The language (BCP 47) of the books they look for first; nil means any.
    var language: String?
    /// For how many days single player events are kept; nil means forever.
    var usageRetentionDays: Int?
    var parentCount = 0
    var childCount = 0
    /// Increases with every change: a form says which version it showed.
    var version = 1
    var createdAt = 0
    var updatedAt = 0

    /// The result of a valid form, and the only thing that a store accepts.
    struct Draft: Sendable, Equatable {
        var name: String
        var territory: String
        var timeZone: String
        var language: String?
        var usageRetentionDays: Int?
    }

    var subject: Subject { Subject(.family, id.value, name, of: id) }

    /// The current day where the family lives.
    func today(_ now: Int) -> CalendarDay {
        let day = TimeText(zone: timeZone).isoDay(now)
        return CalendarDay(iso: day) ?? CalendarDay(number: now / 86_400)
    }

    /// How the audit log refers to a family in other records' entries. Its name would outlive it
    /// there.
    static func number(_ id: ID<Family>?) -> String? { id.map { "no. \($0)" } }
}
