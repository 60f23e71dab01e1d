/// Makes a tree of a template's segments.
struct Parser {
    private let source: SourceText
    private let segments: [Segment]
    private var index = 0
    private var depth = 0
    private var parent: ParsedTemplate.Parent?
    private var blocks: [String: ParsedTemplate.Block] = [:]

    /// The tag that ended a body: `else` of an `if`, `endfor` of a `for`.
    private struct Ending {
        let word: String
        let reader: TokenReader
    }

    private init(_ source: SourceText, _ segments: [Segment]) {
        self.source = source
        self.segments = segments
    }

    static func parse(_ template: TemplateSource) throws(TemplateError) -> ParsedTemplate {
        let source = SourceText(template)
        guard source.bytes.count <= Limits.templateBytes else {
            throw source.error(at: 0, "this template is longer than \(Limits.templateBytes) bytes")
        }
        var parser = Parser(source, try Lexer.segments(of: source))
        let body = try parser.nodes(until: [], of: "", openedAt: 0).nodes
        return ParsedTemplate(
            source: source,
            parent: parser.parent,
            body: body,
            blocks: parser.blocks
        )
    }

    /// The pieces up to one of the tags `endings`, or to the end if there are none.
    private mutating func nodes(
        until endings: [String],
        of opener: String,
        openedAt offset: Int
    ) throws(TemplateError) -> (nodes: [Node], ending: Ending?) {
        guard depth < Limits.tagDepth else {
            throw source.error(at: offset, "tags are nested too deeply here")
        }
        depth += 1
        defer { depth -= 1 }
        var nodes: [Node] = []
        while index < segments.count {
            let segment = segments[index]
            index += 1
            switch segment {
            case .text(let range): nodes.append(.text(range))
            case .output(let tokens, let offset): nodes.append(try output(tokens, at: offset))
            case .tag(let tokens, let offset):
                var reader = TokenReader(tokens, in: source)
                let word = try reader.expectName("the name of a tag")
                if endings.contains(word) { return (nodes, Ending(word: word, reader: reader)) }
                if let node = try tag(word, reader, at: offset) {
                    nodes.append(node)
                }
            }
        }
        guard let expected = endings.last else { return (nodes, nil) }
        throw source.error(at: offset, "\(opener) has no end: {% \(expected) %} is missing")
    }

    private func output(_ tokens: [Token], at offset: Int) throws(TemplateError) -> Node {
        var reader = TokenReader(tokens, in: source)
        if reader.takeWord("super") {
            try reader.expectSymbol("(", "after super")
            try reader.expectSymbol(")", "after super(")
            try reader.expectEnd()
            return .parentBlock(offset: offset)
        }
        let expression = try reader.expression()
        try reader.expectEnd()
        return .output(expression)
    }

    private static var tagNames: [String] {
        [
            "if", "elif", "else", "endif", "for", "endfor", "block", "endblock", "extends",
            "include", "set",
        ]
    }

    private mutating func tag(
        _ word: String,
        _ reader: TokenReader,
        at offset: Int
    ) throws(TemplateError) -> Node? {
        switch word {
        case "if": return try condition(reader, at: offset)
        case "for": return try loop(reader, at: offset)
        case "block": return try block(reader, at: offset)
        case "include": return try include(reader, at: offset)
        case "set": return try assignment(reader, at: offset)
        case "extends":
            try extends(reader, at: offset)
            return nil
        case "elif", "else", "endif", "endfor", "endblock":
            throw source.error(at: offset, "{% \(word) %} ends nothing that is open here")
        default:
            throw source.error(
                at: offset,
                "there is no tag \(word)",
                suggestion: Suggestion.nearest(to: word, among: Self.tagNames)
            )
        }
    }

    private mutating func condition(
        _ opening: TokenReader,
        at offset: Int
    ) throws(TemplateError) -> Node {
        var reader = opening
        var branches: [Node.Branch] = []
        var otherwise: [Node]?
        var isOpen = true
        while isOpen {
            let condition = try reader.expression()
            try reader.expectEnd()
            let part = try nodes(until: ["elif", "else", "endif"], of: "this if", openedAt: offset)
            branches.append(Node.Branch(condition: condition, body: part.nodes))
            guard let ending = part.ending else { break }
            reader = ending.reader
            isOpen = ending.word == "elif"
            if ending.word == "else" {
                try reader.expectEnd()
                let last = try nodes(until: ["endif"], of: "this if", openedAt: offset)
                otherwise = last.nodes
                reader = last.ending?.reader ?? reader
            }
        }
        try reader.expectEnd()
        return .condition(branches, otherwise: otherwise, offset: offset)
    }

    private mutating func loop(
        _ opening: TokenReader,
        at offset: Int
    ) throws(TemplateError) -> Node {
        var reader = opening
        let variable = try reader.expectVariable("a name for the element")
        try reader.expectWord("in", "after the name of the element")
        let list = try reader.listExpression()
        try reader.expectEnd()
        let body = try nodes(until: ["else", "endfor"], of: "this for", openedAt: offset)
        try body.ending?.reader.expectEnd()
        var otherwise: [Node]?
        if body.ending?.word == "else" {
            let last = try nodes(until: ["endfor"], of: "this for", openedAt: offset)
            try last.ending?.reader.expectEnd()
            otherwise = last.nodes
        }
        return .loop(
            Node.Loop(
                variable: variable,
                list: list,
                body: body.nodes,
                otherwise: otherwise,
                offset: offset
            )
        )
    }

    private mutating func block(
        _ opening: TokenReader,
        at offset: Int
    ) throws(TemplateError) -> Node {
        var reader = opening
        let name = try reader.expectName("a name for the block")
        try reader.expectEnd()
        guard blocks[name] == nil else {
            throw source.error(at: offset, "there is a block \(name) already")
        }
        // Added before its body is read, so that a block can't contain a block of its own name.
        blocks[name] = ParsedTemplate.Block(body: [], offset: offset)
        let body = try nodes(until: ["endblock"], of: "this block", openedAt: offset)
        if var ending = body.ending?.reader {
            if ending.current.kind != .end, !ending.takeWord(name) {
                throw ending.error("this ends the block \(name)")
            }
            try ending.expectEnd()
        }
        blocks[name] = ParsedTemplate.Block(body: body.nodes, offset: offset)
        return .block(name, offset: offset)
    }

    private func include(_ opening: TokenReader, at offset: Int) throws(TemplateError) -> Node {
        var reader = opening
        let template = try reader.expectString("the name of a template in quotes")
        var arguments: [Node.Argument] = []
        if reader.takeWord("with") {
            var isOpen = true
            while isOpen {
                let offset = reader.current.offset
                let name = try reader.expectVariable("a name for what is given")
                guard !arguments.contains(where: { $0.name == name }) else {
                    throw source.error(at: offset, "\(name) is given twice")
                }
                try reader.expectSymbol("=", "after the name")
                let value = try reader.expression()
                arguments.append(Node.Argument(name: name, value: value, offset: offset))
                isOpen = reader.takeSymbol(",")
            }
        }
        try reader.expectEnd()
        return .include(Node.Include(template: template, arguments: arguments, offset: offset))
    }

    private func assignment(_ opening: TokenReader, at offset: Int) throws(TemplateError) -> Node {
        var reader = opening
        let name = try reader.expectVariable("a name to set")
        try reader.expectSymbol("=", "after the name")
        let value = try reader.expression()
        try reader.expectEnd()
        return .assignment(name, value, offset: offset)
    }

    private mutating func extends(
        _ opening: TokenReader,
        at offset: Int
    ) throws(TemplateError) {
        var reader = opening
        let name = try reader.expectString("the name of a template in quotes")
        try reader.expectEnd()
        guard parent == nil else { throw source.error(at: offset, "a template extends only one") }
        guard depth == 1 else {
            throw source.error(at: offset, "extends stands outside of other tags")
        }
        parent = ParsedTemplate.Parent(name: name, offset: offset)
    }
}
