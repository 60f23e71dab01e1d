import Glibc
import HTTP
import Subtitles

/// The folder for videos that are too large, or too many, for a browser, for people with access to
/// the server.
struct Inbox: Sendable {
    struct File: Sendable, Equatable {
        let name: String
        let size: Int
        let modified: Int
    }

    /// Nobody chooses from a longer list.
    static let listLimit = 500
    /// NAME_MAX of every file system that Linux has.
    private static let maximumNameBytes = 255

    let path: String

    init(_ configuration: Configuration) {
        path = configuration.inboxFolder
    }

    /// What is in the folder: regular files with content and a name that can be shown on a page; no
    /// hidden ones, no folders, no links.
    struct Contents: Sendable, Equatable {
        /// More names help nobody to find out why something isn't listed.
        private static let mostNames = 10

        /// By name.
        var videos: [File] = []
        /// Files that may have captions for them.
        private(set) var captions: [String] = []
        /// The same, by each of the stems that a video beside them may have.
        private var captionsByStem: [String: [String]] = [:]
        /// The names of other files.
        var others: [String] = []

        /// What is said of other files; nil if there are none.
        var otherWords: String? {
            guard !others.isEmpty else { return nil }
            let more = others.count - Self.mostNames
            let named = others.prefix(Self.mostNames).map {
                "“\(ReadableText.of($0, most: 100))”"
            }
            let names = Counted.list(named + (more > 0 ? ["\(Counted.number(more)) more"] : []))
            return others.count == 1
                ? "\(names) in the inbox isn’t a video." : "\(names) in the inbox aren’t videos."
        }

        /// The captions beside a video.
        func captions(beside video: String) -> [String] {
            (captionsByStem[CaptionName.stemKey(video)] ?? [])
                .filter { CaptionName($0, beside: video) != nil }
        }

        mutating func add(captions name: String) {
            captions.append(name)
            for stem in CaptionName.videoStems(of: name) {
                captionsByStem[stem, default: []].append(name)
            }
        }
    }

    func contents() -> Contents {
        var contents = Contents()
        for name in (try? Folder.names(in: path)) ?? [] {
            if VideoName.isVideo(name) {
                guard contents.videos.count < Self.listLimit, let file = file(name) else {
                    continue
                }
                contents.videos.append(file)
            } else if CaptionName.isCaptions(name) {
                contents.add(captions: name)
            } else if file(name) != nil {
                contents.others.append(name)
            }
        }
        return contents
    }

    /// The text of a caption file, perhaps in this language; nil if it can't be used.
    private func captions(_ name: String, in language: String?) -> CaptionFile? {
        guard CaptionName.isCaptions(name), let file = open(name),
            file.size <= CaptionFile.maximumBytes
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: file.size)
        guard (try? file.read(into: &bytes, from: 0)) != nil else { return nil }
        return try? CaptionFile(bytes, ReadingOptions(fileName: name, language: language))
    }

    func file(_ name: String) -> File? {
        var status = stat()
        guard Self.isName(name), lstat("\(path)/\(name)", &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
        else { return nil }
        return File(name: name, size: Int(status.st_size), modified: status.st_mtim.tv_sec)
    }

    /// Opens a file directly in this folder; a symbolic link is not followed.
    func open(_ name: String) -> OpenFile? {
        Self.isName(name) ? OpenFile(path: "\(path)/\(name)") : nil
    }

    /// The identity of a file, whatever its name (inode(7)).
    struct Identity: Equatable {
        private let device: dev_t
        private let number: ino_t

        init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// Captions beside a video, ready to be added with it; nil if they can't be used. If their name says no
    /// language, they are in that of the book.
    func newCaptions(_ name: String, beside video: String, spoken: String?) -> NewCaptions? {
        guard let described = CaptionName(name, beside: video),
            let file = captions(name, in: described.language ?? spoken)
        else { return nil }
        return NewCaptions(file, described)
    }

    /// The captions beside a video that can be added with it, and the names of those that can't be read.
    func newCaptions(beside video: String, spoken: String?) -> BesideCaptions {
        var beside = BesideCaptions()
        for name in contents().captions(beside: video) {
            beside.take(newCaptions(name, beside: video, spoken: spoken), name)
        }
        return beside
    }

    /// Removes the file from which a video was made, but not one that has replaced it meanwhile. A
    /// file that may not be removed stays.
    func remove(_ name: String, if identity: Identity) {
        guard let file = open(name), Identity(file.descriptor) == identity else { return }
        unlink("\(path)/\(name)")
    }

    /// Removes captions beside a video that are among these: others were put there later.
    func removeCaptions(beside video: String, with documents: [Captions], spoken: String?) {
        for name in contents().captions(beside: video) {
            let captions = newCaptions(name, beside: video, spoken: spoken)
            guard let captions, documents.contains(captions.document) else { continue }
            unlink("\(path)/\(name)")
        }
    }

    /// A single part of a path that doesn't lead out of the folder.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= maximumNameBytes
            && name.utf8.allSatisfy { $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "/") }
            // A name that isn't UTF-8 was read with replacements, and no file has such a name.
            && !name.unicodeScalars.contains("\u{FFFD}")
    }
}

/// The captions that were brought with a video.
struct BesideCaptions: Sendable {
    private(set) var read: [NewCaptions] = []
    /// The names of those that can't be read.
    private(set) var unreadable: [String] = []

    /// Takes what came of a file.
    mutating func take(_ captions: NewCaptions?, _ name: String) {
        if let captions { read.append(captions) } else { unreadable.append(name) }
    }

    /// What is said of files that can't be read; nil if there are none.
    static func word(on unreadable: [String]) -> String? {
        guard !unreadable.isEmpty else { return nil }
        let names = Counted.list(unreadable.map { "“\($0)”" })
        return
            "\(names) can’t be read as captions and \(unreadable.count == 1 ? "was" : "were") left out."
    }
}
