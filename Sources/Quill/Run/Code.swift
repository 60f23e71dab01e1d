/// An expression after names were resolved and shapes checked, for the machine to evaluate.
indirect enum Code: Sendable {
    case constant(Value)
    case field(frame: Int, Access)
    case slot(Int)
    case loop(level: Int, LoopField)
    case member(Code, String)
    case length(Code)
    case filter(FilterCall)
    case not(Code)
    case negated(Code, Place)
    case both(Code, Code)
    case either(Code, Code)
    case choice(Code, condition: Code, otherwise: Code)
    case arithmetic(BinaryOperator, Code, Code, Place)
    case comparison(BinaryOperator, Code, Code, Place)
    case contained(Code, Code, Place)
    case concatenation(Code, Code, Place)
    case list([Code])
}

/// What a loop knows about itself.
enum LoopField: String, Sendable, CaseIterable {
    case index
    case index0
    case first
    case last
    case length

    var shape: Shape {
        switch self {
        case .index, .index0, .length: .int
        case .first, .last: .bool
        }
    }
}

/// A filter with its arguments and its place.
struct FilterCall: Sendable {
    let filter: Filter
    let input: Code
    let arguments: [Code]
    let place: Place
}
