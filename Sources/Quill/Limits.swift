/// Limits on what a template may ask of the compiler. Templates are written by the application's
/// authors, so these only turn a mistake (a template that includes itself) or a fuzzer's invention
/// into an error instead of a hang or a stack overflow.
///
/// The depths together limit recursion: at all of them an optimized build compiles within 384 KiB
/// of stack and renders within 128, a debug build within 768 and 384. A test proves it.
enum Limits {
    /// The longest templates of large sites stay below a tenth of this.
    static let templateBytes = 1 << 20
    /// Tags within tags, in one template.
    static let tagDepth = 24
    /// Parentheses, filters' arguments and operators within an expression.
    static let expressionDepth = 24
    /// Operators, filters and fields in one tag: each is a step of recursion when it is compiled.
    static let expressionLinks = 64
    /// Includes within includes, and templates extending templates.
    static let templateDepth = 16
    /// Nested tags, blocks and includes, in all templates of a page together.
    static let compileDepth = 40
    /// Steps of the compiler for one page, all includes counted: two orders of magnitude above a
    /// rich page, and still a fraction of a second.
    static let compileSteps = 200_000
    /// Literal text of one page, all includes counted: a hundred times what a rich page has.
    static let literalBytes = 4 << 20
    /// Letters of an attribute's or element's name.
    static let nameLength = 128
}
