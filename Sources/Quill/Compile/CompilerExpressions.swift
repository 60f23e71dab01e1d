/// An expression whose names are known.
struct Resolved {
    let code: Code
    let shape: Shape
    /// Its name as seen from the page, if it is a field of the page or of something in it.
    var field: String?

    init(_ code: Code, _ shape: Shape, field: String? = nil) {
        self.code = code
        self.shape = shape
        self.field = field
    }

    var constant: Value? {
        if case .constant(let value) = code { return value }
        return nil
    }
}

extension Compiler {
    mutating func resolve(_ expression: Expression) throws(TemplateError) -> Resolved {
        try countStep(at: expression.offset)
        switch expression {
        case .literal(let value, _): return Resolved(.constant(value), Self.shape(of: value))
        case .list(let elements, _): return try resolveList(elements)
        case .name(let name, let offset): return try resolveName(name, at: offset)
        case .member(let record, let name, let offset):
            return try resolveMember(record, name, at: offset)
        case .filter(let input, let name, let arguments, let offset):
            return try resolveFilter(input, name, arguments, at: offset)
        case .unary(let sign, let operand, let offset):
            return try resolveUnary(sign, operand, at: offset)
        case .binary(let sign, let left, let right, let offset):
            return try resolveBinary(sign, left, right, at: offset)
        case .choice(let value, let condition, let otherwise, let offset):
            return try resolveChoice(value, condition, otherwise, at: offset)
        }
    }

    private static func shape(of literal: Value) -> Shape {
        switch literal {
        case .none: .nothing
        case .bool: .bool
        case .int: .int
        case .double: .double
        default: .text
        }
    }

    private mutating func resolveList(_ elements: [Expression]) throws(TemplateError) -> Resolved {
        var codes: [Code] = []
        var shape: Shape?
        for element in elements {
            let value = try resolve(element)
            guard let joined = shape.map({ $0.joined(with: value.shape) }) ?? value.shape else {
                throw source.error(at: element.offset, "this is of another kind than those before")
            }
            codes.append(value.code)
            shape = joined
        }
        return Resolved(.list(codes), .list(of: shape ?? .any))
    }

    private mutating func resolveName(
        _ name: String,
        at offset: Int
    ) throws(TemplateError) -> Resolved {
        if name == "loop" {
            let fields = LoopField.allCases.map(\.rawValue).joined(separator: ", ")
            throw source.error(at: offset, "loop is no value: it has \(fields)")
        }
        guard let binding = scope.binding(of: name) else {
            let hint = includes.isEmpty ? "" : "; an include sees only what it is given"
            throw source.error(
                at: offset,
                "nothing is called \(name) here\(hint)",
                suggestion: Suggestion.nearest(to: name, among: scope.names)
            )
        }
        switch binding {
        case .path(let frame, let access, let field):
            if let field { usedFields.insert(field) }
            return Resolved(.field(frame: frame, access), access.shape, field: field)
        case .slot(let slot, let shape): return Resolved(.slot(slot), shape)
        case .constant(let value, let shape): return Resolved(.constant(value), shape)
        }
    }

    private mutating func resolveMember(
        _ base: Expression,
        _ name: String,
        at offset: Int
    ) throws(TemplateError) -> Resolved {
        if case .name("loop", let loop) = base {
            return try resolveLoopField(name, loop, at: offset)
        }
        let value = try resolve(base)
        guard case .record(let shape) = value.shape.unwrapped else {
            throw source.error(at: offset, "\(value.shape.phrase) has no field \(name)")
        }
        guard let field = shape.field(name) else {
            throw source.error(
                at: offset,
                "\(value.shape.phrase) has no field \(name)",
                suggestion: Suggestion.nearest(to: name, among: shape.fields.map(\.name))
            )
        }
        guard case .field(let frame, .record(let record)) = value.code else {
            return Resolved(.member(value.code, name), field.access.shape.orNothing)
        }
        let path = value.field.map { "\($0).\(name)" }
        if let path { usedFields.insert(path) }
        let access = record.member(field.access)
        return Resolved(.field(frame: frame, access), access.shape, field: path)
    }

    private func resolveLoopField(
        _ name: String,
        _ loopOffset: Int,
        at offset: Int
    ) throws(TemplateError) -> Resolved {
        guard let level = scope.loop else {
            throw source.error(at: loopOffset, "loop has a meaning only inside of a for")
        }
        guard let field = LoopField(rawValue: name) else {
            throw source.error(
                at: offset,
                "loop has no field \(name)",
                suggestion: Suggestion.nearest(to: name, among: LoopField.allCases.map(\.rawValue))
            )
        }
        return Resolved(.loop(level: level, field), field.shape)
    }

    private mutating func resolveFilter(
        _ inputExpression: Expression,
        _ name: String,
        _ argumentExpressions: [Expression],
        at offset: Int
    ) throws(TemplateError) -> Resolved {
        guard let filter = library.filters[name] else {
            throw source.error(
                at: offset,
                "there is no filter \(name)",
                suggestion: Suggestion.nearest(to: name, among: library.filters.keys)
            )
        }
        let input = try resolve(inputExpression)
        var arguments: [Resolved] = []
        for argument in argumentExpressions { arguments.append(try resolve(argument)) }
        guard filter.argumentCount.contains(arguments.count) else {
            throw source.error(
                at: offset,
                "\(name) takes \(filter.argumentPhrase), and here are \(arguments.count)"
            )
        }
        guard let shape = filter.shape(input.shape, arguments.map(\.shape)) else {
            throw source.error(at: offset, "\(name) can't be used on \(input.shape.phrase)")
        }
        if name == "length", case .list = input.shape.unwrapped {
            return Resolved(.length(input.code), shape)
        }
        let place = Place(source: source, offset: offset)
        let constants = arguments.compactMap(\.constant)
        if let value = input.constant, constants.count == arguments.count {
            return Resolved(.constant(try filter.apply(to: value, constants, at: place)), shape)
        }
        let call = FilterCall(
            filter: filter,
            input: input.code,
            arguments: arguments.map(\.code),
            place: place
        )
        return Resolved(.filter(call), shape)
    }
}
