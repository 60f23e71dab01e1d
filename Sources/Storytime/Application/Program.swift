import Glibc
import HTTP
import Quill
import SQLite
import Server

/// Puts the console together: what it consists of, and how it starts.
enum Program {
    static let version = "0.1.0"

    /// The route table, feature by feature.
    static let routes: [Route] =
        HomePages.routes + HealthPages.routes + SetupPages.routes + SessionPages.routes
        + SignInCodePages.routes + ConfirmationPages.routes + SecondFactorPages.routes
        + DashboardPages.routes + SearchPages.routes + AccountPages.routes + UserPages.routes
        + OneTimePages.routes + APIDocsPages.routes
        + KeptFormPages.routes + CategoryPages.routes + BinPages.routes + BulkPages.routes
        + BookPages.routes + BatchPages.routes + CoverPages.routes
        + PublisherPages.routes + AuditPages.routes + ExportPages.routes + ImportPages.routes
        + StyleguidePages.routes + SystemPages.routes + JobPages.routes + MuxWebhook.routes
        + DeliveryPages.routes + RightsPages.routes + RightsReportPages.routes
        + VideoBulkPages.routes + VideoPages.routes + VideoShowPages.routes + BookMuxPages.routes
        + VideoMediaPages.routes + NewVideoPages.routes + VideoUploadPages.routes
        + FamilyPages.routes + FamilyParentPages.routes + FamilySettingsPages.routes
        + FamilyLogPages.routes + FamilyInvitationPages.routes
        + ChildPages.routes + ChildBinPages.routes + ChildMovePages.routes + ArchivePages.routes
        + ParentArchivePages.routes + CatalogPages.routes + LibraryPages.routes
        + ReportPages.routes + ReportExportPages.routes + ViewingPages.routes + WeekPages.routes
        + AccessKeyPages.routes + AuthAPI.routes + MeAPI.routes + CatalogAPI.routes
        + ChildAPI.routes + LibraryAPI.routes + PlaybackAPI.routes + UsageReportAPI.routes
        + WatchingPages.routes
        + UsageAPI.routes + PositionAPI.routes + CategoryAPI.routes + BookAPI.routes
        + PublisherAPI.routes + VideoAPI.routes + VideoFileAPI.routes
        + ImportAPI.routes + RightsAPI.routes + OpenAPIPages.routes

    /// Every page, so that its template is compiled before the first request.
    static let pages: [any Page.Type] = [
        ErrorPage.self, SetupPage.self, SignInPage.self, DashboardPage.self,
        SearchPage.self,
        CategoryIndexPage.self, CategoryNewPage.self, CategoryEditPage.self,
        CategoryShowPage.self, CategoryDeletePage.self, BookIndexPage.self, BookNewPage.self,
        BookEditPage.self, BookShowPage.self, CoverPage.self, PublisherIndexPage.self,
        PublisherNewPage.self, PublisherEditPage.self, PublisherShowPage.self,
        PublisherDeletePage.self, AuditPage.self, AccountPage.self,
        ImportIndexPage.self, ImportColumnsPage.self, ImportWorkingPage.self, ImportPlanPage.self,
        ImportFailedPage.self,
        UserIndexPage.self, InvitePage.self, UserShowPage.self, InvitationPage.self,
        ResetPage.self, StyleguidePage.self, SystemPage.self, SignInCodePage.self,
        ConfirmationPage.self, SecondFactorPage.self, SecondFactorSetupPage.self,
        RecoveryCodesPage.self, BinPage.self, PurgePage.self, BulkPage.self,
        BatchIndexPage.self, BatchShowPage.self, DeliveryPage.self,
        FamilyIndexPage.self, FamilyNewPage.self, FamilyEditPage.self, FamilyShowPage.self,
        FamilyInvitePage.self, FamilySettingsPage.self, FamilyRetentionPage.self,
        FamilyLogPage.self, ParentArchivePage.self,
        ChildIndexPage.self, NoFamilyPage.self, ChildNewPage.self,
        ChildEditPage.self, ChildRemovePage.self, ChildMovePage.self, ErasePage.self,
        RightsNewPage.self, RightsEditPage.self, RightsDeletePage.self,
        RightsReportPage.self, VideoIndexPage.self, VideoBulkPage.self, VideoShowPage.self,
        VideoDeletePage.self, BookMuxPage.self, MuxUploadPage.self, NewVideoPage.self,
        CatalogPage.self, CatalogBookPage.self, CatalogAddPage.self, LibraryPage.self,
        ReportPage.self, ViewingIndexPage.self, ViewingDeletionPage.self, WeekPage.self,
        AccessKeyIndexPage.self, APIDocsPage.self, OperationPage.self,
        SwiftClientPage.self,
    ]

    /// Makes what the threads share. The database is migrated already.
    static func site(
        _ configuration: Configuration,
        _ database: Database,
        log: Log,
        routes: [Route] = routes,
        clock: @escaping @Sendable () -> Int = { Int(time(nil)) },
        millisecondClock: @escaping @Sendable () -> Int = { milliseconds }
    ) throws -> Site {
        let isTLS = configuration.publicURL?.isSecure ?? false
        return Site(
            configuration: configuration,
            templates: try Templates(
                folder: configuration.resources + "/Templates",
                pages: pages
            ),
            assets: try Assets(folder: configuration.resources + "/Public", isTLS: isTLS),
            router: try Router(routes),
            flashKey: try ProgramKey.named("flash", in: database),
            browserKey: try ProgramKey.named("browsers", in: database),
            filmKey: try ProgramKey.named("films", in: database),
            tokenKeys: try TokenKeys(folder: configuration.data, now: clock()),
            rateLimit: RateLimit(perMinute: configuration.requestsPerMinute),
            setupCode: try SetupCode(),
            activity: SessionActivity(),
            log: log,
            vitals: Vitals(configuration, startedAt: clock()),
            clock: clock,
            millisecondClock: millisecondClock
        )
    }

    /// Milliseconds since 1970.
    private static var milliseconds: Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }

    /// The server of a site: every thread gets an application with its own connection.
    static func server(
        _ site: Site,
        turn: WriteTurn,
        _ listener: Listener? = nil,
        limits: ProcessorLimits = ProcessorLimits()
    ) throws -> Server {
        let configuration = site.configuration
        let errorPages = try StaticErrorPages(site)
        var settings = ServerConfiguration(host: configuration.host, port: configuration.port)
        settings.processorLimits = limits
        if configuration.loops > 0 { settings.loops = configuration.loops }
        if configuration.workers > 0 { settings.workers = configuration.workers }
        var service = Service(
            admit: { head in
                site.router.admission(of: head.method, path: head.target.path, configuration)
            },
            makeResponder: { lane in
                try Application(
                    site: site,
                    database: openDatabase(
                        configuration,
                        turn: turn,
                        lane: lane,
                        slowStatements: site.vitals.slowStatements
                    )
                )
            },
            staticFiles: StaticFiles(configuration.isDevelopment ? [:] : site.assets.files),
            spoolFolder: configuration.uploadFolder,
            errorResponse: { status, request in errorPages.response(status, to: request) },
            log: { entry in
                guard configuration.logsRequests else { return }
                let client = Client.address(
                    peer: entry.peer,
                    entry.head?.headers ?? Headers(),
                    configuration
                )
                site.log.request(entry, client: client?.description ?? "unknown")
            }
        )
        service.stuck = site.vitals.stuck
        service.note = { site.log.note($0) }
        service.routeName = { site.router.name(of: $0) }
        service.visitor = { head, peer in
            site.router.visitor(head, peer: peer, configuration)
        }
        service.giveUp = { reason in
            // Not through the log thread, which may never come to it.
            Console.error("Ending, so that the service manager restarts the program: \(reason).")
            _exit(70)
        }
        return try Server(settings, service, listener)
    }

    /// A connection to the console's database.
    ///
    /// A loop must not wait for a lock for long: its other visitors would wait with it. A worker waits
    /// as long as an import of 50,000 books holds it (6 s), and some.
    static func openDatabase(
        _ configuration: Configuration,
        turn: WriteTurn,
        lane: Lane = .worker,
        slowStatements: SlowStatements? = nil
    ) throws -> Database {
        var options = DatabaseConfiguration()
        options.slowStatements = slowStatements
        options.busyTimeoutMilliseconds = lane == .loop ? 100 : 15_000
        return try Database(path: configuration.databasePath, configuration: options, turn: turn)
    }

    /// The migrations that the program comes with.
    static func migrator(_ configuration: Configuration) throws -> Migrator {
        try Migrator(directory: configuration.resources + "/migrations")
    }

    /// Makes the folders that hold what must be kept, and the one for what is arriving.
    static func makeDataFolders(_ configuration: Configuration) throws {
        for folder in ["", "/media"] { try Folder.make(configuration.data + folder) }
        try Folder.make(configuration.uploadFolder)
        try Folder.make(configuration.importFolder)
        try Folder.make(configuration.inboxFolder)
        try Folder.make(VideoFolder(configuration).path)
    }
}
