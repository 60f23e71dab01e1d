import SQLite

/// A day of a child whose figure has changed because viewings are counted by other rules, and why.
struct UsageCorrection: Sendable, Equatable {
    /// What used to be counted differently.
    enum Reason: String, Sendable, CaseIterable {
        case clocks, pauses, devices, midnight

        /// The text for parents, after "because".
        var sentence: String {
            switch self {
            case .clocks: "a device’s clock was ahead"
            case .pauses: "a player went on reporting during a pause"
            case .devices: "two devices were on at once"
            case .midnight: "a story ran past midnight"
            }
        }
    }

    /// How long parents are told: long enough to see it on a page that they open once a week or
    /// once a month.
    static let shownSeconds = 42 * 86_400

    let day: CalendarDay
    let beforeMS: Int
    let afterMS: Int
    /// In the order of `Reason`.
    let reasons: [Reason]
}

extension UsageStore {
    /// Days of a child that were corrected in the last weeks, the latest first.
    func corrections(of child: ID<Child>) throws -> [UsageCorrection] {
        try database.all(
            """
            SELECT day, before_ms, after_ms, reasons FROM usage_corrections
            WHERE child_id = \(child.value) AND before_ms <> after_ms
                AND noted_at > \(now - UsageCorrection.shownSeconds)
            ORDER BY day DESC
            """
        ) { row in
            UsageCorrection(
                day: CalendarDay(iso: try row.text(0)) ?? CalendarDay(number: 0),
                beforeMS: try row.int(1),
                afterMS: try row.int(2),
                reasons: Self.reasons(try row.text(3))
            )
        }
    }

    /// Records that the days of a viewing have other figures. The totals are still the old ones.
    func note(
        _ before: Viewing,
        _ sums: Viewing.Sums,
        _ reasons: Set<UsageCorrection.Reason>
    ) throws {
        guard !before.isLeftOut, !reasons.isEmpty else { return }
        var differences: [CalendarDay: Int] = [:]
        for (place, amount) in UsageTotals.amounts(sums) {
            differences[place.day, default: 0] += amount.watchedMS
        }
        for (place, amount) in UsageTotals.amounts(before.sums) {
            differences[place.day, default: 0] -= amount.watchedMS
        }
        for (day, difference) in differences where difference != 0 {
            try note(day, of: before.key.child, difference, reasons)
        }
    }

    private func note(
        _ day: CalendarDay,
        of child: ID<Child>,
        _ difference: Int,
        _ reasons: Set<UsageCorrection.Reason>
    ) throws {
        let row: SQL = "child_id = \(child.value) AND day = \(day.iso)"
        let noted = try database.first(
            "SELECT before_ms, after_ms, reasons FROM usage_corrections WHERE \(sql: row)"
        ) { (before: try $0.int(0), after: try $0.int(1), reasons: try $0.text(2)) }
        let counted =
            try database.first(
                "SELECT coalesce(sum(watched_ms), 0) FROM daily_usage WHERE \(sql: row)"
            ) { try $0.int(0) } ?? 0
        let all = reasons.union(Self.reasons(noted?.reasons ?? ""))
        let text = UsageCorrection.Reason.allCases.filter(all.contains).map(\.rawValue)
            .joined(separator: " ")
        try database.execute(
            """
            INSERT INTO usage_corrections
                (child_id, day, before_ms, after_ms, reasons, noted_at)
            VALUES (\(child.value), \(day.iso), \(noted?.before ?? counted),
                \(max(0, (noted?.after ?? counted) + difference)), \(text), \(now))
            ON CONFLICT DO UPDATE SET after_ms = excluded.after_ms, reasons = excluded.reasons
            """
        )
    }

    private static func reasons(_ text: String) -> [UsageCorrection.Reason] {
        let words = text.split(separator: " ").map(String.init)
        return UsageCorrection.Reason.allCases.filter { words.contains($0.rawValue) }
    }
}
