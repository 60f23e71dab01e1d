import Glibc
import HTTP
import Server

/// Makes the pictures that are served of a photo, with libvips, and a color for the time before they
/// are there: turned upright, in sRGB, and without anything besides the pixels.
///
/// Decoders of photos have a history of mistakes, so each call runs without a network, sees the one
/// file and the folder that it writes to, and has little memory, processor time and disk. Where the
/// machine has no bubblewrap, or doesn't let it make namespaces, only the last three hold.
struct PhotoMaker {
    /// What a call may take. HEIC needs half of the memory; with less, its decoder waits for ever
    /// instead of failing.
    private static let memoryBytes = 1_500_000_000
    private static let processorSeconds = 20
    static let fileBytes = 200_000_000
    private static let openFiles = 64
    /// The decoder may sleep, which takes no processor time.
    static let limitSeconds = 60
    /// WebP at this quality has half the bytes of a JPEG that looks the same.
    private static let quality = 80

    /// The colors of a photo that says nothing of them are those of every screen (IEC 61966-2-1), and others
    /// become these. Without the first of both, libvips takes its word for them from another profile and
    /// darkens what is dark.
    private static let profiles = ["--import-profile", "srgb", "--export-profile", "srgb"]

    /// What was made, in the work folder.
    struct Made: Sendable {
        let picture: Photo.Picture
        let files: [(size: PhotoSize, bytes: [UInt8])]
    }

    let vips: String
    /// A folder of the attempt's own.
    let work: String
    /// Runs a program to its end; throws if it fails.
    let run: (_ program: String, _ arguments: [String]) throws -> Void

    /// Makes the sizes of the file at a path, turned by so many quarters to the right.
    func make(_ path: String, turnedBy quarters: Int) throws -> Made {
        let isSandboxed = canSandbox()
        let source = try source(of: path)
        let call = { (words: [String]) in
            try run("/usr/bin/env", wrapped(words, source.path, isSandboxed))
        }
        let (input, output) = isSandboxed ? ("/in", "/out") : (source.path, work)
        // The only step that decodes what somebody brought. PNG without compression, because the
        // loader of libvips's own format isn't for files that aren't trusted.
        var full = "full.png"
        let decode = { (profiles: [String]) in
            try call(
                ["thumbnail", input, "\(output)/full.png[compression=0,strip]"]
                    + Self.within(.full) + profiles + ["--fail-on", "error"]
                    + (source.orientation == nil ? [] : ["--no-rotate"])
            )
        }
        do {
            try decode(Self.profiles)
        } catch let failure as ToolFailure where failure.lacksProfile {
            try decode([])
        }
        if try hasTransparency(full) {
            // On white: a transparent drawing would be lost on a dark screen.
            try call([
                "flatten", "\(output)/\(full)", "\(output)/flat.png[compression=0]", "--background",
                "255",
            ])
            full = "flat.png"
        }
        let steps = (source.orientation ?? .upright).steps
        if steps.isMirrored {
            let mirrored = "\(output)/mirrored.png[compression=0]"
            try call(["flip", "\(output)/\(full)", mirrored, "horizontal"])
            full = "mirrored.png"
        }
        let turns = (steps.quarters + quarters) & 3
        if turns != 0 {
            let turned = "\(output)/turned.png[compression=0]"
            try call(["rot", "\(output)/\(full)", turned, "d\(90 * turns)"])
            full = "turned.png"
        }
        let size = try PhotoHead(PhotoBytes(Folder.read("\(work)/\(full)").bytes)).size
        var files: [(size: PhotoSize, bytes: [UInt8])] = []
        for one in PhotoSize.made(of: max(size.width, size.height)).reversed() {
            let name = "\(one.rawValue).webp"
            // The small ones of a smaller one, which is quicker to read.
            let source =
                one.rawValue < PhotoSize.large.rawValue && files.last?.size == .large
                ? "1280.webp" : full
            try call(
                [
                    "thumbnail", "\(output)/\(source)",
                    "\(output)/\(name)[strip,Q=\(Self.quality)]",
                ] + Self.within(one)
            )
            // Read like any other picture: what a decoder was made to write is none, or stays here.
            files.append((one, try ImageFile(Folder.read("\(work)/\(name)").bytes).bytes))
        }
        try call([
            "thumbnail", "\(output)/320.webp", "\(output)/dot.png", "1", "--height", "1", "--size",
            "force",
        ])
        try call(["rawsave", "\(output)/dot.png", "\(output)/dot.raw"])
        guard let first = files.first else { throw JobFailure("No size was made.") }
        return Made(
            picture: Photo.Picture(
                size: try ImageFile(first.bytes).stored,
                color: Self.color(try Folder.read("\(work)/dot.raw").bytes)
            ),
            files: files
        )
    }

    // MARK: The source

    /// What the decoder is given.
    private struct Source {
        let path: String
        /// How it lies, if that is for us to say; the decoder turns all others by itself.
        let orientation: ImageOrientation?
    }

    /// The file itself, or a copy of which the decoder understands more. The file stays as it is.
    private func source(of path: String) throws -> Source {
        guard let file = OpenFile(path: path) else { throw FileError(path) }
        let bytes = PhotoBytes(file)
        guard HEIFFile.isOne(bytes.prefix(8)) else { return Source(path: path, orientation: nil) }
        let heif = try HEIFFile(bytes)
        let orientation = try heif.orientation()
        guard !heif.edits.isEmpty else { return Source(path: path, orientation: orientation) }
        let copy = "\(work)/copy"
        try file.copy(to: copy, with: heif.edits)
        return Source(path: copy, orientation: orientation)
    }

    private static func within(_ size: PhotoSize) -> [String] {
        ["\(size.rawValue)", "--height", "\(size.rawValue)", "--size", "down"]
    }

    /// The samples of one pixel: red, green and blue, or grey.
    private static func color(_ samples: [UInt8]) -> String {
        let channels =
            samples.count >= 3
            ? Array(samples.prefix(3)) : [UInt8](repeating: samples.first ?? 128, count: 3)
        return "#" + Hex.encode(channels)
    }

    /// PNG's color types 4 and 6 have an alpha channel (third edition, 11.2.1).
    private func hasTransparency(_ name: String) throws -> Bool {
        let head = try Folder.read("\(work)/\(name)").bytes.prefix(26)
        return head.count == 26 && [4, 6].contains(head[25])
    }

    // MARK: The sandbox

    /// The arguments of `env`: its settings, then the limits, then the sandbox, then libvips.
    private func wrapped(_ words: [String], _ path: String, _ isSandboxed: Bool) -> [String] {
        [
            // No loaders but those that are meant for what strangers bring; one thread, with which a
            // lack of memory is an error and not a standstill; no warnings, which nobody reads.
            "VIPS_BLOCK_UNTRUSTED=1", "VIPS_CONCURRENCY=1", "VIPS_WARNING=0", "TMPDIR=\(work)",
            "prlimit", "--as=\(Self.memoryBytes)", "--cpu=\(Self.processorSeconds)",
            "--nofile=\(Self.openFiles)",
        ] + (isSandboxed ? sandbox(path) : []) + [vips] + words
    }

    private func sandbox(_ path: String) -> [String] {
        [
            "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
            "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib",
            "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev",
            // A program that isn't Debian's.
            "--ro-bind-try", Self.folder(of: vips), Self.folder(of: vips),
            "--ro-bind", path, "/in", "--bind", work, "/out", "--setenv", "TMPDIR", "/out",
        ]
    }

    private static func folder(of program: String) -> String {
        String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
    }

    /// Whether a program can be started in the sandbox here: containers often forbid it.
    private func canSandbox() -> Bool {
        guard ProgramFile.path(of: "bwrap") != nil else { return false }
        do {
            try run("/usr/bin/env", sandbox(vips) + [vips, "--version"])
            return true
        } catch {
            return false
        }
    }
}

extension OpenFile {
    /// Writes a copy in which some bytes are others.
    fileprivate func copy(to path: String, with edits: [(place: Int, bytes: [UInt8])]) throws {
        let target = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
        guard target >= 0 else { throw FileError(path) }
        defer { close(target) }
        try copy(0..<size, to: target, at: 0)
        for edit in edits { try OpenFile.write(edit.bytes, to: target, at: edit.place) }
    }
}

extension ToolFailure {
    /// Whether the picture has no colors that a profile could be about: it is grey.
    fileprivate var lacksProfile: Bool { reason.contains("compatible input profile") }
}
