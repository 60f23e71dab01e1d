import HTTP

/// A method of the Swift client, for one operation.
struct SwiftMethod {
    /// The method's result, and how it is read from the answer.
    private enum Result {
        case nothing
        /// Bytes as they arrive.
        case bytes
        /// `{"data": …}`, of which only the inner part matters; with the tag of a record.
        case data(String, isTagged: Bool)
        case page(String)
        case plain(String)

        var type: String {
            switch self {
            case .nothing: ""
            case .bytes: " -> Data"
            case .data(let type, let isTagged): isTagged ? " -> Tagged<\(type)>" : " -> \(type)"
            case .page(let type): " -> Page<\(type)>"
            case .plain(let type): " -> \(type)"
            }
        }
    }

    /// Its lines, without indentation.
    let lines: [String]
    /// The types that only it needs: the content, the choices of its parameters.
    let types: [SwiftType]

    init(_ entry: APIReference.Entry) {
        let operation = entry.operation
        var types: [SwiftType] = []
        var parameters: [(declaration: String, meaning: String)] = []
        var arguments: [String] = []
        var queries: [String] = []
        for (member, place) in operation.parameters {
            let name = SwiftName.member(member.name)
            switch place {
            case "path": parameters.append(("\(name): Int", member.meaning))
            case "query":
                let type = Self.type(of: member, operation, &types)
                parameters.append(("\(name): \(type)? = nil", member.meaning))
                let text =
                    type == "Int"
                    ? "\(name).map(String.init)"
                    : type == "String"
                        ? name : "\(name)?.rawValue"
                queries.append("(\"\(member.name)\", \(text))")
            default: break
            }
        }
        switch operation.request {
        case .json(let schema, _):
            guard case .object(_, let members) = schema.kind else { break }
            let content = SwiftType(
                content: members,
                name: SwiftName.type(of: operation, "Content"),
                about: "What `\(operation.name)` sends.",
                isChange: entry.route.method == .patch
            )
            types.append(content)
            parameters.insert(("_ content: \(content.name)", "The request."), at: 0)
            arguments.append("content: .json(content)")
        case .file(let type, _):
            parameters.insert(("_ file: Data", "The file itself."), at: 0)
            arguments.append("content: .file(file, type: \"\(type)\")")
        case .nothing, .query: break
        }
        if operation.parameters.contains(where: {
            $0.member.name == "If-Match"
        }) {
            parameters.append(("ifMatch tag: String? = nil", "The version you expect."))
            arguments.append("ifMatch: tag")
        }
        if operation.takesKey {
            parameters.append(
                ("idempotencyKey key: String? = nil", "The same for each attempt.")
            )
            arguments.append("key: key")
        }
        if queries.count == 1 {
            arguments.append("query: [\(queries[0])]")
        } else if !queries.isEmpty {
            let lines = queries.map { SwiftType.indent($0) + "," }
            arguments.append((["query: ["] + lines + ["]"]).joined(separator: "\n"))
        }
        let result = Self.result(operation, &types)
        lines =
            Self.comment(entry, parameters)
            + Self.head(operation.name, parameters.map(\.declaration), result.type)
            + Self.body(entry.route, arguments, result).map(SwiftType.indent) + ["}"]
        self.types = types
    }

    private static func type(
        of member: SchemaMember,
        _ operation: Operation,
        _ types: inout [SwiftType]
    ) -> String {
        switch member.schema.kind {
        case .integer: return "Int"
        case .text(_, _, let choices) where !choices.isEmpty:
            let name = SwiftName.type(of: operation, SwiftName.type(member.name))
            guard let type = SwiftType(choices: choices, name: name) else { return "String" }
            types.append(type)
            return name
        default: return "String"
        }
    }

    private static func result(_ operation: Operation, _ types: inout [SwiftType]) -> Result {
        guard let answer = operation.answers.first(where: { $0.schema != nil }),
            let schema = answer.schema
        else { return .nothing }
        guard answer.contentTypes == ["application/json"],
            case .object(let name, let members) = schema.kind
        else { return .bytes }
        if let name { return .plain(name + "DTO") }
        guard let data = members.first, data.name == "data" else {
            let type = SwiftType(
                answer: members,
                name: SwiftName.type(of: operation, "Answer"),
                about: "What `\(operation.name)` answers."
            )
            types.append(type)
            return .plain(type.name)
        }
        switch data.schema.kind {
        case .list(let item, _) where members.contains(where: { $0.name == "page" }):
            return .page((item.name ?? "") + "DTO")
        case .list(let item, _): return .data("[\((item.name ?? "") + "DTO")]", isTagged: false)
        default:
            return .data((data.schema.name ?? "") + "DTO", isTagged: answer.headers.contains(.etag))
        }
    }

    private static func comment(
        _ entry: APIReference.Entry,
        _ parameters: [(declaration: String, meaning: String)]
    ) -> [String] {
        let operation = entry.operation
        var lines = SwiftType.comment(operation.summary + ".")
        if !operation.details.isEmpty { lines += ["///"] + SwiftType.comment(operation.details) }
        var who = entry.route.access.people
        if let scope = entry.route.entrance.scope { who += "; a key needs `\(scope.rawValue)`" }
        lines += ["///"] + SwiftType.comment(who + ".")
        lines.append("///")
        let described = parameters.map { declaration, meaning in
            let words = declaration.prefix { $0 != ":" }.split(separator: " ")
            return "\(words.last ?? ""): \(meaning)"
        }
        if described.count == 1 {
            lines += SwiftType.comment("- Parameter \(described[0])", hanging: 2)
        } else if !described.isEmpty {
            lines.append("/// - Parameters:")
            lines += described.flatMap { SwiftType.comment("- \($0)", indent: 2, hanging: 4) }
        }
        if let meaning = operation.answers.first(where: { $0.schema != nil })?.meaning {
            lines += SwiftType.comment("- Returns: \(meaning)", hanging: 2)
        }
        return lines + ["/// - Throws: `StorytimeError` if the request is rejected."]
    }

    /// A line has 100 characters, of which the indentation takes four.
    private static let headLength = 96

    private static func head(_ name: String, _ parameters: [String], _ result: String) -> [String] {
        let line = "func \(name)(\(parameters.joined(separator: ", "))) async throws\(result) {"
        guard parameters.count > 2 || line.count > Self.headLength else { return [line] }
        let last = parameters.count - 1
        return ["func \(name)("]
            + parameters.enumerated().map {
                SwiftType.indent($0.element + ($0.offset < last ? "," : ""))
            } + [") async throws\(result) {"]
    }

    private static func body(_ route: Route, _ arguments: [String], _ result: Result) -> [String] {
        let path = route.pattern.description.split(separator: "/").map { segment in
            segment.hasPrefix("{")
                ? "\\(\(SwiftName.member(String(segment.dropFirst().dropLast()))))"
                : String(segment)
        }
        let send = call(
            ["\"\(route.method.name)\"", "\"/\(path.joined(separator: "/"))\""] + arguments
        )
        let answer = ["let answer = try await " + send[0]] + send.dropFirst()
        switch result {
        case .nothing: return ["_ = try await " + send[0]] + send.dropFirst()
        case .bytes: return answer + ["return answer.content"]
        case .data(let type, false):
            return answer + ["return try answer.read(Envelope<\(type)>.self).data"]
        case .data(let type, true):
            return answer + [
                "let record = try answer.read(Envelope<\(type)>.self).data",
                "return Tagged(record: record, tag: answer.tag)",
            ]
        case .page(let type): return answer + ["return try answer.read(Page<\(type)>.self)"]
        case .plain(let type): return answer + ["return try answer.read(\(type).self)"]
        }
    }

    /// As much as fits into a readable line, with room for what comes before it.
    private static let lineLength = 70

    /// The call that sends; with an argument on each line if they are long.
    private static func call(_ arguments: [String]) -> [String] {
        let line = "send(\(arguments.joined(separator: ", ")))"
        guard line.count > lineLength || line.contains("\n") else { return [line] }
        let lines = arguments.joined(separator: ",\n").split(separator: "\n")
        return ["send("] + lines.map { SwiftType.indent(String($0)) } + [")"]
    }
}
