import CLinux
import Received

/// How this program was started, as the kernel told it: without asking /proc, which a sandbox or a container
/// may not have. Swift's `CommandLine` reads it, and is empty there.
package enum ProgramStart {
    /// What was typed after the program's name.
    package static var arguments: [String] {
        var words: [String] = []
        var next = clinux_arguments()
        while let word = next?.pointee {
            words.append(ReceivedText.repair(cString: word))
            next = next?.advanced(by: 1)
        }
        return Array(words.dropFirst())
    }

    /// The program's file, as it was named when it was started; nil if the kernel didn't say.
    package static var executable: String? {
        clinux_executable().map { ReceivedText.repair(cString: $0) }
    }
}
