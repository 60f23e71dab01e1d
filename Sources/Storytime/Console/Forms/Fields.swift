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

    /// Every value of that name, as a group of checkboxes sends them.
    func all(_ name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    /// Whether a checkbox was ticked.
    func isOn(_ name: String) -> Bool {
        text(name) != nil
    }
}
