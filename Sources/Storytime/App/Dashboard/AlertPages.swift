import HTTP
import Server

/// Putting an alert of the dashboard aside, and bringing it back.
enum AlertPages {
    static let routes = [
        post("/admin/alerts/{key}/hide") { try hide($0, $1, for: .month) },
        post("/admin/alerts/{key}/hide-until-worse") { try hide($0, $1, for: .untilWorse) },
        post("/admin/alerts/{key}/show", show),
    ]

    private static let back = "/admin"

    private static func hide(_ visit: Visit, _ key: AlertKey, for term: HiddenAlerts.Term) throws
        -> Response
    {
        guard let alert = try find(key, visit) else {
            return try visit.redirect(
                to: back,
                notice: Flash(.info, "This alert is gone. Nothing needs to be hidden.")
            )
        }
        try visit.hiddenAlerts.hide(
            alert.key,
            alert.heading,
            amount: alert.amount,
            for: term,
            by: visit.actor
        )
        return try visit.redirect(
            to: back,
            notice: Flash(.good, said(of: alert, term), undo: "/admin/alerts/\(key)/show")
        )
    }

    static func show(_ visit: Visit, _ key: AlertKey) throws -> Response {
        let heading = try find(key, visit)?.heading ?? key.description
        let wasHidden = try visit.hiddenAlerts.show(key.description, heading, by: visit.actor)
        return try visit.redirect(
            to: back,
            notice: wasHidden
                ? Flash(.good, "Shown again.") : Flash(.info, "This alert isn’t hidden.")
        )
    }

    private static func said(of alert: Attention, _ term: HiddenAlerts.Term) -> String {
        if alert.key == FirstSteps.key { return "First steps hidden." }
        return term == .month
            ? "Alert hidden for \(HiddenAlerts.daysOfMonth) days."
            : "Alert hidden until the number rises above \(Counted.number(alert.amount))."
    }

    /// The alert as it is now; nil if there is nothing to alert anybody to.
    private static func find(_ key: AlertKey, _ visit: Visit) throws -> Attention? {
        if key.description == FirstSteps.key { return FirstSteps.alert }
        return try visit.site.features.attention(visit).first { $0.key == key.description }
    }
}
