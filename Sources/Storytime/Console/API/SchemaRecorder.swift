/// Records what a reader of JSON, or of a query, asks for: the names, the accepted values, and
/// what may be left out.
///
/// A reader continues after a mistake and asks for everything, whatever was sent, so reading
/// nothing at all once reveals everything that can be sent: the code that decides makes the
/// documentation.
final class SchemaRecorder {
    private enum Part {
        case member(SchemaMember)
        case object(SchemaRecorder, name: String, isList: ClosedRange<Int>?, isRequired: Bool)
    }

    private var parts: [Part] = []

    /// The requested members with their meanings, by their path, like `events.book_id`.
    func members(_ meanings: [String: String], prefix: String = "") -> [SchemaMember] {
        parts.map { part in
            switch part {
            case .member(var member):
                member.meaning = meanings[prefix + member.name] ?? ""
                return member
            case .object(let inner, let name, let count, let isRequired):
                let members = inner.members(meanings, prefix: prefix + name + ".")
                let object = Schema.object(members)
                let schema = count.map { .list(object, count: $0) } ?? object
                return SchemaMember(
                    name: name,
                    schema: isRequired ? schema : schema.orNull,
                    meaning: meanings[prefix + name] ?? "",
                    isRequired: isRequired
                )
            }
        }
    }

    func note(_ name: String, _ schema: Schema, isRequired: Bool, standard: String? = nil) {
        parts.append(
            .member(
                SchemaMember(name: name, schema: schema, isRequired: isRequired, standard: standard)
            )
        )
    }

    /// The members of a nested object, or of each of several.
    func nested(_ name: String, count: ClosedRange<Int>? = nil, isRequired: Bool) -> SchemaRecorder
    {
        let inner = SchemaRecorder()
        parts.append(.object(inner, name: name, isList: count, isRequired: isRequired))
        return inner
    }
}
