/// Why a book can't be watched, in one line: the first thing an admin looks for.
struct VideoDiagnosis {
    let book: Book
    /// The one that the book plays, or will.
    let video: VideoAsset?
    /// Whether its rights let some family watch it today.
    let hasRights: Bool
    let now: Int
    let times: TimeText

    /// Every reason, the video's first; nil if it can be watched.
    var line: String? {
        let reasons = [
            videoReason,
            hasRights ? nil : "No rights today.",
            book.status == .active ? nil : "Not active.",
        ].compactMap(\.self)
        return reasons.isEmpty ? nil : reasons.joined(separator: " ")
    }

    private var videoReason: String? {
        guard let video else { return "No video." }
        let since = times.since(video.createdAt, now: now)
        switch video.status {
        case .ready: return nil
        case .errored: return "Failed: \(video.trouble?.message ?? "reason unknown.")"
        case .waiting:
            return "Waiting since \(since)." + (video.trouble.map { " \($0.message)" } ?? "")
        case .preparing where video.isStuck(now: now):
            return "Stuck: preparing since \(since), last update "
                + times.relative(video.newsAt, now: now) + "."
        case .preparing: return "Preparing since \(since)."
        }
    }
}
