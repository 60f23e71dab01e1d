/// A random text in a form that creates something. It distinguishes one showing of the form from
/// another, and so a form that is sent twice from two forms with the same content.
///
/// It doesn't keep other sites out: the origin of a form is checked elsewhere (`CrossOrigin`).
struct FormToken: Sendable {
    static let name = "form_token"
    /// Enough to derive an invitation's secret from it.
    private static let length = 32

    let bytes: [UInt8]

    /// The token of a form that is shown.
    init() throws {
        bytes = try Random.bytes(Self.length)
    }

    /// The token of a form that was sent; nil without one, as from a program.
    init?(_ fields: Fields) {
        guard let bytes = fields.text(Self.name).flatMap(Base64URL.decode),
            bytes.count == Self.length
        else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.encode(bytes) }
}
