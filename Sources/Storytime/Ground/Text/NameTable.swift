/// Codes of a standard with their English names, for lists to choose from.
struct NameTable: Sendable {
    struct Entry: Sendable, Hashable {
        let code: String
        let name: String
    }

    /// In the order of their names, ignoring accents: "Åland Islands" is among the other As.
    let entries: [Entry]
    private let names: [String: String]

    /// Reads a table written as "AD Andorra; AE United Arab Emirates; …".
    init(_ text: String) {
        let entries = text.split(whereSeparator: { $0 == ";" || $0 == "\n" }).compactMap { entry in
            let words = entry.split(separator: " ", maxSplits: 1)
            return words.count == 2 ? Entry(code: String(words[0]), name: String(words[1])) : nil
        }
        self.entries = entries.map { ($0, Folding.fold($0.name)) }.sorted { $0.1 < $1.1 }.map(\.0)
        names = Dictionary(
            entries.map { ($0.code, $0.name) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func name(of code: String) -> String? { names[code] }
}
