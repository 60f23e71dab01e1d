extension JobKind {
    /// Makes a video for this server from its source.
    static let prepareVideo = JobKind(
        name: "video",
        title: "Preparing a video",
        lane: .long,
        maximumAttempts: 3,
        missingProgram: VideoTools.missing,
        waits: { job, store, _ in
            let payload = try Job.payload(VideoPayload.self, of: job.payload)
            try LocalVideos.wait(ID(payload.video), store)
        },
        queueMissed: { site, store in
            try LocalVideos(database: store.database, now: store.now, site: site).resumeWaiting()
        },
        gaveUp: { job, store, reason in
            guard let payload = try? Job.payload(VideoPayload.self, of: job.payload) else { return }
            try VideoStore(database: store.database, now: store.now)
                .fail(ID(payload.video), VideoFailure.interrupted(reason).trouble)
        },
        handle: VideoPreparation.handle
    )
}

/// The payload of the job.
struct VideoPayload: Codable, Sendable {
    let video: Int
}
