import Received

/// One line of the table of settings: what can be configured, how to write it, what it is for.
///
/// The table is the only list of settings: the environment, the flags of `serve`, the output of
/// `config` and the documentation are all made from it or compared with it.
struct Setting: Sendable {
    /// The name in the environment, `STORYTIME_…`.
    let name: String
    /// What is allowed, in a few words ("1 to 65535").
    let range: String
    let help: String
    /// Whether the value must not be printed.
    let isSecret: Bool
    /// Reads a value into the configuration; throws what is wrong with it.
    let apply: @Sendable (inout Configuration, String) throws(ConfigurationError) -> Void
    /// The value in a configuration, as one would write it.
    let text: @Sendable (Configuration) -> String

    /// A setting that `read` parses and `write` formats.
    init<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Configuration, Value> & Sendable,
        range: String,
        isSecret: Bool = false,
        help: String,
        write: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (String) throws(ConfigurationError) -> Value
    ) {
        self.name = name
        self.range = range
        self.help = help
        self.isSecret = isSecret
        apply = { configuration, text throws(ConfigurationError) in
            configuration[keyPath: path] = try read(text)
        }
        text = { write($0[keyPath: path]) }
    }

    /// A whole number in a range.
    init(
        _ name: String,
        _ path: any WritableKeyPath<Configuration, Int> & Sendable,
        _ range: ClosedRange<Int>,
        help: String
    ) {
        self.init(
            name,
            path,
            range: "\(range.lowerBound) to \(range.upperBound)",
            help: help,
            write: { String($0) },
            read: { text throws(ConfigurationError) in
                guard let number = ReceivedNumber.integer(text), range.contains(number) else {
                    throw ConfigurationError(
                        "must be a number from \(range.lowerBound) to \(range.upperBound)"
                    )
                }
                return number
            }
        )
    }

    /// A text; `check` throws what is wrong with it.
    init(
        _ name: String,
        _ path: any WritableKeyPath<Configuration, String> & Sendable,
        range: String,
        isSecret: Bool = false,
        help: String,
        check: @escaping @Sendable (String) throws(ConfigurationError) -> Void = { _ in }
    ) {
        self.init(
            name,
            path,
            range: range,
            isSecret: isSecret,
            help: help,
            write: { $0 },
            read: { text throws(ConfigurationError) in
                try check(text)
                return text
            }
        )
    }

    /// One of two words; the second one means yes.
    init(
        _ name: String,
        _ path: any WritableKeyPath<Configuration, Bool> & Sendable,
        _ words: (no: String, yes: String),
        range: String,
        help: String
    ) {
        self.init(
            name,
            path,
            range: range,
            help: help,
            write: { $0 ? words.yes : words.no },
            read: { text throws(ConfigurationError) in
                guard text == words.yes || text == words.no else {
                    throw ConfigurationError("is not one of the choices")
                }
                return text == words.yes
            }
        )
    }

    /// The default, as one would write it.
    var defaultText: String { text(Configuration()) }

    /// The matching flag: `STORYTIME_PUBLIC_URL` is `--public-url`.
    var flag: String {
        "--"
            + name.dropFirst(Configuration.prefix.count).lowercased().split(separator: "_").joined(
                separator: "-"
            )
    }
}

/// What is wrong with the configuration, for the person who wrote it.
struct ConfigurationError: Error, CustomStringConvertible, Equatable {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
