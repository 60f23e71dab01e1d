import Received
import SQLite

/// A field that many books get the same typed value for: a person’s name, or the year.
enum BulkField: String, Sendable {
    case author, illustrator, translator, narrator, year

    /// Removes the value; it is nobody's name.
    static let nothing = "-"

    /// Whether the text removes the value: a hyphen, or the dash that some keyboards make of it.
    private static func isNothing(_ text: String) -> Bool {
        [nothing, "–", "—"].contains(PlainText.trimmed(text))
    }

    var noun: String { rawValue }
    var label: String { spec.label }

    /// The declaration of the form’s field.
    var spec: FieldSpec {
        var spec = detail?.spec ?? BookFields.author
        spec.name = "value"
        spec.hint = "Enter “\(Self.nothing)” to remove the \(noun) instead."
        spec.isRequired = true
        spec.list = nil
        return spec
    }

    private var detail: BookDetail? { BookDetail(rawValue: rawValue) }

    private var field: BatchField {
        switch self {
        case .author: .author
        case .illustrator: .illustrator
        case .translator: .translator
        case .narrator: .narrator
        case .year: .year
        }
    }

    /// The typed value, if it is valid for the field.
    func read(_ text: String) -> String? {
        if Self.isNothing(text) { return Self.nothing }
        return FormField(spec, typed: text).value
    }

    func plan(_ plan: BatchPlan, _ text: String?, _ keys: SQL) throws {
        if self == .year {
            try plan.set(field, to: text.flatMap { ReceivedNumber.integer($0) }, of: keys)
        } else {
            try plan.set(field, to: text ?? "", of: keys)
        }
    }

    func isOther(_ text: String?) -> SQL {
        self == .year
            ? BatchPlan.isOther(field, than: text.flatMap { ReceivedNumber.integer($0) })
            : BatchPlan.isOther(field, than: text ?? "")
    }

    // MARK: Other typed values

    static let tagSpec: FieldSpec = {
        var spec = BookDetail.tags.spec
        spec.name = "value"
        spec.label = "Tag"
        spec.hint = nil
        spec.isRequired = true
        spec.maximumLength = BookDetail.maximumTagLength
        spec.rule = { text in
            text.contains(",") || text.contains("|")
                ? "Enter one tag, without commas and bars." : nil
        }
        return spec
    }()

    static let agesSpec = FieldSpec(
        name: "value",
        label: "Ages",
        hint: "Like 3-6, 3+ or 4. Enter “\(nothing)” to remove the ages instead.",
        maximumLength: 20,
        autocomplete: "off",
        isVerbatim: true,
        rule: { ages($0) == nil ? "Enter ages like 3-6, 3+ or 4, from 0 to 18." : nil }
    )

    /// “3-6”, “3+”, “-6” or “4”; what removes a value means any age.
    static func ages(_ text: String) -> AgeRange? {
        if isNothing(text) { return AgeRange() }
        let text = PlainText.trimmed(text).replacing(" ", with: "")
        let isOpen = text.hasSuffix("+")
        let parts = (isOpen ? String(text.dropLast()) + "-" : text).replacing("–", with: "-")
            .split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count <= 2 else { return nil }
        let numbers = parts.map { ReceivedNumber.integer($0) }
        guard
            zip(parts, numbers).allSatisfy({
                $0.isEmpty || $1.map(AgeRange.allowed.contains) == true
            })
        else { return nil }
        let ages = AgeRange(minimum: numbers.first ?? nil, maximum: numbers.last ?? nil)
        if let least = ages.minimum, let most = ages.maximum, least > most { return nil }
        return ages.isUnknown ? nil : ages
    }
}
