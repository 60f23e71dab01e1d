import Testing

@testable import Storytime

/// Windows of rights to try things with.
extension Console {
    var rights: RightsStore { RightsStore(database: database, now: time.now) }

    /// Adds a window: territory, first day, last day; without a last day it doesn't end.
    @discardableResult
    func addWindow(
        _ book: ID<Book>,
        _ territory: String = "*",
        _ first: String = "2020-01-01",
        _ last: String? = nil,
        note: String = ""
    ) throws -> RightsWindow {
        try rights.insert(.of(territory, first, last, note: note), for: book, by: .commandLine)
    }

    /// A book that families see as soon as they may.
    func addActiveBook(_ title: String) throws -> Book {
        try books.insert(.init(title: title, author: "", status: .active), by: .commandLine)
    }
}

extension RightsWindow.Terms {
    static func of(
        _ territory: String = "*",
        _ first: String,
        _ last: String? = nil,
        note: String = ""
    ) throws -> RightsWindow.Terms {
        let firstDay = try CalendarDay.of(first)
        let lastDay = try last.map(CalendarDay.of)
        return RightsWindow.Terms(
            territory: try #require(Territory(code: territory)),
            days: try #require(DaySpan(firstDay, lastDay)),
            note: note
        )
    }
}

extension Rights {
    /// Somebody who watches in that territory on that day.
    static func of(_ territory: String, _ day: String) throws -> Rights {
        Rights(territory: try #require(Territory(code: territory)), day: try .of(day))
    }
}

extension RightsAudience {
    /// Nobody but somebody who watches in that territory on that day.
    static func of(_ territory: String, _ day: String) throws -> RightsAudience {
        RightsAudience(try .of(territory, day))
    }
}

extension CalendarDay {
    static func of(_ iso: String) throws -> CalendarDay {
        try #require(CalendarDay(iso: iso))
    }
}
