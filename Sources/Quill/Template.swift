import Synchronization

/// A compiled page: turns a page's record and the globals into HTML.
///
/// Immutable except for a remembered size, so any thread may use it.
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

    /// Appends the page to `buffer`. If rendering fails, nothing is appended.
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
/// It knows which fields are read, for tests that compare a page with its template; the template
/// itself doesn't need that.
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

/// The size of a page when it was last rendered, so that its buffer need not grow the next time.
/// It doesn't matter which thread's page counts.
private final class SizeHint: Sendable {
    private let lastSize = Atomic(4096)

    /// One huge page must not make every later rendering allocate as much.
    private static let limit = 1 << 20

    /// A little more than the last page took: escaping first makes room for the worst case.
    var capacity: Int {
        let size = lastSize.load(ordering: .relaxed)
        return size + size / 8 + 1024
    }

    func note(_ size: Int) {
        lastSize.store(min(size, Self.limit), ordering: .relaxed)
    }
}
