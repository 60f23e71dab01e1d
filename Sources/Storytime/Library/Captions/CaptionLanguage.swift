/// The language of captions, as somebody enters it: by its name, or as a tag.
enum CaptionLanguage {
    static let hint = "Its name, or a tag like pt-BR."
    static let trackHint = "A name, or a tag like pt-BR. Leave empty if unknown."

    /// What is wrong with it; nil if it is known.
    static func complaint(about text: String) -> String? {
        LanguageTag(named: text) == nil
            ? "We don’t know the language “\(text)”. Enter its name, or a tag like pt-BR." : nil
    }

    /// The language of a track that may have an unknown one: nothing, and what that is called on pages, is "und".
    static func ofTrack(_ text: String) -> LanguageTag? {
        let isUnknown = ["", "unknown", "unknown language"].contains(Folding.fold(text))
        return LanguageTag(named: isUnknown ? "und" : text)
    }

    static func complaintOfTrack(about text: String) -> String? {
        ofTrack(text) == nil ? complaint(about: text) : nil
    }

    /// How a field shows a track’s language: by the name that means the same again, or as a tag.
    static func typed(_ tag: String) -> String {
        guard tag != "und" else { return "" }
        guard let name = LanguageTag.name(of: tag), LanguageTag(named: name)?.text == tag else {
            return tag
        }
        return name
    }
}
