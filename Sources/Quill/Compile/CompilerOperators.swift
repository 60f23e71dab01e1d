extension Compiler {
    mutating func resolveUnary(
        _ sign: UnaryOperator,
        _ expression: Expression,
        at offset: Int
    ) throws(TemplateError) -> Resolved {
        let operand = try resolve(expression)
        if sign == .not {
            if let constant = operand.constant {
                return Resolved(.constant(.bool(!constant.isTrue)), .bool)
            }
            return Resolved(.not(operand.code), .bool)
        }
        try expectNumber(operand, expression)
        if sign == .plus { return operand }
        if case .int(let number) = operand.constant, number != .min {
            return Resolved(.constant(.int(-number)), .int)
        }
        return Resolved(
            .negated(operand.code, Place(source: source, offset: offset)),
            operand.shape.unwrapped
        )
    }

    mutating func resolveBinary(
        _ sign: BinaryOperator,
        _ left: Expression,
        _ right: Expression,
        at offset: Int
    ) throws(TemplateError) -> Resolved {
        let a = try resolve(left)
        let b = try resolve(right)
        let place = Place(source: source, offset: offset)
        switch sign {
        case .and, .or: return try resolveLogic(sign, a, b, at: offset)
        case .equal, .notEqual:
            return try resolveEquality(sign, a, b, at: place)
        case .less, .greater, .lessOrEqual, .greaterOrEqual:
            try expectOrder(a, b, at: offset)
            return Resolved(.comparison(sign, a.code, b.code, place), .bool)
        case .contained, .notContained:
            try expectContainer(b, of: a, at: offset)
            let code = Code.contained(a.code, b.code, place)
            return Resolved(sign == .contained ? code : .not(code), .bool)
        case .concatenation:
            try expectText(a, left)
            try expectText(b, right)
            return Resolved(.concatenation(a.code, b.code, place), .text)
        case .plus, .minus, .times:
            try expectNumber(a, left)
            try expectNumber(b, right)
            let shape = a.shape.unwrapped.joined(with: b.shape.unwrapped) ?? .any
            return Resolved(.arithmetic(sign, a.code, b.code, place), shape)
        }
    }

    /// As in Python, `a or b` is `a` if that is true, else `b`.
    private func resolveLogic(
        _ sign: BinaryOperator,
        _ a: Resolved,
        _ b: Resolved,
        at offset: Int
    ) throws(TemplateError) -> Resolved {
        if let constant = a.constant { return constant.isTrue == (sign == .and) ? b : a }
        // Lists and records among the operands: fine for a condition, which takes any value.
        let left = sign == .or ? a.shape.unwrapped : a.shape
        let shape = left.joined(with: b.shape) ?? .any
        return Resolved(sign == .and ? .both(a.code, b.code) : .either(a.code, b.code), shape)
    }

    private func resolveEquality(
        _ sign: BinaryOperator,
        _ a: Resolved,
        _ b: Resolved,
        at place: Place
    ) throws(TemplateError) -> Resolved {
        guard a.shape.canEqual(b.shape) else {
            throw place.error("\(a.shape.phrase) is never equal to \(b.shape.phrase)")
        }
        if let left = a.constant, let right = b.constant {
            let areEqual = Arithmetic.areEqual(left, right)
            return Resolved(.constant(.bool(areEqual == (sign == .equal))), .bool)
        }
        return Resolved(.comparison(sign, a.code, b.code, place), .bool)
    }

    mutating func resolveChoice(
        _ value: Expression,
        _ condition: Expression,
        _ otherwise: Expression?,
        at offset: Int
    ) throws(TemplateError) -> Resolved {
        let condition = try resolve(condition)
        let a = try resolve(value)
        let b =
            try otherwise.map { (other) throws(TemplateError) in try resolve(other) }
            ?? Resolved(.constant(.none), .nothing)
        guard let shape = a.shape.joined(with: b.shape) else {
            throw source.error(
                at: offset,
                "this is either \(a.shape.phrase) or \(b.shape.phrase): both must be of one kind"
            )
        }
        if let constant = condition.constant { return constant.isTrue ? a : b }
        return Resolved(
            .choice(a.code, condition: condition.code, otherwise: b.code),
            shape
        )
    }

    private func expectNumber(_ value: Resolved, _ expression: Expression) throws(TemplateError) {
        guard !value.shape.isNumber else { return }
        let hint = value.shape.phrase == "text" ? ": texts are joined with ~" : ""
        throw source.error(
            at: expression.offset,
            "a number is needed here, and this is \(value.shape.phrase)\(hint)"
        )
    }

    private func expectText(_ value: Resolved, _ expression: Expression) throws(TemplateError) {
        var isMarkup = false
        if case .html = value.shape.unwrapped { isMarkup = true }
        guard value.shape.isWritable, !isMarkup else {
            throw source.error(
                at: expression.offset,
                "\(value.shape.phrase) can't be joined with ~"
            )
        }
    }

    private func expectOrder(
        _ a: Resolved,
        _ b: Resolved,
        at offset: Int
    ) throws(TemplateError) {
        let areNumbers = a.shape.isNumber && b.shape.isNumber
        guard areNumbers || (a.shape.isText && b.shape.isText) else {
            throw source.error(at: offset, "\(a.shape.phrase) and \(b.shape.phrase) have no order")
        }
    }

    private func expectContainer(
        _ list: Resolved,
        of element: Resolved,
        at offset: Int
    ) throws(TemplateError) {
        switch list.shape.unwrapped {
        case .any: return
        case .text where element.shape.isText: return
        case .list(let shape) where shape.canEqual(element.shape): return
        default:
            throw source.error(
                at: offset,
                "\(element.shape.phrase) can't be in \(list.shape.phrase)"
            )
        }
    }
}

extension Shape {
    fileprivate var isText: Bool {
        switch unwrapped {
        case .text, .any: true
        default: false
        }
    }

    /// Whether values of both shapes can ever be equal; if they can't, the template has a mistake,
    /// such as comparing a number with its text.
    fileprivate func canEqual(_ other: Shape) -> Bool {
        switch (unwrapped, other.unwrapped) {
        case (.any, _), (_, .any), (.nothing, _), (_, .nothing): true
        case (.text, .text), (.bool, .bool): true
        case (let a, let b): a.isNumber && b.isNumber
        }
    }
}
