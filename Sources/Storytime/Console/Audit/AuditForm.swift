import HTTP
import Quill
import Received

/// The filters above the audit log: one form that is sent with GET, so that its state is the
/// address of the page.
struct AuditForm: Record {
    /// The filter, as far as it could be read.
    private(set) var filter: AuditFilter
    private let who: String
    private let from: String
    private let to: String
    private var fromError: String?
    private var toError: String?
    private let people: [(id: Int, name: String)]
    private let actions: [String]
    private let kinds: [String]
    /// The name of the one record that is shown, if it is one.
    private let recordLabel: String?

    /// Reads the query; days are those of the viewer's zone.
    init(_ query: Fields, _ log: AuditLog, _ times: TimeText) throws {
        who = query.text("who") ?? ""
        from = query.text("from") ?? ""
        to = query.text("to") ?? ""
        people = try log.people()
        actions = try log.actions()
        kinds = try log.kinds()
        var record = AuditFilter(kind: query.text("type").flatMap { $0.isEmpty ? nil : $0 })
        // A key alone doesn't identify a record.
        if record.kind != nil { record.record = query.number("id") }
        recordLabel =
            record.record == nil
            ? nil : try log.latest(1, record).first?.label ?? "without entries"
        filter = record
        filter.family = query.number("family")
        filter.batch = query.number("batch")
        if !who.isEmpty {
            filter.who = ReceivedNumber.integer(who).map { .person($0) } ?? .other(who)
        }
        filter.action = query.text("action").flatMap { $0.isEmpty ? nil : $0 }
        readDays(times)
    }

    private mutating func readDays(_ times: TimeText) {
        if !from.isEmpty {
            filter.from = times.start(ofDay: from)
            if filter.from == nil { fromError = Self.complaint(about: from) }
        }
        if !to.isEmpty {
            filter.until = times.start(ofDay: to, offsetDays: 1)
            if filter.until == nil { toError = Self.complaint(about: to) }
        }
        if let start = filter.from, let end = filter.until, start >= end {
            toError = "The end date can’t be before the start date."
        }
    }

    var isValid: Bool { complaint == nil }

    /// What is wrong with the days, if anything is.
    var complaint: String? { fromError ?? toError }

    /// The query in the address of every page of this list.
    var query: [(name: String, value: String)] {
        [
            (name: "who", value: who), (name: "action", value: filter.action ?? ""),
            (name: "type", value: filter.kind ?? ""),
            (name: "id", value: filter.record.map(String.init) ?? ""),
            (name: "family", value: filter.family.map(String.init) ?? ""),
            (name: "batch", value: filter.batch.map(String.init) ?? ""),
            (name: "from", value: from), (name: "to", value: to),
        ].filter { !$0.value.isEmpty }
    }

    /// The address of all these entries as a file.
    private var exportHref: String {
        query.isEmpty
            ? "/admin/audit.csv" : "/admin/audit.csv?" + PercentEncoding.encodeQuery(query)
    }

    private static func complaint(about day: String) -> String {
        "“\(day.prefix(20))” is not a day. Write it like 2026-03-04."
    }

    // MARK: Choices

    /// The people by name; two with the same name can only be told apart by their entries.
    private var whoChoices: [Choice] {
        let others = [Actor.commandLine.name, Actor.visitor.name, Actor.program.name]
        let choices =
            people.sorted { Folding.fold($0.name) < Folding.fold($1.name) }
            .map { (value: String($0.id), label: $0.name) } + others.map { (value: $0, label: $0) }
        return Self.choices("Anyone", choices, chosen: who)
    }

    private var actionChoices: [Choice] {
        let named =
            actions.map { (value: $0, label: AuditWords.name(of: $0)) }
            .sorted { $0.label < $1.label }
        return Self.choices("Any action", named, chosen: filter.action ?? "")
    }

    private var kindChoices: [Choice] {
        Self.choices(
            "Any kind",
            kinds.map { ($0, AuditWords.name(ofKind: $0)) },
            chosen: filter.kind ?? ""
        )
    }

    /// The choices, beginning with the one for all of them. A chosen one is included even if it is
    /// unknown, because the list below depends on it.
    private static func choices(
        _ all: String,
        _ values: [(value: String, label: String)],
        chosen: String
    ) -> [Choice] {
        var choices = [(value: "", label: all)] + values
        if !choices.contains(where: { $0.value == chosen }) { choices.append((chosen, chosen)) }
        return choices.map {
            Choice(value: $0.value, label: $0.label, isChosen: $0.value == chosen)
        }
    }

    private var errors: [FormError] {
        [("#audit-from", fromError), ("#audit-to", toError)].compactMap { href, error in
            error.map { FormError(href: href, message: $0) }
        }
    }

    static let fields: [Field<AuditForm>] = [
        .bool("is_filtered") { !$0.query.isEmpty },
        .text("export_href") { $0.exportHref },
        .list("people") { $0.whoChoices },
        .list("actions") { $0.actionChoices },
        .list("kinds") { $0.kindChoices },
        .optionalText("record_label") { $0.recordLabel },
        .text("kind") { $0.filter.kind ?? "" },
        .int("record") { $0.filter.record ?? 0 },
        .optionalText("family") { $0.filter.family.map { String($0) } },
        .optionalText("batch") { $0.filter.batch.map { String($0) } },
        .text("from") { $0.from },
        .text("to") { $0.to },
        .optionalText("from_error") { $0.fromError },
        .optionalText("to_error") { $0.toError },
        .list("errors") { $0.errors },
    ]
}
