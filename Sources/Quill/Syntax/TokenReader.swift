/// Walks over the words of one tag; the expression grammar is in `ExpressionParser.swift`.
struct TokenReader {
    let source: SourceText
    private let tokens: [Token]
    private var index = 0
    /// How deep the expression is nested at this word.
    var depth = 0
    /// How many operators, filters and fields the expression is made of.
    var links = 0

    /// Words that can't be names of variables.
    static let reserved: Set<String> = [
        "and", "or", "not", "in", "if", "else", "is", "true", "false", "none", "True", "False",
        "None", "loop", "super",
    ]

    /// `tokens` ends with `.end`.
    init(_ tokens: [Token], in source: SourceText) {
        self.tokens = tokens
        self.source = source
    }

    var current: Token {
        index < tokens.count ? tokens[index] : Token(kind: .end, offset: source.bytes.count)
    }

    mutating func advance() {
        index += 1
    }

    func isSymbol(_ symbol: String) -> Bool { current.kind == .symbol(symbol) }

    func isWord(_ word: String) -> Bool { current.kind == .name(word) }

    mutating func takeSymbol(_ symbol: String) -> Bool {
        guard isSymbol(symbol) else { return false }
        advance()
        return true
    }

    mutating func takeWord(_ word: String) -> Bool {
        guard isWord(word) else { return false }
        advance()
        return true
    }

    /// Whether the words `not in` come next.
    mutating func takeNotIn() -> Bool {
        guard isWord("not"), index + 1 < tokens.count, tokens[index + 1].kind == .name("in") else {
            return false
        }
        index += 2
        return true
    }

    mutating func expectSymbol(_ symbol: String, _ what: String) throws(TemplateError) {
        guard takeSymbol(symbol) else { throw unexpected("\(symbol) \(what)") }
    }

    mutating func expectWord(_ word: String, _ what: String) throws(TemplateError) {
        guard takeWord(word) else { throw unexpected("the word \(word) \(what)") }
    }

    /// Takes a name; `what` says of what, for the error message.
    mutating func expectName(_ what: String) throws(TemplateError) -> String {
        guard case .name(let name) = current.kind else { throw unexpected(what) }
        advance()
        return name
    }

    /// A name that a variable may have.
    mutating func expectVariable(_ what: String) throws(TemplateError) -> String {
        if case .name(let name) = current.kind, Self.reserved.contains(name) {
            throw error("\(name) is a word of the language and can't be a name")
        }
        return try expectName(what)
    }

    mutating func expectString(_ what: String) throws(TemplateError) -> String {
        guard case .string(let text) = current.kind else { throw unexpected(what) }
        advance()
        return text
    }

    func expectEnd() throws(TemplateError) {
        guard current.kind == .end else { throw unexpected("the end of the tag") }
    }

    func error(_ message: String) -> TemplateError {
        source.error(at: current.offset, message)
    }

    func unexpected(_ expected: String) -> TemplateError {
        error("expected \(expected), found \(phrase(current.kind))")
    }

    private func phrase(_ kind: Token.Kind) -> String {
        switch kind {
        case .name(let name): "the word \(name)"
        case .integer(let number): "the number \(number)"
        case .decimal(let number): "the number \(number)"
        case .string: "a text"
        case .symbol(let symbol): symbol
        case .end: "the end of the tag"
        }
    }
}
