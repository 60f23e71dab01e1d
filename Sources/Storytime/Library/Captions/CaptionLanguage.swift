/// The language of captions, as somebody enters it: by its name, or as a tag.
enum CaptionLanguage {
    static let hint = "Its name, or a tag like pt-BR."

    /// What is wrong with it; nil if it is known.
    static func complaint(about text: String) -> String? {
        LanguageTag(named: text) == nil
            ? "We don’t know the language “\(text)”. Enter its name, or a tag like pt-BR." : nil
    }
}
