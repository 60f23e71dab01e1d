import Quill
import Received
import Subtitles

/// What can be done to all cues at once.
enum Adjustment: Sendable, Equatable {
    enum Act: String, Sendable, CaseIterable {
        case shift, stretch, rate, replace, mend
    }

    /// From a cue on.
    case shift(by: MediaTime, from: Int)
    case stretch(TimePoint, TimePoint)
    case rate(from: FrameRate, to: FrameRate)
    case replace(CaptionSearch, with: String)
    case mend(CueTrouble.Kind)

    /// Nil if a cue would begin before the video.
    func applied(to captions: Captions, _ limits: CaptionLimits) -> Captions? {
        switch self {
        case .shift(let time, let cue): captions.shifted(by: time, from: cue)
        case .stretch(let first, let second): captions.stretched(first, second)
        case .rate(let old, let new): captions.changed(from: old, to: new)
        case .replace(let search, let replacement): captions.replacing(search, with: replacement)
        case .mend(let kind): captions.mended(kind, limits)
        }
    }

    /// What would be done, above the preview.
    var title: String {
        switch self {
        case .shift(let time, let cue):
            "Move by \(CaptionTime.text(time))" + (cue > 0 ? " from cue \(cue + 1) on" : "")
        case .stretch: "Stretch between two cues"
        case .rate(let old, let new):
            "Change the frame rate from \(old.rawValue) to \(new.rawValue)"
        case .replace(let search, let replacement):
            "Replace “\(search.phrase.prefix(60))” with “\(replacement.prefix(60))”"
        case .mend(let kind): "Fix: \(kind.label.lowercased())"
        }
    }

    /// What was done, in a few words.
    var note: String {
        switch self {
        case .shift(let time, let cue):
            "Moved by \(CaptionTime.text(time))" + (cue > 0 ? " from cue \(cue + 1) on" : "")
        case .stretch: "Stretched between two cues"
        case .rate(let old, let new): "Frame rate changed from \(old.rawValue) to \(new.rawValue)"
        case .replace(let search, let replacement):
            "Replaced “\(search.phrase.prefix(60))” with “\(replacement.prefix(60))”"
        case .mend(let kind): "Fixed: \(kind.label.lowercased())"
        }
    }
}

/// The forms for what is done to all cues, of which one is sent at a time.
struct AdjustForm {
    private(set) var act: Adjustment.Act?
    private var by: FormField
    private var from: FormField
    private var first: FormField
    private var firstTime: FormField
    private var second: FormField
    private var secondTime: FormField
    private var oldRate: SelectField
    private var newRate: SelectField
    private var find: FormField
    private var replacement: FormField
    private var matchesCase = false
    private var wholeWords = false
    private var kind: CueTrouble.Kind?
    private let sent: Fields

    /// The forms; if the query names an act, with what it says.
    init(_ fields: Fields, cueCount: Int) {
        sent = fields
        act = fields.text("act").flatMap { Adjustment.Act(rawValue: $0) }
        by = FormField(Self.bySpec)
        from = FormField(Self.cueSpec("from", "From cue", cueCount, isRequired: false))
        first = FormField(Self.cueSpec("first", "First cue", cueCount), initially: "1")
        firstTime = FormField(Self.timeSpec("first_time", "Begins at"))
        second = FormField(Self.cueSpec("second", "Second cue", cueCount), initially: "\(cueCount)")
        secondTime = FormField(Self.timeSpec("second_time", "Begins at"))
        oldRate = Self.rate("old_rate", "The captions were made for", .pal)
        newRate = Self.rate("new_rate", "The video has", .film23)
        find = FormField(Self.findSpec)
        replacement = FormField(Self.replacementSpec)
        switch act {
        case .shift: (by, from) = (FormField(by.spec, fields), FormField(from.spec, fields))
        case .stretch:
            (first, firstTime) = (FormField(first.spec, fields), FormField(firstTime.spec, fields))
            (second, secondTime) = (
                FormField(second.spec, fields), FormField(secondTime.spec, fields)
            )
        case .rate:
            oldRate.read(fields)
            newRate.read(fields)
        case .replace:
            find = FormField(find.spec, fields)
            replacement = FormField(replacement.spec, fields)
            (matchesCase, wholeWords) = (fields.isOn("case"), fields.isOn("whole"))
        case .mend: kind = fields.text("kind").flatMap { CueTrouble.Kind(rawValue: $0) }
        case nil: break
        }
    }

    /// What the form asks for; nil while something is wrong. The times that cues have now are needed
    /// for stretching.
    func adjustment(_ captions: Captions) -> Adjustment? {
        guard errors.isEmpty else { return nil }
        switch act {
        case .shift:
            guard let time = by.value.flatMap(CaptionTime.readShift) else { return nil }
            return .shift(by: time, from: max(0, (from.number ?? 1) - 1))
        case .stretch:
            guard let one = point(first, firstTime, captions),
                let other = point(second, secondTime, captions)
            else { return nil }
            return .stretch(one, other)
        case .rate:
            guard let old = oldRate.value.flatMap({ FrameRate(rawValue: $0) }),
                let new = newRate.value.flatMap({ FrameRate(rawValue: $0) })
            else { return nil }
            return .rate(from: old, to: new)
        case .replace:
            let search = CaptionSearch(
                find.value ?? "",
                matchesCase: matchesCase,
                wholeWords: wholeWords
            )
            return .replace(search, with: replacement.value ?? "")
        case .mend: return kind.map { .mend($0) }
        case nil: return nil
        }
    }

    private func point(_ cue: FormField, _ time: FormField, _ captions: Captions) -> TimePoint? {
        guard let number = cue.number, captions.cues.indices.contains(number - 1),
            let right = time.value.flatMap(CaptionTime.read)
        else { return nil }
        return TimePoint(is: captions.cues[number - 1].start, shouldBe: right)
    }

    /// Says why nothing can be done though each field is right.
    mutating func refuse(_ captions: Captions) {
        switch act {
        case .shift:
            let room = captions.roomBefore(max(0, (from.number ?? 1) - 1))
            by.reject(
                "A cue would begin before the video. Move by at most \(CaptionTime.text(.zero - room))."
            )
        case .stretch:
            second.reject(
                "Put the second cue after the first, so that no cue begins before the video."
            )
        case .rate, .replace, .mend, nil: break
        }
    }

    var errors: [FormError] {
        [by, from, first, firstTime, second, secondTime, find, replacement].errors
            + oldRate.formErrors + newRate.formErrors
    }

    /// What has to be sent again to do it.
    var hidden: [HiddenField] {
        sent.pairs.filter { Self.names.contains($0.name) }
            .map { HiddenField(name: $0.name, value: $0.value) }
    }

    private static let names: Set = [
        "act", "by", "from", "first", "first_time", "second", "second_time", "old_rate", "new_rate",
        "find", "replacement", "case", "whole", "kind",
    ]

    // MARK: Fields

    private static let bySpec = FieldSpec(
        name: "by",
        label: "Move by",
        demand: "Enter how far to move the cues.",
        hint: "Seconds or a time. Use a minus sign to move cues earlier: -1.2.",
        maximumLength: 32,
        autocomplete: "off",
        isVerbatim: true,
        rule: { CaptionTime.readShift($0) == nil ? "Enter a time like 1.5, -0:02 or 1:02.5." : nil }
    )

    private static func cueSpec(
        _ name: String,
        _ label: String,
        _ count: Int,
        isRequired: Bool = true
    ) -> FieldSpec {
        FieldSpec(
            name: name,
            label: label,
            kind: .number,
            demand: "Enter the number of the \(label.lowercased()).",
            hint: isRequired ? nil : "Enter a cue number, or leave blank to move all cues.",
            isRequired: isRequired,
            range: 1...max(1, count),
            autocomplete: "off"
        )
    }

    private static func timeSpec(_ name: String, _ label: String) -> FieldSpec {
        FieldSpec(
            name: name,
            label: label,
            demand: "Enter when the cue begins.",
            hint: "The right time in the video.",
            maximumLength: 32,
            autocomplete: "off",
            isVerbatim: true,
            rule: { CaptionTime.read($0) == nil ? "Enter a time like 0:12.5 or 1:02:03.004." : nil }
        )
    }

    private static func rate(_ name: String, _ label: String, _ chosen: FrameRate) -> SelectField {
        SelectField(
            name: name,
            label: label,
            options: FrameRate.allCases.map {
                (value: $0.rawValue, label: "\($0.rawValue) frames per second")
            },
            initially: chosen.rawValue
        )
    }

    private static let findSpec = FieldSpec(
        name: "find",
        label: "Text to find",
        demand: "Enter the text to find.",
        autocomplete: "off",
        isVerbatim: true
    )

    private static let replacementSpec = FieldSpec(
        name: "replacement",
        label: "Replace with",
        isRequired: false,
        autocomplete: "off",
        isVerbatim: true
    )
}

extension AdjustForm: Record {
    static let fields: [Field<AdjustForm>] = [
        .record("by") { $0.by },
        .record("from") { $0.from },
        .record("first") { $0.first },
        .record("first_time") { $0.firstTime },
        .record("second") { $0.second },
        .record("second_time") { $0.secondTime },
        .record("old_rate") { $0.oldRate },
        .record("new_rate") { $0.newRate },
        .record("find") { $0.find },
        .record("replacement") { $0.replacement },
        .bool("matches_case") { $0.matchesCase },
        .bool("whole_words") { $0.wholeWords },
    ]
}
