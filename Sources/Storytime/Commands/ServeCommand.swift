import Glibc
import SQLite
import Server

extension Command {
    static let serve = Command(
        name: "serve",
        usage: "[--port PORT] [--data FOLDER] …",
        summary: "Migrates the database if need be and serves the console until it is stopped.",
        details: ["SIGTERM or Ctrl-C ends it; requests that have begun are still answered."]
    ) { invocation in
        try invocation.expectNothing()
        let turn = WriteTurn()
        let writer = LogWriter()
        let (site, hasAdmin) = try makeSite(invocation.configuration, turn, log: writer.log)
        // Before the threads take theirs: the most that was ever needed is less by 4 MB.
        StartMemory.giveBack()
        let server = try Program.server(site, turn: turn)
        // Before any thread starts: threads inherit which signals are left to the server.
        try server.stopOnSignals()
        let logThread = try writer.start()
        defer {
            writer.finish()
            logThread.join()
        }
        let caretaker = try Caretaker(site: site)
        let caretakerThread = try caretaker.start(turn: turn)
        defer {
            caretaker.stop()
            caretakerThread.join()
        }
        let jobs = try JobWorkers(site: site, turn: turn)
        defer { jobs.stop() }
        announce(site, port: server.port, hasAdmin: hasAdmin)
        try server.run(whenReady: StartMemory.giveBack)
        site.log.note("stopped")
    }

    /// What the threads share, and whether somebody has set the console up. The connection for that
    /// is closed then: each thread has its own, and one takes half a megabyte.
    private static func makeSite(_ configuration: Configuration, _ turn: WriteTurn, log: Log) throws
        -> (site: Site, hasAdmin: Bool)
    {
        let database = try prepareDatabase(configuration, turn)
        let site = try Program.site(configuration, database, log: log)
        return (site, try UserStore(database: database, now: site.clock()).hasAdmin())
    }

    /// Opens the database, makes it if it isn't there, and brings it to the program's schema.
    static func prepareDatabase(_ configuration: Configuration, _ turn: WriteTurn) throws
        -> Database
    {
        try Program.makeDataFolders(configuration)
        let database = try Program.openDatabase(configuration, turn: turn)
        for name in try Program.migrator(configuration).migrate(database, now: Int(time(nil))) {
            Console.print("Migrated: \(name)")
        }
        return database
    }

    /// Says where to go, and how the first admin is made while there is none.
    private static func announce(_ site: Site, port: Int, hasAdmin: Bool) {
        let host = site.configuration.host
        let authority = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let address = site.configuration.publicURL?.description ?? "http://\(authority)"
        Console.print("Storytime \(Program.version) is at \(address)/")
        guard !hasAdmin else { return }
        Console.print("There is no admin yet. Make the first one at \(address)/setup")
        Console.print("Setup code: \(site.setupCode.text)")
    }
}
