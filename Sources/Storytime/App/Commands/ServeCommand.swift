import Glibc
import SQLite
import Server

extension Command {
    static let serve = Command(
        name: "serve",
        usage: "[--port PORT] [--data FOLDER] …",
        summary: "Updates the database if needed and serves the console until it is stopped.",
        details: ["Stop it with SIGTERM or Ctrl-C; requests in progress are still answered."]
    ) { invocation in
        try invocation.expectNothing()
        let (listener, lock) = try begin(invocation.configuration)
        defer { lock.release() }
        let turn = WriteTurn()
        let writer = LogWriter()
        let (site, hasAdmin) = try makeSite(invocation.configuration, turn, log: writer.log)
        defer { CrashNote(site.configuration).end() }
        // Before the threads start: that lowers the peak by 4 MB.
        StartMemory.giveBack()
        let server = try Program.server(site, turn: turn, listener)
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
        defer {
            site.shared[ConversationDesk.self].stop()
            site.shared[LiveDesk.self].stop()
            site.shared[ModelStatus.self].stop()
        }
        announce(site, port: server.port, hasAdmin: hasAdmin)
        try server.run(whenReady: StartMemory.giveBack)
        site.log.note("stopped")
    }

    /// Takes the things that only one program can have: the port and the data folder. The port
    /// comes first, so that nothing is created if it is in use; but a program that has both is
    /// named.
    private static func begin(_ configuration: Configuration) throws -> (Listener, DataLock) {
        let there = try DataLock.takeIfThere(configuration)
        let listener = try Listener(host: configuration.host, port: configuration.port)
        try Folder.make(configuration.data)
        let lock = try there ?? DataLock.take(configuration, for: DataLock.serving)
        let address = listening(configuration, at: listener.port)
        try lock.tell(DataLock.serving, address: address + "/")
        return (listener, lock)
    }

    /// The values that threads share, and whether somebody has set up the console. The connection
    /// for that is then closed: each thread has its own, and one takes half a megabyte.
    private static func makeSite(_ configuration: Configuration, _ turn: WriteTurn, log: Log) throws
        -> (site: Site, hasAdmin: Bool)
    {
        let database = try migratedDatabase(configuration, turn)
        let site = try Program.site(configuration, database, log: log)
        try beginNotes(site, database)
        return (site, try UserStore(database: database, now: site.clock()).hasAdmin())
    }

    /// Learns from what a crash has left, before anything is worked on again.
    static func beginNotes(_ site: Site, _ database: Database) throws {
        let note = CrashNote(site.configuration)
        if let crash = try note.read() {
            let words = try CrashStore(database: database, now: site.clock())
                .keep(crash, site.features.jobs)
            site.log.note("the last run crashed (signal \(crash.signal)) \(words)")
        }
        try note.begin()
    }

    /// Opens the database for a command that may write beside a server. If there is none yet, or
    /// if it doesn't have the program's schema, the command must be alone for a moment.
    static func prepareDatabase(_ invocation: Invocation) throws -> Database {
        let configuration = invocation.configuration
        try DataLock.expectShared(configuration)
        if Folder.exists(configuration.databasePath) {
            try Program.makeDataFolders(configuration)
            let database = try configuration.openDatabase(turn: WriteTurn())
            if try Program.migrator(configuration).pending(database).isEmpty { return database }
        }
        try Folder.make(configuration.data)
        let lock = try DataLock.take(configuration, for: invocation.command)
        defer { lock.release() }
        return try migratedDatabase(configuration, WriteTurn())
    }

    /// Opens the database, creates it if it is missing, and brings it to the program's schema: for
    /// the program that has the data folder.
    static func migratedDatabase(_ configuration: Configuration, _ turn: WriteTurn) throws
        -> Database
    {
        try Program.makeDataFolders(configuration)
        let database = try configuration.openDatabase(turn: turn)
        for name in try Program.migrator(configuration).migrate(database, now: Int(time(nil))) {
            Console.print("Migrated: \(name)")
        }
        return database
    }

    /// Prints the address, and how to create the first admin while there is none.
    private static func announce(_ site: Site, port: Int, hasAdmin: Bool) {
        let address =
            site.configuration.publicURL?.description ?? listening(site.configuration, at: port)
        Console.print("Storytime \(Version.current) is at \(address)/")
        guard !hasAdmin else { return }
        Console.print("There is no admin yet. Create the first one at \(address)/setup")
        Console.print("Setup code: \(site.setupCode.text)")
    }

    /// The addresses on which it listens.
    private static func listening(_ configuration: Configuration, at port: Int) -> String {
        let host = configuration.host
        return host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }
}
