/// A random text in a form that makes something: it tells one showing of the form from another, so
/// that a form which is sent twice is known from two forms that say the same.
///
/// It keeps no other site out: where a form comes from is checked elsewhere (`CrossOrigin`).
struct FormToken: Sendable {
    static let name = "form_token"
    /// Enough for an invitation's secret to be made of it.
    private static let length = 32

    let bytes: [UInt8]

    /// The token of a form that is shown.
    init() throws {
        bytes = try Random.bytes(Self.length)
    }

    /// The token of a form that was sent; nil where there is none, as in one that a program sends.
    init?(_ fields: Fields) {
        guard let bytes = fields.text(Self.name).flatMap(Base64URL.decode),
            bytes.count == Self.length
        else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.encode(bytes) }
}
