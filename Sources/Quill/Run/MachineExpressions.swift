extension Machine {
    borrowing func isTrue(_ code: Code) throws(TemplateError) -> Bool {
        switch code {
        case .field(let frame, .list(let list)):
            guard let record = frames[frame] else { return false }
            return list.count(record) > 0
        case .field(let frame, .record(let access)):
            guard let record = frames[frame] else { return false }
            var isThere = false
            access.withRecord(record) { isThere = $0 != nil }
            return isThere
        case .field(let frame, .scalar(let access)):
            guard let record = frames[frame] else { return false }
            return access.isTrue(record)
        case .not(let operand): return try !isTrue(operand)
        case .both(let left, let right):
            guard try isTrue(left) else { return false }
            return try isTrue(right)
        case .either(let left, let right):
            if try isTrue(left) { return true }
            return try isTrue(right)
        default: return try evaluate(code).isTrue
        }
    }

    borrowing func evaluate(_ code: Code) throws(TemplateError) -> Value {
        switch code {
        case .constant(let value): return value
        case .field(let frame, let access):
            guard let record = frames[frame] else { return .none }
            return access.value(from: record)
        case .slot(let slot): return slots[slot]
        case .loop(let level, let field): return value(of: field, in: loops[level])
        case .member(let record, let name):
            guard case .record(let record) = try evaluate(record) else { return .none }
            return record[name] ?? .none
        case .length(let list): return try length(of: list)
        case .filter(let call): return try apply(call)
        case .not(let operand): return .bool(try !isTrue(operand))
        case .negated(let operand, let place):
            return try Arithmetic.difference(.int(0), try evaluate(operand), at: place)
        case .both(let left, let right):
            let value = try evaluate(left)
            return value.isTrue ? try evaluate(right) : value
        case .either(let left, let right):
            let value = try evaluate(left)
            return value.isTrue ? value : try evaluate(right)
        case .choice(let value, let condition, let otherwise):
            return try isTrue(condition) ? evaluate(value) : evaluate(otherwise)
        case .arithmetic(let sign, let left, let right, let place):
            return try Arithmetic.apply(sign, try evaluate(left), try evaluate(right), at: place)
        case .comparison(let sign, let left, let right, let place):
            let (left, right) = (try evaluate(left), try evaluate(right))
            return .bool(try Arithmetic.compare(sign, left, right, at: place))
        case .contained(let element, let list, let place):
            let (element, list) = (try evaluate(element), try evaluate(list))
            return .bool(try Arithmetic.contains(list, element, at: place))
        case .concatenation(let left, let right, let place):
            return try Arithmetic.concatenate(try evaluate(left), try evaluate(right), at: place)
        case .list(let elements):
            var values: [Value] = []
            for element in elements { values.append(try evaluate(element)) }
            return .list(values)
        }
    }

    private borrowing func value(of field: LoopField, in loop: LoopState) -> Value {
        switch field {
        case .index: .int(loop.index + 1)
        case .index0: .int(loop.index)
        case .first: .bool(loop.index == 0)
        case .last: .bool(loop.index + 1 == loop.count)
        case .length: .int(loop.count)
        }
    }

    /// Counts a list's elements without turning them into values.
    private borrowing func length(of code: Code) throws(TemplateError) -> Value {
        if case .field(let frame, .list(let list)) = code {
            return .int(frames[frame].map { list.count($0) } ?? 0)
        }
        guard case .list(let values) = try evaluate(code) else { return .int(0) }
        return .int(values.count)
    }

    private borrowing func apply(_ call: FilterCall) throws(TemplateError) -> Value {
        let input = try evaluate(call.input)
        var arguments: [Value] = []
        for argument in call.arguments { arguments.append(try evaluate(argument)) }
        return try call.filter.apply(to: input, arguments, at: call.place)
    }
}
