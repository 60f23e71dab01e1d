import SQLite

/// Reads the rows of videos.
extension VideoStore {
    static func asset(_ row: Row) throws -> VideoAsset {
        VideoAsset(
            id: ID(try row.int(0)),
            bookID: try row.intOrNil(1).map { ID($0) },
            provider: try value(row, 2, .local),
            isCurrent: try row.bool(3),
            chosenAt: try row.int(4),
            status: try value(row, 5, .waiting),
            progressPercent: try row.intOrNil(6),
            durationSeconds: try row.intOrNil(7),
            hasCaptions: try row.bool(8),
            picture: try picture(row),
            trouble: try trouble(row),
            source: try row.textOrNil(17),
            mux: try names(row),
            files: VideoAsset.Files(
                video: try row.textOrNil(24),
                poster: try row.textOrNil(25),
                storyboard: try row.textOrNil(26),
                chosenPoster: try row.textOrNil(32)
            ),
            posterSeconds: try row.intOrNil(33),
            newsAt: try row.int(27),
            deletedAt: try row.intOrNil(28),
            version: try row.int(29),
            createdAt: try row.int(30),
            updatedAt: try row.int(31)
        )
    }

    private static func picture(_ row: Row) throws -> VideoAsset.Picture {
        VideoAsset.Picture(
            width: try row.intOrNil(9),
            height: try row.intOrNil(10),
            resolution: try row.textOrNil(11),
            aspectRatio: try row.textOrNil(12),
            codec: try row.textOrNil(13),
            sizeBytes: try row.intOrNil(14)
        )
    }

    private static func trouble(_ row: Row) throws -> VideoAsset.Trouble? {
        let code = try row.textOrNil(15)
        if let message = try row.textOrNil(16) {
            return VideoAsset.Trouble(code: code, message: message)
        }
        // A waiting video has no failure, only the code of what it waits for.
        let waiting = VideoFailure.programMissing.trouble
        return code == waiting.code ? waiting : nil
    }

    private static func names(_ row: Row) throws -> VideoAsset.MuxNames {
        VideoAsset.MuxNames(
            assetID: try row.textOrNil(18),
            uploadID: try row.textOrNil(19),
            signedPlaybackID: try row.textOrNil(20),
            publicPlaybackID: try row.textOrNil(21),
            mp4Name: try row.textOrNil(22),
            passthrough: try row.textOrNil(23)
        )
    }

    /// The schema's CHECKs allow no other values than those that the program knows.
    private static func value<Value: RawRepresentable<String>>(
        _ row: Row,
        _ column: Int,
        _ fallback: Value
    ) throws -> Value {
        Value(rawValue: try row.text(column)) ?? fallback
    }
}
