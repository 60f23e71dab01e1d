import Received

/// The parameters of a query, read by name as `JSONFields` reads members: errors are collected,
/// and unknown parameters are refused. Nothing is silently corrected: a page out of bounds is 422.
struct QueryFields {
    private let pairs: [(name: String, value: String)]
    private var read: Set<String> = []
    private(set) var details: [ErrorDetail] = []
    /// Where the requested parameters are recorded; nil if something was sent.
    private let recorder: SchemaRecorder?

    init(_ pairs: [(name: String, value: String)], recorder: SchemaRecorder? = nil) {
        self.pairs = pairs
        self.recorder = recorder
    }

    /// A text of at most this many characters, without the white space around it; nil if there is
    /// none.
    mutating func text(
        _ name: String,
        upTo length: Int,
        pattern: String? = nil,
        isRequired: Bool = false
    ) -> String? {
        note(name, .text(length: 0...length, pattern: pattern), isRequired: isRequired)
        guard let text = value(name) else {
            if isRequired { reject(name, "required", "is required.") }
            return nil
        }
        guard text.unicodeScalars.count <= length else {
            reject(name, "too_long", "can have at most \(length) characters.")
            return nil
        }
        let trimmed = PlainText.trimmed(text)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// A whole number, `standard` if it is left out.
    mutating func integer(_ name: String, _ range: ClosedRange<Int>, else standard: Int? = nil)
        -> Int?
    {
        note(name, .integer(range), standard: standard.map(String.init))
        guard let text = value(name) else { return standard }
        guard let number = ReceivedNumber.integer(text), String(number) == text else {
            reject(name, "wrong_type", "must be a whole number.")
            return nil
        }
        guard range.contains(number) else {
            let upTo = range.upperBound == .max ? "on" : "to \(range.upperBound)"
            reject(name, "out_of_range", "must be a whole number from \(range.lowerBound) \(upTo).")
            return nil
        }
        return number
    }

    /// One of several words, `standard` if it is left out.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Choice.Type,
        else standard: Choice? = nil
    ) -> Choice? {
        let words = Choice.allCases.map(\.rawValue)
        note(name, .choice(words), standard: standard.map { "\"\($0.rawValue)\"" })
        guard let text = value(name) else { return standard }
        guard let choice = Choice(rawValue: text) else {
            reject(name, "not_a_choice", "must be one of \(words.joined(separator: ", ")).")
            return nil
        }
        return choice
    }

    /// A day like 2026-03-04.
    mutating func day(_ name: String) -> CalendarDay? {
        note(name, .text(format: "date"))
        guard let text = value(name) else { return nil }
        guard let day = CalendarDay(iso: text) else {
            reject(name, "invalid", "must be a day like 2026-03-04.")
            return nil
        }
        return day
    }

    /// A moment with its zone, in seconds since 1970.
    mutating func moment(_ name: String) -> Int? {
        note(name, .text(format: "date-time"))
        guard let text = value(name) else { return nil }
        guard let moment = Timestamp(text) else {
            reject(name, "invalid", "must be a time with its zone, like 2026-03-04T14:05:00Z.")
            return nil
        }
        return moment.milliseconds / 1000
    }

    /// Whether a parameter of this name was sent.
    func isSent(_ name: String) -> Bool { pairs.contains { $0.name == name && !$0.value.isEmpty } }

    // MARK: What is wrong

    /// Reports what is wrong with a value that only the caller could judge; the message continues
    /// after the parameter's name.
    mutating func reject(_ name: String, _ code: String, _ message: String) {
        details.append(ErrorDetail(field: name, code: code, message: "“\(name)” \(message)"))
    }

    /// Refuses the request if anything is wrong with it, or if it has an unknown parameter.
    func close() throws {
        let unknown = Set(pairs.map(\.name)).subtracting(read).sorted().map { name in
            let shown = String(name.prefix(100))
            return ErrorDetail(
                field: shown,
                code: "unknown_field",
                message: "“\(shown)” is not allowed here."
            )
        }
        guard details.isEmpty, unknown.isEmpty else { throw APIFailure.invalid(details + unknown) }
    }

    /// The value of a parameter that was sent once. An empty one counts as left out, as forms send
    /// it.
    private mutating func value(_ name: String) -> String? {
        read.insert(name)
        let values = pairs.filter { $0.name == name }.map(\.value)
        guard values.count < 2 else {
            reject(name, "invalid", "was sent twice.")
            return nil
        }
        return values.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func note(
        _ name: String,
        _ schema: @autoclosure () -> Schema,
        standard: String? = nil,
        isRequired: Bool = false
    ) {
        recorder?.note(name, schema(), isRequired: isRequired, standard: standard)
    }
}
