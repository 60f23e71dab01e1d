extension JobKind {
    /// Makes a video of ours of what somebody brought.
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
                .fail(ID(payload.video), VideoTrouble.interrupted(reason).trouble)
        },
        handle: VideoPreparation.handle
    )
}

/// What a job is to be done with.
struct VideoPayload: Codable, Sendable {
    let video: Int
}
