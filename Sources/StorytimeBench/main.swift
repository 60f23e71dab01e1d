import Glibc
import Server

do {
    try BenchCommand.run(ProgramStart.arguments)
} catch {
    Console.complain("storytime-bench: \(error)")
    exit(1)
}
