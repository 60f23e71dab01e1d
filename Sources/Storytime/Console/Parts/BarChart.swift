import Quill
import Received

/// A bar for each of a few days or things, drawn as SVG; a table below has the same numbers.
///
/// Every measure is a percentage, so that the drawing is as wide as its place and its words keep
/// their size on a phone.
struct BarChart: Record {
    /// Gridlines above the base line: more would be noise.
    private static let maximumTicks = 4
    /// More bars than this have no room for their numbers; the table has them.
    private static let maximumNumbers = 14
    /// How many characters fit side by side under a drawing of 16 rem, as on a small phone, and of
    /// 41, from which on a chart counts as wide (`chart.css`): one takes half a rem.
    private static let narrowCharacters = 34
    private static let wideCharacters = 80
    /// The part of its place that a bar fills.
    private static let fill = 0.6

    /// From this many bars with values on, it is worth naming the highest.
    private static let fewestCompared = 3

    /// One item of a chart, drawn as a bar.
    struct Item: Sendable {
        /// In full, such as "Saturday 21 November 2026".
        let name: String
        /// Under the bar, such as "Sat".
        let label: String
        /// Milliseconds if the chart has minutes, so that the bars' sum isn't a sum of rounded
        /// values.
        let value: Int
        /// Stands out, like today.
        var isMarked = false
        /// The word before its name in a sentence.
        var preposition = "on"
    }

    /// What is counted.
    enum Unit: Sendable {
        case minutes, plays

        var many: String {
            switch self {
            case .minutes: "minutes"
            case .plays: "viewings"
            }
        }

        /// The size of one unit.
        fileprivate var size: Int {
            switch self {
            case .minutes: Minutes.milliseconds
            case .plays: 1
            }
        }

        /// "0", "1,260"; "<1" of minutes.
        func number(_ value: Int) -> String {
            switch self {
            case .minutes: Minutes(ofMS: value).number
            case .plays: Counted.number(value)
            }
        }

        /// "0 minutes", "1 minute", "1,260 minutes".
        func text(_ value: Int) -> String {
            switch self {
            case .minutes: Minutes(ofMS: value).amount
            case .plays: "\(Counted.number(value)) \(value == 1 ? "viewing" : "viewings")"
            }
        }
    }

    let id: String
    let title: String
    let unit: Unit
    /// The items' name, as the heading of their column: "Day".
    let itemName: String
    let items: [Item]
    /// The sentence if there is nothing to count, unless it is "No minutes."
    var sentenceOfNothing: String?

    private var total: Int { items.reduce(0) { $0 + $1.value } }
    private var most: Item? { items.max { $0.value < $1.value } }

    /// The drawing in a sentence.
    var summary: String {
        guard let most, most.value > 0 else { return sentenceOfNothing ?? "No \(unit.many)." }
        let all = unit.text(total)
        let sum = "\(all.prefix(1).uppercased())\(all.dropFirst()) in all"
        guard items.count(where: { $0.value > 0 }) >= Self.fewestCompared else { return sum + "." }
        return "\(sum), most \(most.preposition) \(most.name): \(unit.number(most.value))."
    }

    /// The distance between gridlines: a round number, or one that divides an hour.
    var step: Int {
        let largest = largest
        var steps = [1, 2, 5, 10, 15, 30, 60, 120, 300]
        while true {
            let fitting = steps.first { (largest + $0 - 1) / $0 <= Self.maximumTicks }
            if let fitting { return fitting }
            guard let last = steps.last, last < Int.max / 100 else { return largest }
            steps = [last * 2, last * 4, last * 10]
        }
    }

    /// The height of the highest bar, in full units.
    private var largest: Int {
        let most = most?.value ?? 0
        return max(most / unit.size + (most % unit.size > 0 ? 1 : 0), 1)
    }

    /// The top of the drawing, in units.
    private var ceiling: Int {
        let step = step
        return (largest + step - 1) / step * step
    }

    /// Every how many bars there is room for a text of that length and half a character's space
    /// beside it.
    private func step(ofLength length: Int, among characters: Int) -> Int {
        max(1, (items.count * (2 * length + 1) + 2 * characters - 1) / (2 * characters))
    }

    var bars: [ChartBar] {
        let place = 100 / Double(max(items.count, 1))
        let ceiling = ceiling
        let length = items.map(\.label.count).max() ?? 0
        let wideStep = step(ofLength: length, among: Self.wideCharacters)
        // On a narrow screen, some of the labels of a wide one.
        let narrow = step(ofLength: length, among: Self.narrowCharacters)
        let narrowStep = (narrow + wideStep - 1) / wideStep * wideStep
        return items.enumerated().map { index, item in
            let height = 100 * Double(item.value) / Double(unit.size) / Double(ceiling)
            // The last one, mostly today, always has its label.
            let distance = items.count - 1 - index
            return ChartBar(
                item: item,
                number: unit.number(item.value),
                amount: unit.text(item.value),
                x: Self.percent(place * (Double(index) + (1 - Self.fill) / 2)),
                middle: Self.percent(place * (Double(index) + 0.5)),
                y: Self.percent(100 - height),
                width: Self.percent(place * Self.fill),
                height: Self.percent(height),
                hasLabel: distance % wideStep == 0,
                isMinor: distance % narrowStep != 0
            )
        }
    }

    private var hasNumbers: Bool { items.count <= Self.maximumNumbers }

    /// Whether the numbers would run into each other on a narrow screen.
    var areNumbersMinor: Bool {
        let length = items.map { unit.number($0.value).count }.max() ?? 0
        return step(ofLength: length, among: Self.narrowCharacters) > 1
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
        let tenths = Int(clamping: (number * 10).rounded())
        return percents.indices.contains(tenths) ? percents[tenths] : percent(tenths: tenths)
    }

    private static func percent(tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)%" }

    /// From 0 to 100 %: a chart has some 200 of them.
    private static let percents = (0...1000).map(percent(tenths:))

    static let fields: [Field<BarChart>] = [
        .text("id") { $0.id },
        .text("title") { $0.title },
        .text("unit") { $0.unit.many },
        .text("item_name") { $0.itemName },
        .text("summary") { $0.summary },
        .text("total") { $0.unit.number($0.total) },
        .bool("has_numbers") { $0.hasNumbers },
        .bool("are_numbers_minor") { $0.areNumbersMinor },
        .list("bars") { $0.bars },
        .list("ticks") { $0.ticks },
    ]
}

/// A bar in its place.
struct ChartBar: Record {
    let item: BarChart.Item
    /// Its value.
    let number: String
    /// Its value with the chart's unit.
    let amount: String
    let x: String
    let middle: String
    let y: String
    let width: String
    let height: String
    /// Whether there is room for its label at all.
    let hasLabel: Bool
    /// Whether its label is left out on a narrow screen.
    let isMinor: Bool

    static let fields: [Field<ChartBar>] = [
        .text("name") { $0.item.name },
        .text("label") { $0.item.label },
        .text("number") { $0.number },
        .text("amount") { $0.amount },
        .bool("is_marked") { $0.item.isMarked },
        .bool("has_label") { $0.hasLabel },
        .bool("is_minor") { $0.isMinor },
        .text("x") { $0.x },
        .text("middle") { $0.middle },
        .text("y") { $0.y },
        .text("width") { $0.width },
        .text("height") { $0.height },
    ]
}

/// A line across a chart, with its value.
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
