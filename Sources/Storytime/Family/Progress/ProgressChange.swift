/// Something that was done to a child's progress in a series, or to its list, and can be taken back.
struct ProgressChange: Sendable, Equatable {
    /// How long it can be taken back, as what was done to a library.
    static let keptSeconds = LibraryChange.keptSeconds
    /// The second tap of a hurried finger, answered over a slow line, comes within this time.
    static let doubleTapSeconds = 10

    /// Nil if everything was so already: there is nothing to take back.
    let id: ID<ProgressChange>?
    let series: ID<Series>
    /// How many marks changed.
    let updatedCount: Int
    let requestedCount: Int
    let status: EpisodeStatus
    /// What was done, without a full stop.
    let message: String
    /// What a person is told if all of it was so already, without a full stop; empty if that has no
    /// words of its own.
    var standing = ""
    /// Whether it moved the series to another list, and no mark.
    var isOfList = false
    /// The version of the child's series after it.
    let version: Int
    /// What another device had set since the version that was seen; nil if nothing was.
    let overtaken: Overtaken?

    /// What was so before, set on another device.
    struct Overtaken: Sendable, Equatable {
        let pointer: EpisodePlace?

        var message: String {
            pointer.map { "It was at \($0), set on another device." }
                ?? "It had been changed on another device."
        }
    }

    /// Whether everything was so already.
    var isNothing: Bool { id == nil && updatedCount == 0 }

    /// What a person is told of what changed nothing.
    var nothing: String { standing.isEmpty ? message : "\(standing). Nothing changed." }

    /// The message, and what it replaced.
    var sentence: String {
        overtaken.map { "\(message). \($0.message)" } ?? message
    }
}
