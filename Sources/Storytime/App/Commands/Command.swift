/// One command of the program: its name, what it is for, and what it does.
///
/// Errors that are thrown end up as one line on standard error and exit status 1; wrong usage is
/// exit status 2.
struct Command: Sendable {
    let name: String
    /// What stands after the name, like `FILE`.
    let usage: String
    let summary: String
    /// What --help says besides, line by line.
    var details: [String] = []
    /// Whether the flags of the settings are taken, like `--port`.
    var takesSettings = true
    let run: @Sendable (Invocation) throws -> Void
}

/// A command as it was typed, with the configuration that holds for it.
struct Invocation: Sendable {
    /// The command's name.
    let command: String
    let configuration: Configuration
    /// What is neither a setting's flag nor the command's name, in order.
    let arguments: [String]

    /// The value of `--name`; nil when it wasn't given.
    func option(_ name: String) throws -> String? {
        guard let index = arguments.firstIndex(of: "--" + name) else { return nil }
        guard arguments.indices.contains(index + 1) else {
            throw UsageError("--\(name) needs a value")
        }
        return arguments[index + 1]
    }

    /// The same command without the word that says what to do.
    var withoutAction: Invocation {
        Invocation(
            command: command,
            configuration: configuration,
            arguments: Array(arguments.dropFirst())
        )
    }

    /// Refuses whatever is neither one of these options with its value nor one of these flags: a
    /// misspelt word that is silently ignored does something else than was meant.
    func expectOnly(options: [String], flags: [String] = []) throws {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if options.contains(where: { word == "--" + $0 }) {
                rest = rest.dropFirst()
            } else if !flags.contains(where: { word == "--" + $0 }) {
                throw UsageError("“\(word)” is not allowed here")
            }
        }
    }

    func hasFlag(_ name: String) -> Bool {
        arguments.contains("--" + name)
    }

    /// The only argument.
    func single(_ what: String) throws -> String {
        guard arguments.count == 1, let argument = arguments.first, !argument.hasPrefix("-") else {
            throw UsageError("give one \(what)")
        }
        return argument
    }

    /// Refuses whatever was typed besides.
    func expectNothing() throws {
        if let first = arguments.first { throw UsageError("“\(first)” is not allowed here") }
    }
}

/// The command was typed wrongly.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
