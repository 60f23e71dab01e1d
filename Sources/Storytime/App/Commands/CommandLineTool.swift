import FoundationEssentials
import Glibc
import SQLite
import Server

/// `storytime`: finds the command that was typed, reads the configuration, runs it.
package enum CommandLineTool {
    static let commands: [Command] = [
        .serve, .migrate, .demo, .user, .books, .series, .captions, .usage, .backup, .restore,
        .routes,
        .check,
        .config, .version,
    ]

    /// Runs the command that this program was started with.
    package static func run() -> Int32 { run(ProgramStart.arguments) }

    /// Runs the command; returns the exit status: 0 for success, 1 for a failure, 2 for wrong
    /// usage.
    package static func run(_ words: [String]) -> Int32 {
        guard let name = words.first, name != "--help", name != "help" else {
            Console.print(help)
            return words.isEmpty ? 2 : 0
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            Console.error("storytime: “\(name)” is not a command. `storytime --help` lists them.")
            return 2
        }
        let rest = Array(words.dropFirst())
        if rest.contains("--help") {
            Console.print(help(of: command))
            return 0
        }
        do {
            try command.run(try invocation(of: command, rest))
            return 0
        } catch let error as UsageError {
            // The rules of forms, which apply here, too, are whole sentences.
            let stop = error.description.hasSuffix(".") ? "" : "."
            Console.error("storytime \(name): \(error)\(stop) See `storytime \(name) --help`.")
            return 2
        } catch let error as ConfigurationError {
            Console.error("storytime: \(error)")
            return 2
        } catch {
            Console.error("storytime \(name): \(explanation(of: error))")
            return 1
        }
    }

    /// Removes the settings' flags; the rest is the command's.
    private static func invocation(of command: Command, _ words: [String]) throws -> Invocation {
        var flags: [(name: String, value: String)] = []
        var arguments: [String] = []
        var index = 0
        while index < words.count {
            let word = words[index]
            if command.takesSettings, Program.settings.contains(where: { $0.flag == word }) {
                guard index + 1 < words.count else { throw UsageError("\(word) needs a value") }
                flags.append((word, words[index + 1]))
                index += 2
            } else {
                arguments.append(word)
                index += 1
            }
        }
        var configuration = try Configuration(
            environment: ProcessInfo.processInfo.environment,
            flags: flags,
            settings: Program.settings
        )
        configuration.resources = try Resources.find(configuration.resources)
        return Invocation(
            command: command.name,
            configuration: configuration,
            arguments: arguments
        )
    }

    private static func explanation(of error: any Error) -> String {
        guard let error = error as? SQLiteError else { return "\(error)" }
        if error.isFull { return "the disk is full" }
        if error.isReadOnly { return "the database can't be written: check the permissions" }
        if error.isBusy { return "another program is using the database; try again" }
        if error.isCorrupt {
            return "the database is damaged: restore a backup with `storytime restore FILE`"
        }
        return "\(error)"
    }

    private static var help: String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { command in
            let gap = String(repeating: " ", count: width - command.name.count + 3)
            return "  \(command.name)\(gap)\(command.summary)"
        }
        return """
            storytime \(Version.current): a console for a family video library

            Usage: storytime COMMAND [OPTIONS]

            \(lines.joined(separator: "\n"))

            `storytime COMMAND --help` explains a command. Settings come from STORYTIME_… variables
            or from the matching flags; `storytime config` lists them.
            """
    }

    private static func help(of command: Command) -> String {
        var lines = [
            "Usage: storytime \(command.name) \(command.usage)", "", command.summary,
        ]
        if !command.details.isEmpty { lines += [""] + command.details }
        if command.takesSettings {
            lines += ["", "Settings (also as variables, see `storytime config --help`):"]
            lines += Program.settings.map { "  \($0.flag) VALUE\n      \($0.help)" }
        }
        return lines.joined(separator: "\n")
    }
}
