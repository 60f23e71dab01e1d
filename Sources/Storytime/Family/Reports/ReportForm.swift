import HTTP
import Quill
import Received

/// What a report shows: which days, in which parts, and how short a play may be to count. It is
/// sent with GET, so that the address of the page says everything.
struct ReportForm: Record {
    /// Shorter plays are accidents, unless the reader says otherwise.
    static let usualLeast = 10
    /// The shortest plays that can be left out, in seconds: the limits of the classes by which
    /// totals are kept.
    static let leasts = [0] + LengthClass.limits

    /// The address of the report.
    let path: String
    private(set) var range: ReportRange
    private(set) var grouping: ReportGrouping
    private(set) var least = usualLeast
    private let from: String
    private let to: String
    private var fromError: String?
    private var toError: String?
    /// An impossible value in the address, which the page ignores: a file is refused, because
    /// nobody would notice it there.
    private var refusal: String?
    /// Whether the grouping was chosen, rather than derived from the days.
    private var isGrouped = false
    /// Other parameters of the address, such as the division of a report over all.
    private let more: [(name: String, value: String)]

    /// Reads the query. `today` is the current day in the zone of the report's days.
    init(
        _ query: Fields,
        path: String,
        today: CalendarDay,
        usually preset: ReportRange.Preset = .thisWeek,
        more: [(name: String, value: String)] = []
    ) {
        self.path = path
        self.more = more
        from = query.text("from") ?? ""
        to = query.text("to") ?? ""
        let chosen = query.text("range").flatMap(ReportRange.Preset.init)
        range = ReportRange(preset, today: today)
        grouping = .day
        // An address with days but without a preset was typed by somebody.
        if chosen == .custom || (chosen == nil && !(from + to).isEmpty) {
            readDays()
        } else if let chosen {
            range = ReportRange(chosen, today: today)
        }
        grouping = .fitting(range.days)
        if let wanted = query.text("group").flatMap(ReportGrouping.init), wanted.fits(range.days) {
            grouping = wanted
            isGrouped = true
        }
        if let text = query.text("least"), let number = ReceivedNumber.integer(text),
            Self.leasts.contains(number)
        {
            least = number
        }
        refusal = refusal(of: query, chosen)
    }

    private func refusal(of query: Fields, _ chosen: ReportRange.Preset?) -> String? {
        if query.text("range") != nil, chosen == nil {
            return Self.complaint("range", choices: ReportRange.Preset.allCases.map(\.rawValue))
        }
        if let chosen, chosen != .custom, let name = ["from", "to"].first(where: query.isOn) {
            return "“\(name)” can only be sent with the range “custom”."
        }
        if query.text("group") != nil, !isGrouped {
            let choices = ReportGrouping.allCases.filter { $0.fits(range.days) }
            return Self.complaint("group", choices: choices.map(\.rawValue))
        }
        if let text = query.text("least"), text != String(least) {
            return Self.complaint("least", choices: Self.leasts.map(String.init))
        }
        return nil
    }

    /// The message about an impossible value for a part of an address.
    static func complaint(_ name: String, choices: [String]) -> String {
        "“\(name)” can be: \(choices.joined(separator: ", "))."
    }

    private mutating func readDays() {
        let first = CalendarDay(iso: from)
        let last = CalendarDay(iso: to)
        if first == nil { fromError = Self.complaint(about: from) }
        if last == nil { toError = Self.complaint(about: to) }
        guard let first, let last else { return }
        if let chosen = ReportRange(from: first, to: last) {
            range = chosen
        } else {
            toError =
                first > last
                ? "The end date can’t be before the start date."
                : "Choose at most \(Counted.number(ReportRange.maximumDays)) days."
        }
    }

    private static func complaint(about day: String) -> String {
        day.isEmpty
            ? "Choose a day." : "“\(day.prefix(20))” is not a day. Write it like 2026-03-04."
    }

    /// False if the requested days are impossible; the report is then not shown.
    var isValid: Bool { fromError == nil && toError == nil }

    /// The lowest class of lengths that counts.
    var leastClass: Int { LengthClass.of(watchedMS: least * 1000) }

    // MARK: Addresses

    /// Everything that the page's address says. Defaults are left out.
    var query: [(name: String, value: String)] {
        var pairs = more
        if !isValid || range.preset == .custom {
            pairs += [("range", ReportRange.Preset.custom.rawValue), ("from", from), ("to", to)]
        } else {
            pairs.append(("range", range.preset.rawValue))
        }
        if isGrouped { pairs.append(("group", grouping.rawValue)) }
        if least != Self.usualLeast { pairs.append(("least", String(least))) }
        return pairs
    }

    var href: String { Self.href(path, query) }

    /// A file of exactly what the chart shows.
    var exportHref: String { exportHref(.parts) }

    /// A file of exactly the rows of a table, all pages of them.
    func exportHref(_ file: ReportFile) -> String {
        let table = file == .parts ? [] : [(name: "table", value: file.rawValue)]
        return Self.href(path + ".csv", query + table)
    }

    /// All rows of a table that doesn't depend on the days.
    func wholeExportHref(_ file: ReportFile) -> String {
        Self.href(path + ".csv", [(name: "table", value: file.rawValue)])
    }

    private func href(_ preset: ReportRange.Preset) -> String {
        let kept = query.filter { !["range", "from", "to", "group"].contains($0.name) }
        return Self.href(path, [("range", preset.rawValue)] + kept)
    }

    /// The address of another report with the same days and filters.
    func href(of path: String) -> String {
        Self.href(path, query.filter { pair in !more.contains { $0.name == pair.name } })
    }

    /// The address of this report with the same days and filters, divided differently.
    func href(_ more: [(name: String, value: String)]) -> String {
        let kept = query.filter { pair in !self.more.contains { $0.name == pair.name } }
        return Self.href(path, more + kept)
    }

    private static func href(_ path: String, _ pairs: [(name: String, value: String)]) -> String {
        pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }

    // MARK: What templates read

    private var presets: [ChipLink] {
        ReportRange.Preset.allCases.filter { $0 != .custom }.map {
            ChipLink(
                label: $0.label,
                href: href($0),
                isCurrent: isValid && $0 == range.preset
            )
        }
    }

    /// The days in the fields: those that were typed, or those that are shown.
    private var fromText: String { from.isEmpty && isValid ? range.days.first.iso : from }
    private var toText: String { to.isEmpty && isValid ? range.days.last.iso : to }

    private var groupings: [Choice] {
        ReportGrouping.allCases.filter { $0.fits(range.days) }.map {
            Choice(
                value: $0.rawValue,
                label: $0.label,
                isChosen: $0 == grouping
            )
        }
    }

    private var shortest: [Choice] {
        Self.leasts.map {
            Choice(
                value: String($0),
                label: $0 == 0 ? "None" : "Under \($0) s",
                isChosen: $0 == least
            )
        }
    }

    var errors: [FormError] {
        [("#report-from", fromError), ("#report-to", toError)].compactMap { href, error in
            error.map { FormError(href: href, message: $0) }
        }
    }

    /// What is wrong with the address of a file; nil if nothing is.
    var complaint: String? {
        if let fromError { return "“from”: \(fromError)" }
        if let toError { return "“to”: \(toError)" }
        return refusal
    }

    static let fields: [Field<ReportForm>] = [
        .text("path") { $0.path },
        .list("presets") { $0.presets },
        .text("from") { $0.fromText },
        .text("to") { $0.toText },
        .optionalText("from_error") { $0.fromError },
        .optionalText("to_error") { $0.toError },
        .list("errors") { $0.errors },
        .list("groupings") { $0.groupings },
        .list("shortest") { $0.shortest },
        .list("more") { $0.more.map { HiddenField(name: $0.name, value: $0.value) } },
        .text("export_href") { $0.exportHref },
        .text("days") { $0.range.days.words },
        .bool("is_custom") { !$0.isValid || $0.range.preset == .custom },
    ]
}
