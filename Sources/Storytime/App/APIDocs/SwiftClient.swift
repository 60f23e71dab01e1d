import HTTP

/// A Swift client for the API, as one file to put into an app: a struct for each schema and a
/// method for each operation, made from the declarations that serve the API, so that it can't
/// differ from them.
struct SwiftClient: Sendable {
    static let fileName = "StorytimeClient.swift"

    let text: String

    init(_ reference: APIReference) {
        var parts = [SwiftClientFrame.head(version: Version.current)]
        var sent: [SwiftType] = []
        for chapter in reference.chapters {
            let methods = chapter.entries.map(SwiftMethod.init)
            sent += methods.flatMap(\.types)
            parts.append(Self.part(chapter.title, methods))
        }
        parts.append("// MARK: Requests")
        parts += sent.map { $0.lines.joined(separator: "\n") }
        parts.append("// MARK: Answers")
        parts += Self.answers(reference).map { $0.lines.joined(separator: "\n") }
        parts.append(SwiftClientFrame.foot)
        text = parts.joined(separator: "\n\n") + "\n"
    }

    /// The methods of a chapter.
    private static func part(_ title: String, _ methods: [SwiftMethod]) -> String {
        let lines = methods.flatMap { $0.lines + [""] }.dropLast().map(SwiftType.indent)
        let name = title.prefix(1).uppercased() + title.dropFirst()
        return (["// MARK: \(name)", "", "extension StorytimeClient {"] + lines + ["}"])
            .joined(separator: "\n")
    }

    /// Every named schema, once.
    private static func answers(_ reference: APIReference) -> [SwiftType] {
        let schemas = reference.entries.flatMap(\.operation.answers).compactMap(\.schema)
        var seen: Set<String> = []
        return schemas.flatMap(\.named).compactMap { schema in
            guard case .object(let name?, let members) = schema.kind, seen.insert(name).inserted
            else { return nil }
            return SwiftType(
                answer: members,
                name: name + "DTO",
                about: "`\(name)`, as the API returns it."
            )
        }
    }
}
