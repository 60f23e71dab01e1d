import Glibc

/// All fuzzers as one program: `Fuzz TARGET` and what libFuzzer takes (https://llvm.org/docs/LibFuzzer.html);
/// without a target, it names them.
@main
enum Fuzz {
    /// Written once, before libFuzzer begins, on its only thread.
    private nonisolated(unsafe) static var target = FuzzTarget.request

    static func main() {
        var arguments = CommandLine.arguments
        guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments.remove(at: 1)) else {
            print(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
            return
        }
        self.target = target
        var pointers = arguments.map { strdup($0) } + [nil]
        var count = CInt(arguments.count)
        pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            exit(run(&count, &start) { bytes, length in takeInput(bytes, length) })
        }
    }

    /// Takes an input: a byte that chooses, and what a stranger sends. Whatever traps is found, and so is what
    /// takes longer than it may.
    fileprivate static func take(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        guard let start, count > 0 else { return 0 }
        let choice = FuzzChoice(byte: start[0])
        let bytes = choice.swollen(Array(UnsafeBufferPointer(start: start + 1, count: count - 1)))
        TimeBudget(target).watch(bytes.count) { target.run(bytes, choice) }
        return 0
    }
}

/// libFuzzer's loop, as a library (FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
private func run(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// By this name libFuzzer's own main function looks for it, which is linked, too, and never called.
@_cdecl("LLVMFuzzerTestOneInput")
func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Fuzz.take(start, count)
}
