import Foundation
import Testing

@testable import Storytime

@Suite("What keeps files from being added to a folder")
struct FolderObstacleTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Nothing does, also where the folder is still to be made")
    func none() {
        #expect(FolderObstacle(folder.path) == nil)
        #expect(FolderObstacle(folder.file("media/videos")) == nil)
        #expect(!Folder.exists(folder.file("media")))
    }

    @Test("A file in its place does, and in that of a folder above it")
    func file() throws {
        try Data().write(to: URL(filePath: folder.file("media")))
        let itself = try #require(FolderObstacle(folder.file("media")))
        #expect(itself.folder == folder.file("media") && itself.code == ENOTDIR)
        #expect(FolderObstacle(folder.file("media/videos"))?.code == ENOTDIR)
    }

    @Test("A link that leads nowhere does: no folder can be made in its place")
    func link() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("media"),
            withDestinationPath: folder.file("gone")
        )
        #expect(FolderObstacle(folder.file("media"))?.folder == folder.file("media"))
        try FileManager.default.createDirectory(
            atPath: folder.file("gone"),
            withIntermediateDirectories: false
        )
        #expect(FolderObstacle(folder.file("media")) == nil)
    }

    @Test("A folder of another owner does, for everybody but root")
    func mode() throws {
        chmod(folder.path, 0o555)
        defer { chmod(folder.path, 0o755) }
        #expect(FolderObstacle(folder.path)?.code == (geteuid() == 0 ? nil : EACCES))
    }
}
