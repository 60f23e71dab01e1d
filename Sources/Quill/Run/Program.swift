/// A compiled page: one flat list of instructions that many threads may run at once.
final class Program: Sendable {
    let instructions: [Instruction]
    /// The literal text of the page, which instructions point into.
    let literals: [UInt8]
    /// The fields that are written or tested as they are.
    let scalars: [ScalarAccess]
    let loops: [LoopPlan]
    let bindings: [BindingPlan]
    let codes: [Code]
    let frameCount: Int
    let slotCount: Int
    let loopDepth: Int

    init(
        instructions: [Instruction],
        literals: [UInt8],
        scalars: [ScalarAccess],
        loops: [LoopPlan],
        bindings: [BindingPlan],
        codes: [Code],
        frameCount: Int,
        slotCount: Int,
        loopDepth: Int
    ) {
        self.instructions = instructions
        self.literals = literals
        self.scalars = scalars
        self.loops = loops
        self.bindings = bindings
        self.codes = codes
        self.frameCount = frameCount
        self.slotCount = slotCount
        self.loopDepth = loopDepth
    }
}

/// One step of a program. Only numbers, so that fetching one counts no references.
enum Instruction: Sendable {
    /// Writes a piece of the literals.
    case literal(start: Int, count: Int)
    /// Writes a field of a record.
    case field(scalar: Int, frame: Int, Escape)
    /// Writes the value of an expression.
    case expression(code: Int, Escape)
    case jump(to: Int)
    /// Jumps if a field is false.
    case jumpUnlessField(scalar: Int, frame: Int, to: Int)
    case jumpUnless(code: Int, to: Int)
    /// Runs what follows once per element.
    case loop(plan: Int)
    /// Runs what follows with a record in a frame of its own.
    case bind(plan: Int)
    case assign(slot: Int, code: Int)
}

/// What a loop instruction needs to know.
struct LoopPlan: Sendable {
    /// Where the list comes from.
    enum Source: Sendable {
        case field(frame: Int, ListAccess)
        /// A list that an expression gives; its elements are values in memory of the machine's.
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
}
