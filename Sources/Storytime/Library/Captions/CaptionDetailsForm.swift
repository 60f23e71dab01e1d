import Quill
import Subtitles

/// What is said about a track: its language, its name and its kind.
struct CaptionDetailsForm {
    var language: FormField
    private var label: FormField
    private var kind: SelectField
    /// What is added to the names of the fields, if a page has several such forms.
    let suffix: String

    init(_ track: CaptionTrack) {
        self.init(language: track.language, label: track.label, kind: track.kind)
    }

    /// The form as it is shown for the first time.
    init(
        language: String,
        label: String,
        kind: CaptionTrack.Kind,
        suffix: String = "",
        isSuggested: Bool = false
    ) {
        self.suffix = suffix
        self.language = FormField(
            Self.languageSpec(suffix, isSuggested: isSuggested),
            initially: CaptionLanguage.typed(language)
        )
        self.label = FormField(Self.labelSpec(suffix), initially: label)
        self.kind = Self.kindField(kind, suffix)
    }

    /// The form that was sent.
    init(_ fields: Fields, suffix: String = "") {
        self.suffix = suffix
        language = FormField(Self.languageSpec(suffix), fields)
        label = FormField(Self.labelSpec(suffix), fields)
        kind = Self.kindField(.subtitles, suffix)
        kind.read(fields)
    }

    /// A language that the text suggests is said to be no more than that.
    private static func languageSpec(_ suffix: String, isSuggested: Bool = false) -> FieldSpec {
        FieldSpec(
            name: "language" + suffix,
            label: "Language",
            hint: isSuggested
                ? "Suggested from the text. Correct it if it’s wrong."
                : CaptionLanguage.trackHint,
            isRequired: false,
            maximumLength: 100,
            autocomplete: "off",
            isVerbatim: true,
            rule: CaptionLanguage.complaintOfTrack
        )
    }

    private static func labelSpec(_ suffix: String) -> FieldSpec {
        FieldSpec(
            name: "label" + suffix,
            label: "Name in players",
            hint: "Leave blank to use the language’s name.",
            isRequired: false,
            maximumLength: 200
        )
    }

    private static func kindField(_ kind: CaptionTrack.Kind, _ suffix: String) -> SelectField {
        SelectField(
            name: "kind" + suffix,
            label: "Kind",
            options: CaptionTrack.Kind.allCases.map { ($0.rawValue, $0.explained) },
            initially: kind.rawValue
        )
    }

    /// What a store takes; nil while something is wrong.
    var values: (language: String, label: String, kind: CaptionTrack.Kind)? {
        guard let tag = language.value.flatMap({ CaptionLanguage.ofTrack($0) }),
            let label = label.value,
            let kind = kind.value.flatMap({ CaptionTrack.Kind(rawValue: $0) })
        else { return nil }
        return (tag.text, label, kind)
    }

    var errors: [FormError] { [language, label].errors + kind.formErrors }
}

extension CaptionDetailsForm: Record {
    static let fields: [Field<CaptionDetailsForm>] = [
        .record("language") { $0.language },
        .record("label") { $0.label },
        .record("kind") { $0.kind },
    ]
}

extension CaptionTrack.Kind {
    fileprivate var explained: String {
        switch self {
        case .subtitles: "Subtitles: what is said"
        case .captions: "Captions: speech and sounds, for deaf or hard-of-hearing viewers"
        case .descriptions: "Descriptions of the picture, to be read aloud"
        case .chapters: "Chapters: section titles"
        }
    }
}
