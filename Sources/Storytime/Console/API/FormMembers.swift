/// A member of JSON for a field of a form, so that the same form judges what people type and what
/// programs send.
struct FormMember: Sendable {
    enum Kind: Sendable {
        /// A text, a number or a day, according to the field's declaration.
        case field(FieldSpec)
        /// A checkbox.
        case flag
        /// One of several words.
        case choice([String])
        /// A list to choose a record from, by its key, or none.
        case id
        /// A group of checkboxes: the keys of the selected ones.
        case ids(upTo: Int)
        /// Several short texts, which a browser sends as one with commas between them.
        case texts(length: Int, upTo: Int)
    }

    /// Its name, in JSON and in the form.
    let name: String
    let kind: Kind
    /// Whether a new record needs it.
    fileprivate let isRequired: Bool

    private init(_ name: String, _ kind: Kind, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
    }

    /// A form that is one of several on its page may be left out as a whole: then its fields are
    /// not required.
    static func field(_ spec: FieldSpec, isRequired: Bool? = nil) -> FormMember {
        FormMember(spec.name, .field(spec), isRequired: isRequired ?? spec.isRequired)
    }

    static func flag(_ name: String) -> FormMember { FormMember(name, .flag) }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Choice.Type,
        isRequired: Bool = true
    ) -> FormMember {
        let words = Choice.allCases.map(\.rawValue)
        return FormMember(name, .choice(words), isRequired: isRequired)
    }

    static func id(_ name: String) -> FormMember { FormMember(name, .id) }

    static func ids(_ name: String, upTo count: Int) -> FormMember {
        FormMember(name, .ids(upTo: count))
    }

    static func texts(_ name: String, length: Int, upTo count: Int) -> FormMember {
        FormMember(name, .texts(length: length, upTo: count))
    }

    /// Whether null clears it. A choice always has a value, false clears a checkbox, and an empty
    /// list clears a group of them.
    fileprivate var mayBeNull: Bool {
        switch kind {
        case .choice, .flag, .ids, .texts: false
        case .field, .id: !isRequired
        }
    }
}

/// A form that was sent as JSON: for each member that was sent, what a browser would have sent.
struct SentMembers: Sendable {
    private let members: [FormMember]
    private var pairs: [(name: String, value: String)] = []
    private var names: Set<String> = []

    /// Reads the members of a new record: those that are left out are empty.
    init(new members: [FormMember], _ fields: inout JSONFields) {
        self.members = members
        for member in members {
            read(member, &fields, member.isRequired ? .required : .optional)
        }
    }

    /// Reads the members of a change: those that are left out stay as they are.
    init(changed members: [FormMember], _ fields: inout JSONFields) {
        self.members = members
        for member in members { read(member, &fields, member.mayBeNull ? .keptOrNull : .kept) }
    }

    private mutating func read(
        _ member: FormMember,
        _ fields: inout JSONFields,
        _ presence: JSONFields.Presence
    ) {
        let name = member.name
        if fields.has(name) { names.insert(name) }
        switch member.kind {
        case .field(let spec): add(name, fields.text(spec, presence))
        case .flag: add(name, fields.bool(name, presence) == true ? "on" : nil)
        case .choice(let words): add(name, fields.word(name, words, presence))
        case .id:
            let id = fields.integer(name, 1...Int.max, presence)
            // A browser sends an empty text for none.
            if fields.has(name) { add(name, id.map { String($0) } ?? "") }
        case .ids(let count):
            for id in fields.ids(name, of: FormMember.self, upTo: count, presence) ?? [] {
                add(name, String(id.value))
            }
        case .texts(let length, let count):
            let texts = fields.texts(name, 1...length, upTo: count, presence) ?? []
            add(name, texts.joined(separator: ","))
        }
    }

    private mutating func add(_ name: String, _ value: String?) {
        if let value { pairs.append((name, value)) }
    }

    /// The form as a browser showing `current` would have sent it; empty fields for a new one.
    func fields(over current: [(name: String, value: String)] = []) -> Fields {
        Fields(current.filter { !names.contains($0.name) } + pairs)
    }

    /// The form's errors, member by member. Errors without a member are the record's. `names` are
    /// members that the page calls by other names.
    func refusal(_ errors: [FormError], _ names: [String: String] = [:]) -> APIFailure {
        .invalid(
            errors.map { error in
                let name = names[error.href] ?? memberName(of: error.href)
                return ErrorDetail(field: name, code: "invalid", message: error.message)
            }
        )
    }

    /// `#field-birth-date` is `birth_date`, and so is `#birth-date-2`, one of its options.
    private func memberName(of href: String) -> String {
        let bare = href.replacing("#field-", with: "").replacing("#", with: "")
        let id = bare.replacing("-", with: "_")
        let names = members.map(\.name).filter { id == $0 || id.hasPrefix($0 + "_") }
        return names.max { $0.count < $1.count } ?? id
    }
}
