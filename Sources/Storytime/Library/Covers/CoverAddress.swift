/// The address of a picture elsewhere, which only browsers ask.
/// Over TLS alone, because a page that is fetched over TLS would not show anything else.
struct CoverAddress: Sendable, Equatable {
    /// What the schema keeps.
    static let maximumLength = WebAddress.maximumLength

    /// The field that takes one, in the form of a cover and in a file of books.
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
