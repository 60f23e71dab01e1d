/// A first-in, first-out queue in a ring that grows by doubling.
struct Deque<Element> {
    private var slots: [Element?] = Array(repeating: nil, count: 16)
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(head + count) & (slots.count - 1)] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head]
        slots[head] = nil
        head = (head + 1) & (slots.count - 1)
        count -= 1
        return element
    }

    /// The element this many places after the first.
    subscript(index: Int) -> Element {
        guard index < count, let element = slots[(head + index) & (slots.count - 1)] else {
            preconditionFailure("a deque of \(count) has no element \(index)")
        }
        return element
    }

    /// Removes an element; those before it move up by one place, so that removing the first costs
    /// nothing.
    mutating func remove(at index: Int) -> Element {
        let element = self[index]
        let mask = slots.count - 1
        for place in stride(from: index, to: 0, by: -1) {
            slots[(head + place) & mask] = slots[(head + place - 1) & mask]
        }
        slots[head] = nil
        head = (head + 1) & mask
        count -= 1
        return element
    }

    private mutating func grow() {
        let ordered = slots[head...] + slots[..<head]
        slots = ordered + Array(repeating: nil, count: slots.count)
        head = 0
    }
}
