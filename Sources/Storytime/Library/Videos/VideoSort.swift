import SQLite

/// The order of a list of videos.
enum VideoSort: String, ListSort {
    case added, duration

    typealias Direction = SortDirection<VideoSort>

    /// The newest, the longest.
    var first: Direction { Direction(self, isDescending: true) }

    /// The index that has this order, and what a filter needs. Stuck videos, and those without a
    /// book, are few: they are sorted.
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

extension SortDirection<VideoSort> {
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

/// Where a video stands in every order. It holds when the video is changed, or gone.
struct VideoKey: Sendable {
    let id: ID<VideoAsset>
    let createdAt: Int
    /// -1 if unknown, as in the index.
    let duration: Int

    init(_ asset: VideoAsset) {
        id = asset.id
        createdAt = asset.createdAt
        duration = asset.durationSeconds ?? -1
    }
}
