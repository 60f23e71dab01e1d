/// A media type with its parameters (RFC 9110 §8.3.1). Type, subtype and parameter names are kept in
/// lower case.
package struct MediaType: Equatable, Sendable {
    package let type: String
    package let subtype: String
    package let parameters: [Parameter]

    package struct Parameter: Equatable, Sendable {
        package let name: String
        package let value: String
    }

    /// Reads a `Content-Type`; nil if it does not follow the grammar.
    package init?(_ text: String) {
        var scanner = ParameterScanner(text)
        guard let type = scanner.token(), scanner.skip(ASCII.slash), let subtype = scanner.token(),
            let parameters = scanner.parameters()
        else { return nil }
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
    }

    /// The type without its parameters.
    package var essence: String { "\(type)/\(subtype)" }

    /// The first parameter of that name (in lower case).
    package subscript(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }
}
