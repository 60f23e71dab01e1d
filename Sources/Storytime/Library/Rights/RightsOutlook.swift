/// How it stands with the rights of one book for everybody, in words: "Open in Germany and the United
/// Kingdom; closed in Sweden, 1 family."
struct RightsOutlook {
    /// So many countries are named; of more, how many they are.
    private static let mostNamed = 6

    private let audience: RightsAudience
    private let standings: [(place: RightsAudience.Place, standing: RightsStanding)]
    private let windows: [RightsWindow]
    private let times: TimeText

    init(_ audience: RightsAudience, _ windows: [RightsWindow], _ times: TimeText) {
        self.audience = audience
        self.windows = windows
        self.times = times
        standings = audience.places.map { ($0, RightsStanding($0.rights, windows)) }
    }

    var reach: RightsAudience.Reach { audience.reach(windows) }

    /// The word of a label, and its kind.
    var label: (text: String, kind: String) {
        switch reach {
        case .everybody: ("Open", "good")
        case .some: ("Open for some", "busy")
        case .nobody: ("Closed", "bad")
        }
    }

    var text: String { ([families] + [home].compactMap(\.self)).joined(separator: " ") }

    /// How it stands where families live.
    private var families: String {
        let first = standings[0]
        if standings.allSatisfy({ $0.standing == first.standing }) {
            return first.standing == .elsewhere && standings.count > 1
                ? "No rights today. No window is worldwide or for \(names(standings, "or"))."
                : first.standing.text(in: first.place.rights.territory, times)
        }
        let open = standings.filter(\.standing.isOpen)
        let closed = standings.filter { !$0.standing.isOpen }
        if closed.isEmpty { return "Open in \(names(open))\(firstEnd)." }
        if open.isEmpty { return "No rights today in \(names(closed, "or")).\(nextOpening)" }
        return "Open in \(names(open)); closed in \(names(closed, except: open)), "
            + Counted.text(
                closed.reduce(0) { $0 + $1.place.families },
                "family",
                "families"
            ) + "."
    }

    /// The country of the configuration, where no family lives there.
    private var home: String? {
        let home = audience.home
        guard audience.hasFamilies, home.territory != .worldwide,
            !audience.places.contains(where: { $0.rights.territory == home.territory })
        else { return nil }
        let word = home.areGiven(by: windows) ? "Open" : "Closed"
        return "\(word) in \(home.territory.nameInSentence), where no family lives."
    }

    /// ", until 5 December 2026 at least"
    private var firstEnd: String {
        let ends = standings.compactMap { entry in
            if case .open(let day?) = entry.standing { day } else { nil }
        }
        return ends.min().map { ", until \(times.day($0)) at least" } ?? ""
    }

    private var nextOpening: String {
        let days = standings.compactMap { entry in
            if case .opens(let day) = entry.standing { day } else { nil }
        }
        return days.min().map { " The next window opens on \(times.day($0))." } ?? ""
    }

    /// The countries of places, by name. One that is closed for some of its families alone has them in
    /// another time zone, where it is another day.
    private func names(
        _ entries: [(place: RightsAudience.Place, standing: RightsStanding)],
        _ word: String = "and",
        except others: [(place: RightsAudience.Place, standing: RightsStanding)] = []
    ) -> String {
        let other = Set(others.map(\.place.rights.territory))
        let territories = Set(entries.map(\.place.rights.territory)).sorted { $0.name < $1.name }
        var names = territories.prefix(Self.mostNamed).map {
            $0.nameInSentence + (other.contains($0) ? " (another time zone)" : "")
        }
        let rest = territories.count - names.count
        if rest > 0 { names.append(Counted.text(rest, "more country", "more countries")) }
        return Counted.list(names, word)
    }
}

extension Visit {
    /// How it stands with the rights of a book that has these windows.
    func outlook(_ windows: [RightsWindow]) throws -> RightsOutlook {
        RightsOutlook(try audience(), windows, times)
    }
}
