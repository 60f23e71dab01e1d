extension Attention {
    /// Videos that aren't available, and that need somebody's attention.
    static func videos(_ list: VideoList) throws -> [Attention] {
        typealias Line = (
            key: String, scope: VideoFilter.Scope, one: String, many: String, reason: String
        )
        let lines: [Line] = [
            (
                "videos.failed", .status(.errored), "video failed.", "videos failed.",
                "Open each one to see why, then try again or replace it."
            ),
            (
                "videos.stuck", .stuck, "video is stuck.", "videos are stuck.",
                "No progress for a while."
            ),
        ]
        return try lines.compactMap { line in
            let filter = VideoFilter(line.scope)
            let count = try list.count(filter)
            guard count > 0 else { return nil }
            return Attention(
                key: line.key,
                amount: count,
                heading: Counted.text(count, line.one, line.many),
                reason: line.reason,
                href: VideoListAddress(filter).href
            )
        }
    }
}
