/// What a word in the name of a caption file says: a language, or what is beside its words.
enum CaptionCode {
    /// Codes that sites for captions have used for one of two ways of writing.
    private static let old = [
        "pb": "pt-BR", "pob": "pt-BR", "ptb": "pt-BR", "ptbr": "pt-BR", "zht": "zh-Hant",
        "cht": "zh-Hant", "zhs": "zh-Hans", "chs": "zh-Hans", "scc": "sr", "scr": "hr",
    ]

    /// The language of a folded word, if it is one.
    static func language(_ word: String) -> LanguageTag? {
        let code = old[word] ?? EmbeddedCaptions.shortest(word.replacing("_", with: "-"))
        guard let tag = LanguageTag(named: code), tag.name != nil else { return nil }
        return tag
    }

    /// “hi” is Hindi, and means “hearing impaired” beside another language.
    static let hearingImpaired = "hi"
}
