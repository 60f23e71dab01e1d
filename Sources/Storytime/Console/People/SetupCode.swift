/// The one-time code for creating the first admin: printed where the server was started, so that a
/// stranger who finds the setup page first can do nothing with it.
struct SetupCode: Sendable {
    let text: String

    init() throws {
        text = try WrittenCode.make()
    }

    /// Whether it is the code, in either case and with or without its hyphens.
    func matches(_ typed: String) -> Bool {
        Digest.isEqual(Array(WrittenCode.bare(typed).utf8), Array(WrittenCode.bare(text).utf8))
    }
}
