/// A compiled page: one flat list of instructions that many threads may run at once.
final class Program: Sendable {
    let instructions: [Instruction]
    /// The literal text of the page, which instructions point into.
    let literals: [UInt8]
    /// How fields are written and tested, for the instructions that do so.
    let writers: [FieldWriter]
    let tests: [FieldTest]
    let loops: [LoopPlan]
    let bindings: [BindingPlan]
    let codes: [Code]
    let frameCount: Int
    let slotCount: Int
    let loopDepth: Int

    init(
        instructions: [Instruction],
        literals: [UInt8],
        writers: [FieldWriter],
        tests: [FieldTest],
        loops: [LoopPlan],
        bindings: [BindingPlan],
        codes: [Code],
        frameCount: Int,
        slotCount: Int,
        loopDepth: Int
    ) {
        self.instructions = instructions
        self.literals = literals
        self.writers = writers
        self.tests = tests
        self.loops = loops
        self.bindings = bindings
        self.codes = codes
        self.frameCount = frameCount
        self.slotCount = slotCount
        self.loopDepth = loopDepth
    }
}

/// One step of a program. Only numbers, so that fetching one counts no references, and small ones:
/// a page has hundreds of steps, which run again for each row. The compiler's limits keep them
/// within 32 bits.
enum Instruction: Sendable {
    /// Writes a piece of the literals.
    case literal(start: Int32, count: Int32)
    /// Writes a field of a record.
    case field(writer: Int32, frame: Int32, Escape)
    /// Writes the value of an expression.
    case expression(code: Int32, Escape)
    case jump(to: Int32)
    /// Jumps if a field is false.
    case jumpUnlessField(test: Int32, frame: Int32, to: Int32)
    case jumpUnless(code: Int32, to: Int32)
    /// Runs the following instructions once per element.
    case loop(plan: Int32)
    /// Runs the following instructions with a record in a frame of its own.
    case bind(plan: Int32)
    case assign(slot: Int32, code: Int32)
}

/// What a loop instruction needs to know.
struct LoopPlan: Sendable {
    /// Where the list comes from.
    enum Source: Sendable {
        case field(frame: Int, ListAccess)
        /// A list that an expression gives; its elements are values in the machine's memory.
        case values(Code, element: Shape)

        /// Nil if the value can't be a list.
        init?(_ list: Resolved) {
            switch (list.code, list.shape.unwrapped) {
            case (.field(let frame, .list(let access)), _): self = .field(frame: frame, access)
            case (_, .list(let element)): self = .values(list.code, element: element)
            case (_, .any): self = .values(list.code, element: .any)
            default: return nil
            }
        }

        /// The way from an element's frame to the element.
        var elementAccess: Access {
            switch self {
            case .field(_, let list): list.element()
            case .values(_, let shape): .scalar(ScalarAccess(ofValue: shape))
            }
        }
    }

    let source: Source
    /// Where the element's frame is.
    let element: Int
    let level: Int
    /// The body ends here, and what is done instead for an empty list begins.
    let bodyEnd: Int
    let end: Int
    let place: Place
}

/// What a bind instruction needs to know.
struct BindingPlan: Sendable {
    let frame: Int
    let access: RecordAccess
    let target: Int
    let end: Int

    /// The plan, once it is known where the record is no longer needed.
    func ending(at end: Int) -> BindingPlan {
        BindingPlan(frame: frame, access: access, target: target, end: end)
    }
}

/// How a field is written. A struct around a closure, because an array of bare closures would put
/// another closure around each of them.
struct FieldWriter: Sendable {
    let write: ScalarAccess.Write
}

/// How a field is tested.
struct FieldTest: Sendable {
    let isTrue: ScalarAccess.Test
}

extension Program {
    /// Renders from the records that the two pointers point to, which must be of the shapes that
    /// the program was compiled for, and gives the finished page to `use`.
    func render(
        page: UnsafeRawPointer,
        globals: UnsafeRawPointer,
        capacity: Int,
        use: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(TemplateError) {
        try withHotProgram { (hot) throws(TemplateError) in
            var machine = Machine(self, hot, page: page, globals: globals, capacity: capacity)
            try machine.run()
            use(machine.output.bytes)
        }
    }

    private func withHotProgram(
        _ body: (HotProgram) throws(TemplateError) -> Void
    ) throws(TemplateError) {
        try instructions.withUnsafeBufferPointer { (instructions) throws(TemplateError) in
            try literals.withUnsafeBufferPointer { (literals) throws(TemplateError) in
                try writers.withUnsafeBufferPointer { (writers) throws(TemplateError) in
                    try tests.withUnsafeBufferPointer { (tests) throws(TemplateError) in
                        let hot = HotProgram(
                            instructions: instructions,
                            literals: literals,
                            writers: writers,
                            tests: tests
                        )
                        try body(hot)
                    }
                }
            }
        }
    }
}
