/// A path cut at its slashes. It is cut at bytes: a slash with a mark behind it is one `Character`, and
/// no slash.
package enum PathSegments {
    /// What stands behind each slash of a path that begins with one; `/` gives one empty segment.
    package static func split(_ path: String) -> [Substring] {
        path.utf8.dropFirst()
            .split(separator: ASCII.slash, omittingEmptySubsequences: false)
            .map { Substring($0) }
    }
}
