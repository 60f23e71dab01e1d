import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("The same figure wherever it stands")
struct ReportCrawlTests {
    @Test("All reports of the demo tell the same minutes of the same days, in ten ranges")
    func crawl() throws {
        let console = try Console()
        // A Sunday evening: weeks are whole.
        console.time.now = 1_795_374_000
        let demo = Demo(database: console.database, now: console.time.now)
        _ = try demo.addBooks()
        _ = try demo.addFamilies(.nobody)
        let found = FoundFigures()
        var crawl = ReportCrawl(console: console, found: found)
        for family in try console.texts("SELECT id || '' FROM families") {
            let id = ID<Family>(Int(family) ?? 0)
            let parent = try console.addParent(
                "parent-\(family)@example.test",
                in: try console.families.find(id)
            )
            console.cookies = [:]
            try console.signIn(parent)
            crawl.token = try console.bearer(parent)
            try crawl.parents(id)
        }
        console.cookies = [:]
        try console.signIn(as: .admin)
        try crawl.admins()
        #expect(found.differing == [])
        // Each figure was seen in several places, and they are thousands.
        #expect(found.keys > 1000 && found.count > 3 * found.keys)
    }
}

/// What was read of pages and files: each figure by whose it is and of which days.
final class FoundFigures {
    private var figures: [String: [(value: String, place: String)]] = [:]

    var keys: Int { figures.count }
    var count: Int { figures.values.reduce(0) { $0 + $1.count } }

    /// What has not the same value everywhere.
    var differing: [String] {
        figures.compactMap { key, found in
            Set(found.map(\.value)).count == 1
                ? nil
                : key + ": "
                    + Set(found.map { "\($0.value) in \($0.place)" }).sorted()
                    .joined(separator: ", ")
        }.sorted()
    }

    /// A figure as a page writes it.
    func note(_ subject: String, _ days: String, _ text: String, _ place: String) {
        figures["\(subject), \(Self.days(days))", default: []].append((Self.minutes(text), place))
    }

    /// The full seconds of a file or an answer.
    func note(_ subject: String, _ days: String, seconds: String?, _ place: String) {
        guard let seconds = seconds.flatMap({ Int($0) }) else {
            Issue.record("\(place) has no seconds")
            return
        }
        let text = seconds > 0 && seconds < 30 ? "<1" : String((seconds + 30) / 60)
        note(subject, days, text, place)
    }

    /// The days without their names; a month as its days.
    private static func days(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        if CalendarDay.weekdays.contains(words[0]) {
            return words.dropFirst().joined(separator: " ")
        }
        guard words.count == 2, let month = CalendarDay.months.firstIndex(of: words[0]),
            let first = CalendarDay(year: Int(words[1]) ?? 0, month: month + 1, day: 1)
        else { return text }
        return ReportDays(first: first, last: first.endOfMonth).words
    }

    /// "1 h 53 min", "1 hour 53 minutes", "113 minutes" and "113" are one.
    private static func minutes(_ text: String) -> String {
        let text = text.replacing(",", with: "")
        if text.contains("<1") || text.lowercased().contains("less than a minute") { return "<1" }
        if ["nothing", "No minutes."].contains(where: text.contains) { return "0" }
        var (minutes, number) = (0, 0)
        for word in text.split(separator: " ") {
            if let next = Int(word) {
                number = next
                minutes += next
            } else if word.hasPrefix("h") {
                minutes += number * 59
            }
        }
        return String(minutes)
    }
}

/// Goes through all reports, as parents and as an admin.
struct ReportCrawl {
    let console: Console
    let found: FoundFigures
    /// A program of the parents that are crawled as.
    var token = ""

    /// Seen from Sunday 22 November 2026.
    /// The tables of a report of a family, and of a child.
    private static let ofFamilies = ["children", "books", "series"]
    private static let ofChildren = ["books", "series"]

    private static let queries = [
        "range=this-week", "range=last-week", "range=30-days", "range=this-month",
        "range=custom&from=2026-11-10&to=2026-11-10",
        "range=custom&from=2026-11-09&to=2026-11-10",
        "range=custom&from=2026-11-16&to=2026-11-22&group=week",
        "range=custom&from=2026-10-26&to=2026-11-22&group=week",
        "range=custom&from=2026-09-01&to=2026-11-22&group=month",
        "range=custom&from=2026-10-01&to=2026-11-30&group=day&least=30",
    ]

    func parents(_ family: ID<Family>) throws {
        let children = try console.texts(
            "SELECT id || '' FROM children WHERE family_id = \(family.value)"
        )
        try cards("/children")
        for query in Self.queries {
            try report("/usage", query, "family \(family)", tables: Self.ofFamilies)
            for child in children {
                let path = "/children/\(child)"
                try report(path + "/usage", query, "child \(child)", tables: Self.ofChildren)
                try viewings(path, query.replacing("&least=30", with: ""))
                try answer(child, query)
            }
        }
        for child in children {
            for range in ["this-week", "last-week"] { try week("/children/\(child)", child, range) }
        }
    }

    func admins() throws {
        let days = "24 October to 22 November 2026"
        try charts(try console.get("/admin"), "all", days, "the dashboard")
        for query in Self.queries {
            for division in ReportDivision.allCases {
                let query = query + "&by=\(division.rawValue)"
                try report("/admin/usage", query, "all", tables: ["rows"])
            }
            for family in try console.texts("SELECT id || '' FROM families") {
                let path = "/admin/families/\(family)"
                let subject = "family \(family)"
                try report(path + "/usage", query, subject, tables: Self.ofFamilies)
            }
        }
        for child in try console.texts("SELECT id || '' FROM children") {
            let family = try #require(
                try console.texts("SELECT family_id || '' FROM children WHERE id = \(child)").first
            )
            let path = "/admin/families/\(family)/children/\(child)"
            try cards("/admin/families/\(family)")
            try week(path, child, "last-week")
            try report(path + "/usage", Self.queries[2], "child \(child)", tables: Self.ofChildren)
        }
    }

    // MARK: Reports

    private func report(
        _ path: String,
        _ query: String,
        _ name: String,
        tables: [String]
    ) throws {
        let page = try console.get("\(path)?\(query)")
        #expect(page.status == 200)
        let days = try #require(page.markup.text(where: "class", is: "lede"))
        let least = query.contains("least=30") ? " from 30 s" : ""
        let subject = name + least
        let place = "\(path)?\(query)"
        let tile = try #require(page.markup.all("dd").first { $0["class"] == "figure-number" })
        found.note(subject, days, tile.text, place)
        try charts(page, subject, days, place)
        for table in tables {
            for row in Self.rows(of: page.markup, in: "\(table)-title") {
                let key = Self.key(ofHref: row.href, row.name, subject, least)
                found.note(key, days, row.watched, place)
            }
            for row in try console.downloadRows("\(path).csv?\(query)&table=\(table)") {
                let subject = Self.key(ofRow: row, subject, least)
                found.note(subject, days, seconds: row["watched_seconds"], "a file of " + place)
            }
        }
        for row in try console.downloadRows("\(path).csv?\(query)") {
            let days = try Self.words(row["first_day"], row["last_day"])
            found.note(subject, days, seconds: row["watched_seconds"], "the file of " + place)
        }
        if page.markup.first(id: "hours-title") != nil {
            try hours(page, path, query, subject, days)
        }
    }

    /// When in the week: each cell is what its file has.
    private func hours(
        _ page: Answer,
        _ path: String,
        _ query: String,
        _ subject: String,
        _ days: String
    ) throws {
        let parts = ["morning", "afternoon", "evening", "night"]
        let cells = page.markup.all("td").filter { $0["data-level"] != nil }.map(\.text)
        let rows = try console.downloadRows("\(path).csv?\(query)&table=hours")
        for (index, row) in rows.enumerated() {
            for (offset, part) in parts.enumerated() {
                let subject = "\(subject), \(row["weekday"] ?? "") \(part)"
                found.note(subject, days, cells[index * 4 + offset], path)
                found.note(subject, days, seconds: row[part + "_seconds"], "a file of " + path)
            }
        }
    }

    /// The chart of minutes: its sentence, its bars, their titles and numbers, and its table.
    private func charts(_ page: Answer, _ subject: String, _ days: String, _ place: String) throws {
        let tags = page.markup.tags
        let start = try #require(tags.firstIndex { $0["class"] == "chart-title" })
        let end = try #require(tags[start...].firstIndex { $0.name == "figure" && $0.isEnd })
        let chart = tags[start..<end]
        let sentence = try #require(chart.first { $0["class"] == "chart-summary" }).text
        let all = sentence.split(separator: " in all")[0]
        found.note(subject, days, sentence.hasPrefix("No ") ? "0" : String(all), place)
        if let most = sentence.firstMatch(of: /most (?:on|in|from) (.*): (.*)\./) {
            found.note(subject, String(most.1), String(most.2), place)
        }
        let titles = chart.filter { $0.name == "title" && !$0.isEnd }.map(\.text)
        for title in titles {
            let parts = title.split(separator: ": ", maxSplits: 1)
            found.note(subject, String(parts[0]), String(parts[1]), "a tooltip of " + place)
        }
        let names = chart.filter { $0.name == "th" && $0["scope"] == "row" && !$0.isEnd }
        let numbers = chart.filter {
            $0.name == "td" && $0["class"] == "number" && !$0.isEnd
        }
        #expect(names.count == titles.count + 1 && numbers.count == names.count)
        for (name, number) in zip(names, numbers) {
            found.note(subject, name.text == "Total" ? days : name.text, number.text, place)
        }
        let drawn = chart.filter { $0["class"]?.hasPrefix("chart-number") == true && !$0.isEnd }
        for (name, number) in zip(names, drawn) {
            found.note(subject, name.text, number.text, "the drawing of " + place)
        }
    }

    // MARK: Weeks and cards

    private func week(_ path: String, _ child: String, _ range: String) throws {
        let page = try console.get("\(path)/week?range=\(range)")
        let subject = "child \(child)"
        let days = try #require(page.markup.text(where: "class", is: "lede"))
        let total = try #require(page.markup.text(where: "class", is: "week-total"))
        let words = try #require(total.firstMatch(of: /watched (.*?) (?:this week|last week)/))
        found.note(subject, days, String(words.1), path + "/week")
        try charts(page, subject, days, path + "/week")
        for row in try console.downloadRows("\(path)/week.csv?range=\(range)") {
            let day = try Self.words(row["first_day"], row["last_day"])
            found.note(subject, day, seconds: row["watched_seconds"], path + "/week.csv")
        }
        let lines = page.text.matches(of: /\/books\/(\d+)">[^<>]+<\/a> \(\d+ times, ([^)]*)\)/)
        for line in lines {
            found.note("\(subject), book \(line.1)", days, String(line.2), path + "/week")
        }
    }

    private func cards(_ path: String) throws {
        for link in try console.get(path).markup.all("a") where link.text.contains(" this week") {
            let href = try #require(link["href"])
            let child = try #require(href.firstMatch(of: /children\/(\d+)\/week/)).1
            found.note("child \(child)", "16 to 22 November 2026", link.text.lowercased(), path)
        }
    }

    /// Single viewings, the first page of them.
    private func viewings(_ path: String, _ query: String) throws {
        let place = "\(path)/viewings?\(query)"
        let tags = try console.get(place).markup.tags
        var watched: String?
        var shown = 0
        for (index, tag) in tags.enumerated() where !tag.isEnd {
            // The cell behind that of the time.
            if tag.name == "time" {
                watched = tags[index...].first { $0.name == "td" && !$0.isEnd }?.text
            }
            guard tag.name == "form", let text = watched,
                let id = tag["action"]?.firstMatch(of: /\/viewings\/(\d+)\//)?.1
            else { continue }
            found.note("viewing \(id)", query, text, place)
            watched = nil
            shown += 1
        }
        let rows = try console.downloadRows("\(path)/viewings.csv?\(query)")
        #expect(shown == min(rows.count, ViewingList.perPage))
        for row in rows {
            let seconds = row["seconds_on_these_days"]
            found.note("viewing \(row["id"] ?? "")", query, seconds: seconds, place)
        }
    }

    // MARK: Programs

    private func answer(_ child: String, _ query: String) throws {
        // Only what is usual needs no words.
        let answer = try console.ask(
            .get,
            "/api/v1/children/\(child)/usage?\(query)",
            token: token
        )
        let data = try #require(answer.json["data"] as? [String: Any], "\(answer.text)")
        let least = query.contains("least=30") ? " from 30 s" : ""
        let subject = "child \(child)" + least
        let place = "the API"
        var sums = [data]
        sums += (data["periods"] as? [[String: Any]]) ?? []
        sums += [data["before"] as? [String: Any] ?? [:]]
        for sum in sums {
            let days = try Self.words(sum["from"] as? String, sum["to"] as? String)
            found.note(
                subject,
                days,
                seconds: (sum["watched_seconds"] as? Int).map(String.init),
                place
            )
        }
        let days = try Self.words(data["from"] as? String, data["to"] as? String)
        for book in (data["top_books"] as? [[String: Any]]) ?? [] {
            let id = book["book_id"] as? Int ?? 0
            let seconds = (book["watched_seconds"] as? Int).map(String.init)
            found.note("\(subject), book \(id)", days, seconds: seconds, place)
        }
    }

    // MARK: Names

    private static func words(_ first: String?, _ last: String?) throws -> String {
        ReportDays(
            first: try #require(first.flatMap { CalendarDay(iso: $0) }),
            last: try #require(last.flatMap { CalendarDay(iso: $0) })
        ).words
    }

    /// Whose figure a row is: another subject's, or a part of this one's.
    private static func key(_ kind: String, _ id: String, _ subject: String, _ least: String)
        -> String
    {
        ["child", "family"].contains(kind) ? "\(kind) \(id)" + least : "\(subject), \(kind) \(id)"
    }

    private static func key(ofRow row: [String: String], _ subject: String, _ least: String)
        -> String
    {
        key(row["kind"] ?? "", row["id"] ?? "", subject, least)
    }

    /// The same of a row that leads to an address.
    private static func key(
        ofHref href: String,
        _ name: String,
        _ subject: String,
        _ least: String
    ) -> String {
        for (folder, kind) in [
            ("children", "child"), ("books", "book"), ("categories", "category"),
            ("publishers", "publisher"), ("families", "family"),
        ] {
            let parts = href.prefix { $0 != "?" }.split(separator: "/")
            guard let index = parts.firstIndex(of: folder[...]), index + 1 < parts.count else {
                continue
            }
            return key(kind, String(parts[index + 1]), subject, least)
        }
        // Of no category, or no publisher.
        return key(String(name.split(separator: " ").last ?? ""), "", subject, least)
    }

    /// The rows of a table of a page.
    private static func rows(of markup: Markup, in heading: String) -> [(
        name: String, href: String, watched: String
    )] {
        guard let start = markup.tags.firstIndex(where: { $0["id"] == heading }) else { return [] }
        var rows: [(name: String, href: String, watched: String)] = []
        var lead = (name: "", href: "")
        var isWatched = false
        for tag in markup.tags[start...] {
            if tag.isEnd {
                if tag.name == "section" { break }
                continue
            }
            if tag.name == "th", tag["scope"] == "row" { isWatched = true }
            if tag["dir"] == "auto", tag.name == "a" { lead = (tag.text, tag["href"] ?? "") }
            if tag.name == "bdi" { lead = (tag.text, "") }
            if tag.name == "td", isWatched {
                rows.append((lead.name, lead.href, tag.text))
                isWatched = false
            }
        }
        return rows
    }
}
