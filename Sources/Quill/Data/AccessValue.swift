/// Values of whole lists and records, for filters such as `|json` and `|join`.
///
/// Nested records end at a depth: a value is a tree, and an endless one must not exhaust the
/// stack.
extension Access {
    /// Far above what a page nests, far below what a thread's stack allows.
    private static let depthLimit = 32

    func value(from root: UnsafeRawPointer, depth: Int = 0) -> Value {
        switch self {
        case .scalar(let access): access.value(root)
        case .list(let access): Self.value(of: access, from: root, depth: depth)
        case .record(let access): Self.value(of: access, from: root, depth: depth)
        }
    }

    private static func value(of list: ListAccess, from root: UnsafeRawPointer, depth: Int) -> Value
    {
        guard depth < depthLimit else { return .none }
        let element = list.element()
        var values: [Value] = []
        list.withElements(root) { first, count in
            values.reserveCapacity(count)
            for index in 0..<count {
                values.append(element.value(from: first + index * list.stride, depth: depth + 1))
            }
        }
        return .list(values)
    }

    private static func value(
        of record: RecordAccess,
        from root: UnsafeRawPointer,
        depth: Int
    ) -> Value {
        guard depth < depthLimit else { return .none }
        var result = Value.none
        record.withRecord(root) { pointer in
            guard let pointer else { return }
            let fields = record.shape.fields
            result = .record(
                RecordValue(
                    names: fields.map(\.name),
                    values: fields.map { $0.access.value(from: pointer, depth: depth + 1) }
                )
            )
        }
        return result
    }
}
