/// A word between `{{` and `}}` or `{%` and `%}`.
struct Token: Sendable {
    enum Kind: Sendable, Equatable {
        case name(String)
        case integer(Int)
        case decimal(Double)
        case string(String)
        case symbol(String)
        case end
    }

    let kind: Kind
    let offset: Int
}

/// A stretch of a template: text to be written as it is, or something in braces.
enum Segment: Sendable {
    case text(Range<Int>)
    /// `{{ … }}`
    case output([Token], offset: Int)
    /// `{% … %}`
    case tag([Token], offset: Int)
}
