extension Filter {
    static let listFilters: [Filter] = [
        Filter("join", arguments: 0...1, shape: joined) { value, arguments in
            let values = try list(value)
            var texts: [String] = []
            for value in values {
                guard let text = value.text else {
                    throw FilterProblem("it joins texts, not \(value.phrase)")
                }
                texts.append(text)
            }
            return .text(texts.joined(separator: arguments.first?.text ?? ""))
        },
        Filter("first", arguments: 0...0, shape: element) { value, _ in
            try list(value).first ?? .none
        },
        Filter("last", arguments: 0...0, shape: element) { value, _ in
            try list(value).last ?? .none
        },
    ]

    private static func list(_ value: Value) throws -> [Value] {
        switch value {
        case .none: return []
        case .list(let values): return values
        default: throw FilterProblem("it takes a list, not \(value.phrase)")
        }
    }

    @Sendable
    private static func element(of input: Shape, _ arguments: [Shape]) -> Shape? {
        switch input.unwrapped {
        case .list(let element): element.orNothing
        case .any: .any
        default: nil
        }
    }

    @Sendable
    private static func joined(_ input: Shape, _ arguments: [Shape]) -> Shape? {
        switch input.unwrapped {
        case .list(let element) where element.isWritable: .text
        case .any: .text
        default: nil
        }
    }
}
