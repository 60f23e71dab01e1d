import Quill
import Received

/// One field of a form that was filled in: the typed text, its value, and what is wrong with it.
struct FormField: Sendable {
    let spec: FieldSpec
    /// As it was typed, to be shown again.
    var typed: String
    /// The value for a store; nil if something is wrong.
    private(set) var value: String?
    private(set) var error: String?
    /// White space around the text was removed, and the person who typed it is told.
    private(set) var wasTrimmed = false

    /// The field of a form that was sent.
    init(_ spec: FieldSpec, _ fields: Fields) {
        self.init(spec, typed: fields.text(spec.name) ?? "")
    }

    /// A field with the typed text, or the text of a cell in a file.
    init(_ spec: FieldSpec, typed: String) {
        self.spec = spec
        self.typed = typed
        let sent = spec.kind == .lines ? PlainText.lines(of: typed) : typed
        let text = spec.kind == .password ? sent : PlainText.trimmed(sent)
        wasTrimmed = text != sent
        error = spec.complaint(about: text)
        if error == nil { value = text }
    }

    /// The field of a form that is shown for the first time.
    init(_ spec: FieldSpec, initially text: String = "") {
        self.spec = spec
        typed = text
    }

    static let trimmingNote = " Spaces around the text were removed."

    /// The value of a number field.
    var number: Int? { value.flatMap { ReceivedNumber.integer($0) } }

    /// The value of a field for a day.
    var day: CalendarDay? { value.flatMap { CalendarDay(iso: $0) } }

    /// Reports what is wrong with a value that only a store could judge.
    mutating func reject(_ error: String) {
        self.error = error
        value = nil
    }
}

extension [FormField] {
    /// The summary above the form: a link to each field with an error.
    var errors: [FormError] {
        compactMap { field in
            field.error.map { FormError(href: "#" + field.spec.id, message: $0) }
        }
    }

    /// A sentence that white space around a text was removed, if it was.
    var trimmingNote: String {
        contains(where: \.wasTrimmed) ? FormField.trimmingNote : ""
    }
}

/// A line of the summary above a form.
struct FormError: Record, Equatable {
    let href: String
    let message: String

    static let fields: [Field<FormError>] = [
        .text("href") { $0.href },
        .text("message") { $0.message },
    ]
}

extension FormField: Record {
    private var hintID: String { spec.id + "-hint" }
    private var errorID: String { spec.id + "-error" }

    private var describedBy: String? {
        // The template says how to write a day, for those who type it.
        let ids = [
            error.map { _ in errorID }, spec.hint.map { _ in hintID },
            spec.kind == .day ? spec.id + "-format" : nil,
        ].compactMap(\.self)
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }

    private var shown: String { spec.kind == .password ? "" : typed }

    /// Whether its text is something that a browser's calendar would drop: it must stay visible.
    private var isNoDay: Bool {
        spec.kind == .day && !typed.isEmpty && CalendarDay(iso: typed) == nil
    }

    static let fields: [Field<FormField>] = [
        .text("name") { $0.spec.name },
        .text("id") { $0.spec.id },
        .text("label") { $0.spec.label },
        .text("value") { $0.shown },
        .text("type") { $0.spec.kind.inputType },
        .optionalText("hint") { $0.spec.hint },
        .optionalText("error") { $0.error },
        .text("hint_id") { $0.hintID },
        .text("error_id") { $0.errorID },
        .optionalText("described_by") { $0.describedBy },
        .optionalText("autocomplete") { $0.spec.autocomplete },
        .optionalText("list") { $0.spec.list },
        .optionalText("maxlength") {
            [.number, .day].contains($0.spec.kind) ? nil : String($0.spec.maximumLength)
        },
        // Both bring up the keyboard of digits on a phone.
        .optionalText("inputmode") { $0.spec.kind == .code ? "numeric" : nil },
        .optionalText("pattern") { $0.spec.kind == .number ? "[0-9]*" : nil },
        .bool("is_required") { $0.spec.isRequired },
        .bool("has_lines") { $0.spec.kind == .lines },
        .bool("is_day") { $0.spec.kind == .day },
        .bool("is_no_day") { $0.isNoDay },
        .bool("is_verbatim") { $0.spec.isVerbatim },
    ]
}

/// A single checkbox, like "Stay signed in".
struct CheckField: Record {
    let name: String
    let label: String
    let hint: String?
    let isChecked: Bool

    private var id: String { "field-" + name.replacing("_", with: "-") }

    static let fields: [Field<CheckField>] = [
        .text("name") { $0.name },
        .text("id") { $0.id },
        .text("label") { $0.label },
        .optionalText("hint") { $0.hint },
        .text("hint_id") { $0.id + "-hint" },
        .bool("is_checked") { $0.isChecked },
    ]
}
