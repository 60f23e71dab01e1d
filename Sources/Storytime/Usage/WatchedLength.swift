/// The classes of lengths by which totals are kept apart, so that a report can leave short plays out
/// without looking at each.
enum WatchedLength {
    /// Where the classes above the lowest begin, in seconds.
    static let borders = [5, 10, 30, 60]

    /// The class of a viewing by the whole time that it was watched.
    static func ofViewing(milliseconds: Int) -> Int {
        borders.count { milliseconds >= $0 * 1000 }
    }

    /// The lowest class of plays that are at least as long as one of the borders; 0 for all plays.
    static func classes(from seconds: Int) -> Int {
        borders.count { seconds >= $0 }
    }
}
