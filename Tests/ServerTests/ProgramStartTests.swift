import Testing

@testable import Server

@Suite("How a program was started") struct ProgramStartTests {
    @Test("Its arguments and its file are what the kernel handed over")
    func fromTheKernel() {
        // Swift's own come from /proc, which tests have.
        #expect(ProgramStart.arguments == Array(CommandLine.arguments.dropFirst()))
        #expect(ProgramStart.executable?.isEmpty == false)
    }
}
