extension Attention {
    /// Videos that aren't available, and that need somebody's attention.
    static func videos(_ list: VideoList) throws -> [Attention] {
        let lines: [(scope: VideoFilter.Scope, one: String, many: String, reason: String)] = [
            (
                .status(.errored), "video failed.", "videos failed.",
                "Open each one to see why, then try again or replace it."
            ),
            (
                .stuck, "video is stuck.", "videos are stuck.",
                "No progress for a while."
            ),
        ]
        return try lines.compactMap { line in
            let filter = VideoFilter(line.scope)
            let count = try list.count(filter)
            guard count > 0 else { return nil }
            return Attention(
                heading: Counted.text(count, line.one, line.many),
                reason: line.reason,
                href: VideoListAddress(filter).href
            )
        }
    }
}
