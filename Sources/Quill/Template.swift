import Synchronization

/// A compiled page: give it a page's record and the globals, and it gives HTML.
///
/// Immutable but for a remembered size, so any thread may use it.
package struct Template<P: Record, G: Record>: Sendable {
    private let program: Program
    private let size = SizeHint()

    fileprivate init(_ compiled: CompiledTemplate) {
        program = compiled.program()
    }

    package func render(_ page: P, globals: G) throws(TemplateError) -> [UInt8] {
        var bytes: [UInt8] = []
        try render(page, globals: globals, into: &bytes)
        return bytes
    }

    /// Appends the page to `buffer`. What a failed rendering wrote before it failed is not kept.
    package func render(
        _ page: P,
        globals: G,
        into buffer: inout [UInt8]
    ) throws(TemplateError) {
        try withUnsafePointer(to: page) { (page) throws(TemplateError) in
            try withUnsafePointer(to: globals) { (globals) throws(TemplateError) in
                try program.render(
                    page: UnsafeRawPointer(page),
                    globals: UnsafeRawPointer(globals),
                    capacity: size.capacity
                ) { bytes in
                    size.note(bytes.count)
                    buffer.append(contentsOf: bytes)
                }
            }
        }
    }
}

/// A page that is compiled, while other pages still add to the text that it shares with them.
///
/// It knows which fields are read, for tests that hold a page and its template to each other; the
/// template itself has no use for that.
package struct TemplateDraft<P: Record, G: Record> {
    let compiled: CompiledTemplate

    /// The fields of the page that the template reads, those of records inside it as `rows.name`.
    package var usedFields: Set<String> { compiled.usedFields }

    /// The fields of the page that the template does not read.
    package var unusedFields: [String] {
        P.fields.map(\.name).filter { !usedFields.contains($0) }
    }

    package func template() -> Template<P, G> { Template(compiled) }
}

/// How large a page was the last time it was rendered, so that its buffer need not grow the next
/// time. Which thread's page counts is of no importance.
private final class SizeHint: Sendable {
    private let lastSize = Atomic(4096)

    /// One huge page must not make every later rendering ask for as much.
    private static let limit = 1 << 20

    /// Some more than the last page took: escaping makes room for the worst case first.
    var capacity: Int {
        let size = lastSize.load(ordering: .relaxed)
        return size + size / 8 + 1024
    }

    func note(_ size: Int) {
        lastSize.store(min(size, Self.limit), ordering: .relaxed)
    }
}
