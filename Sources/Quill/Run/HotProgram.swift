/// The parts of a program that its instructions point into, as plain memory: retaining and
/// releasing the arrays at every step would take longer than the step.
struct HotProgram {
    let instructions: UnsafeBufferPointer<Instruction>
    private let literals: UnsafeBufferPointer<UInt8>
    private let writers: UnsafeBufferPointer<FieldWriter>
    private let tests: UnsafeBufferPointer<FieldTest>

    init(
        instructions: UnsafeBufferPointer<Instruction>,
        literals: UnsafeBufferPointer<UInt8>,
        writers: UnsafeBufferPointer<FieldWriter>,
        tests: UnsafeBufferPointer<FieldTest>
    ) {
        self.instructions = instructions
        self.literals = literals
        self.writers = writers
        self.tests = tests
    }

    /// A piece of the literal text.
    @inline(__always)
    func literal(_ start: Int32, _ count: Int32) -> Slice<UnsafeBufferPointer<UInt8>> {
        literals[Int(start)..<(Int(start) + Int(count))]
    }

    /// Writes a field of a record.
    @inline(__always)
    func write(
        _ record: UnsafeRawPointer,
        with writer: Int32,
        to output: inout Output,
        _ escape: Escape
    ) {
        guard let first = writers.baseAddress else { return }
        UnsafeRawPointer(first + Int(writer))
            .assumingMemoryBound(to: HeldWriter.self)
            .pointee.write(record, to: &output, escape)
    }

    /// Whether a field of a record is true.
    @inline(__always)
    func isTrue(_ record: UnsafeRawPointer, by test: Int32) -> Bool {
        guard let first = tests.baseAddress else { return false }
        return UnsafeRawPointer(first + Int(test))
            .assumingMemoryBound(to: HeldTest.self)
            .pointee.isTrue(record)
    }
}

/// A writer that is called in place.
///
/// It has the memory layout of the writer, its only field, but cannot be copied, so that calling
/// it does not retain and release the closure in it: two locked instructions for each field of
/// each row, which were a fifth of the time of a rendering.
private struct HeldWriter: ~Copyable {
    private let writer: FieldWriter

    @inline(__always)
    borrowing func write(
        _ record: UnsafeRawPointer,
        to output: inout Output,
        _ escape: Escape
    ) {
        writer.write(record, &output, escape)
    }
}

/// A test that is called in place, for the same reason as `HeldWriter`.
private struct HeldTest: ~Copyable {
    private let test: FieldTest

    @inline(__always)
    borrowing func isTrue(_ record: UnsafeRawPointer) -> Bool {
        test.isTrue(record)
    }
}
