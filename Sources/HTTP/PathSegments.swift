/// A path cut at its slashes. It is cut in bytes: a slash followed by a mark is one `Character`,
/// which isn't a slash.
package enum PathSegments {
    /// The text after each slash of a path that begins with one; `/` gives one empty segment.
    package static func split(_ path: String) -> [Substring] {
        path.utf8.dropFirst()
            .split(separator: ASCII.slash, omittingEmptySubsequences: false)
            .map { Substring($0) }
    }
}
