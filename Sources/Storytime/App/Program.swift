import Glibc
import HTTP
import Quill
import SQLite
import Server

/// Puts the console together: what it consists of, and how it starts.
enum Program {
    /// The console, feature by feature: in the order of the navigation, as far as they have a place
    /// in it.
    static let features: [Feature] = [
        .console, .home, .dashboard, .search, .categories, .books, .bin, .bulk, .batches, .covers,
        .lookup, .imports, .videos, .captions, .workbench, .publishers, .series, .rights, .families,
        .children, .catalog, .progress, .history, .playlists, .reading, .addresses,
        .libraries, .journeys, .playback, .explaining, .vocabulary, .live, .watchSettings, .kids,
        .photos, .usage, .reports, .archives, .people, .audit,
        .system,
        .backups, .jobs, .apiDocs,
        .styleguide,
    ]

    /// The route table.
    static let routes = features.flatMap(\.routes)

    /// Every page.
    static let pages = features.flatMap(\.pages)

    /// The table of settings, in the order in which people read it.
    static let settings = Configuration.settings + features.flatMap(\.settings)

    /// Makes what the threads share. The database is migrated already.
    static func site(
        _ configuration: Configuration,
        _ database: Database,
        log: Log,
        routes: [Route]? = nil,
        templates: Templates? = nil,
        assets: Assets? = nil,
        clock: @escaping @Sendable () -> Int = { Int(time(nil)) },
        millisecondClock: @escaping @Sendable () -> Int = { milliseconds }
    ) throws -> Site {
        let isTLS = configuration.publicURL?.isSecure ?? false
        let features = Features(features)
        let assets =
            try assets ?? Assets(folder: configuration.resources + "/Public", isTLS: isTLS)
        return Site(
            configuration: configuration,
            features: features,
            templates: try templates
                ?? Templates(
                    folder: configuration.resources + "/Templates",
                    pages: features.pages,
                    icons: assets.links.icons
                ),
            assets: assets,
            router: try routes.map { try Router($0) } ?? router.get(),
            flashKey: try ProgramKey.named("flash", in: database),
            browserKey: try ProgramKey.named("browsers", in: database),
            filmKey: try ProgramKey.named("films", in: database),
            tokenKeys: try TokenKeys(folder: configuration.data, now: clock()),
            rateLimit: RateLimit(perMinute: configuration.requestsPerMinute),
            setupCode: try SetupCode(),
            activity: SessionActivity(),
            log: log,
            vitals: Vitals(configuration, database, startedAt: clock()),
            shared: features.shared(),
            clock: clock,
            millisecondClock: millisecondClock
        )
    }

    /// The program's own routes in their order: the same for every site of a process.
    private static let router = Result { try Router(routes) }

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
                    database: configuration.openDatabase(
                        turn: turn,
                        lane: lane,
                        vitals: site.vitals
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
        service.hasRoom = { bytes in
            site.vitals.disk.hasRoom(for: bytes, in: configuration.uploadFolder)
        }
        service.stuck = site.vitals.stuck
        service.note = { site.log.note($0) }
        service.routeName = { site.router.name(of: $0) }
        service.stalled = site.vitals.stalled
        service.isUnlimited = { peer in
            IPAddress(peer).map { $0.isLoopback || configuration.trusts($0) } ?? false
        }
        service.caller = { head, peer in
            let (shown, network) = site.router.visitor(head, peer: peer, configuration)
            return site.parties.caller(shown, from: network)
        }
        service.signingIn = { request, caller in
            SignInDesk.caller(
                request,
                caller,
                browser: KnownBrowser(sending: request, configuration, key: site.browserKey),
                site.parties
            )
        }
        service.giveUp = { reason in
            // Not through the log thread, which may never come to it.
            Console.error("Stopping so the service manager can restart the program: \(reason).")
            _exit(70)
        }
        let open: @Sendable () throws -> Database = {
            try configuration.openDatabase(
                turn: turn,
                vitals: site.vitals
            )
        }
        site.shared[ConversationDesk.self].begin(open)
        site.shared[LiveDesk.self].begin(open)
        return try Server(settings, service, listener)
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
