import SQLite
import Subtitles

/// Copies the captions of a video at Mux to this server. Kids Mode reads no text from anywhere else
/// (its policy for content forbids it), and what was copied is still there when a token has expired.
struct MuxCaptions: Codable, Sendable {
    let video: Int

    static let label = "Captions at Mux"

    /// Queues the copying of what isn't here yet. Part of its caller's transaction.
    static func queue(_ video: ID<VideoAsset>, _ jobs: JobStore) throws {
        let isMissing = try jobs.database.first(
            """
            SELECT 1 FROM caption_tracks AS t CROSS JOIN video_assets AS a ON a.id = t.asset_id
            WHERE t.asset_id = \(video.value) AND \(sql: missing)
            """
        ) { _ in true }
        if isMissing == true { try add(video.value, jobs) }
    }

    /// Takes the place of one that failed before.
    private static func add(_ video: Int, _ jobs: JobStore) throws {
        let payload = MuxCaptions(video: video)
        try jobs.forgetFailed(.copyCaptions, payload)
        try jobs.add(.copyCaptions, payload, label: label)
    }

    /// Queues all that is still only at Mux: what an earlier version of the program left there, and
    /// what failed. To be called at the start, and after each check with Mux.
    static func queueMissed(_ site: Site, _ jobs: JobStore) throws {
        guard site.configuration.mux.isWanted else { return }
        let videos = try jobs.database.all(
            """
            SELECT DISTINCT t.asset_id FROM caption_tracks AS t
            CROSS JOIN video_assets AS a ON a.id = t.asset_id WHERE \(sql: missing)
            """
        ) { try $0.int(0) }
        for video in videos { try add(video, jobs) }
    }

    private static let missing: SQL = """
        t.status = 'ready' AND t.mux_track_id IS NOT NULL AND t.file_key IS NULL
        AND a.status = 'ready' AND a.deleted_at IS NULL
        """

    static func run(_ run: JobRun) throws {
        let store = VideoStore(database: run.database, now: run.now)
        let id = try ID<VideoAsset>(run.payload(MuxCaptions.self).video)
        guard let asset = try store.first("id = \(id.value)"),
            let links = try MuxPlayback.links(to: asset, run.site.configuration.mux, now: run.now)
        else { return }
        var failure: JobFailure?
        for track in try store.captions(of: id) where track.status == .ready {
            guard track.fileKey == nil, let name = track.muxTrackID else { continue }
            try run.beat()
            do {
                let document = try document(at: links.captions(name), run)
                _ = try CaptionStore(run.site, run.database, now: run.now)
                    .fill(track.id, with: document, note: "Copied from Mux")
            } catch let error as JobFailure {
                // The other languages are none the worse for it.
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private static func document(at url: String, _ run: JobRun) throws -> Captions {
        let request = OutgoingRequest(
            url: url,
            headers: [("Accept", "text/vtt")],
            allowsPlainHTTP: run.site.configuration.mux.streamURL.isLoopback,
            timeoutMilliseconds: 20_000,
            responseLimitBytes: CaptionFile.maximumBytes
        )
        let answer: OutgoingAnswer
        do {
            answer = try Transfer.run(request)
        } catch {
            throw JobFailure("Mux sent no captions: \(error.description).")
        }
        guard answer.status == 200 else {
            throw JobFailure("Mux sent no captions, but answered with status \(answer.status).")
        }
        guard
            let document = try? Captions.read(answer.body, options: ReadingOptions(format: .vtt))
        else { throw JobFailure("Mux sent captions that aren’t WebVTT.") }
        do {
            try CaptionFile.check(document)
        } catch {
            throw JobFailure(
                "Mux sent captions that can’t be kept: \(EmbeddedCaptions.Refusal(error).reason)"
            )
        }
        return document
    }
}

extension JobKind {
    /// Copies captions from Mux.
    static let copyCaptions = JobKind(
        name: "mux-captions",
        title: "Copying captions from Mux",
        lane: .outgoing,
        queueMissed: MuxCaptions.queueMissed,
        handle: MuxCaptions.run
    )
}
