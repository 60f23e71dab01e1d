import Quill

/// The forms for a video's poster: a moment of the video, or a picture.
struct PosterForm {
    /// The limits of a cover: a poster is a picture of the same kind.
    static let maximumBytes = CoverForm.maximumBytes
    static let bodyLimit = CoverForm.bodyLimit

    var moment: FormField
    var pictureError: String?

    private static let momentSpec = FieldSpec(
        name: "moment",
        label: "Time in the video",
        hint: "Minutes and seconds, like 1:23.",
        maximumLength: 10,
        autocomplete: "off",
        isVerbatim: true,
        rule: { text in PlayingTime.seconds(text) == nil ? "Enter a time like 1:23." : nil }
    )

    /// The forms with the current choice.
    init(_ asset: VideoAsset) {
        let shown = asset.posterSeconds.map { PlayingTime.text($0) } ?? ""
        moment = FormField(Self.momentSpec, initially: shown)
    }

    /// The form for a moment, as it was sent: a time that was typed, or one of the pictures.
    init(_ fields: Fields) {
        let chosen = fields.number("at").map { PlayingTime.text(max($0, 0)) }
        moment = FormField(Self.momentSpec, typed: chosen ?? fields.text("moment") ?? "")
    }

    var seconds: Int? { moment.value.flatMap { PlayingTime.seconds($0) } }

    var errors: [FormError] {
        [moment].errors
            + [pictureError.map { FormError(href: "#field-picture", message: $0) }].compactMap(
                \.self
            )
    }
}

extension PosterForm: Record {
    static let fields: [Field<PosterForm>] = [
        .record("moment") { $0.moment },
        .optionalText("picture_error") { $0.pictureError },
        .text("maximum") { _ in ByteCount.text(maximumBytes) },
    ]
}
