import SQLite

/// The order of a list of videos.
enum VideoSort: String, Sendable, CaseIterable {
    case added, duration

    /// The order, and whether it is turned round.
    struct Direction: Sendable, Equatable {
        /// The newest first.
        static let usual = Direction(.added, isDescending: true)

        var by: VideoSort
        var isDescending: Bool

        init(_ by: VideoSort, isDescending: Bool = false) {
            self.by = by
            self.isDescending = isDescending
        }

        /// Reads "duration" or "-duration"; the usual order when it is neither.
        init(_ text: String?) {
            let name = text ?? ""
            let isTurned = name.hasPrefix("-")
            guard let by = VideoSort(rawValue: String(isTurned ? name.dropFirst() : name[...]))
            else {
                self = .usual
                return
            }
            self.init(by, isDescending: isTurned)
        }

        var text: String { (isDescending ? "-" : "") + by.rawValue }

        var turned: Direction { Direction(by, isDescending: !isDescending) }

        /// What the rows are sorted by.
        var columns: SQL {
            switch (by, isDescending) {
            case (.added, false): "created_at, id"
            case (.added, true): "created_at DESC, id DESC"
            case (.duration, false): "duration_key, id"
            case (.duration, true): "duration_key DESC, id DESC"
            }
        }

        /// The condition that a row stands behind that one.
        func isBehind(_ key: VideoKey) -> SQL {
            switch (by, isDescending) {
            case (.added, false): "(created_at, id) > (\(key.createdAt), \(key.id.value))"
            case (.added, true): "(created_at, id) < (\(key.createdAt), \(key.id.value))"
            case (.duration, false):
                "(duration_key, id) > (\(key.duration), \(key.id.value))"
            case (.duration, true):
                "(duration_key, id) < (\(key.duration), \(key.id.value))"
            }
        }
    }

    /// What a click on the column's heading sorts by first: the newest, the longest.
    var first: Direction { Direction(self, isDescending: true) }

    /// The index that has this order, and what a filter needs. Those that are stuck, and those without
    /// a book, are few: they are sorted.
    func index(_ filter: VideoFilter) -> SQL {
        if filter.scope == .stuck { return "video_assets_unsettled" }
        if filter.isWithoutBook { return "video_assets_without_book" }
        switch (self, filter.scope) {
        case (.duration, _): return "video_assets_by_duration"
        case (.added, .status): return "video_assets_by_status"
        case (.added, _): return "video_assets_by_age"
        }
    }
}

/// Where a video stands in every order. It holds when the video is changed, or gone.
struct VideoKey: Sendable {
    let id: ID<VideoAsset>
    let createdAt: Int
    /// -1 where it isn't known, as the index has it.
    let duration: Int

    init(_ asset: VideoAsset) {
        id = asset.id
        createdAt = asset.createdAt
        duration = asset.durationSeconds ?? -1
    }
}
