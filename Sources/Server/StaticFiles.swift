import HTTP

/// The static files of a program by their path; immutable, shared by all loops.
package struct StaticFiles: Sendable {
    private let entries: [String: StaticEntry]

    package init(_ files: [String: StaticFile] = [:]) {
        entries = files.mapValues { StaticEntry($0) }
    }

    package subscript(path: String) -> StaticFile? { entries[path]?.file }

    package var paths: [String] { entries.keys.sorted() }

    /// Finds the entry of a path for the loop; one hash of a short string.
    func entry(_ path: String) -> StaticEntry? { entries[path] }
}
