import Quill

/// What shows how much and how far: stories with their progress, a chart, a calendar.
struct DataSamples: Record {
    /// Saturday 21 November 2026, and the minutes of the days until then.
    private static let today = CalendarDay(number: 20_778)
    private static let minutes = [12, 0, 31, 26, 58, 7, 22, 35, 18, 0, 41, 62]

    private static let progress = [
        Progress(label: "Watched", value: 0, maximum: 12, text: "Not begun"),
        Progress(label: "Watched", value: 7, maximum: 12, text: "7 of 12 minutes"),
        Progress(label: "Watched", value: 12, maximum: 12, text: "Watched to the end"),
    ]

    private static let stories = [
        StoryCard(
            title: "The Lantern Fox",
            author: "Mira Holm",
            href: "#covers",
            palette: 5,
            icon: "moon.stars",
            badge: "12 min",
            progress: progress[1]
        ),
        StoryCard(
            title: "Twelve Boats",
            author: "Ines Prado",
            href: "#covers",
            palette: 10,
            icon: "sailboat",
            badge: "New",
            badgeKind: "good"
        ),
        StoryCard(
            title: "The Valley at Dusk",
            author: "A cover with a picture",
            href: "#covers",
            palette: 0,
            picture: CoverPicture(elsewhere: "/img/dusk.svg", size: PixelSize(200, 300)),
            badge: "8 min"
        ),
        StoryCard(
            title: "ألف ليلة وليلة",
            author: "ليلى حداد",
            href: "#covers",
            palette: 2,
            icon: "wand.and.stars",
            badge: "No video yet",
            badgeKind: "busy"
        ),
        StoryCard(
            title: "What the Lighthouse Keeper’s Cat Saw on the Longest Night of the Year",
            author: "Josephine Adler-Whittington",
            href: "#covers",
            palette: 8,
            badge: "Ended",
            badgeKind: "bad",
            progress: progress[2]
        ),
    ]

    private static let week = BarChart(
        id: "week",
        title: "Minutes watched this week",
        unit: .minutes,
        itemName: "Day",
        items: minutes.suffix(7).enumerated().map { index, minutes in
            let day = today.adding(index - 6)
            return BarChart.Item(
                name: day.text,
                label: String(day.weekdayName.prefix(3)),
                value: minutes * Minutes.milliseconds,
                isMarked: day == today
            )
        }
    )

    private static let empty = BarChart(
        id: "empty-week",
        title: "Minutes watched next week",
        unit: .minutes,
        itemName: "Day",
        items: (1...7).map { index in
            let day = today.adding(index)
            return BarChart.Item(
                name: day.text,
                label: String(day.weekdayName.prefix(3)),
                value: 0
            )
        }
    )

    private static let calendar = CalendarStrip(
        first: today.adding(-minutes.count + 1),
        today: today,
        current: today.adding(-1),
        amounts: Dictionary(
            uniqueKeysWithValues: minutes.enumerated().map {
                (today.adding($0 - minutes.count + 1), $1)
            }
        ),
        units: ("minute", "minutes"),
        path: StyleguidePages.path
    )

    static let fields: [Field<DataSamples>] = [
        .list("progress") { _ in progress },
        .list("stories") { _ in stories },
        .record("week") { _ in week },
        .record("empty_week") { _ in empty },
        .record("calendar") { _ in calendar },
    ]
}
