import Quill

/// The form of a new or an existing record.
///
/// It lists its fields once, as `entries`; showing, reading, comparing and describing them follows from
/// these. Rules that concern several fields are code, in `read`.
protocol EditForm: Record {
    /// The record that it edits.
    associatedtype Kept
    /// The content of a valid form, and the only thing that a store accepts.
    associatedtype Draft

    /// An empty form.
    init()

    static var entries: [Entry<Self>] { get }
    /// The names of fields that the history can't give back, because not every change is in it.
    static var unrestorable: Set<String> { get }

    /// Nil when something is wrong.
    var draft: Draft? { get }

    mutating func show(_ record: Kept)
    mutating func read(_ fields: Fields)
    /// Says beside the field that another record already has this value of a column.
    mutating func rejectTaken(_ column: String)
}

/// A field of a form, and the value of the record that it edits.
struct Entry<Form: EditForm>: Sendable {
    /// Its name in the form.
    let name: String
    /// Its meaning in the API's document; empty if programs don't send it.
    let meaning: String
    /// A record's value, as a browser would send it.
    let value: @Sendable (Form.Kept) -> String
    /// The field of the form's template record.
    let field: Field<Form>
    fileprivate let get: @Sendable (Form) -> any FormInput
    fileprivate let show: @Sendable (inout Form, Form.Kept) -> Void
    fileprivate let read: @Sendable (inout Form, Fields) -> Void

    init<Input: FormInput>(
        _ path: any WritableKeyPath<Form, Input> & Sendable,
        _ meaning: String = "",
        _ value: @escaping @Sendable (Form.Kept) -> String
    ) {
        self.meaning = meaning
        self.value = value
        name = Form()[keyPath: path].member.name
        field = .record(name) { $0[keyPath: path] }
        get = { $0[keyPath: path] }
        show = { $0[keyPath: path].show(value($1)) }
        read = { $0[keyPath: path].read($1) }
    }
}

extension EditForm {
    static var unrestorable: Set<String> { [] }

    mutating func show(_ record: Kept) { showEntries(record) }

    mutating func showEntries(_ record: Kept) {
        for entry in Self.entries { entry.show(&self, record) }
    }

    mutating func read(_ fields: Fields) { readEntries(fields) }

    mutating func readEntries(_ fields: Fields) {
        for entry in Self.entries { entry.read(&self, fields) }
    }

    mutating func rejectTaken(_ column: String) {}

    /// This form, showing a record if there is one.
    func showing(_ record: Kept?) -> Self {
        guard let record else { return self }
        var form = self
        form.show(record)
        return form
    }

    /// This form, with the content that was sent.
    func reading(_ fields: Fields) -> Self {
        var form = self
        form.read(fields)
        return form
    }

    private var inputs: [any FormInput] { Self.entries.map { $0.get(self) } }

    var errors: [FormError] { entryErrors }

    var entryErrors: [FormError] { inputs.flatMap(\.formErrors) }

    /// A sentence for when white space around a text was removed; otherwise empty.
    var trimmingNote: String {
        inputs.contains(where: \.wasTrimmed) ? FormField.trimmingNote : ""
    }

    /// The content as hidden fields, for a question that sends it on.
    var carried: [HiddenField] {
        inputs.map { HiddenField(name: $0.member.name, value: $0.typed) }
    }

    /// What a browser would send for a record that nobody changed.
    static func pairs(_ record: Kept) -> [(name: String, value: String)] {
        entries.map { (name: $0.name, value: $0.value(record)) }
    }

    func label(of entry: Entry<Self>) -> String { entry.get(self).label }

    /// The words that people see for a value of a field.
    func words(_ value: String, in entry: Entry<Self>) -> String {
        entry.get(self).words(for: value)
    }

    /// What is wrong with a field.
    func problem(of name: String) -> String? {
        Self.entries.first { $0.name == name }?.get(self).formErrors.first?.message
    }

    /// The labels of these fields.
    func labels(of names: [String]) -> [String] {
        Self.entries.filter { names.contains($0.name) }.map { $0.get(self).label }
    }

    /// The fields that two people changed, to choose one of their versions.
    func questions(about names: [String], theirs: Fields) -> [ConflictRow] {
        Self.entries.filter { names.contains($0.name) }.map { entry in
            let input = entry.get(self)
            return ConflictRow(
                field: input.label,
                theirs: input.words(for: theirs.text(entry.name) ?? ""),
                yours: input.words(for: input.typed),
                name: entry.name
            )
        }
    }

    /// The fields whose content differs from what someone else saved.
    func differences(from theirs: Kept) -> [ConflictRow] {
        Self.entries.map { entry in
            let input = entry.get(self)
            return ConflictRow(
                field: input.label,
                theirs: input.words(for: entry.value(theirs)),
                yours: input.words(for: input.typed)
            )
        }.filter { $0.theirs != $0.yours }
    }
}

extension EditForm where Self: ProgramForm {
    static var members: [FormMember] { entryMembers }
    static var meanings: [String: String] { entryMeanings }

    static var entryMembers: [FormMember] {
        let form = Self()
        return entries.map { $0.get(form).member }
    }

    static var entryMeanings: [String: String] {
        let form = Self()
        return Dictionary(
            uniqueKeysWithValues: entries.map { ($0.get(form).member.name, $0.meaning) }
        )
    }
}
