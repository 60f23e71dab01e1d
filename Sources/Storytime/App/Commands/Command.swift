/// One command of the program: its name, what it is for, and what it does.
///
/// An error ends up as one line on standard error and exit status 1; wrong usage is exit status 2.
struct Command: Sendable {
    let name: String
    /// The text after the name, like `FILE`.
    let usage: String
    let summary: String
    /// Further lines of --help.
    var details: [String] = []
    /// Whether it accepts the flags of the settings, like `--port`.
    var takesSettings = true
    let run: @Sendable (Invocation) throws -> Void
}

/// A command as it was typed, with its configuration.
struct Invocation: Sendable {
    /// The command's name.
    let command: String
    let configuration: Configuration
    /// Everything but the settings' flags and the command's name, in order.
    let arguments: [String]

    /// The value of `--name`; nil if it wasn't given.
    func option(_ name: String) throws -> String? {
        guard let index = arguments.firstIndex(of: "--" + name) else { return nil }
        guard arguments.indices.contains(index + 1) else {
            throw UsageError("--\(name) needs a value")
        }
        return arguments[index + 1]
    }

    /// The same command without the word for its action.
    var withoutAction: Invocation {
        Invocation(
            command: command,
            configuration: configuration,
            arguments: Array(arguments.dropFirst())
        )
    }

    /// Refuses everything but these options with their values and these flags: silently ignoring a
    /// misspelled word would do something else than was meant.
    func expectOnly(options: [String], flags: [String] = []) throws {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if options.contains(where: { word == "--" + $0 }) {
                rest = rest.dropFirst()
            } else if !flags.contains(where: { word == "--" + $0 }) {
                throw unexpected(word)
            }
        }
    }

    /// A word that the command doesn’t know.
    func unexpected(_ word: String) -> UsageError {
        let name = "`storytime \(command)`"
        return UsageError(
            word.hasPrefix("-")
                ? "“\(word)” isn’t an option of \(name)" : "\(name) doesn’t take “\(word)”"
        )
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

    /// Refuses everything else that was typed.
    func expectNothing() throws {
        if let first = arguments.first { throw unexpected(first) }
    }
}

/// The command was typed wrongly.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
