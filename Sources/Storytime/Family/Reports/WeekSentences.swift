import Quill
import Received

/// A week in sentences, for a parent who has half a minute.
struct WeekSentences {
    /// More titles than this are a list, not a sentence.
    private static let mostTitles = 4

    let name: String
    let report: WeekReport
    /// Which of the stories the family may still see; the others have no links.
    let seen: Set<ID<Book>>
    let catalogPath: String
    let unopened: (count: Int, oldest: [UnopenedList.Entry])

    private var isThisWeek: Bool { report.range.preset == .thisWeek }
    private var week: String { isThisWeek ? "this week so far" : "last week" }

    /// "Pippi watched 42 minutes this week so far, on 4 days."
    var total: String {
        let watched = report.sum.watchedMilliseconds
        guard watched > 0 else {
            return
                "\(name) \(isThisWeek ? "hasn’t watched anything yet this week" : "watched nothing last week")."
        }
        let days = report.days.figures.values.count { $0.watchedMilliseconds > 0 }
        let amount = Minutes(ofMS: watched).spoken
        return "\(name) watched \(amount) \(week), on \(Counted.text(days, "day", "days"))."
    }

    /// "That is 12 minutes more than on the same days last week."
    var comparison: String {
        let days = isThisWeek ? "on the same days last week" : "in the week before"
        let (now, before) = (report.sum.watchedMilliseconds, report.before.watchedMilliseconds)
        if before == 0 { return "Nothing \(days)\(now == 0 ? " either" : "")." }
        if now == 0 {
            return
                "\(isThisWeek ? "By this day last week" : "The week before"): \(Minutes(ofMS: before).spoken)."
        }
        let difference = Minutes(ofMS: Int(clamping: (now - before).magnitude))
        if difference.roundsToNone { return "That is as much as \(days)." }
        return "That is \(difference.spoken) \(now > before ? "more" : "less") than \(days)."
    }

    /// The lines below, each with the stories that it is about.
    var lines: [WeekLine] {
        [loved, finished, left, series, time, neverOpened, photos].compactMap(\.self)
    }

    private var loved: WeekLine? {
        report.mostLoved.map { story in
            let watched = Minutes(ofMS: story.watchedMS).spoken
            return WeekLine(
                lead: "Most loved:",
                stories: [link(story, note: "\(story.plays) times, \(watched)")]
            )
        }
    }

    private var finished: WeekLine? {
        line("Finished:", report.finished) { _ in nil }
    }

    private var left: WeekLine? {
        line("Started but not finished:", report.left) { story in
            story.position.map { position in
                let length = story.durationSeconds.map { " of \(PlayingTime.text($0))" } ?? ""
                return "at \(PlayingTime.text(position))\(length)"
            }
        }
    }

    private var series: WeekLine? {
        guard !report.series.isEmpty else { return nil }
        return WeekLine(
            lead: "Series:",
            stories: report.series.prefix(Self.mostTitles).map {
                WeekStory(title: $0.name, href: nil, note: Minutes(ofMS: $0.watchedMS).spoken)
            },
            rest: report.series.count - Self.mostTitles
        )
    }

    /// "Mostly in the evening (17–21), and most of all on Saturday."
    private var time: WeekLine? {
        guard report.hasHabits, let part = report.busiest?.part else { return nil }
        let when = part == .night ? "at night" : "in the \(part.label.lowercased())"
        let day = report.busiestDay.map { ", and most of all on \($0.weekdayName)" } ?? ""
        return WeekLine(lead: "Mostly \(when) (\(part.hours))\(day).")
    }

    private var neverOpened: WeekLine? {
        guard unopened.count > 0 else { return nil }
        return WeekLine(
            lead: "Never opened:",
            stories: unopened.oldest.map {
                WeekStory(title: $0.title, href: "\(catalogPath)/books/\($0.book)", note: nil)
            },
            rest: unopened.count - unopened.oldest.count
        )
    }

    /// Looking at photos is no watching, so it is in none of the other figures.
    private var photos: WeekLine? {
        guard report.lookedSeconds > 0 else { return nil }
        let amount = Minutes(ofMS: report.lookedSeconds * 1000).spoken
        return WeekLine(lead: "Looked at photos for \(amount).")
    }

    private func line(
        _ lead: String,
        _ stories: [WeekReport.Story],
        _ note: (WeekReport.Story) -> String?
    ) -> WeekLine? {
        guard !stories.isEmpty else { return nil }
        return WeekLine(
            lead: lead,
            stories: stories.prefix(Self.mostTitles).map { link($0, note: note($0)) },
            rest: stories.count - Self.mostTitles
        )
    }

    private func link(_ story: WeekReport.Story, note: String?) -> WeekStory {
        WeekStory(
            title: report.titles[story.book] ?? UsageReport.goneBook,
            href: seen.contains(story.book) ? "\(catalogPath)/books/\(story.book)" : nil,
            note: note
        )
    }
}

/// A sentence of a week, with the stories that it names.
struct WeekLine: Record {
    let lead: String
    let stories: [WeekStory]
    /// How many others there are.
    let more: String?

    init(lead: String, stories: [WeekStory] = [], rest: Int = 0) {
        self.lead = lead
        more = rest > 0 ? "\(Counted.number(rest)) more" : nil
        let last = stories.count - (rest > 0 ? 1 : 2)
        self.stories = stories.enumerated().map { index, story in
            var story = story
            if index < last { story.joint = "," } else if index == last { story.joint = " and" }
            return story
        }
    }

    static let fields: [Field<WeekLine>] = [
        .text("lead") { $0.lead },
        .list("stories") { $0.stories },
        .optionalText("more") { $0.more },
    ]
}

/// A story in a sentence.
struct WeekStory: Record {
    let title: String
    let href: String?
    /// "4 times, 20 minutes", "at 1:40 of 4:00".
    let note: String?
    /// The text after it: ",", or "and" before the last one.
    var joint = ""

    static let fields: [Field<WeekStory>] = [
        .text("joint") { $0.joint },
        .text("title") { $0.title },
        .optionalText("href") { $0.href },
        .optionalText("note") { $0.note },
    ]
}
