import Glibc
import HTTP
import Testing

@testable import Server

@Suite struct DurableFileTests {
    private func nameless(_ text: String, in folder: TemporaryFolder) throws -> OpenFile {
        let file = try TemporaryFile(in: folder.path)
        try file.append(Array(text.utf8))
        return try file.finish()
    }

    private func inode(_ path: String) -> UInt {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_ino : 0
    }

    private func text(_ path: String) throws -> String {
        let file = try #require(OpenFile(path: path))
        return String(decoding: try RequestBody.file(file).bytes(at: 0..<file.size), as: UTF8.self)
    }

    @Test("All of a file without a name is given the name and not copied")
    func naming() throws {
        let folder = try TemporaryFolder()
        let file = try nameless("story", in: folder)
        #expect(try folder.names.isEmpty)
        try DurableFile.write(file, 0..<5, to: folder.file("a"))
        #expect(try text(folder.file("a")) == "story")
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0 && status.st_ino == inode(folder.file("a")))
        #expect(status.st_mode & 0o777 & ~0o640 == 0)
        // It has a name now, so a second one gets a copy.
        try DurableFile.write(file, 0..<5, to: folder.file("b"))
        #expect(inode(folder.file("b")) != inode(folder.file("a")))
        #expect(try folder.names == ["a", "b"])
    }

    @Test("A part of a file is copied, bytes are written, and what was there is replaced")
    func copying() throws {
        let folder = try TemporaryFolder()
        let file = try nameless("once upon a time", in: folder)
        try DurableFile.write(file, 5..<9, to: folder.file("a"))
        #expect(try text(folder.file("a")) == "upon")
        try DurableFile.write(Array("bytes".utf8), to: folder.file("a"))
        #expect(try text(folder.file("a")) == "bytes")
        try DurableFile.write(file, 0..<16, to: folder.file("a"))
        #expect(try text(folder.file("a")) == "once upon a time")
        #expect(try folder.names == ["a"])
    }

    @Test("Another file system gets a copy")
    func otherFileSystem() throws {
        let folder = try TemporaryFolder()
        var template = Array("/dev/shm/storytime-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let other = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        defer {
            unlink(other + "/a")
            rmdir(other)
        }
        let file = try nameless("story", in: folder)
        try DurableFile.write(file, 0..<5, to: other + "/a")
        #expect(try text(other + "/a") == "story")
    }

    @Test("Where files cannot get their name later, a hidden one does")
    func underName() throws {
        let folder = try TemporaryFolder()
        let file = try nameless("story", in: folder)
        try DurableFile.writeUnderName(folder.file("a"), file)
        #expect(try text(folder.file("a")) == "story")
        // A folder is in the way of the name.
        #expect(mkdir(folder.file("b"), 0o700) == 0)
        #expect(throws: SystemError.self) {
            try DurableFile.writeUnderName(folder.file("b"), file)
        }
        #expect(try folder.names == ["a", "b"])
    }

    @Test("What fails leaves nothing behind")
    func failures() throws {
        let folder = try TemporaryFolder()
        let file = try nameless("story", in: folder)
        #expect(mkdir(folder.file("taken"), 0o700) == 0)
        for path in [folder.file("taken"), folder.file("no/where")] {
            #expect(throws: SystemError.self) { try DurableFile.write(file, 0..<5, to: path) }
            #expect(throws: SystemError.self) { try DurableFile.write(file, 1..<5, to: path) }
        }
        // More than there is.
        #expect(throws: SystemError.self) {
            try DurableFile.write(file, 0..<6, to: folder.file("long"))
        }
        #expect(try folder.names == ["taken"])
        #expect(throws: SystemError.self) { try TemporaryFile(in: folder.file("no")) }
    }

    @Test("Parts are written into a file at their places")
    func places() throws {
        let folder = try TemporaryFolder()
        try DurableFile.write([], to: folder.file("whole"))
        let whole = open(folder.file("whole"), O_WRONLY)
        defer { close(whole) }
        let file = try nameless("[world]", in: folder)
        try file.copy(1..<6, to: whole, at: 6)
        try OpenFile.write(Array("hello ".utf8), to: whole, at: 0)
        #expect(try text(folder.file("whole")) == "hello world")
    }
}
