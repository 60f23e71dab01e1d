import Glibc

do {
    try BenchCommand.run(Array(CommandLine.arguments.dropFirst()))
} catch {
    Console.complain("storytime-bench: \(error)")
    exit(1)
}
