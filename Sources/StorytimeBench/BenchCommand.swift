import Glibc
import HTTP
import SQLite
import Server

/// The command line: `storytime-bench --port P --data D` serves the benchmark's pages,
/// `storytime-bench w6 SECONDS` renders one of them over and over, `storytime-bench captions FILE` reads and
/// writes captions.
enum BenchCommand {
    static func run(_ arguments: [String]) throws {
        let options = try Options(arguments)
        if let seconds = options.renderSeconds {
            return try TemplateBenchmark(options.data).run(seconds: seconds)
        }
        if let file = options.captionsFile { return try CaptionsBenchmark(file).run() }
        let server = try Server(
            ServerConfiguration(port: options.port, workers: ServerConfiguration.processors),
            Service.bench(options)
        )
        try server.stopOnSignals()
        Console.say("http://127.0.0.1:\(server.port)")
        try server.run()
    }
}

/// What the command line says.
struct Options: Sendable {
    /// Where the kit's generator put its data.
    var data = getenv("DATA").map { String(cString: $0) } ?? "data"
    var port = 8080
    /// The kit compares form posts with `synchronous=NORMAL`; the console's own default is FULL.
    var synchronous = DatabaseConfiguration.Synchronous.normal
    var renderSeconds: Double?
    var captionsFile: String?

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError(argument: name) }
            switch (name, value) {
            case ("--data", _): data = value
            case ("--port", _): port = try Self.number(value, in: 0...65_535)
            case ("--synchronous", "full"): synchronous = .full
            case ("--synchronous", "normal"): synchronous = .normal
            case ("captions", _): captionsFile = value
            case ("w6", _): renderSeconds = Double(try Self.number(value, in: 1...600))
            default: throw UsageError(argument: "\(name) \(value)")
            }
        }
    }

    private static func number(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int
    {
        // The kit gives seconds as 3.0.
        guard let number = Double(text).flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw UsageError(argument: text)
        }
        return number
    }
}

/// The command line makes no sense.
struct UsageError: Error, CustomStringConvertible {
    let argument: String

    var description: String {
        """
        cannot understand \(argument)
        usage: storytime-bench [--port P] [--data FOLDER] [--synchronous normal|full]
               storytime-bench w6 SECONDS [--data FOLDER]
               storytime-bench captions FILE
        """
    }
}
