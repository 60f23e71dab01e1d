import HTTP

/// A struct of the Swift client: what one schema is there.
struct SwiftType {
    /// How a member is there when it may be missing.
    private enum Presence {
        case always
        /// Null or nothing, which is the same.
        case optional
        /// Null, which is written as such.
        case nullable
        /// Nothing, null or a value, of which each means something else.
        case change
    }

    private struct Member {
        let name: String
        let key: String
        let type: String
        let meaning: String
        let presence: Presence
    }

    let name: String
    /// Its lines, without indentation.
    private(set) var lines: [String] = []

    /// What the API answers with.
    init(answer members: [SchemaMember], name: String, about: String) {
        self.name = name
        let protocols =
            members.contains { $0.name == "id" }
            ? "Codable, Sendable, Equatable, Identifiable" : "Codable, Sendable, Equatable"
        write(members, about, protocols) { $0.schema.isNullable ? .optional : .always }
    }

    /// What is sent to it.
    init(content members: [SchemaMember], name: String, about: String, isChange: Bool) {
        self.name = name
        write(members, about, "Encodable, Sendable", isSent: true) { member in
            switch (member.isRequired, member.schema.isNullable) {
            case (true, false): .always
            case (true, true): .nullable
            case (false, true): isChange ? .change : .optional
            case (false, false): .optional
            }
        }
    }

    private mutating func write(
        _ members: [SchemaMember],
        _ about: String,
        _ protocols: String,
        isSent: Bool = false,
        _ presence: (SchemaMember) -> Presence
    ) {
        lines = ["/// \(about)", "struct \(name): \(protocols) {"]
        var inner: [SwiftType] = []
        let own = members.map { member in
            Member(
                name: SwiftName.member(member.name),
                key: member.name,
                type: Self.type(of: member.schema, member.name, isSent, &inner),
                meaning: member.meaning,
                presence: presence(member)
            )
        }
        for member in own { lines += Self.declaration(member, isSent).map(Self.indent) }
        for type in inner { lines += [""] + type.lines.map(Self.indent) }
        lines += [""] + Self.keys(own).map(Self.indent)
        if own.contains(where: { [.nullable, .change].contains($0.presence) }) {
            lines += [""] + Self.encoding(own).map(Self.indent)
        }
        lines.append("}")
    }

    private static func declaration(_ member: Member, _ isSent: Bool) -> [String] {
        let word = isSent ? "var" : "let"
        let declaration =
            switch member.presence {
            case .always: "\(word) \(member.name): \(member.type)"
            case .optional, .nullable:
                "\(word) \(member.name): \(member.type)?"
                    + (isSent && member.presence == .optional ? " = nil" : "")
            case .change: "var \(member.name): Change<\(member.type)> = .keep"
            }
        return (member.meaning.isEmpty ? [] : comment(member.meaning)) + [declaration]
    }

    private static func keys(_ members: [Member]) -> [String] {
        guard !members.isEmpty else { return ["enum CodingKeys: CodingKey {}"] }
        let cases = members.map { member in
            let bare = member.name.filter { $0 != "`" }
            return indent(
                bare == member.key
                    ? "case \(member.name)" : "case \(member.name) = \"\(member.key)\""
            )
        }
        return ["enum CodingKeys: String, CodingKey {"] + cases + ["}"]
    }

    /// Written out where null is something else than nothing.
    private static func encoding(_ members: [Member]) -> [String] {
        let body = members.map { member in
            switch member.presence {
            case .always, .nullable:
                "try container.encode(\(member.name), forKey: .\(member.name))"
            case .optional: "try container.encodeIfPresent(\(member.name), forKey: .\(member.name))"
            case .change: "try \(member.name).encode(into: &container, forKey: .\(member.name))"
            }
        }
        return ["func encode(to encoder: any Encoder) throws {"]
            + (["var container = encoder.container(keyedBy: CodingKeys.self)"] + body).map(indent)
            + ["}"]
    }

    /// What Swift calls a schema. What has no name yet gets its own type inside this one.
    private static func type(
        of schema: Schema,
        _ name: String,
        _ isSent: Bool,
        _ inner: inout [SwiftType]
    ) -> String {
        switch schema.kind {
        case .text(let format?, _, _) where format == "date-time": return "Date"
        case .text(_, _, let choices) where isSent && !choices.isEmpty:
            guard let type = SwiftType(choices: choices, name: SwiftName.type(name)) else {
                return "String"
            }
            inner.append(type)
            return type.name
        case .text: return "String"
        case .integer: return "Int"
        case .bool: return "Bool"
        case .list(let item, _):
            return "[\(type(of: item, name, isSent, &inner))]"
        case .object(let given?, _): return given + "DTO"
        case .object(nil, let members):
            let typeName = SwiftName.type(name)
            let about = "Part of `\(name)`."
            inner.append(
                isSent
                    ? SwiftType(content: members, name: typeName, about: about, isChange: false)
                    : SwiftType(answer: members, name: typeName, about: about)
            )
            return typeName
        case .anyObject: return "[String: String]"
        case .numbered(let item): return "[String: \(type(of: item, name, isSent, &inner))]"
        }
    }

    /// One of several words; nil when they can't be cases.
    init?(choices: [String], name: String) {
        guard let cases = SwiftName.cases(choices) else { return nil }
        self.name = name
        lines = ["enum \(name): String, Codable, Sendable {"]
        for (name, word) in cases {
            lines.append(Self.indent(name == word ? "case \(name)" : "case \(name) = \"\(word)\""))
        }
        lines.append("}")
    }

    /// A text as a comment of lines that are easy to read: indented by so many spaces, the second and
    /// every other line by as many as `hanging`.
    static func comment(_ text: String, indent: Int = 0, hanging: Int? = nil) -> [String] {
        var lines = ["///" + String(repeating: " ", count: indent)]
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count > 88 {
                lines.append("///" + String(repeating: " ", count: hanging ?? indent))
            }
            lines[lines.count - 1] += " " + word
        }
        return lines
    }

    static func indent(_ line: String) -> String { line.isEmpty ? "" : "    " + line }
}
