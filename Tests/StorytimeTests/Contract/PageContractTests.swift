import Markup
import Testing

@testable import Quill
@testable import Storytime

@Suite("Pages and their templates agree")
struct PageContractTests {
    private static let sources = Result {
        try Templates.sources(in: Repository.folder + "/Templates", prefix: "")
    }

    private func used<P: Page>(_ page: P.Type) throws -> (used: Set<String>, unused: [String]) {
        let library = try Templates.library(Self.sources.get(), icons: "/img/icons.svg")
        let template = try library.draft(for: page, globals: Chrome.self)
        return (template.usedFields, template.unusedFields)
    }

    private static func text(of name: String) throws -> String {
        try #require(try sources.get().first { $0.name == name }).text
    }

    /// The names in quotes after each `{% keyword`.
    private static func names(after keyword: String, in text: String) -> [String] {
        text.replacing("{%-", with: "{%").components(after: "{% \(keyword) \"").map {
            String($0.prefix { $0 != "\"" })
        }
    }

    @Test("Every page has its template, and every field that it lists is read there")
    func pagesAreRead() throws {
        for page in Program.pages {
            let (used, unused) = try used(page)
            #expect(unused.isEmpty, "\(page) lists \(unused) in vain")
            #expect(!used.isEmpty || page == NoFamilyPage.self)
        }
    }

    @Test("Every field of a record inside a page is read by some template")
    func recordsAreRead() throws {
        var listed: [String: Set<String>] = [:]
        var read: [String: Set<String>] = [:]
        for page in Program.pages {
            let used = try used(page).used
            Self.walk(RecordShape(of: page), "") { record, field, path in
                listed[record, default: []].insert(field)
                if used.contains(path) { read[record, default: []].insert(field) }
            }
        }
        for (record, fields) in listed {
            let inVain = fields.subtracting(read[record] ?? [])
            #expect(inVain.isEmpty, "\(record) lists \(inVain.sorted()) in vain")
        }
        #expect(listed.count > 20)
    }

    /// Calls the closure with each field of a record and of those inside it, and the field's path.
    private static func walk(
        _ shape: RecordShape,
        _ prefix: String,
        _ body: (_ record: String, _ field: String, _ path: String) -> Void
    ) {
        for field in shape.fields {
            let path = prefix + field.name
            body(shape.name, field.name, path)
            if let inner = record(in: field.access.shape) { walk(inner, path + ".", body) }
        }
    }

    private static func record(in shape: Shape) -> RecordShape? {
        switch shape {
        case .record(let record): record
        case .list(of: let element): record(in: element)
        case .optional(let inner): record(in: inner)
        default: nil
        }
    }

    @Test("Every name that all templates know is read by one of them")
    func globalsAreRead() throws {
        let code = try Self.sources.get().map(\.text).flatMap { text in
            (text.components(after: "{{") + text.components(after: "{%")).map { part in
                String(part.prefix { $0 != "}" })
            }
        }
        let words = Set(
            code.flatMap { $0.split { !$0.isLetter && $0 != "_" && $0 != "." } }.map(String.init)
        )
        Self.walk(RecordShape(of: Chrome.self), "") { record, field, path in
            // A list's items have another name inside the loop.
            let isRead =
                words.contains(path) || words.contains { $0.hasPrefix(path + ".") }
                || (record == "NavItem" && words.contains("item.\(field)"))
                || (record == "NavView" && words.contains("view.\(field)"))
                || (record == "QuickLink" && words.contains("quick.\(field)"))
            #expect(isRead, "\(path)")
        }
    }

    @Test("Every template belongs to a page, or one that does extends or includes it")
    func templatesBelong() throws {
        var reached = Set(Program.pages.map { $0.template })
        var waiting = Array(reached)
        while let name = waiting.popLast() {
            let text = try Self.text(of: name)
            let next =
                Self.names(after: "extends", in: text) + Self.names(after: "include", in: text)
            waiting += next.filter { reached.insert($0).inserted }
        }
        let all = Set(try Self.sources.get().map(\.name))
        #expect(all == reached)
        #expect(Set(Program.pages.map { $0.template }).count == Program.pages.count)
    }

    @Test("No line of a template is longer than 120 columns")
    func linesFit() throws {
        for source in try Self.sources.get() {
            let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                #expect(line.count <= 120, "\(source.name), line \(index + 1)")
            }
        }
    }

    @Test("No template holds a script or a style of its own, and every attribute is quoted")
    func markupIsClean() throws {
        for source in try Self.sources.get() {
            let text = Self.withoutCode(source.text)
            for tag in text.components(after: "<") where tag.first?.isLetter == true {
                let tag = String(tag.prefix { $0 != ">" })
                let words = tag.split(separator: "\"", omittingEmptySubsequences: false)
                // What is outside quotes: every other part.
                let outside = words.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
                #expect(words.count % 2 == 1, "\(source.name): <\(tag)>")
                for part in outside.dropLast() {
                    #expect(part.hasSuffix("=") || part.isEmpty, "\(source.name): <\(tag)>")
                }
                let last = outside.last ?? ""
                #expect(!last.contains("="), "unquoted in \(source.name): <\(tag)>")
                for name in outside.joined(separator: " ").lowercased().split(
                    whereSeparator: \.isWhitespace
                ) {
                    #expect(!name.hasPrefix("on") && name != "style=", "\(source.name): <\(tag)>")
                }
                #expect(!tag.hasPrefix("style"), "\(source.name)")
                if tag.hasPrefix("script") { #expect(tag.contains("src=")) }
            }
        }
    }

    /// The markup that is left without the template language.
    private static func withoutCode(_ text: String) -> String {
        var rest = text[...]
        var result = ""
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            let after = rest[start...].dropFirst()
            guard let kind = after.first, "{%#".contains(kind) else {
                result += "{"
                rest = after
                continue
            }
            let end = kind == "{" ? "}}" : "\(kind)}"
            rest = after.components(after: end, atMost: 1).first ?? ""
        }
        return result + rest
    }
}

extension StringProtocol where SubSequence == Substring {
    /// What follows each occurrence of a text, up to the next one.
    func components(after mark: String, atMost limit: Int = .max) -> [Substring] {
        split(separator: mark, maxSplits: limit, omittingEmptySubsequences: false)
            .dropFirst().map { $0 }
    }
}
