import Quill

/// The form for a caption file that Mux fetches.
struct CaptionForm {
    var address: FormField
    private var language: FormField
    private var name: FormField
    private let isClosed: Bool

    private static let addressSpec = FieldSpec(
        name: "captions_address",
        label: "Address of a caption file",
        demand: "Enter the address of a caption file.",
        hint: "A publicly accessible WebVTT or SRT file. Mux copies it.",
        maximumLength: 2000,
        autocomplete: "off",
        isVerbatim: true,
        rule: { text in
            WebAddress(text) == nil
                ? "Enter a full address like https://example.com/moon.vtt, without spaces." : nil
        }
    )

    private static let languageSpec = FieldSpec(
        name: "captions_language",
        label: "Language",
        hint: CaptionLanguage.hint,
        maximumLength: LanguageTag.maximumLength,
        autocomplete: "off",
        isVerbatim: true,
        rule: CaptionLanguage.complaint
    )

    private static let nameSpec = FieldSpec(
        name: "captions_name",
        label: "Name",
        hint: "Shown in the player. By default, the language.",
        isRequired: false,
        maximumLength: 100
    )

    /// The empty form.
    init() {
        address = FormField(Self.addressSpec)
        language = FormField(Self.languageSpec)
        name = FormField(Self.nameSpec)
        isClosed = false
    }

    /// The form that was sent.
    init(_ fields: Fields) {
        address = FormField(Self.addressSpec, fields)
        language = FormField(Self.languageSpec, fields)
        name = FormField(Self.nameSpec, fields)
        isClosed = fields.isOn("closed")
    }

    /// The request for Mux; nil while something is wrong.
    var captions: MuxClient.Captions? {
        guard let address = address.value, let name = name.value,
            let tag = language.value.flatMap({ LanguageTag(named: $0) })
        else { return nil }
        return MuxClient.Captions(
            url: address,
            language: tag.text,
            name: name.isEmpty ? tag.name ?? tag.text : name,
            isClosedCaptions: isClosed
        )
    }

    var errors: [FormError] { [address, language, name].errors }
}

extension CaptionForm: Record {
    static let fields: [Field<CaptionForm>] = [
        .record("address") { $0.address },
        .record("language") { $0.language },
        .record("name") { $0.name },
        .bool("is_closed") { $0.isClosed },
    ]
}
