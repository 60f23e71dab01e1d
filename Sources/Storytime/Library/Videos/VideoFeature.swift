import Server

extension Feature {
    /// The videos of books: kept here, or at Mux.
    static let videos = Feature(
        routes: VideoBulkPages.routes + VideoPages.routes + VideoShowPages.routes
            + NewVideoPages.routes + VideoUploadPages.routes + VideoAPI.routes
            + ManyVideosPages.routes + VideoPosterPages.routes + VideoFileAPI.routes
            + VideoVersionPages.routes
            + BookMuxPages.routes + MuxWebhook.routes + DeliveryPages.routes
            + [
                get("/admin/video_assets.csv", lane: .slow, scripts: .readCatalog) { visit in
                    let request = try visit.asked(VideoListAddress(visit.query())).request
                    return try visit.csv(try VideoExport(request, visit.videoList))
                }
            ],
        pages: [
            VideoIndexPage.self, VideoBulkPage.self, VideoShowPage.self, VideoDeletePage.self,
            NewVideoPage.self, ManyVideosPage.self, WaitingFileBookPage.self, BookMuxPage.self,
            MuxUploadPage.self, DeliveryPage.self, VideoVersionDeletePage.self,
        ],
        quickLinks: [
            QuickLink("Add many videos", "/admin/video_assets/many"),
            QuickLink("Choose the columns of videos", "/admin/video_assets/columns"),
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Videos",
                VideoListAddress.path,
                icon: "film",
                key: "v",
                others: ["/admin/webhooks"]
            )
        ],
        lists: [VideoFilter.path: "Videos"],
        search: [.videos],
        attention: [{ try Attention.videos($0.videoList) }],
        jobs: [.checkMux, .copyCaptions, .makeVersion, .measureVideo, .prepareVideo, .videos],
        upkeep: [
            Upkeep(.eachRound) { site, database, now in
                try VideoCleaner(site, database, now: now).removeDeleted()
            },
            Upkeep(.eachRound) { _, database, now in
                try MuxInbox(database: database, now: now).removeUnwanted()
            },
            Upkeep(.eachRound) { site, database, now in
                try ManyVideos(database: database, now: now, site: site).notice()
            },
            // Left behind by a killed program, these take gigabytes.
            Upkeep(.hourlyAndAtStart) { site, database, now in
                try VideoCleaner(site, database, now: now).removeOrphans()
            },
        ],
        settings: Configuration.muxSettings,
        needs: [
            .folder(
                { VideoFolder($0).path },
                stops: "Videos and captions can’t be uploaded or prepared."
            ),
            .folder(
                { $0.inboxFolder },
                stops: "Videos stay in the inbox after they were added.",
                isFault: false
            ),
            .program(
                { $0.ffmpeg },
                named: "STORYTIME_FFMPEG",
                stops: "Videos wait for it, and covers are served at their original size. Videos "
                    + "are prepared as soon as it is installed, covers at the next start.",
                trial: ["-version"],
                least: [5, 1]
            ),
            .program(
                { $0.ffprobe },
                named: "STORYTIME_FFPROBE",
                stops: "Videos wait for it. They are prepared as soon as it is installed.",
                trial: ["-version"],
                least: [5, 1]
            ),
            .settings { $0.mux.halves },
        ],
        shared: { [RefusedWebhooks()] }
    )
}
