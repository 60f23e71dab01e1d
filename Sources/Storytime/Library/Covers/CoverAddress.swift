/// The address of an external picture, which only browsers request. Only over TLS, because a page
/// over TLS would not show anything else.
struct CoverAddress: Sendable, Equatable {
    /// The longest address that the schema allows.
    static let maximumLength = WebAddress.maximumLength

    /// The field for one, in the form of a cover and in a file of books.
    static let spec = FieldSpec(
        name: "address",
        label: "Or the address of a picture",
        hint: "Must start with https://. The picture isn’t copied; browsers load it from there.",
        isRequired: false,
        maximumLength: maximumLength,
        autocomplete: "off",
        isVerbatim: true,
        rule: { text in
            CoverAddress(text) == nil
                ? "Enter a full address like https://example.com/cover.jpg, without spaces."
                : nil
        }
    )

    let text: String

    init?(_ text: String) {
        guard let address = WebAddress(text) else { return nil }
        self.text = address.text
    }
}
