import Foundation

/// Films of two seconds that claim to be longer, each in its own way; nothing of them is missing.
extension VideoFiles {
    static let lateMP4 = File("late.mp4", of: mp4, ["-output_ts_offset", "100"])
    static let lateMKV = File("late.mkv", of: mp4, ["-output_ts_offset", "100"])
    static let lateWebM = File("late.webm", of: webm, ["-output_ts_offset", "60"])
    /// Two recordings in one file, half a day apart.
    static let twoClocks = File("clocks.ts") {
        try bytes(firstRecording) + bytes(secondRecording)
    }
    private static let firstRecording = File("first.ts", of: mp4, [])
    private static let secondRecording = File(
        "second.ts",
        of: mp4,
        ["-output_ts_offset", "50000"]
    )

    private static let tone = ["-f", "lavfi", "-i", "sine=duration=2"]
    private static func picture(_ seconds: String, rate: Int) -> [String] {
        ["-f", "lavfi", "-i", "testsrc=duration=\(seconds):size=64x64:rate=\(rate)"]
    }
    private static let encoded = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "999"]

    /// A song under a single picture.
    static let still = File(
        "still.mp4",
        picture("0.1", rate: 10) + tone + encoded + ["-c:a", "aac"]
    )
    static let oneFrame = File("frame.mp4", picture("0.1", rate: 10) + encoded)
    /// The picture begins when the sound has been heard for a while, and has one key frame.
    static let latePicture = File(
        "picture.mkv",
        ["-itsoffset", "0.7"] + picture("2", rate: 10) + tone + encoded + ["-c:a", "aac"]
    )
    /// A recording that was never finished: its index would be at its end.
    static let unfinished = File("unfinished.mp4") {
        let all = try bytes(mp4)
        let index = all.indices.first { all[$0...].starts(with: Array("moov".utf8)) }
        return Array(all[..<((index ?? all.endIndex) - 4)])
    }
    static let tape = File(
        "tape.dv",
        ["-f", "lavfi", "-i", "testsrc=duration=1:size=720x576:rate=25"]
            + ["-f", "lavfi", "-i", "sine=duration=1:sample_rate=48000"]
            + ["-target", "pal-dv", "-ac", "2"]
    )

    /// The same in a container whose index has the clock: the second half is half a day later.
    static let jumpingMP4 = File(
        "jumping.mp4",
        of: mp4,
        ["-bsf:v", jump(from: 10, ticks: 45_000 * 10_240), "-bsf:a"]
            + [jump(from: 43, ticks: 45_000 * 44_100)]
    )

    private static func jump(from packet: Int, ticks: Int) -> String {
        let jump = "if(gte(N,\(packet)),\(ticks),0)"
        return "setts=pts='PTS+\(jump)':dts='DTS+\(jump)'"
    }

    static let lateCaptionsMKV = File(
        "captions.mkv",
        of: mp4,
        inputs: ["-i", note("late.srt", lateWords)],
        ["-c:s", "srt"]
    )
    static let lateCaptionsMP4 = File(
        "captions.mp4",
        of: mp4,
        inputs: ["-i", note("late.srt", lateWords)],
        ["-c:s", "mov_text"]
    )
    private static let lateWords = """
        1
        00:00:00,200 --> 00:00:01,000
        Soon

        2
        00:05:00,000 --> 00:05:05,000
        Never

        """

    static let lateChapter = File(
        "chapter.mp4",
        of: mp4,
        inputs: ["-i", note("chapters.txt", chapters)],
        ["-map", "0", "-map_chapters", "1"]
    )
    private static let chapters = """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=1000
        title=The cat & the “fox”
        [CHAPTER]
        TIMEBASE=1/1000
        START=1000
        END=90000
        title=The end

        """

    /// A number in the head of a file of which nothing else says its length.
    static let boastful = File("boastful.flv") {
        var film = try bytes(plainFLV)
        let name = Array("duration".utf8)
        let start = film.indices.first { film[$0...].starts(with: name) } ?? 0
        let number = 200.0.bitPattern.bigEndian
        withUnsafeBytes(of: number) { film.replaceSubrange(start + 9..<start + 17, with: $0) }
        return film
    }
    private static let plainFLV = File("plain.flv", of: mp4, [])

    // MARK: Films that do end too early

    static let fastMKV = File("fast.mkv", of: fast, [])
    static let fastFLV = File("fast.flv", of: fast, [])

    /// A text in a file beside the videos.
    static func note(_ name: String, _ text: String) -> String {
        let path = (try? folder.get().file(name)) ?? ""
        try? text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
