import Received

/// The declaration of a form's field: what is asked, and which answers are accepted.
///
/// The same declaration reads the input and gives the browser its attributes, so that the two
/// cannot disagree.
struct FieldSpec: Sendable {
    enum Kind: String, Sendable {
        case text, email, password, number
        /// A text of several lines.
        case lines
        /// Digits that aren't a number: a code may begin with zeros.
        case code
        /// A day as "2026-03-04"; a script turns it into a date field.
        case day

        /// The type of the input. A browser empties a number input with anything else in it (HTML
        /// §4.10.5.1.12, value sanitization), so that the typed text would be lost.
        var inputType: String {
            switch self {
            case .text, .email, .password: rawValue
            case .number, .lines, .code, .day: "text"
            }
        }
    }

    var name: String
    var label: String
    var kind: Kind = .text
    /// What someone who left it empty is asked for; nil for “Enter a name.”, made from the label.
    var demand: String?
    var hint: String?
    var isRequired = true
    /// In UTF-16 code units, as a browser counts for `maxlength`.
    var maximumLength = 200
    /// For numbers.
    var range: ClosedRange<Int> = 0...Int.max
    var autocomplete: String?
    /// The id of the list that suggests answers.
    var list: String?
    /// Typed exactly as it is meant: without spelling help, without a capital at the start.
    var isVerbatim = false
    /// The regular expression that a text from a program matches; nil if none can express the
    /// rule.
    var programPattern: String?
    /// What is wrong with a text that isn't empty or too long; nil if nothing is.
    var rule: @Sendable (String) -> String? = { _ in nil }

    var id: String { "field-" + name.replacing("_", with: "-") }
}

extension FieldSpec {
    /// A field for a record's slug; if it is left blank, the slug is made from the name.
    static func slug(of noun: String, like example: String) -> FieldSpec {
        FieldSpec(
            name: "slug",
            label: "Slug",
            hint: "Used in the \(noun)’s address. Leave blank to make it from the name.",
            isRequired: false,
            maximumLength: Slug.maximumLength,
            autocomplete: "off",
            isVerbatim: true
        ) { text in
            Slug.isValid(text)
                ? nil : "Use small letters a to z, digits and single hyphens, like “\(example)”."
        }
    }

    /// What is wrong with the text as it was typed; nil if it may be used.
    func complaint(about text: String) -> String? {
        if text.isEmpty { return isRequired ? demand ?? "\(Self.enter(label))." : nil }
        if text.utf16.count > maximumLength {
            // A label that asks something ends as it is.
            let use = label.hasSuffix("?") ? " Use" : ": use"
            return "\(label)\(use) \(Counted.number(maximumLength)) characters or fewer "
                + "(now \(Counted.number(text.utf16.count)))."
        }
        if kind != .password {
            if let complaint = invisibleComplaint(about: text) { return complaint }
        } else if text.unicodeScalars.contains("\0") {
            return "\(label) contains a character that can’t be typed."
        }
        if kind == .number {
            return bounds(of: text).map { "\(label) must be a whole number from \($0)." }
        }
        if kind == .day, CalendarDay(iso: text) == nil {
            return "“\(text.prefix(20))” is not a day. Write it like 2026-03-04."
        }
        return rule(text)
    }

    /// "1 to 9,999", or "1 upward": between which numbers the text isn't; nil if it is one of them.
    func bounds(of text: String) -> String? {
        // Written in one way only, so that the form shows again what was typed.
        if let number = ReceivedNumber.integer(text), range.contains(number), String(number) == text
        {
            return nil
        }
        if range.upperBound == .max { return "\(range.lowerBound) upward" }
        // Up to four digits a number may be a year.
        let bounds = [range.lowerBound, range.upperBound].map {
            range.upperBound < 10_000 ? String($0) : Counted.number($0)
        }
        return "\(bounds[0]) to \(bounds[1])"
    }

    /// Refuses text that can't be shown: control characters, marks that reverse the text around
    /// them, and text without anything visible. Line breaks are allowed in a field with several
    /// lines.
    private func invisibleComplaint(about text: String) -> String? {
        var hasVisible = false
        for scalar in text.unicodeScalars where !(kind == .lines && scalar == "\n") {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
                .privateUse:
                return kind == .lines
                    ? "\(label) contains a control character. Remove it."
                    : "\(label) contains a control character or a line break. Remove it."
            case .format where ReadableText.reorders(scalar):
                return "\(label) contains an invisible mark that reverses text. Remove it."
            case .format, .spaceSeparator: break
            // Fillers and variation selectors are letters and marks that are drawn as nothing.
            default: hasVisible = hasVisible || !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
        return hasVisible ? nil : "\(label) needs at least one visible character."
    }

    private static func enter(_ label: String) -> String {
        let article = "aeio".contains(label.lowercased().first ?? "x") ? "an" : "a"
        // An abbreviation, like PIN or URL, stays as it is.
        let isName = label.dropFirst().first?.isUppercase == true
        let noun = isName ? label : label.prefix(1).lowercased() + label.dropFirst()
        return "Enter \(article) \(noun)"
    }
}
