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
    /// Whether it has only what is foreign in the film, and not all that is said.
    var isForced = false
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
        note += document.readingNote
    }

    /// As the name beside the video says.
    init(_ file: CaptionFile, _ name: CaptionName) {
        self.init(file.document, language: name.language, kind: name.kind)
        isForced = name.isForced
    }

    /// Its label in that language. Forced captions are told apart from those of all that is said.
    func label(in language: String) -> String {
        guard isForced else { return label }
        return CaptionTrack.forced(label.isEmpty ? LanguageTag.shownName(of: language) : label)
    }
}

extension Captions {
    /// What was guessed to read the file, for people who see only the track: behind “Imported”.
    var readingNote: String {
        var note = ""
        for problem in problems {
            switch problem.kind {
            case .encodingGuessed:
                note += "; the encoding was guessed: \(EncodingChoices.name(of: encoding))"
            case .strayLine:
                note += "; line \(Counted.number(problem.line)) was read as \(problem.found)"
            case .undecodable:
                note += "; line \(Counted.number(problem.line)) has characters that can’t be read"
            default: break
            }
            guard note.utf8.count < 200 else { return note + "…" }
        }
        return note
    }
}
