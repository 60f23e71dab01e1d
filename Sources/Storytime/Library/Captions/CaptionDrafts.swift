import Received
import SQLite
import Subtitles

/// A caption file that was sent, before anything is made of it.
struct CaptionDraft: Sendable {
    /// What a file that ended the program is called.
    static let kind = "caption import"

    let id: Int
    /// Empty for a text that was pasted.
    let fileName: String
    /// The video that was chosen before.
    let video: ID<VideoAsset>?
    /// As somebody corrected it; nil: the content says.
    let format: CaptionFormat?
    let encoding: String?
    let content: [UInt8]

    /// Read as it was corrected. It throws words for people. The language, which somebody said or the file’s
    /// name does, helps to find out how its bytes stand for characters.
    func read(in spoken: String? = nil) throws(CaptionFile.Refusal) -> Captions {
        let options = ReadingOptions(
            format: format,
            encoding: encoding.flatMap { TextEncoding(label: $0) },
            fileName: fileName.isEmpty ? nil : fileName,
            language: spoken ?? CaptionGuess(fileName).language
        )
        return try CaptionFile(content, options).document
    }
}

/// The files of an import, which belong to the person who sent them and are forgotten after a day.
struct CaptionDrafts {
    static let keptSeconds = 86_400
    /// Nobody looks at more at once.
    static let mostFiles = 50
    /// What a family, or an admin, has at once. A draft is only kept until somebody has looked at it, so the
    /// oldest make room; nobody needs to look for what to delete.
    static let mostKept = (files: 100, bytes: 100_000_000)

    let database: Database
    let now: Int

    /// Keeps files; returns the import’s number.
    func keep(
        _ files: [(name: String, bytes: [UInt8])],
        for video: ID<VideoAsset>?,
        of user: ID<User>
    ) throws -> Int {
        try database.write {
            try database.execute(
                "INSERT INTO caption_imports (user_id, made_at) VALUES (\(user.value), \(now))"
            )
            let number = Int(database.lastInsertedID)
            for file in files {
                guard let packed = Deflate.compress(file.bytes, level: 1) else {
                    throw CaptionDocument.Damaged()
                }
                try database.execute(
                    """
                    INSERT INTO caption_drafts (import_id, file_name, asset_id, content)
                    VALUES (\(number), \(PlainText.fileName(file.name)), \(video?.value), \(packed))
                    """
                )
            }
            try makeRoom(of: user, keeping: number)
            return number
        }
    }

    /// Forgets the oldest imports of a person, or of their family, beyond what is kept.
    private func makeRoom(of user: ID<User>, keeping number: Int) throws {
        let imports = try database.all(
            """
            SELECT i.id, count(*), coalesce(sum(length(d.content)), 0)
            FROM users AS me JOIN users AS u ON u.id = me.id OR u.family_id = me.family_id
                CROSS JOIN caption_imports AS i ON i.user_id = u.id
                CROSS JOIN caption_drafts AS d ON d.import_id = i.id
            WHERE me.id = \(user.value)
            GROUP BY i.id ORDER BY i.id DESC
            """
        ) { (id: try $0.int(0), files: try $0.int(1), bytes: try $0.int(2)) }
        var (files, bytes) = (0, 0)
        for kept in imports {
            files += kept.files
            bytes += kept.bytes
            guard kept.id != number, files > Self.mostKept.files || bytes > Self.mostKept.bytes
            else { continue }
            try database.execute("DELETE FROM caption_imports WHERE id = \(kept.id)")
        }
    }

    /// The files of an import. Another person’s doesn’t exist.
    func all(_ number: Int, of user: ID<User>) throws -> [CaptionDraft] {
        let drafts = try database.all(
            """
            SELECT d.id, d.file_name, d.asset_id, d.format, d.encoding, d.content
            FROM caption_drafts AS d JOIN caption_imports AS i ON i.id = d.import_id
            WHERE i.id = \(number) AND i.user_id = \(user.value) ORDER BY d.id
            """
        ) { row in
            CaptionDraft(
                id: try row.int(0),
                fileName: try row.text(1),
                video: try row.intOrNil(2).map { ID($0) },
                format: try row.textOrNil(3).flatMap { CaptionFormat(rawValue: $0) },
                encoding: try row.textOrNil(4),
                content: Deflate.expand(try row.blob(5)) ?? []
            )
        }
        guard !drafts.isEmpty else { throw Failure.notFound }
        return drafts
    }

    /// Notes how a file is to be read.
    func correct(_ draft: CaptionDraft, _ format: CaptionFormat?, _ encoding: String?) throws {
        try database.execute(
            """
            UPDATE caption_drafts SET format = \(format?.rawValue), encoding = \(encoding)
            WHERE id = \(draft.id)
            """
        )
    }

    func forget(_ number: Int, of user: ID<User>) throws {
        try database.execute(
            "DELETE FROM caption_imports WHERE id = \(number) AND user_id = \(user.value)"
        )
    }

    func removeOld() throws {
        try RowSlices(database: database).remove(
            Self.imports(by: "user_id"),
            where: "made_at < \(now - Self.keptSeconds)"
        )
    }

    /// Each file may have megabytes.
    static func imports(by owner: StaticString) -> ErasedTable {
        ErasedTable(
            "caption_imports",
            by: owner,
            below: [ErasedTable("caption_drafts", by: "import_id", weight: 50)]
        )
    }
}

/// What the name of a caption file says by itself: the language, the kind, and the book.
struct CaptionGuess: Sendable, Equatable {
    private(set) var language: String?
    private(set) var kind = CaptionTrack.Kind.subtitles
    private(set) var isForced = false
    /// The part that may be the name of a book.
    private(set) var stem: String

    private static let kinds: [String: CaptionTrack.Kind] = [
        "sdh": .captions, "cc": .captions, "captions": .captions,
        "chapters": .chapters, "descriptions": .descriptions, "ad": .descriptions,
    ]
    private static let ignored: Set<String> = [
        "default", "full", "sub", "subs", "subtitle", "subtitles", "ut",
    ]
    /// “ja-sjis” is Japanese, and not Japanese in a script of that name.
    private static let encodings: Set<String> = [
        "utf8", "utf16", "sjis", "eucjp", "euckr", "gbk", "big5", "ansi", "latin1", "latin2",
        "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "win1250", "win1251", "koi8r",
    ]

    /// “Goodnight Moon.pt-BR.sdh.srt”: read from its end, up to the first part that says nothing
    /// about a language.
    init(_ fileName: String) {
        var parts = VideoName.parts(of: fileName).stem.split { ".()[]".contains($0) }
            .map { String($0) }
        if let last = parts.last, let end = last.lastIndex(where: { "_- ".contains($0) }),
            Self.encodings.contains(Folding.fold(String(last[last.index(after: end)...])))
        {
            parts[parts.count - 1] = String(last[..<end])
        }
        while let last = parts.last {
            let word = Folding.fold(last)
            if let named = Self.kinds[word], parts.count > 1, language == nil {
                kind = named
            } else if Self.isHearingImpaired(parts, language) {
                kind = .captions
            } else if word == CaptionTrack.forcedWord, parts.count > 1 {
                isForced = true
            } else if Self.ignored.contains(word) || Self.encodings.contains(word), parts.count > 1
            {
                // It says nothing here.
            } else if language == nil, let tag = Self.tag(word) {
                language = tag
            } else {
                break
            }
            parts.removeLast()
        }
        if language == nil, let last = parts.last,
            let end = last.lastIndex(where: { "_- ".contains($0) }), end > last.startIndex,
            let tag = Self.tag(String(last[last.index(after: end)...]))
        {
            // “moon_de”, “moon german”; “moon de” may be a title, and “Peter Pan” is no Punjabi.
            let isShort = last.distance(from: end, to: last.endIndex) <= 4
            if !isShort || last[end] != " " {
                language = tag
                parts[parts.count - 1] = String(last[..<end])
            }
        }
        stem = PlainText.trimmed(parts.joined(separator: " "))
    }

    private static func tag(_ word: String) -> String? {
        CaptionCode.language(Folding.fold(word))?.text
    }

    /// Whether a last word is “hi” for the hard of hearing: with a language before it or behind it. “Hi” is a
    /// word of a title.
    private static func isHearingImpaired(_ parts: [String], _ language: String?) -> Bool {
        guard let last = parts.last, Folding.fold(last) == CaptionCode.hearingImpaired else {
            return false
        }
        let before = parts.dropLast().last.map { Folding.fold($0) }
        return language == nil
            ? parts.count > 2 && before.map { CaptionCode.language($0) != nil } == true
            : parts.count > 1 && last != "Hi"
    }
}
