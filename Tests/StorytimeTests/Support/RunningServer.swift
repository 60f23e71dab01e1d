import SQLite
import Server
import Testing

@testable import Storytime

/// A server that runs until it is told to stop, on a data folder of its own.
final class RunningServer {
    let folder: TemporaryFolder
    let site: Site
    let browser: Browser
    /// Beside the server's own connections.
    let database: Database
    private let server: Server
    private let thread: Thread
    private var isStopped = false

    init(
        routes: [Route]? = nil,
        log: Log = .silent,
        trusting proxies: [AddressRange] = [],
        limits: ProcessorLimits = ProcessorLimits(),
        configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.resources = Repository.folder
        configuration.data = folder.path
        configuration.port = 0
        configuration.loops = 2
        configuration.trustedProxies = proxies
        configure(&configuration)
        try Program.makeDataFolders(configuration)
        let turn = WriteTurn()
        database = try configuration.openDatabase(turn: turn)
        try BlankDatabase.fill(database, now: 0)
        // Over TLS the assets say other things.
        let isPlain = configuration.publicURL?.isSecure != true
        let parts = isPlain ? try Console.parts.get() : nil
        site = try Program.site(
            configuration,
            database,
            log: log,
            routes: routes,
            templates: parts?.templates,
            assets: parts?.assets
        )
        site.vitals.disk.pretend(.empty)
        let server = try Program.server(site, turn: turn, limits: limits)
        self.server = server
        browser = Browser(port: server.port)
        thread = try Thread("test server") {
            #expect(throws: Never.self) { try server.run() }
        }
    }

    func askToStop() { server.stop() }

    /// Waits until the server has answered what had begun.
    func finish() {
        guard !isStopped else { return }
        isStopped = true
        server.stop()
        thread.join()
        site.shared[ConversationDesk.self].stop()
        site.shared[LiveDesk.self].stop()
        site.shared[ModelStatus.self].stop()
    }

    deinit { finish() }
}
