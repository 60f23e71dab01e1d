/// Runs a program once: the records it reads, its loops and variables, and the page it writes.
///
/// It lives on the stack of the thread that renders.
struct Machine: ~Copyable {
    let program: Program
    private let hot: HotProgram
    var output: Output
    /// The records in use; nil for an optional one that is missing.
    var frames: [UnsafeRawPointer?]
    var loops: [LoopState]
    var slots: [Value]

    struct LoopState {
        var index = 0
        var count = 0
    }

    init(
        _ program: Program,
        _ hot: HotProgram,
        page: UnsafeRawPointer,
        globals: UnsafeRawPointer,
        capacity: Int
    ) {
        self.program = program
        self.hot = hot
        output = Output(capacity: capacity)
        frames = Array(repeating: nil, count: program.frameCount)
        frames[Frame.page] = page
        frames[Frame.globals] = globals
        loops = Array(repeating: LoopState(), count: program.loopDepth)
        slots = Array(repeating: .none, count: program.slotCount)
    }

    mutating func run() throws(TemplateError) {
        try run(from: 0, to: program.instructions.count)
    }

    private mutating func run(from start: Int, to end: Int) throws(TemplateError) {
        var position = start
        while position < end {
            switch hot.instructions[position] {
            case .literal(let start, let count):
                output.append(hot.literal(start, count))
            case .field(let writer, let frame, let escape):
                if let record = frames[Int(frame)] {
                    hot.write(record, with: writer, to: &output, escape)
                }
            case .expression(let code, let escape):
                let value = try evaluate(program.codes[Int(code)])
                value.write(to: &output, escape)
            case .jump(let target):
                position = Int(target)
                continue
            case .jumpUnlessField(let test, let frame, let target):
                if let record = frames[Int(frame)], hot.isTrue(record, by: test) { break }
                position = Int(target)
                continue
            case .jumpUnless(let code, let target):
                if try isTrue(program.codes[Int(code)]) { break }
                position = Int(target)
                continue
            case .loop(let plan):
                try run(program.loops[Int(plan)], body: position + 1)
                position = program.loops[Int(plan)].end
                continue
            case .bind(let plan):
                try run(program.bindings[Int(plan)], body: position + 1)
                position = program.bindings[Int(plan)].end
                continue
            case .assign(let slot, let code):
                slots[Int(slot)] = try evaluate(program.codes[Int(code)])
            }
            position += 1
        }
    }

    private mutating func run(_ plan: LoopPlan, body: Int) throws(TemplateError) {
        var isEmpty = true
        var failure: TemplateError?
        switch plan.source {
        case .field(let frame, let list):
            guard let record = frames[frame] else { break }
            list.withElements(record) { first, count in
                isEmpty = count == 0
                failure = run(plan, body: body, first, count, stride: list.stride)
            }
        case .values(let code, _):
            switch try evaluate(code) {
            case .none: break
            case .list(let values):
                isEmpty = values.isEmpty
                values.withUnsafeBufferPointer { values in
                    guard let first = UnsafeRawPointer(values.baseAddress) else { return }
                    let stride = MemoryLayout<Value>.stride
                    failure = run(plan, body: body, first, values.count, stride: stride)
                }
            case let value: throw plan.place.error("for needs a list, and this is \(value.phrase)")
            }
        }
        if let failure { throw failure }
        if isEmpty { try run(from: plan.bodyEnd, to: plan.end) }
    }

    private mutating func run(
        _ plan: LoopPlan,
        body: Int,
        _ first: UnsafeRawPointer,
        _ count: Int,
        stride: Int
    ) -> TemplateError? {
        do throws(TemplateError) {
            for index in 0..<count {
                frames[plan.element] = first + index * stride
                loops[plan.level] = LoopState(index: index, count: count)
                try run(from: body, to: plan.bodyEnd)
            }
            return nil
        } catch {
            return error
        }
    }

    private mutating func run(_ plan: BindingPlan, body: Int) throws(TemplateError) {
        guard let record = frames[plan.frame] else {
            frames[plan.target] = nil
            return try run(from: body, to: plan.end)
        }
        var failure: TemplateError?
        plan.access.withRecord(record) { pointer in
            frames[plan.target] = pointer
            do throws(TemplateError) {
                try run(from: body, to: plan.end)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

/// The frames that every program has.
enum Frame {
    static let page = 0
    static let globals = 1
    static let firstFree = 2
}
