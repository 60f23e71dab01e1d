import SQLite
import Server

/// Makes the smaller pictures of a cover, in the background and with ffmpeg. Without ffmpeg, the
/// picture itself is sent.
enum CoverSizing {
    private struct Payload: Codable {
        let cover: String
    }

    /// The largest accepted picture needs some 2 seconds of a slow processor.
    private static let limitSeconds = 60

    /// Queues a book's cover, if it is a picture without its smaller ones.
    static func queue(_ book: Book, _ configuration: Configuration, _ jobs: JobStore) throws {
        try queue(book.cover, of: book.title, configuration, jobs)
    }

    /// The same of whatever has a cover.
    static func queue(
        _ cover: Book.Cover?,
        of title: String,
        _ configuration: Configuration,
        _ jobs: JobStore
    ) throws {
        guard case .file(let key, _, _, isSized: false)? = cover,
            ProgramFile.path(of: configuration.ffmpeg) != nil
        else { return }
        try jobs.add(.coverSizes, Payload(cover: key), label: "Cover of “\(title)”")
    }

    /// Queues covers that were uploaded when there was no ffmpeg.
    fileprivate static func queueMissed(_ site: Site, _ jobs: JobStore) throws {
        guard ProgramFile.path(of: site.configuration.ffmpeg) != nil else { return }
        let missed = try jobs.database.all(
            """
            SELECT cover_key FROM books WHERE cover_key IS NOT NULL AND cover_is_sized = 0
            UNION SELECT cover_key FROM series WHERE cover_key IS NOT NULL AND cover_is_sized = 0
            """
        ) { try $0.text(0) }
        guard !missed.isEmpty else { return }
        // Those that failed for good wait for someone to look at them.
        let failed = Set(try jobs.failed().map(\.payload))
        try jobs.database.write {
            for key in missed where try !failed.contains(Job.text(of: Payload(cover: key))) {
                try jobs.add(.coverSizes, Payload(cover: key), label: "Cover \(key)")
            }
        }
    }

    // MARK: The job

    fileprivate static func make(_ run: JobRun) throws {
        let key = try run.payload(Payload.self).cover
        guard try isUsed(key, run.database) else { return }
        let folder = CoverFolder(run.site.configuration)
        guard let name = CoverName(key: key), let image = folder.picture(name) else {
            throw JobFailure("The picture file is missing or damaged: \(key)", isFinal: true)
        }
        guard let ffmpeg = ProgramFile.path(of: run.site.configuration.ffmpeg) else {
            throw JobFailure("The program \(run.site.configuration.ffmpeg) isn’t installed.")
        }
        let work = try run.folder()
        try run.run(
            ffmpeg,
            arguments(image, from: folder.path(of: name)) { "\(work)/\($0.rawValue).webp" },
            limitSeconds: limitSeconds,
            largestFileBytes: VideoTools.smallFileBytes
        )
        for size in CoverSize.allCases {
            // Read like any other picture, which also removes what ffmpeg writes about itself.
            let small = try ImageFile(try Folder.read("\(work)/\(size.rawValue).webp").bytes)
            try NotSaved.unless(into: folder.path) {
                try DurableFile.write(small.bytes, to: folder.path(of: name.sized(size)))
            }
        }
        try run.database.write {
            for table: SQL in ["books", "series"] {
                try run.database.execute(
                    "UPDATE \(sql: table) SET cover_is_sized = 1 WHERE cover_key = \(key)"
                )
            }
        }
    }

    /// Whether a book or a series still has the cover: it may have been changed again while its job
    /// waited.
    private static func isUsed(_ key: String, _ database: Database) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM books WHERE cover_key = \(key)
            UNION ALL SELECT 1 FROM series WHERE cover_key = \(key) LIMIT 1
            """
        ) { _ in true } ?? false
    }

    /// One call makes all sizes, so that the picture is decoded once. The orientation is applied by us,
    /// because not every version of ffmpeg reads it in every format; the format is given, so that
    /// nothing is guessed from what somebody brought.
    static func arguments(
        _ image: ImageFile,
        from path: String,
        to output: (CoverSize) -> String
    ) -> [String] {
        let names = CoverSize.allCases.map { "[s\($0.rawValue)]" }.joined()
        var graph =
            "[0:v]"
            + (image.orientation.filters + ["split=\(CoverSize.allCases.count)"])
            .joined(separator: ",")
        graph += names
        var outputs: [String] = []
        for size in CoverSize.allCases {
            let placement = size.placement(of: image.displayed)
            let (scaled, result) = (placement.scaled, placement.result)
            graph += ";[s\(size.rawValue)]scale=\(scaled.width):\(scaled.height):flags=lanczos,"
            graph += "crop=\(result.width):\(result.height)[o\(size.rawValue)]"
            outputs += [
                "-map", "[o\(size.rawValue)]", "-map_metadata", "-1", "-frames:v", "1",
                "-c:v", "libwebp", "-quality", "82", "-f", "webp", "file:" + output(size),
            ]
        }
        return [
            "-nostdin", "-v", "error", "-y", "-threads", "1", "-protocol_whitelist", "file",
            "-noautorotate", "-f", "\(image.format)_pipe", "-i", "file:" + path,
            "-filter_complex", graph,
        ] + outputs
    }
}

extension JobKind {
    static let coverSizes = JobKind(
        name: "cover-sizes",
        title: "Making smaller versions of a cover",
        queueMissed: CoverSizing.queueMissed,
        handle: CoverSizing.make
    )
}

extension ImageOrientation {
    /// The filters of ffmpeg that turn stored pixels to be seen upright.
    var filters: [String] {
        switch self {
        case .upright: []
        case .mirrored: ["hflip"]
        case .upsideDown: ["hflip", "vflip"]
        case .upsideDownMirrored: ["vflip"]
        case .leftMirrored: ["transpose=cclock_flip"]
        case .right: ["transpose=clock"]
        case .rightMirrored: ["transpose=clock_flip"]
        case .left: ["transpose=cclock"]
        }
    }
}
