import Server

extension Feature {
    /// The captions of videos.
    static let captions = Feature(
        routes: captionRoutes,
        pages: [
            CaptionIndexPage.self, CaptionMissingPage.self, CaptionWordsPage.self,
            CaptionShowPage.self, CaptionDeletePage.self, CaptionConvertPage.self,
            CaptionArchivePage.self, CaptionImportPage.self, CaptionPreviewPage.self,
        ],
        quickLinks: [
            QuickLink("Import captions", CaptionImportPages.path),
            QuickLink("Words in captions", CaptionWordsPage.path),
            QuickLink("Books without captions", CaptionMissingPage.path),
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Captions",
                CaptionFilter.path,
                icon: "textformat.abc",
                key: "t"
            )
        ],
        lists: [CaptionFilter.path: "Captions"],
        jobs: [.readCaptions, .transcribe],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try CaptionDrafts(database: database, now: now).removeOld()
            }
        ],
        auditLinks: [
            .captions: { entry in
                entry.action == "deleted"
                    ? nil : entry.recordID.map { "\(CaptionFilter.path)/\($0)" }
            }
        ],
        settings: Configuration.transcribingSettings,
        needs: [
            .program(
                { $0.transcribing.command },
                named: "STORYTIME_TRANSCRIBE_COMMAND",
                stops: "Videos wait to be transcribed.",
                trial: nil,
                isFault: true
            ),
            .settings { $0.transcribing.halves },
        ]
    )

    private static let captionRoutes: [Route] = [
        CaptionPages.routes, CaptionExportPages.routes, CaptionImportPages.routes,
        TranscribePages.routes, CaptionAPI.routes, [export],
    ].flatMap(\.self)

    private static let export = get("/admin/captions.csv", lane: .slow, scripts: .readCatalog) {
        visit in
        let request = CaptionListAddress(try visit.query()).request
        return try visit.csv(try CaptionExport(request, visit.captionList))
    }
}
