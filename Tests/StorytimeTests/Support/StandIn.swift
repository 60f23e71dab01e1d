import Foundation

/// Small scripts that stand in for other programs.
enum StandIn {
    /// Writes a script that may be run. Another program writes it: a file that is open for writing
    /// can't be run, and each program that other tests are just starting would inherit ours for a
    /// moment.
    static func write(_ script: String, to path: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "printf '%s' \"$1\" > \"$2\" && chmod 755 \"$2\"", "sh", script, path,
        ]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
