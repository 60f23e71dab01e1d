// The grammar of expressions, weakest binding first, as in Jinja:
//
//     choice         or ["if" or ["else" choice]]
//     or             and {"or" and}
//     and            not {"and" not}
//     not            "not" not | comparison
//     comparison     sum [("==" | "!=" | "<" | ">" | "<=" | ">=" | "in" | "not in") sum]
//     sum            concatenation {("+" | "-") concatenation}
//     concatenation  product {"~" product}
//     product        unary {"*" unary}
//     unary          ("-" | "+") operand | operand, each followed by {"|" filter}
//     operand        literal | name | "(" choice ")" | "[" … "]", followed by {"." name}
//
// Every rule that can come back to itself counts its depth.

extension TokenReader {
    mutating func expression() throws(TemplateError) -> Expression {
        try descend()
        defer { depth -= 1 }
        let value = try orExpression()
        let offset = current.offset
        guard takeWord("if") else { return value }
        let condition = try orExpression()
        let otherwise = takeWord("else") ? try expression() : nil
        return .choice(value, condition: condition, otherwise: otherwise, offset: offset)
    }

    /// The list of a `for`. It can't be a choice, because an `if` there would be Jinja's
    /// condition.
    mutating func listExpression() throws(TemplateError) -> Expression {
        let list = try orExpression()
        guard !isWord("if") else { throw error("a for takes no condition: put an if inside of it") }
        return list
    }

    private mutating func descend() throws(TemplateError) {
        guard depth < Limits.expressionDepth else {
            throw error("this expression is nested too deeply")
        }
        depth += 1
    }

    private mutating func orExpression() throws(TemplateError) -> Expression {
        var left = try andExpression()
        while isWord("or") {
            let offset = current.offset
            advance()
            left = try chained(.binary(.or, left, try andExpression(), offset: offset))
        }
        return left
    }

    private mutating func andExpression() throws(TemplateError) -> Expression {
        var left = try notExpression()
        while isWord("and") {
            let offset = current.offset
            advance()
            left = try chained(.binary(.and, left, try notExpression(), offset: offset))
        }
        return left
    }

    private mutating func notExpression() throws(TemplateError) -> Expression {
        let offset = current.offset
        guard takeWord("not") else { return try comparison() }
        try descend()
        defer { depth -= 1 }
        return .unary(.not, try notExpression(), offset: offset)
    }

    private mutating func comparison() throws(TemplateError) -> Expression {
        let left = try sum()
        let offset = current.offset
        guard let comparator = takeComparator() else {
            guard !isWord("is") else {
                throw error(
                    "there are no tests with `is`: ask for the value itself, `if x` or `if not x`"
                )
            }
            return left
        }
        let right = try sum()
        let next = self
        guard takeComparator() == nil else {
            throw next.error("comparisons can't be chained: join two with `and`")
        }
        return .binary(comparator, left, right, offset: offset)
    }

    private mutating func takeComparator() -> BinaryOperator? {
        if takeNotIn() { return .notContained }
        if takeWord("in") { return .contained }
        for comparator in Self.comparators where takeSymbol(comparator.rawValue) {
            return comparator
        }
        return nil
    }

    private static var comparators: [BinaryOperator] {
        [.equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater]
    }

    private mutating func sum() throws(TemplateError) -> Expression {
        var left = try concatenation()
        while isSymbol("+") || isSymbol("-") {
            let offset = current.offset
            let sign: BinaryOperator = isSymbol("+") ? .plus : .minus
            advance()
            left = try chained(.binary(sign, left, try concatenation(), offset: offset))
        }
        return left
    }

    private mutating func concatenation() throws(TemplateError) -> Expression {
        var left = try product()
        while isSymbol("~") {
            let offset = current.offset
            advance()
            left = try chained(.binary(.concatenation, left, try product(), offset: offset))
        }
        return left
    }

    private mutating func product() throws(TemplateError) -> Expression {
        var left = try unary()
        while isSymbol("*") {
            let offset = current.offset
            advance()
            left = try chained(.binary(.times, left, try unary(), offset: offset))
        }
        return left
    }

    /// A chain such as `a + b + c` leans to the left, and is walked by recursion later: it counts
    /// as depth too.
    private mutating func chained(_ expression: Expression) throws(TemplateError) -> Expression {
        links += 1
        guard links <= Limits.expressionLinks else {
            throw error("this expression is too long")
        }
        return expression
    }

    private mutating func unary() throws(TemplateError) -> Expression {
        let offset = current.offset
        var operand: Expression
        if isSymbol("-") || isSymbol("+") {
            try descend()
            defer { depth -= 1 }
            let sign: UnaryOperator = isSymbol("-") ? .minus : .plus
            advance()
            operand = .unary(sign, try unsigned(), offset: offset)
        } else {
            operand = try self.operand()
        }
        while takeSymbol("|") {
            let offset = current.offset
            let name = try expectName("the name of a filter")
            let arguments = isSymbol("(") ? try filterArguments() : []
            operand = try chained(.filter(operand, name, arguments, offset: offset))
        }
        return operand
    }

    private mutating func unsigned() throws(TemplateError) -> Expression {
        guard isSymbol("-") || isSymbol("+") else { return try operand() }
        throw error("one sign is enough")
    }

    private mutating func filterArguments() throws(TemplateError) -> [Expression] {
        advance()
        return try expressions(until: ")")
    }

    /// Takes expressions separated by commas, up to and including a closing bracket.
    private mutating func expressions(until closing: String) throws(TemplateError) -> [Expression] {
        var expressions: [Expression] = []
        while !takeSymbol(closing) {
            if !expressions.isEmpty { try expectSymbol(",", "or \(closing)") }
            if takeSymbol(closing) { return expressions }
            expressions.append(try expression())
        }
        return expressions
    }

    private mutating func operand() throws(TemplateError) -> Expression {
        var operand = try primary()
        while isSymbol(".") {
            advance()
            let offset = current.offset
            let name = try expectName("the name of a field")
            operand = try chained(.member(operand, name, offset: offset))
        }
        if isSymbol("[") { throw error("there is no indexing: use a field or a loop") }
        if isSymbol("(") { throw error("there are no functions: use a filter") }
        return operand
    }

    private mutating func primary() throws(TemplateError) -> Expression {
        let token = current
        switch token.kind {
        case .integer(let number):
            advance()
            return .literal(.int(number), offset: token.offset)
        case .decimal(let number):
            advance()
            return .literal(.double(number), offset: token.offset)
        case .string(let text):
            advance()
            return .literal(.text(text), offset: token.offset)
        case .symbol("("):
            advance()
            let inner = try expression()
            try expectSymbol(")", "to match the ( before")
            return inner
        case .symbol("["):
            advance()
            return .list(try expressions(until: "]"), offset: token.offset)
        case .name(let name):
            return try named(name, at: token.offset)
        case .symbol, .end:
            throw unexpected("a value")
        }
    }

    private mutating func named(_ name: String, at offset: Int) throws(TemplateError) -> Expression
    {
        switch name {
        case "true", "True":
            advance()
            return .literal(.bool(true), offset: offset)
        case "false", "False":
            advance()
            return .literal(.bool(false), offset: offset)
        case "none", "None":
            advance()
            return .literal(.none, offset: offset)
        case "loop":
            advance()
            return .name(name, offset: offset)
        case _ where Self.reserved.contains(name): throw unexpected("a value")
        default:
            advance()
            return .name(name, offset: offset)
        }
    }
}
