import CLinux
import Glibc
import HTTP

extension OpenFile {
    /// How much is copied through the program at once, if the kernel cannot do it alone.
    private static let copiedBytes = 256 * 1024

    /// Writes a part of the file into another one, from `offset` on; within the kernel, and without
    /// copying at all on file systems that share blocks (copy_file_range(2)).
    package func copy(
        _ range: Range<Int>,
        to target: Int32,
        at offset: Int
    ) throws(SystemError) {
        var done = 0
        while done < range.count {
            let count = clinux_copy_range(
                descriptor,
                Int64(range.lowerBound + done),
                target,
                Int64(offset + done),
                UInt64(range.count - done)
            )
            if count < 0, [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) {
                try copyByHand(range.dropFirst(done), to: target, at: offset + done)
                return
            }
            guard count > 0 || (count < 0 && errno == EINTR) else {
                throw SystemError("copy_file_range", code: count < 0 ? errno : ENODATA)
            }
            done += max(Int(count), 0)
        }
    }

    private func copyByHand(
        _ range: Range<Int>,
        to target: Int32,
        at offset: Int
    ) throws(SystemError) {
        var bytes: [UInt8] = []
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.copiedBytes) {
            let count = min(Self.copiedBytes, range.upperBound - start)
            if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
            do {
                try read(into: &bytes, from: start)
            } catch {
                throw SystemError("read", code: error.code == 0 ? ENODATA : error.code)
            }
            try OpenFile.write(bytes, to: target, at: offset + start - range.lowerBound)
        }
    }

    /// Writes all of the bytes into a file, from `offset` on.
    package static func write(
        _ bytes: [UInt8],
        to target: Int32,
        at offset: Int
    ) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                return pwrite(target, rest.baseAddress, rest.count, off_t(offset + done))
            }
            guard count >= 0 || errno == EINTR else { throw SystemError("write") }
            done += max(count, 0)
        }
    }
}
