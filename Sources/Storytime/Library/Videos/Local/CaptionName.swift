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
        "forced", "default", "full", "sub", "subs", "subtitle", "subtitles", "captions", "ut",
    ]
    private static let soundWords: Set<String> = ["sdh", "cc", "hi"]

    /// A language tag; nil if the name doesn't say.
    private(set) var language: String?
    private(set) var kind = CaptionTrack.Kind.subtitles

    /// Whether a file with this name may have captions.
    static func isCaptions(_ name: String) -> Bool {
        endings.contains(VideoName.parts(of: name).ending)
    }

    /// The name without its ending, as names are compared.
    static func stemKey(_ name: String) -> String {
        Folding.fold(VideoName.parts(of: name).stem)
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
            if let tag = Self.tag(word, words.first), language == nil {
                language = tag.text
                if tag.region != nil || tag.script != nil { words = words.dropFirst() }
            } else if Self.soundWords.contains(word) {
                kind = .captions
            } else if !Self.ignored.contains(word) {
                return nil
            }
        }
    }

    /// The language of a word, together with the region or script that may follow: "pt", "BR".
    private static func tag(_ word: String, _ next: String?) -> LanguageTag? {
        guard !ignored.contains(word) else { return nil }
        let code = EmbeddedCaptions.shortest(word)
        guard let tag = LanguageTag(named: code), tag.name != nil else { return nil }
        if let next, [2, 4].contains(next.count),
            let longer = LanguageTag("\(tag.language)-\(next)"),
            longer.region.map({ LanguageNames.region($0) != nil }) ?? (longer.script != nil)
        {
            return longer
        }
        return tag
    }
}
