/// The members of an object that was sent, read by name. It collects what is wrong with them, and
/// finally refuses unknown members: a misspelled name is never silently ignored.
///
/// Reading continues after a mistake, so that the sender learns about all of them at once.
struct JSONFields {
    /// Whether a member may be left out or null.
    enum Presence: Sendable {
        case required
        /// May be left out; null means the same.
        case optional
        /// Required, but may be null, which clears it.
        case nullable
        /// May be left out, and then stays as it is: a member of a change.
        case kept
        /// May be left out, and then stays as it is; null clears it.
        case keptOrNull
    }

    private let members: [String: JSONValue]
    /// The text before the names in complaints, like `events[3].`.
    let prefix: String
    private var read: Set<String> = []
    private(set) var details: [ErrorDetail] = []
    /// Where the requested members are recorded; nil if something was sent.
    private let recorder: SchemaRecorder?

    init(_ members: [String: JSONValue], prefix: String = "", recorder: SchemaRecorder? = nil) {
        self.members = members
        self.prefix = prefix
        self.recorder = recorder
    }

    // MARK: Values

    /// A text for a form's field: white space around it is removed, and the form's rules apply.
    /// Nil if it is missing or wrong.
    mutating func text(_ spec: FieldSpec) -> String? {
        let presence: Presence = spec.isRequired ? .required : .optional
        return text(spec, presence)
    }

    /// A text for a form's field, if the form doesn't decide whether it may be left out.
    mutating func text(_ spec: FieldSpec, _ presence: Presence) -> String? {
        note(spec.name, spec.schema, presence)
        guard let value = value(spec.name, presence) else { return nil }
        let text: String
        if spec.kind == .number {
            guard let number = value.integer else {
                return refuse(spec.name, "a whole number", value)
            }
            text = String(number)
        } else {
            guard case .text(let sent) = value else { return refuse(spec.name, "a text", value) }
            // The schema doesn't know about white space that is removed.
            guard sent.unicodeScalars.count <= spec.maximumLength else {
                reject(spec.name, "too_long", "can have at most \(spec.maximumLength) characters.")
                return nil
            }
            text = sent
        }
        let field = FormField(spec, typed: text)
        if let detail = field.detail {
            add(detail.field, detail.code, detail.message)
        } else if field.value?.isEmpty == true, [.day, .email].contains(spec.kind) {
            // Only browsers send an empty text for an empty field.
            reject(spec.name, "invalid", "must be null, not an empty string, if there is none.")
            return nil
        }
        return field.value
    }

    /// A text with this many characters, unchanged: a name that programs give to something.
    mutating func token(
        _ name: String,
        _ length: ClosedRange<Int>,
        _ presence: Presence = .required
    )
        -> String?
    {
        note(name, .text(length: length, pattern: Self.withoutControls), presence)
        guard let value = value(name, presence) else { return nil }
        guard case .text(let text) = value else { return refuse(name, "a text", value) }
        guard length.contains(text.unicodeScalars.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            let range = "\(length.lowerBound) to \(length.upperBound)"
            reject(name, "invalid", "must have \(range) characters and no control characters.")
            return nil
        }
        return text
    }

    /// A text without the characters of Unicode's category Cc.
    private static let withoutControls = "^[^\\x00-\\x1F\\x7F-\\x9F]*$"

    /// One of several words.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Choice.Type,
        _ presence: Presence = .required
    ) -> Choice? {
        word(name, Choice.allCases.map(\.rawValue), presence).flatMap { Choice(rawValue: $0) }
    }

    /// One of several words that have no type.
    mutating func word(_ name: String, _ words: [String], _ presence: Presence = .required)
        -> String?
    {
        note(name, .choice(words), presence)
        guard let value = value(name, presence) else { return nil }
        guard case .text(let text) = value else { return refuse(name, "a text", value) }
        guard words.contains(text) else {
            reject(name, "not_a_choice", "must be one of \(words.joined(separator: ", ")).")
            return nil
        }
        return text
    }

    mutating func integer(
        _ name: String,
        _ range: ClosedRange<Int>,
        _ presence: Presence = .required
    )
        -> Int?
    {
        note(name, .integer(range), presence)
        guard let value = value(name, presence) else { return nil }
        guard case .number = value else { return refuse(name, "a whole number", value) }
        guard let number = value.integer, range.contains(number) else {
            reject(
                name,
                "out_of_range",
                "must be a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
            return nil
        }
        return number
    }

    /// The key of a record.
    mutating func id<Record>(_ name: String, of type: Record.Type = Record.self) -> ID<Record>? {
        integer(name, 1...Int.max).map { ID($0) }
    }

    /// The keys of at most this many records, each once.
    mutating func ids<Record>(
        _ name: String,
        of type: Record.Type = Record.self,
        upTo count: Int,
        _ presence: Presence = .required
    ) -> [ID<Record>]? {
        note(name, .list(.integer(1...Int.max), count: 0...count), presence)
        guard let value = value(name, presence) else { return nil }
        guard case .list(let values) = value else {
            return refuse(name, "a list of whole numbers", value)
        }
        guard values.count <= count else {
            reject(name, "out_of_range", "can have at most \(count) entries.")
            return nil
        }
        var ids: [ID<Record>] = []
        for (index, value) in values.enumerated() {
            guard let number = value.integer, number > 0 else {
                reject("\(name)[\(index)]", "wrong_type", "must be a whole number of at least 1.")
                continue
            }
            if !ids.contains(ID(number)) { ids.append(ID(number)) }
        }
        return ids
    }

    /// At most this many short texts without commas, bars and control characters.
    mutating func texts(
        _ name: String,
        _ length: ClosedRange<Int>,
        upTo count: Int,
        _ presence: Presence = .required
    ) -> [String]? {
        let item = Schema.text(length: length, pattern: Self.withoutSeparators)
        note(name, .list(item, count: 0...count), presence)
        guard let value = value(name, presence) else { return nil }
        guard case .list(let values) = value else { return refuse(name, "a list of texts", value) }
        guard values.count <= count else {
            reject(name, "out_of_range", "can have at most \(count) entries.")
            return nil
        }
        var texts: [String] = []
        for (index, value) in values.enumerated() {
            guard case .text(let text) = value else {
                reject("\(name)[\(index)]", "wrong_type", "must be a text.")
                continue
            }
            guard length.contains(text.unicodeScalars.count),
                text.unicodeScalars.allSatisfy({
                    $0 != "," && $0 != "|" && $0.properties.generalCategory != .control
                })
            else {
                let range = "\(length.lowerBound) to \(length.upperBound)"
                reject(
                    "\(name)[\(index)]",
                    "invalid",
                    "must have \(range) characters, without commas, bars and control characters."
                )
                continue
            }
            texts.append(text)
        }
        return texts
    }

    /// A text without commas, bars and the characters of Unicode's category Cc.
    private static let withoutSeparators = "^[^,|\\x00-\\x1F\\x7F-\\x9F]*$"

    mutating func bool(_ name: String, _ presence: Presence = .required) -> Bool? {
        note(name, .bool, presence)
        guard let value = value(name, presence) else { return nil }
        guard case .bool(let bool) = value else { return refuse(name, "true or false", value) }
        return bool
    }

    /// A moment, in milliseconds since 1970: "2026-03-04T14:05:00.250Z", or with another offset.
    mutating func moment(_ name: String, _ presence: Presence = .required) -> Int? {
        note(name, .text(format: "date-time"), presence)
        guard let value = value(name, presence) else { return nil }
        guard case .text(let text) = value else { return refuse(name, "a text", value) }
        guard let moment = Timestamp(text) else {
            reject(name, "invalid", "must be a time with its zone, like 2026-03-04T14:05:00Z.")
            return nil
        }
        return moment.milliseconds
    }

    // MARK: Objects

    /// The members of a nested object. Errors in them belong to it: pass it back to `take`.
    mutating func object(_ name: String, _ presence: Presence = .required) -> JSONFields? {
        if let recorder {
            let inner = recorder.nested(name, isRequired: presence == .required)
            return JSONFields([:], recorder: inner)
        }
        guard let value = value(name, presence) else { return nil }
        guard case .object(let members) = value else { return refuse(name, "an object", value) }
        return JSONFields(members, prefix: prefix + name + ".")
    }

    /// This many objects in a list; an entry that isn't an object has no members.
    mutating func objects(_ name: String, count: ClosedRange<Int>) -> [JSONFields] {
        if let recorder {
            let inner = recorder.nested(name, count: count, isRequired: true)
            return [JSONFields([:], recorder: inner)]
        }
        guard let value = value(name, .required) else { return [] }
        guard case .list(let values) = value else { return refuse(name, "a list", value) ?? [] }
        guard count.contains(values.count) else {
            let range = "\(count.lowerBound) to \(count.upperBound)"
            reject(name, "out_of_range", "has \(range) entries.")
            return []
        }
        return values.enumerated().map { index, value in
            let path = "\(prefix)\(name)[\(index)]"
            if case .object(let members) = value { return JSONFields(members, prefix: path + ".") }
            var nothing = JSONFields([:], prefix: path + ".")
            let message = "“\(path)” must be an object, not \(value.kind)."
            nothing.details.append(ErrorDetail(field: path, code: "wrong_type", message: message))
            return nothing
        }
    }

    /// Whether a member was sent, even as null.
    func has(_ name: String) -> Bool { members[name] != nil }

    /// Whether a member was sent that isn't null.
    func hasValue(_ name: String) -> Bool { members[name].map { $0 != .null } ?? false }

    // MARK: What is wrong

    /// Reports what is wrong with a value that only the caller could judge; the message continues
    /// after the member's name.
    mutating func reject(_ name: String, _ code: String, _ message: String) {
        add(name, code, "“\(name)” \(message)")
    }

    /// Adds the errors of a nested object.
    mutating func take(_ inner: JSONFields) { details += inner.closed() }

    /// All errors, after everything has been read, including unknown members.
    func closed() -> [ErrorDetail] {
        details
            + members.keys.filter { !read.contains($0) }.sorted().map { name in
                let shown = String(name.prefix(100))
                return ErrorDetail(
                    field: prefix + shown,
                    code: "unknown_field",
                    message: "“\(shown)” is not allowed here."
                )
            }
    }

    /// Refuses the request if anything is wrong.
    func close() throws {
        let details = closed()
        guard details.isEmpty else { throw APIFailure.invalid(details) }
    }

    /// Records a requested member, if nothing was sent.
    private func note(_ name: String, _ schema: @autoclosure () -> Schema, _ presence: Presence) {
        guard let recorder else { return }
        let mayBeNull = ![.required, .kept].contains(presence)
        recorder.note(
            name,
            mayBeNull ? schema().orNull : schema(),
            isRequired: [.required, .nullable].contains(presence)
        )
    }

    /// The value of a member that was sent and isn't null; else nil, with or without a complaint.
    private mutating func value(_ name: String, _ presence: Presence) -> JSONValue? {
        read.insert(name)
        switch (members[name], presence) {
        case (.null?, .optional), (.null?, .nullable), (.null?, .keptOrNull): return nil
        case (nil, .optional), (nil, .kept), (nil, .keptOrNull): return nil
        case (.null?, .required), (.null?, .kept), (nil, _):
            reject(name, "required", "is missing.")
            return nil
        case (let value?, _): return value
        }
    }

    private mutating func refuse<Value>(_ name: String, _ expected: String, _ value: JSONValue)
        -> Value?
    {
        reject(name, "wrong_type", "is \(expected), not \(value.kind).")
        return nil
    }

    private mutating func add(_ name: String, _ code: String, _ message: String) {
        details.append(ErrorDetail(field: prefix + name, code: code, message: message))
    }
}

extension FieldSpec {
    /// What a program may send for the field. Its other rules only appear as sentences in the
    /// answer.
    var schema: Schema {
        switch kind {
        case .number: .integer(range)
        case .day: .text(format: "date")
        case .email: .text(format: "email", length: 1...maximumLength)
        case .password: .text(length: (isRequired ? 1 : 0)...maximumLength)
        case .text, .lines, .code:
            .text(length: (isRequired ? 1 : 0)...maximumLength, pattern: programPattern)
        }
    }
}

extension FormField {
    /// What is wrong with the field, for a program; nil if nothing is.
    var detail: ErrorDetail? {
        error.map { message in
            let code =
                typed.isEmpty
                ? "required" : typed.utf16.count > spec.maximumLength ? "too_long" : "invalid"
            return ErrorDetail(field: spec.name, code: code, message: message)
        }
    }
}
