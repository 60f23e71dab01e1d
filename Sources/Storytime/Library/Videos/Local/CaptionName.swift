/// What the name of a caption file beside a video says: "moon.de.srt" has the German captions of
/// "moon.mp4".
struct CaptionName: Sendable, Equatable {
    private static let endings: Set<String> = [
        "srt", "vtt", "sbv", "lrc", "ttml", "dfxp", "ass", "ssa",
    ]
    /// What stands between the parts of a name.
    static let separators = " ._-()[]"
    /// Words that programs add and that say nothing here.
    private static let ignored: Set<String> = [
        "default", "full", "sub", "subs", "subtitle", "subtitles", "captions", "ut",
    ]
    private static let soundWords: Set<String> = ["sdh", "cc", "hi"]

    /// A language tag; nil if the name doesn't say.
    private(set) var language: String?
    private(set) var kind = CaptionTrack.Kind.subtitles
    private(set) var isForced = false

    /// Whether a file with this name may have captions.
    static func isCaptions(_ name: String) -> Bool {
        endings.contains(VideoName.parts(of: name).ending)
    }

    /// The name without its ending, as names are compared.
    static func stemKey(_ name: String) -> String {
        Folding.fold(VideoName.parts(of: name).stem)
    }

    /// The keys of the stems that a video beside such a file may have: the beginnings of its own, up to a separator.
    static func videoStems(of name: String) -> [String] {
        let stem = stemKey(name)
        return stem.indices.filter { separators.contains(stem[$0]) }.map { String(stem[..<$0]) }
            + [stem]
    }

    /// Nil if it isn't the name of captions of that video.
    init?(_ name: String, beside video: String) {
        guard Self.isCaptions(name) else { return nil }
        let (stem, videoStem) = (Self.stemKey(name), Self.stemKey(video))
        guard stem.hasPrefix(videoStem) else { return nil }
        let suffix = stem.dropFirst(videoStem.count)
        guard suffix.first.map(Self.separators.contains) ?? true else { return nil }
        var words = suffix.split(whereSeparator: Self.separators.contains).map { String($0) }[...]
        while let word = words.popFirst() {
            if word == CaptionTrack.forcedWord {
                isForced = true
            } else if language == nil, !isHearingImpaired(word, words),
                let (tag, isLonger) = Self.tag(word, words.first)
            {
                language = tag.text
                if isLonger { words = words.dropFirst() }
            } else if Self.soundWords.contains(word) {
                kind = .captions
            } else if !Self.ignored.contains(word) {
                return nil
            }
        }
    }

    /// Whether “hi” is no language here, because one follows.
    private func isHearingImpaired(_ word: String, _ rest: ArraySlice<String>) -> Bool {
        guard word == CaptionCode.hearingImpaired else { return false }
        // “hi-IN” is Hindi as it is spoken in India, and no Indonesian.
        guard rest.first != "in" else { return false }
        return rest.contains { word in
            !Self.ignored.contains(word) && word != CaptionTrack.forcedWord
                && (word == CaptionCode.hearingImpaired
                    || !Self.soundWords.contains(word))
                && CaptionCode.language(word) != nil
        }
    }

    /// The language of a word, and whether a region or a script that follows is a part of it: "pt", "BR".
    private static func tag(_ word: String, _ next: String?) -> (LanguageTag, isLonger: Bool)? {
        guard !ignored.contains(word), let tag = CaptionCode.language(word) else { return nil }
        if let next, [2, 4].contains(next.count), tag.region == nil, tag.script == nil,
            let longer = LanguageTag("\(tag.language)-\(next)"),
            longer.region.map({ LanguageNames.region($0) != nil }) ?? (longer.script != nil)
        {
            return (longer, true)
        }
        return (tag, false)
    }
}
