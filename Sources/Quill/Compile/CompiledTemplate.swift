/// What the compiler makes of a page's template: all of a program but its literal text, to which
/// pages that are compiled later may still add.
struct CompiledTemplate {
    let usedFields: Set<String>
    private let parts: ProgramBuilder
    private let text: LiteralText

    init(_ compiler: Compiler, sharing text: LiteralText) {
        usedFields = compiler.usedFields
        var parts = compiler.builder
        parts.finish(sharing: text)
        self.parts = parts
        self.text = text
    }

    /// To be asked for once nothing is added to the text any more: a program that was made earlier
    /// has a copy of it.
    func program() -> Program { parts.program(with: text) }
}
