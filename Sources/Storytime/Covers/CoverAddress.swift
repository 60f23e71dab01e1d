/// The address of a picture elsewhere, which only browsers ask.
///
/// Over TLS alone, because a page that is fetched over TLS would not show anything else; and written
/// in the characters that an address has (RFC 3986 §2), so that every program reads the same in it.
struct CoverAddress: Sendable, Equatable {
    /// What the schema keeps.
    static let maximumLength = 2000

    /// The field that takes one, in the form of a cover and in a file of books.
    static let spec = FieldSpec(
        name: "address",
        label: "Or the address of a picture",
        hint: "Begins with https://. It is not copied: browsers fetch it from there.",
        isRequired: false,
        maximumLength: maximumLength,
        autocomplete: "off",
        isVerbatim: true,
        rule: { text in
            CoverAddress(text) == nil
                ? "Give a whole address like https://example.com/cover.jpg, without spaces."
                : nil
        }
    )

    let text: String

    init?(_ text: String) {
        let scheme = "https://"
        guard text.hasPrefix(scheme), text.utf8.count <= Self.maximumLength,
            text.utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard Origin(scheme + authority) != nil, authority.contains(".") else { return nil }
        self.text = text
    }

    /// Unreserved and reserved characters and the percent sign.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 32 && byte < 127 && !"\"<>\\^`{|}".utf8.contains(byte)
    }
}
