import Glibc
import HTTP

/// Gives content a name so that all of it exists under that name, even after a power cut, or none:
/// the content is on the disk before it gets its name, and the name before the call returns. An
/// earlier file of that name is replaced.
///
/// It waits for the disk, so it is for workers; a failure leaves nothing behind.
package enum DurableFile {
    /// Writes a part of a file. A whole file without a name, such as arriving content, is not
    /// copied but only given the name, if it is on the same file system.
    package static func write(
        _ file: OpenFile,
        _ range: Range<Int>,
        to path: String
    ) throws(SystemError) {
        if range == 0..<file.size, isNameless(file.descriptor),
            try name(file.descriptor, path)
        {
            return
        }
        try write(to: path) { (copy) throws(SystemError) in try copy.append(file, range) }
    }

    package static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: UInt32 = TemporaryFile.usualMode
    ) throws(SystemError) {
        try write(to: path, mode: mode) { (copy) throws(SystemError) in try copy.append(bytes) }
    }

    private static func write(
        to path: String,
        mode: UInt32 = TemporaryFile.usualMode,
        _ fill: (TemporaryFile) throws(SystemError) -> Void
    ) throws(SystemError) {
        let copy = try TemporaryFile(in: folder(of: path), mode: mode)
        try fill(copy)
        let content = try copy.finish()
        guard try !name(content.descriptor, path) else { return }
        try writeUnderName(path, content, mode: mode)
    }

    /// For file systems that can't name a file later: a hidden name first, then the right one. A
    /// crash in between leaves the hidden file.
    static func writeUnderName(
        _ path: String,
        _ content: OpenFile,
        mode: UInt32 = TemporaryFile.usualMode
    ) throws(SystemError) {
        let hidden = TemporaryFile.hiddenPath(in: folder(of: path))
        let descriptor = try TemporaryFile.create(hidden, mode)
        defer { close(descriptor) }
        do throws(SystemError) {
            try content.copy(0..<content.size, to: descriptor, at: 0)
            try check(fsync(descriptor), "fsync")
            try check(rename(hidden, path), "rename to \(path)")
        } catch {
            unlink(hidden)
            throw error
        }
        try syncFolder(of: path)
    }

    /// Gives a file without a name its name; false if the file system cannot do that.
    private static func name(_ descriptor: Int32, _ path: String) throws(SystemError) -> Bool {
        try check(fsync(descriptor), "fsync")
        // The way that open(2) describes for O_TMPFILE and that needs no privileges.
        let file = "/proc/self/fd/\(descriptor)"
        let isLinked = linkat(AT_FDCWD, file, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
        if !isLinked {
            if [EXDEV, ENOENT, EOPNOTSUPP, EPERM].contains(errno) { return false }
            guard errno == EEXIST else { throw SystemError("linkat to \(path)") }
            try replace(path, with: file)
        }
        try syncFolder(of: path)
        return true
    }

    /// `linkat` never replaces, `rename` does.
    private static func replace(_ path: String, with file: String) throws(SystemError) {
        let hidden = TemporaryFile.hiddenPath(in: folder(of: path))
        let code = linkat(AT_FDCWD, file, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW)
        try check(code, "linkat beside \(path)")
        guard rename(hidden, path) == 0 else {
            let error = SystemError("rename to \(path)")
            unlink(hidden)
            throw error
        }
    }

    private static func isNameless(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink == 0
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func syncFolder(of path: String) throws(SystemError) {
        try syncFolder(folder(of: path))
    }

    /// Waits until everything that another program has written to a file is on the disk.
    package static func sync(_ path: String) throws(SystemError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try check(descriptor, "open \(path)")
        defer { close(descriptor) }
        try check(fsync(descriptor), "fsync \(path)")
    }

    /// Waits until the names in a folder are on the disk: a name is once its folder is (fsync(2)).
    package static func syncFolder(_ folder: String) throws(SystemError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(descriptor, "open \(folder)")
        defer { close(descriptor) }
        try check(fsync(descriptor), "fsync \(folder)")
    }
}
