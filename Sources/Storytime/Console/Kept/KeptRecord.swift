import SQLite

/// A record that people edit with a form: a row of one table, whose version rises with every change
/// and whose history is in the audit log.
///
/// A feature describes its record once: the fields that the audit log compares (`audited`), those
/// that programs read (`told`), and those of its form (`EditForm.entries`). Its storage, the pages
/// of its form and its API follow from these (`RecordStore`, `RecordPages`, `RecordAPI`). SQL, and
/// whatever is special about one kind of record, stays code.
protocol KeptRecord: Equatable, Sendable {
    /// The content of a valid form, and the only thing that a store accepts.
    associatedtype Draft: Sendable

    static var kind: Subject.Kind { get }
    /// The table, as FROM names it, with the alias that `columns` use.
    static var table: SQL { get }
    /// The columns that `init(_ row:)` reads, in its order.
    static var columns: SQL { get }
    /// The fields whose values the audit log keeps.
    static var audited: [AuditedField<Self>] { get }

    init(_ row: Row) throws

    var id: ID<Self> { get }
    var name: String { get }
    var version: Int { get }
    var subject: Subject { get }
    /// The address of its own page.
    var href: String { get }
}

/// A field whose changes the audit log shows, and its value as text; nil is "nothing".
struct AuditedField<Record>: Sendable {
    let name: String
    let value: @Sendable (Record) -> String?

    init(_ name: String, _ value: @escaping @Sendable (Record) -> String?) {
        self.name = name
        self.value = value
    }
}

extension KeptRecord {
    /// The fields in which two versions differ; nil stands for a record that is not yet, or no longer,
    /// there.
    static func changes(from before: Self?, to after: Self?) -> [Change] {
        audited.map { field in
            Change(field.name, before.flatMap(field.value), after.flatMap(field.value))
        }.filter(\.isReal)
    }
}
