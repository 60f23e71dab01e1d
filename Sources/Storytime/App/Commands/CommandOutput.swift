import Glibc

/// Where a command writes: a file with this name, or standard output.
final class CommandOutput {
    private let path: String
    private let file: Int32

    init(_ path: String?) throws {
        self.path = path ?? "standard output"
        file =
            path.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640) } ?? STDOUT_FILENO
        guard file >= 0 else { throw FileError(self.path) }
    }

    deinit {
        if file != STDOUT_FILENO { close(file) }
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw FileError(path) }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
