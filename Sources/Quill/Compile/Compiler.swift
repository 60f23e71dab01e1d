/// Compiles one page: walks its template, those that it extends and those that it includes as if
/// they were one text, and writes one program.
///
/// Three things are known at every step: what names mean (`scope`), where in the HTML the text is
/// (`scanner`), and which file is being read (`source`).
struct Compiler {
    let library: Library
    /// The page's template, then what it extends, and so on.
    let chain: [ParsedTemplate]
    var source: SourceText
    var scope: Scope
    var scanner = HTMLScanner()
    var builder = ProgramBuilder()
    var usedFields: Set<String> = []
    /// The block whose body is being compiled, and which of the chain's templates it comes from.
    var block: (name: String, chainIndex: Int)?
    /// The templates whose includes surround this place, innermost last.
    var includes: [SourceText] = []
    /// How many loops are open around this place, across includes and blocks.
    var loopLevel = 0
    var depth = 0
    private var steps = 0

    static func compile(
        _ name: String,
        in library: Library,
        page: RecordShape,
        globals: RecordShape,
        sharing text: LiteralText = LiteralText()
    ) throws(TemplateError) -> CompiledTemplate {
        guard let template = library.templates[name] else {
            throw TemplateError(
                template: name,
                line: 1,
                column: 1,
                message: "there is no such template",
                sourceLine: "",
                suggestion: Suggestion.nearest(to: name, among: library.templates.keys)
            )
        }
        let chain = try library.inheritance(of: template)
        var compiler = Compiler(library, chain, Scope(page: page, globals: globals))
        try compiler.compilePage()
        return CompiledTemplate(compiler, sharing: text)
    }

    private init(_ library: Library, _ chain: [ParsedTemplate], _ scope: Scope) {
        self.library = library
        self.chain = chain
        self.scope = scope
        source = chain[0].source
    }

    private mutating func compilePage() throws(TemplateError) {
        for (index, template) in chain.dropLast().enumerated() {
            source = template.source
            try compileOutsideOfBlocks(template, parents: chain[(index + 1)...])
        }
        guard let root = chain.last else { return }
        source = root.source
        try compile(root.body)
        guard scanner.context.state == .text else {
            let place = scanner.context.phrase
            throw source.error(at: source.bytes.count, "the page ends \(place)")
        }
    }

    /// A template that extends another may set variables for all blocks; anything else outside of
    /// its blocks would never be seen.
    private mutating func compileOutsideOfBlocks(
        _ template: ParsedTemplate,
        parents: ArraySlice<ParsedTemplate>
    ) throws(TemplateError) {
        for node in template.body {
            switch node {
            case .block(let name, let offset):
                guard parents.contains(where: { $0.blocks[name] != nil }) else {
                    throw unknownBlock(name, among: parents.flatMap(\.blocks.keys), at: offset)
                }
            case .assignment: try compile(node)
            case .text(let range):
                let text = source.bytes[range]
                guard let offset = text.firstIndex(where: { !$0.isTemplateSpace }) else { continue }
                throw outsideOfBlocks(at: offset)
            case .output(let expression): throw outsideOfBlocks(at: expression.offset)
            case .condition(_, _, let offset), .parentBlock(let offset):
                throw outsideOfBlocks(at: offset)
            case .loop(let loop): throw outsideOfBlocks(at: loop.offset)
            case .include(let include): throw outsideOfBlocks(at: include.offset)
            }
        }
    }

    private func outsideOfBlocks(at offset: Int) -> TemplateError {
        source.error(
            at: offset,
            "this template extends another: only blocks and set can stand outside of its blocks"
        )
    }

    private func unknownBlock(
        _ name: String,
        among known: [String],
        at offset: Int
    ) -> TemplateError {
        source.error(
            at: offset,
            "no template that this one extends has a block \(name)",
            suggestion: Suggestion.nearest(to: name, among: known)
        )
    }

    mutating func compile(_ nodes: [Node]) throws(TemplateError) {
        for node in nodes { try compile(node) }
    }

    private mutating func compile(_ node: Node) throws(TemplateError) {
        switch node {
        case .text(let range): try compileText(range)
        case .output(let expression): try compileOutput(expression)
        case .assignment(let name, let value, let offset):
            try compileAssignment(of: name, value, at: offset)
        case .condition(let branches, let otherwise, let offset):
            try descend(at: offset)
            defer { depth -= 1 }
            try compileCondition(branches, otherwise, at: offset)
        case .loop(let loop):
            try descend(at: loop.offset)
            defer { depth -= 1 }
            try compileLoop(loop)
        case .block(let name, let offset):
            try descend(at: offset)
            defer { depth -= 1 }
            try compileBlock(name, at: offset)
        case .parentBlock(let offset):
            try descend(at: offset)
            defer { depth -= 1 }
            try compileParentBlock(at: offset)
        case .include(let include):
            try descend(at: include.offset)
            defer { depth -= 1 }
            try compileInclude(include)
        }
    }

    mutating func descend(at offset: Int) throws(TemplateError) {
        guard depth < Limits.compileDepth else {
            throw source.error(at: offset, "tags, blocks and includes are nested too deeply here")
        }
        depth += 1
        try countStep(at: offset)
    }

    mutating func countStep(at offset: Int) throws(TemplateError) {
        steps += 1
        guard steps <= Limits.compileSteps else { throw tooLarge(at: offset) }
    }

    private func tooLarge(at offset: Int) -> TemplateError {
        source.error(at: offset, "the page is too large with all that it includes")
    }

    private mutating func compileText(_ range: Range<Int>) throws(TemplateError) {
        try countStep(at: range.lowerBound)
        let text = source.bytes[range]
        do throws(HTMLScanner.Problem) {
            try scanner.scan(text)
        } catch {
            throw source.error(at: error.offset, error.message)
        }
        try addLiteral(text, at: range.lowerBound)
    }

    private mutating func addLiteral(
        _ text: ArraySlice<UInt8>,
        at offset: Int
    ) throws(TemplateError) {
        guard builder.literalCount + text.count <= Limits.literalBytes else {
            throw tooLarge(at: offset)
        }
        builder.literal(text)
    }

    private mutating func compileOutput(_ expression: Expression) throws(TemplateError) {
        try countStep(at: expression.offset)
        let value = try resolve(expression)
        guard value.shape.isWritable else {
            throw source.error(
                at: expression.offset,
                "\(value.shape.phrase) can't be written: write one of its parts"
            )
        }
        let escape: Escape
        switch scanner.escapeForValue() {
        case .success(let chosen): escape = chosen
        case .failure(let refusal): throw source.error(at: expression.offset, refusal.message)
        }
        if case .html = value.shape.unwrapped, escape != .text {
            throw source.error(
                at: expression.offset,
                "markup can't stand \(scanner.context.phrase)"
            )
        }
        try emit(value, escape, at: expression.offset)
    }

    private mutating func emit(
        _ value: Resolved,
        _ escape: Escape,
        at offset: Int
    ) throws(TemplateError) {
        switch value.code {
        case .constant(let constant):
            var output = Output(capacity: 64)
            constant.write(to: &output, escape)
            try addLiteral(Array(output.bytes)[...], at: offset)
        case .field(let frame, .scalar(let access)):
            let writer = builder.addWriter(of: access)
            builder.append(.field(writer: writer, frame: Int32(frame), escape))
        default:
            builder.append(.expression(code: builder.add(value.code), escape))
        }
    }
}

extension Library {
    /// A template and all that it extends.
    fileprivate func inheritance(
        of template: ParsedTemplate
    ) throws(TemplateError) -> [ParsedTemplate] {
        var chain = [template]
        var last = template
        while let parent = last.parent {
            let place = Place(source: last.source, offset: parent.offset)
            last = try find(parent.name, for: place)
            guard !chain.contains(where: { $0.source === last.source }) else {
                throw place.error("templates extend one another in a circle here")
            }
            guard chain.count < Limits.templateDepth else {
                throw place.error("too many templates extend one another")
            }
            chain.append(last)
        }
        return chain
    }

    func find(_ name: String, for place: Place) throws(TemplateError) -> ParsedTemplate {
        guard let template = templates[name] else {
            throw place.error(
                "there is no template \(name)",
                suggestion: Suggestion.nearest(to: name, among: templates.keys)
            )
        }
        return template
    }
}
