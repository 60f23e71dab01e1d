import Received

/// The content of a form or a query: names and texts in order.
struct Fields: Sendable {
    let pairs: [(name: String, value: String)]

    init(_ pairs: [(name: String, value: String)]) {
        self.pairs = pairs
    }

    /// The first value of that name.
    func text(_ name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// The first value of that name as a whole number; nil if it is none, or out of the range.
    func number(_ name: String, in range: ClosedRange<Int> = ReceivedNumber.any) -> Int? {
        text(name).flatMap { ReceivedNumber.integer($0, in: range) }
    }

    /// The same as a number that may have a fraction.
    func decimal(_ name: String) -> Double? {
        text(name).flatMap { ReceivedNumber.decimal($0) }
    }

    /// Every value of that name, as a group of checkboxes sends them.
    func all(_ name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    /// Whether a checkbox was ticked.
    func isOn(_ name: String) -> Bool {
        text(name) != nil
    }
}
