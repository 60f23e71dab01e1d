import Received

/// The languages in which a film speaks.
extension VideoProbe {
    /// All sounds that can be read. The first is the one that is heard: in this language, or else
    /// the one that the file means to be heard. Commentaries and descriptions come after it.
    func sounds(in language: String?) -> [Stream] {
        let all = all.filter { $0.kind == "audio" }
        let readable = all.filter(\.isReadable)
        // Of none that can be read ffmpeg says why.
        let sounds = readable.isEmpty ? all : readable
        guard let heard = heard(of: sounds, in: language) else { return [] }
        return [heard] + sounds.filter { $0.index != heard.index }
    }

    private func heard(of sounds: [Stream], in language: String?) -> Stream? {
        let plain = sounds.filter { !$0.isAside }
        let wanted = language.flatMap { LanguageTag($0)?.language }
        let spoken = plain.filter { wanted != nil && LanguageTag($0.language)?.language == wanted }
        for choice in [spoken, plain.filter { $0.has("default") }, sounds] {
            if let best = choice.first(where: { $0.has("default") }) ?? choice.first { return best }
        }
        return nil
    }
}

extension VideoProbe.Stream {
    /// BCP 47, with the shortest code that there is; "und" if the file doesn’t say. Files name
    /// languages by ISO 639-2.
    var language: String {
        guard let tag = tags?["language"].flatMap({ LanguageTag($0) }) else { return "und" }
        return tag.text == tag.language ? EmbeddedCaptions.shortest(tag.text) : tag.text
    }

    /// What the file calls it.
    var title: String {
        String(ReadableText.of(tags?["title"], most: 200).prefix { !$0.isNewline })
    }

    /// Whether ffmpeg knows what it is. Telephones add sounds that only their maker reads.
    var isReadable: Bool { !["", "none", "unknown"].contains(codec ?? "") }

    /// Whether it is a commentary, or made for those who see or hear less.
    fileprivate var isAside: Bool {
        ["comment", "visual_impaired", "hearing_impaired"].contains(where: has)
    }
}
