import SQLite

/// A video in another size: a file that was made here, or a static rendition at Mux.
struct VideoVersion: Sendable, Equatable {
    enum Status: String, Sendable, CaseIterable {
        /// It waits for its turn.
        case waiting
        case preparing, ready
        /// It isn't made: it would not be smaller, or would have to be enlarged.
        case skipped
        case errored

        var label: String {
            switch self {
            case .waiting: "Waiting"
            case .preparing: "Preparing"
            case .ready: "Ready"
            case .skipped: "Skipped"
            case .errored: "Failed"
            }
        }

        /// The kind of pill for it.
        var kind: String {
            switch self {
            case .waiting, .skipped: "quiet"
            case .preparing: "busy"
            case .ready: "good"
            case .errored: "bad"
            }
        }

        var isSettled: Bool { self != .waiting && self != .preparing }
    }

    let id: ID<VideoVersion>
    let asset: ID<VideoAsset>
    let size: VideoSize
    var status: Status
    var progressPercent: Int?
    /// Why it failed or was skipped.
    var error: String?
    var width: Int?
    var height: Int?
    var sizeBytes: Int?
    /// Our file of it.
    var fileKey: String?
    /// Its id and its name at Mux.
    var muxRenditionID: String?
    var muxName: String?
    let createdAt: Int
    var updatedAt: Int

    static let columns: SQL = """
        id, asset_id, size, status, progress_percent, error, width, height, size_bytes, file_key,
        mux_rendition_id, mux_name, created_at, updated_at
        """

    init(_ row: Row) throws {
        id = ID(try row.int(0))
        asset = ID(try row.int(1))
        // The schema allows no others.
        size = VideoSize(rawValue: try row.text(2)) ?? .highest
        status = Status(rawValue: try row.text(3)) ?? .waiting
        progressPercent = try row.intOrNil(4)
        error = try row.textOrNil(5)
        width = try row.intOrNil(6)
        height = try row.intOrNil(7)
        sizeBytes = try row.intOrNil(8)
        fileKey = try row.textOrNil(9)
        muxRenditionID = try row.textOrNil(10)
        muxName = try row.textOrNil(11)
        createdAt = try row.int(12)
        updatedAt = try row.int(13)
    }

    /// Its page on the page of its video.
    func href(of asset: VideoAsset) -> String { "\(asset.href)/versions/\(id)" }
}
