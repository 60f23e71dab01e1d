/// An expression as it was written; its names are not resolved yet.
indirect enum Expression: Sendable {
    case literal(Value, offset: Int)
    case list([Expression], offset: Int)
    case name(String, offset: Int)
    case member(Expression, String, offset: Int)
    case filter(Expression, String, [Expression], offset: Int)
    case unary(UnaryOperator, Expression, offset: Int)
    case binary(BinaryOperator, Expression, Expression, offset: Int)
    /// `a if condition else b`
    case choice(Expression, condition: Expression, otherwise: Expression?, offset: Int)

    /// Where an error about it points.
    var offset: Int {
        switch self {
        case .literal(_, let offset), .list(_, let offset), .name(_, let offset),
            .member(_, _, let offset), .filter(_, _, _, let offset), .unary(_, _, let offset),
            .binary(_, _, _, let offset), .choice(_, _, _, let offset):
            offset
        }
    }
}

enum UnaryOperator: Sendable {
    case not
    case minus
    case plus
}

enum BinaryOperator: String, Sendable {
    case and
    case or
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case contained = "in"
    case notContained = "not in"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case concatenation = "~"
}

/// A piece of a template.
indirect enum Node: Sendable {
    case text(Range<Int>)
    case output(Expression)
    case condition([Branch], otherwise: [Node]?, offset: Int)
    case loop(Loop)
    case block(String, offset: Int)
    /// `{{ super() }}`
    case parentBlock(offset: Int)
    case include(Include)
    case assignment(String, Expression, offset: Int)

    /// `{% if … %}` or `{% elif … %}`
    struct Branch: Sendable {
        let condition: Expression
        let body: [Node]
    }

    /// `{% for … %}`
    struct Loop: Sendable {
        let variable: String
        let list: Expression
        let body: [Node]
        let otherwise: [Node]?
        let offset: Int
    }

    /// `{% include … with … %}`
    struct Include: Sendable {
        let template: String
        let arguments: [Argument]
        let offset: Int
    }

    /// `name=value`
    struct Argument: Sendable {
        let name: String
        let value: Expression
        let offset: Int
    }
}

/// A template after parsing.
struct ParsedTemplate: Sendable {
    struct Parent: Sendable {
        let name: String
        let offset: Int
    }

    struct Block: Sendable {
        let body: [Node]
        let offset: Int
    }

    let source: SourceText
    let parent: Parent?
    let body: [Node]
    let blocks: [String: Block]
}
