import Quill

/// A bar for each of a few days or things, drawn as SVG; the same numbers stand in a table below.
///
/// Every measure is a percentage, so that the drawing is as wide as its place and its words keep
/// their size on a phone.
struct BarChart: Record {
    /// Gridlines above the ground: more would be noise.
    private static let maximumTicks = 4
    /// More bars than this have no room for their numbers; the table has them.
    private static let maximumNumbers = 14
    /// Where it is narrow, a chart of more bars than have their numbers names every fifth, the last one
    /// among them.
    private static let labelStep = 5
    /// The part of its place that a bar fills.
    private static let fill = 0.6

    /// What a bar stands for.
    struct Item: Sendable {
        /// In full, such as "Saturday 21 November 2026".
        let name: String
        /// Under the bar, such as "Sat".
        let label: String
        let value: Int
        /// Stands out, like today.
        var isMarked = false
    }

    let id: String
    let title: String
    /// What is counted, such as "minutes".
    let unit: String
    /// What the items are, as the heading of their column: "Day".
    let itemName: String
    let items: [Item]

    private var total: Int { items.reduce(0) { $0 + $1.value } }
    private var most: Item? { items.max { $0.value < $1.value } }

    /// What the drawing shows, in a sentence.
    var summary: String {
        guard let most, most.value > 0 else { return "No \(unit) yet." }
        return "\(Counted.number(total)) \(unit) in all, most on \(most.name): "
            + "\(Counted.number(most.value))."
    }

    /// The distance of the gridlines: a round number, or one that divides an hour.
    var step: Int {
        let largest = max(most?.value ?? 0, 1)
        var steps = [1, 2, 5, 10, 15, 30, 60, 120, 300]
        while true {
            let fitting = steps.first { (largest + $0 - 1) / $0 <= Self.maximumTicks }
            if let fitting { return fitting }
            guard let last = steps.last, last < Int.max / 100 else { return largest }
            steps = [last * 2, last * 4, last * 10]
        }
    }

    /// The value at the drawing's top.
    private var ceiling: Int {
        let step = step
        return (max(most?.value ?? 0, 1) + step - 1) / step * step
    }

    var bars: [ChartBar] {
        let place = 100 / Double(max(items.count, 1))
        let ceiling = ceiling
        return items.enumerated().map { index, item in
            let height = 100 * Double(item.value) / Double(ceiling)
            return ChartBar(
                item: item,
                x: Self.percent(place * (Double(index) + (1 - Self.fill) / 2)),
                middle: Self.percent(place * (Double(index) + 0.5)),
                y: Self.percent(100 - height),
                width: Self.percent(place * Self.fill),
                height: Self.percent(height),
                isMinor: items.count > Self.maximumNumbers
                    && (items.count - 1 - index) % Self.labelStep != 0
            )
        }
    }

    private var ticks: [ChartTick] {
        let ceiling = ceiling
        return stride(from: 0, through: ceiling, by: step).map { value in
            ChartTick(
                label: Counted.number(value),
                y: Self.percent(100 - 100 * Double(value) / Double(ceiling)),
                isGround: value == 0
            )
        }
    }

    /// With one decimal: finer than a pixel on any screen.
    static func percent(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return percents.indices.contains(tenths) ? percents[tenths] : percent(tenths: tenths)
    }

    private static func percent(tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)%" }

    /// From 0 to 100 %: a chart has some 200 of them.
    private static let percents = (0...1000).map(percent(tenths:))

    static let fields: [Field<BarChart>] = [
        .text("id") { $0.id },
        .text("title") { $0.title },
        .text("unit") { $0.unit },
        .text("item_name") { $0.itemName },
        .text("summary") { $0.summary },
        .text("total") { Counted.number($0.total) },
        .bool("has_numbers") { $0.items.count <= maximumNumbers },
        .list("bars") { $0.bars },
        .list("ticks") { $0.ticks },
    ]
}

/// A bar in its place.
struct ChartBar: Record {
    let item: BarChart.Item
    let x: String
    let middle: String
    let y: String
    let width: String
    let height: String
    /// Its label is left out where there is no room for all.
    let isMinor: Bool

    static let fields: [Field<ChartBar>] = [
        .text("name") { $0.item.name },
        .text("label") { $0.item.label },
        .text("number") { Counted.number($0.item.value) },
        .bool("is_marked") { $0.item.isMarked },
        .bool("is_minor") { $0.isMinor },
        .text("x") { $0.x },
        .text("middle") { $0.middle },
        .text("y") { $0.y },
        .text("width") { $0.width },
        .text("height") { $0.height },
    ]
}

/// A line across a chart, and what it stands for.
struct ChartTick: Record {
    let label: String
    let y: String
    let isGround: Bool

    static let fields: [Field<ChartTick>] = [
        .text("label") { $0.label },
        .text("y") { $0.y },
        .bool("is_ground") { $0.isGround },
    ]
}
