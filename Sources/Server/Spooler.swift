import Glibc
import HTTP

/// The threads that write large content to files, and close those files.
///
/// Writing goes to the kernel's cache and mostly takes microseconds. But when more is written than
/// the disk takes, the kernel makes the writer wait (dirty_ratio in the kernel's `sysctl/vm`), and
/// freeing a file of gigabytes takes a while too. Neither may happen on a loop. Made by the
/// server, used by its loops.
final class Spooler: Sendable {
    /// A block of content for a file, which is created for the first one.
    struct Block: Sendable {
        let connection: ConnectionID
        let mailbox: Mailbox
        let file: TemporaryFile?
        let bytes: [UInt8]
    }

    private enum Task: Sendable {
        case write(Block)
        case close(Int32)
    }

    /// The second continues while the first waits for a file to be freed; more would only wait for
    /// the same disk.
    private static let threadCount = 2

    private let folder: String
    private let hasRoom: @Sendable (_ bytes: Int) -> Bool
    /// Each connection has at most one block in it, so it needs no limit of its own.
    private let tasks = Channel<Task>(limit: .max)
    private let threads: [Thread]

    /// Before each block it is asked whether the disk has room for that many bytes more.
    init(folder: String, hasRoom: @escaping @Sendable (_ bytes: Int) -> Bool) throws {
        self.folder = folder
        self.hasRoom = hasRoom
        var threads: [Thread] = []
        do {
            for number in 1...Spooler.threadCount {
                threads.append(
                    try Thread("spool-\(number)") { [folder, tasks] in
                        while let task = tasks.pop() { Spooler.run(task, folder, hasRoom, tasks) }
                    }
                )
            }
        } catch {
            tasks.close()
            threads.forEach { $0.join() }
            throw error
        }
        self.threads = threads
    }

    /// Writes a block; the answer comes to its mailbox. Only loops call it, which end before it stops.
    func write(_ block: Block) {
        _ = tasks.push(.write(block))
    }

    /// Ends the threads once the queue is empty.
    func stop(withinMilliseconds limit: Int) {
        tasks.close()
        let end = monotonicMilliseconds() + Int64(limit)
        for thread in threads { thread.join(until: end) }
    }

    private static func run(
        _ task: Task,
        _ folder: String,
        _ hasRoom: (Int) -> Bool,
        _ tasks: Channel<Task>
    ) {
        switch task {
        case .close(let descriptor): Glibc.close(descriptor)
        case .write(let block):
            let outcome = SpooledBlock(
                hasRoom(block.bytes.count)
                    ? written(block, folder, tasks)
                    : .failure(SystemError("write in \(folder)", code: ENOSPC))
            )
            block.mailbox.put(Reply(connection: block.connection, content: .spooled(outcome)))
        }
    }

    private static func written(
        _ block: Block,
        _ folder: String,
        _ tasks: Channel<Task>
    ) -> Result<TemporaryFile, SystemError> {
        do throws(SystemError) {
            let file = if let file = block.file { file } else { try makeFile(folder, tasks) }
            try file.append(block.bytes)
            return .success(file)
        } catch {
            return .failure(error)
        }
    }

    /// A loop may be the last to let go of the file, so this closes it here.
    private static func makeFile(
        _ folder: String,
        _ tasks: Channel<Task>
    ) throws(SystemError) -> TemporaryFile {
        try TemporaryFile(in: folder) { descriptor in
            if !tasks.push(.close(descriptor)) { Glibc.close(descriptor) }
        }
    }
}

/// The result of writing a block: the file that it is in, or why it isn't. An object, so that the
/// replies of workers, which are many more, stay small.
final class SpooledBlock: Sendable {
    let result: Result<TemporaryFile, SystemError>

    init(_ result: Result<TemporaryFile, SystemError>) {
        self.result = result
    }
}
