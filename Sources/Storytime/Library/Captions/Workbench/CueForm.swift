import Quill
import Received
import Subtitles

/// The form for one cue.
struct CueForm {
    var start: FormField
    var end: FormField
    var text: FormField
    /// Before which letter of the text a second cue would begin, counted in UTF-16.
    private(set) var splits: SelectField?
    /// The version that the form shows.
    private(set) var base: EditBase
    /// The cue’s place in that version.
    let position: Int
    private(set) var baseError: FormError?

    private static let startSpec = FieldSpec(
        name: "start",
        label: "Start",
        demand: "Enter when the cue starts.",
        hint: "Like 0:12.5 or 1:02:03.004.",
        maximumLength: 32,
        autocomplete: "off",
        isVerbatim: true,
        rule: { CaptionTime.read($0) == nil ? "Enter a time like 0:12.5 or 1:02:03.004." : nil }
    )

    private static var endSpec: FieldSpec {
        var spec = startSpec
        (spec.name, spec.label) = ("end", "End")
        spec.hint = "If left blank, the cue stays until the next one begins."
        spec.isRequired = false
        return spec
    }

    /// Its own rules let marks for the direction of writing through.
    private static let textSpec = FieldSpec(
        name: "text",
        label: "Text",
        kind: .lines,
        isRequired: false,
        maximumLength: CueText.maximumLength
    )

    /// The form of a cue.
    init(_ cue: CaptionCue, saved: Int) {
        start = FormField(Self.startSpec, initially: CaptionTime.text(cue.start))
        end = FormField(Self.endSpec, initially: cue.end.map(CaptionTime.text) ?? "")
        text = FormField(Self.textSpec, initially: cue.text)
        position = cue.position
        base = EditBase(saved: saved)
        splits = Self.splits(cue.text)
    }

    /// The form that was sent.
    init(_ fields: Fields, _ cue: CaptionCue, saved: Int) {
        start = FormField(Self.startSpec, fields)
        end = FormField(Self.endSpec, fields)
        let typed = PlainText.lines(of: fields.text("text") ?? "")
        text = FormField(Self.textSpec, initially: typed)
        if let complaint = CueText.complaint(typed) { text.reject(complaint) }
        let sent = EditBase(fields)
        base = sent ?? EditBase(saved: saved)
        position = fields.number("position") ?? cue.position
        splits = Self.splits(typed)
        if sent == nil { baseError = VersionField(Fields([]), current: saved).errors.first }
        if let from = start.value.flatMap(CaptionTime.read),
            let to = end.value.flatMap(CaptionTime.read), to <= from
        {
            end.reject("The end must be after the start.")
        }
    }

    /// What the fields say; nil while something is wrong.
    var edit: CueEdit? {
        guard errors.isEmpty, let start = start.value.flatMap(CaptionTime.read) else { return nil }
        return .set(
            cue: position,
            start: start,
            end: end.value.flatMap(CaptionTime.read),
            text: text.typed
        )
    }

    var errors: [FormError] {
        [baseError].compactMap(\.self) + [start, end, text].errors + (splits?.formErrors ?? [])
    }

    mutating func overwrite(_ version: Int) { base.over = version }
    mutating func choose(_ fields: Fields) { splits?.read(fields) }
    mutating func rejectSplit(_ message: String) { splits?.reject(message) }

    /// A choice for each word but the first; the one nearest to the middle comes chosen.
    private static func splits(_ text: String) -> SelectField? {
        let words = text.split(whereSeparator: \.isWhitespace).dropFirst().prefix(200)
        let options = words.map { word in
            let place = text.utf16.distance(from: text.startIndex, to: word.startIndex)
            return (value: String(place), label: "“\(word.prefix(40))”")
        }
        let middle = text.utf16.count / 2
        let nearest = options.min {
            ((ReceivedNumber.integer($0.value) ?? 0) - middle).magnitude
                < ((ReceivedNumber.integer($1.value) ?? 0) - middle).magnitude
        }
        guard let nearest else { return nil }
        return SelectField(
            name: "place",
            label: "Split before",
            options: options,
            initially: nearest.value
        )
    }
}

extension CueForm: Record {
    private var hidden: [HiddenField] {
        let over = base.over.map { HiddenField(name: "over", value: String($0)) }
        return [
            HiddenField(name: "saved", value: String(base.saved)),
            HiddenField(name: "position", value: String(position)),
        ] + [over].compactMap(\.self)
    }

    static let fields: [Field<CueForm>] = [
        .record("start") { $0.start },
        .record("end") { $0.end },
        .record("text") { $0.text },
        .optionalRecord("splits") { $0.splits },
        .list("hidden") { $0.hidden },
    ]
}

/// One cue, for those whose browser runs no scripts.
struct CuePage: Page {
    static let template = "library/captions/workbench/cue.html"

    let bench: Workbench
    let cue: CaptionCue
    var form: CueForm
    var conflict: Conflict?
    /// The cues before and behind.
    let before: ID<CaptionCue>?
    let after: ID<CaptionCue>?

    private func path(_ id: ID<CaptionCue>) -> String { "\(bench.path)/cues/\(id)" }

    static let fields: [Field<CuePage>] = [
        .record("head") { WorkbenchHead(bench: $0.bench, part: .cues) },
        .int("number") { $0.cue.position + 1 },
        .text("path") { $0.path($0.cue.id) },
        .text("list_href") { "\($0.bench.path)?cue=\($0.cue.id)#cue-\($0.cue.id)" },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .optionalRecord("conflict") { $0.conflict },
        .text("keep_href") { $0.path($0.cue.id) },
        .optionalText("previous_href") { page in page.before.map(page.path) },
        .optionalText("next_href") { page in page.after.map(page.path) },
        .bool("is_last") { $0.after == nil },
    ]
}
