/// One line of the table of settings: what may be configured, how it is written, what it is for.
///
/// The table is the only list of settings there is: the environment, the flags of `serve`, the
/// output of `config` and the documentation are all made from it or compared with it.
struct Setting: Sendable {
    /// The name in the environment, `STORYTIME_…`.
    let name: String
    /// What is allowed, in a few words ("1 to 65535").
    let range: String
    let help: String
    /// The default as it would be written.
    let defaultText: String
    /// Whether the value must not be printed.
    let isSecret: Bool
    /// Reads a value into the configuration; throws what is wrong with it.
    let apply: @Sendable (inout Configuration, String) throws(ConfigurationError) -> Void

    init(
        _ name: String,
        range: String,
        default defaultText: String,
        isSecret: Bool = false,
        help: String,
        apply: @escaping @Sendable (inout Configuration, String) throws(ConfigurationError) -> Void
    ) {
        self.name = name
        self.range = range
        self.help = help
        self.defaultText = defaultText
        self.isSecret = isSecret
        self.apply = apply
    }

    /// The flag of the same meaning: `STORYTIME_PUBLIC_URL` is `--public-url`.
    var flag: String {
        "--"
            + name.dropFirst(Configuration.prefix.count).lowercased().split(separator: "_").joined(
                separator: "-"
            )
    }
}

/// What is wrong with the configuration, said to the person who wrote it.
struct ConfigurationError: Error, CustomStringConvertible, Equatable {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
