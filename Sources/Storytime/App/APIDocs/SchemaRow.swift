import Quill

/// A text of the API's document in pieces: text between backquotes is code.
struct DocumentText: Record {
    /// One after another, every second one code.
    let pieces: [Piece]

    struct Piece: Record {
        let text: String
        let isCode: Bool

        static let fields: [Field<Piece>] = [
            .text("text") { $0.text },
            .bool("is_code") { $0.isCode },
        ]
    }

    init(_ text: String) {
        pieces = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { Piece(text: String($1), isCode: $0 % 2 == 1) }
            .filter { !$0.text.isEmpty }
    }

    static let fields: [Field<DocumentText>] = [
        .list("pieces") { $0.pieces }
    ]
}

/// A parameter, or a member of a request or an answer, as a row of a table.
struct SchemaRow: Record {
    /// Its place, like `events[].book_id`, or the part of the request.
    let name: String
    let place: String?
    let type: String
    let limits: String
    let meaning: DocumentText
    let isRequired: Bool
    let standard: String?

    init(_ member: SchemaMember, name: String? = nil, place: String? = nil) {
        self.name = name ?? member.name
        self.place = place
        type = member.schema.label
        limits = member.schema.limits
        meaning = DocumentText(member.meaning)
        isRequired = member.isRequired
        standard = member.standard
    }

    /// The members of an object, each followed by those inside it.
    static func all(in schema: Schema, prefix: String = "") -> [SchemaRow] {
        switch schema.kind {
        case .object(_, let members):
            members.flatMap { member in
                [SchemaRow(member, name: prefix + member.name)]
                    + all(in: member.schema, prefix: prefix + member.name + ".")
            }
        case .list(let item, _):
            all(in: item, prefix: prefix.dropLast() + "[].")
        case .numbered(let item): all(in: item, prefix: prefix + "N.")
        case .text, .integer, .bool, .anyObject: []
        }
    }

    static let fields: [Field<SchemaRow>] = [
        .text("name") { $0.name },
        .optionalText("place") { $0.place },
        .text("type") { $0.type },
        .text("limits") { $0.limits },
        .record("meaning") { $0.meaning },
        .bool("is_required") { $0.isRequired },
        .optionalText("standard") { $0.standard },
    ]
}
