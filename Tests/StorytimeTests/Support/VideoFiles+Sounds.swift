/// Films with more than one sound, and with more than browsers can use.
extension VideoFiles {
    /// German, which the file means to be heard, a commentary in English, and English, of which no
    /// browser plays the form; with two chapters, a cover and an attached file.
    static let languages = File(
        "languages.mkv",
        of: mp4,
        inputs: [
            "-f", "lavfi", "-i", "sine=frequency=880:duration=2", "-f", "ffmetadata",
            "-i", note("two-chapters.txt", twoChapters),
        ],
        [
            "-map", "0:v", "-map", "0:a", "-map", "1:a", "-map", "1:a", "-map_chapters", "2",
            "-c:a:1", "aac", "-c:a:2", "ac3",
            "-metadata:s:a:0", "language=ger", "-disposition:a:0", "default",
            "-metadata:s:a:1", "language=eng", "-metadata:s:a:1", "title=Director’s cut & more",
            "-disposition:a:1", "comment",
            "-metadata:s:a:2", "language=eng", "-disposition:a:2", "0",
            "-attach", note("letters.ttf", "no font"), "-metadata:s:t", "mimetype=font/ttf",
            "-metadata:s:t", "filename=letters.ttf",
        ]
    )
    private static let twoChapters = """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=1000
        title=The cat & the “fox”
        [CHAPTER]
        TIMEBASE=1/1000
        START=1000
        END=2000
        title=The end

        """

    /// The second sound is longer than the picture and the first.
    static let longSound = File(
        "long-sound.mp4",
        of: mp4,
        inputs: ["-f", "lavfi", "-i", "sine=frequency=880:duration=9"],
        ["-map", "0", "-map", "1:a", "-c:a:1", "aac"]
    )
}
