/// A language tag of BCP 47, in its canonical case.
struct LanguageTag: Sendable, Equatable {
    let text: String
    init?(_ text: String) { guard text.utf8.count >= 2 else { return nil }; self.text = text }
    static let common: [(tag: String, name: String)] = [("en", "English")]
    static func name(of tag: String) -> String { tag }
}
