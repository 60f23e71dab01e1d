import Quill

/// The alerts of the dashboard, with those that were put aside.
struct DashboardAlerts {
    private(set) var shown: [AlertRow] = []
    private(set) var hidden: [HiddenAlertRow] = []
    /// Nil once all is done, or if an admin has put the list aside.
    private(set) var firstSteps: FirstSteps?

    init(_ visit: Visit, _ steps: FirstSteps) throws {
        let entries = try visit.hiddenAlerts.all()
        for alert in try visit.site.features.attention(visit) {
            if let entry = entries[alert.key], entry.hides(alert.amount) {
                hidden.append(HiddenAlertRow(alert: alert, entry: entry, times: visit.times))
            } else {
                shown.append(AlertRow(alert: alert))
            }
        }
        guard !steps.isDone else { return }
        if let entry = entries[FirstSteps.key] {
            hidden.append(
                HiddenAlertRow(alert: FirstSteps.alert, entry: entry, times: visit.times)
            )
        } else {
            firstSteps = steps
        }
    }
}

/// An alert, and how it can be put aside.
struct AlertRow: Record {
    let alert: Attention

    private var menu: [MenuItem] {
        let path = "/admin/alerts/\(alert.key)"
        return [
            MenuItem(
                label: "Hide for \(HiddenAlerts.daysOfMonth) days",
                href: path + "/hide",
                isForm: true
            ),
            MenuItem(
                label: "Hide until there are more",
                href: path + "/hide-until-worse",
                isForm: true
            ),
        ]
    }

    static let fields: [Field<AlertRow>] = [
        .record("alert") { $0.alert },
        .list("menu") { $0.menu },
    ]
}

/// An alert that was put aside, and how it comes back.
struct HiddenAlertRow: Record {
    let alert: Attention
    let entry: HiddenAlerts.Entry
    let times: TimeText

    private var term: String {
        if alert.key == FirstSteps.key { return "Hidden by \(entry.hiddenBy)." }
        let until =
            entry.until.map { "until \(times.day($0))" }
            ?? "until there are more than \(Counted.number(entry.amount))"
        return "Hidden by \(entry.hiddenBy) \(until)."
    }

    static let fields: [Field<HiddenAlertRow>] = [
        .text("heading") { $0.alert.heading },
        .text("href") { $0.alert.href },
        .text("term") { $0.term },
        .text("show_href") { "/admin/alerts/\($0.alert.key)/show" },
    ]
}
