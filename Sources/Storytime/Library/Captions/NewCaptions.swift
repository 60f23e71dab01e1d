import Subtitles

/// Captions that are about to become a track of a video.
struct NewCaptions: Sendable {
    let document: Captions
    /// Nil for the language that the document names, or else that of the book.
    var language: String?
    var label = ""
    var kind = CaptionTrack.Kind.subtitles
    var origin = CaptionTrack.Origin.uploaded
    /// Whether players get it instead of one that they have in its language.
    var takesPlace = true
    /// What its first version says was done.
    var note = "Imported"

    init(
        _ document: Captions,
        language: String? = nil,
        label: String = "",
        kind: CaptionTrack.Kind = .subtitles
    ) {
        self.document = document
        self.language = language
        self.label = label
        self.kind = kind
    }

    /// As the name beside the video says.
    init(_ file: CaptionFile, _ name: CaptionName) {
        self.init(file.document, language: name.language, kind: name.kind)
    }
}
