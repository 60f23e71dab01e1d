/// A program in the making.
struct ProgramBuilder {
    private(set) var instructions: [Instruction] = []
    private var literals: [UInt8] = []
    private var writers: [FieldWriter] = []
    private var tests: [FieldTest] = []
    private var loops: [LoopPlan] = []
    private var bindings: [BindingPlan] = []
    private var codes: [Code] = []
    private var frameCount = Frame.firstFree
    private var slotCount = 0
    private var loopDepth = 0
    /// Literals from here on are not joined with earlier ones, because something jumps here.
    private var lastTarget = 0

    var position: Int { instructions.count }

    var literalCount: Int { literals.count }

    /// Notes that a jump may lead to the next instruction.
    mutating func markTarget() -> Int {
        lastTarget = position
        return position
    }

    mutating func literal(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        let (start, added) = (Int32(literals.count), Int32(bytes.count))
        literals.append(contentsOf: bytes)
        if position > lastTarget, case .literal(let before, let count) = instructions.last,
            before + count == start
        {
            instructions[position - 1] = .literal(start: before, count: count + added)
        } else {
            instructions.append(.literal(start: start, count: added))
        }
    }

    mutating func append(_ instruction: Instruction) {
        instructions.append(instruction)
    }

    mutating func replace(at position: Int, with instruction: Instruction) {
        instructions[position] = instruction
    }

    /// Makes a jump that was appended earlier lead to `target`.
    mutating func setTarget(ofJumpAt position: Int, to target: Int) {
        let target = Int32(target)
        switch instructions[position] {
        case .jump: instructions[position] = .jump(to: target)
        case .jumpUnless(let code, _): instructions[position] = .jumpUnless(code: code, to: target)
        case .jumpUnlessField(let test, let frame, _):
            instructions[position] = .jumpUnlessField(test: test, frame: frame, to: target)
        default: assertionFailure("no jump at \(position)")
        }
    }

    /// Removes the instructions from `position` on: a branch that is never taken, or a loop's body
    /// that is compiled once more.
    mutating func truncate(to position: Int) {
        instructions.removeSubrange(position...)
        lastTarget = position
    }

    mutating func addWriter(of scalar: ScalarAccess) -> Int32 {
        writers.append(FieldWriter(write: scalar.write))
        return Int32(writers.count - 1)
    }

    mutating func addTest(of scalar: ScalarAccess) -> Int32 {
        tests.append(FieldTest(isTrue: scalar.isTrue))
        return Int32(tests.count - 1)
    }

    mutating func add(_ code: Code) -> Int32 {
        codes.append(code)
        return Int32(codes.count - 1)
    }

    mutating func add(_ plan: LoopPlan) -> Int32 {
        loops.append(plan)
        loopDepth = max(loopDepth, plan.level + 1)
        return Int32(loops.count - 1)
    }

    mutating func add(_ plan: BindingPlan) -> Int32 {
        bindings.append(plan)
        return Int32(bindings.count - 1)
    }

    mutating func addFrame() -> Int {
        frameCount += 1
        return frameCount - 1
    }

    mutating func addSlot() -> Int {
        slotCount += 1
        return slotCount - 1
    }

    /// Moves the literal text to that of other programs, and returns the spare room from growing.
    /// Nothing can be added any more.
    mutating func finish(sharing text: LiteralText) {
        for (index, instruction) in instructions.enumerated() {
            guard case .literal(let start, let count) = instruction else { continue }
            let piece = literals[Int(start)..<Int(start + count)]
            instructions[index] = .literal(start: text.place(of: piece), count: count)
        }
        literals = []
        instructions = instructions.exact
        writers = writers.exact
        tests = tests.exact
        loops = loops.exact
        bindings = bindings.exact
        codes = codes.exact
    }

    /// The finished program, with the text that it was finished with.
    func program(with text: LiteralText) -> Program {
        Program(
            instructions: instructions,
            literals: text.bytes,
            writers: writers,
            tests: tests,
            loops: loops,
            bindings: bindings,
            codes: codes,
            frameCount: frameCount,
            slotCount: slotCount,
            loopDepth: loopDepth
        )
    }
}

extension Array {
    /// A copy in exactly as much memory as it needs: an array that grew has room for up to twice
    /// as much.
    fileprivate var exact: Self {
        var copy: Self = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
