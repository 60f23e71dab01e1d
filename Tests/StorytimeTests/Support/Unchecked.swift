/// Hands a console to a thread that is joined before anyone else uses it.
struct Unchecked: @unchecked Sendable {
    let value: Console

    init(_ value: Console) { self.value = value }
}
