import CLinux
import Glibc

/// What each thread is working on, so that a thread that ends the program by a mistake leaves a note of it.
///
/// A mistake that Swift finds, like an overflow, is no error that could be caught: it ends the program at
/// once. A `kill -9` or a power cut leaves no note, and neither do the other threads: only that work is
/// blamed which was being done on the thread that went wrong.
package enum LastWork {
    /// Says what the calling thread begins with: a kind, a space, a name. It costs some nanoseconds.
    package static func set(_ kind: StaticString, _ name: String = "") {
        var name = name
        name.withUTF8 { name in
            clinux_set_work(
                UnsafeRawPointer(kind.utf8Start).assumingMemoryBound(to: CChar.self),
                kind.utf8CodeUnitCount,
                UnsafeRawPointer(name.baseAddress)?.assumingMemoryBound(to: CChar.self),
                name.count
            )
        }
    }

    /// The calling thread is done with it.
    package static func clear() { clinux_set_work(nil, 0, nil, 0) }

    /// From now on notes go to this file, which stays open. For the program as a whole, once.
    package static func leaveNotes(in file: Int32) throws(SystemError) {
        let code = clinux_leave_notes(file)
        guard code == 0 else { throw SystemError("sigaction", code: code) }
    }
}
