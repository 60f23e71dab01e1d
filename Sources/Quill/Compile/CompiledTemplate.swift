/// The result of compiling a page's template: all of a program except its literal text, to which
/// pages compiled later may still add.
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

    /// Only to be called when nothing more is added to the text: a program made earlier has a copy
    /// of it.
    func program() -> Program { parts.program(with: text) }
}
