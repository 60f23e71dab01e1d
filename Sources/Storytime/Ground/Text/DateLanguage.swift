/// A language for dates: "4 March 2026", "4. März 2026".
///
/// The console itself speaks English; a foreign order of dates is what people misread first.
struct DateLanguage: Sendable, Hashable {
    /// The BCP 47 tag.
    let tag: String
    /// The language's own name.
    let name: String

    /// British English, like everything else here.
    static let standard = DateLanguage(tag: "en-GB", name: "English (UK)")

    /// The languages to choose from, in the order of their names.
    static let all = [
        DateLanguage(tag: "cs", name: "Čeština"), DateLanguage(tag: "da", name: "Dansk"),
        DateLanguage(tag: "de", name: "Deutsch"), standard,
        DateLanguage(tag: "en-US", name: "English (US)"),
        DateLanguage(tag: "es", name: "Español"), DateLanguage(tag: "fr", name: "Français"),
        DateLanguage(tag: "it", name: "Italiano"), DateLanguage(tag: "nl", name: "Nederlands"),
        DateLanguage(tag: "nb", name: "Norsk"), DateLanguage(tag: "pl", name: "Polski"),
        DateLanguage(tag: "pt", name: "Português"), DateLanguage(tag: "fi", name: "Suomi"),
        DateLanguage(tag: "sv", name: "Svenska"), DateLanguage(tag: "tr", name: "Türkçe"),
        DateLanguage(tag: "uk", name: "Українська"), DateLanguage(tag: "ja", name: "日本語"),
        DateLanguage(tag: "zh-Hans", name: "简体中文"), DateLanguage(tag: "ko", name: "한국어"),
    ]

    private init(tag: String, name: String) {
        self.tag = tag
        self.name = name
    }

    /// One of the languages to choose from.
    init?(tag: String) {
        guard let found = Self.all.first(where: { $0.tag == tag }) else { return nil }
        self = found
    }
}
