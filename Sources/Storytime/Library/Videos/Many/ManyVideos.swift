import SQLite
import Server
import Subtitles

/// Many videos at once: the files that wait, the books that their names suggest, and adding them.
struct ManyVideos {
    /// A file with what is known, suggested and chosen about its book.
    struct Row: Sendable {
        let file: WaitingFile
        /// The best first.
        let matches: [BookMatch]
        /// The book that is selected: the chosen one, or the best.
        var book: BookTraits?
        var isWanted: Bool
        /// Whether that book plays a video already.
        var replaces = false
        /// The name of another file for the same book.
        var rival: String?
        var error: String?
    }

    /// A page of the list.
    struct Slice: Sendable {
        var rows: [Row]
        let pagination: Pagination
        /// What is said of files in the inbox that are neither videos nor captions; nil if there are none.
        let others: String?
    }

    static let perPage = 50

    let database: Database
    let now: Int
    let site: Site

    var files: WaitingFileStore { WaitingFileStore(database: database, now: now) }
    var inbox: Inbox { Inbox(site.configuration) }
    private var matcher: BookMatcher { BookMatcher(database: database) }
    private var videos: LocalVideos { LocalVideos(database: database, now: now, site: site) }

    // MARK: Reading

    /// Uploaded files by name, then those in the inbox. Only what is on the page is matched.
    func slice(page: Int) throws -> Slice {
        let contents = inbox.contents()
        let used = try videos.namesInUse()
        let found = contents.videos.filter { !used.contains($0.name) }
        let uploaded = try files.count(.videos)
        let pagination = Pagination(
            page: page,
            perPage: Self.perPage,
            total: uploaded + found.count
        )
        var shown = try files.uploaded(limit: pagination.perPage, offset: pagination.offset)
        let rest = found.dropFirst(max(0, pagination.offset - uploaded))
            .prefix(pagination.perPage - shown.count)
        shown += try files.inbox(Array(rest), contents)
        return Slice(rows: try rows(shown), pagination: pagination, others: contents.otherWords)
    }

    private func rows(_ files: [WaitingFile]) throws -> [Row] {
        var rows = try files.map { file in
            let matches = try matcher.matches(for: VideoName(file.name))
            let isSure = matches.first?.certainty == .sure && file.trouble == nil
            return Row(
                file: file,
                matches: matches,
                book: file.choice == nil ? matches.first?.book : nil,
                isWanted: file.choice?.isWanted ?? isSure
            )
        }
        let chosen = try matcher.traits(of: Set(files.compactMap { $0.choice?.book }))
        for index in rows.indices {
            if let book = files[index].choice?.book { rows[index].book = chosen[book] }
        }
        try compare(&rows)
        return rows
    }

    /// Notes which books have a video already, and which were given to two files. Of those that only
    /// the names suggest, the first is wanted.
    private func compare(_ rows: inout [Row]) throws {
        let books = Set(rows.compactMap { $0.book?.id })
        guard !books.isEmpty else { return }
        let playing = Set(
            try database.all(
                """
                SELECT book_id FROM video_assets
                WHERE book_id IN \(list: books.map(\.value)) AND is_current = 1
                """
            ) { ID<Book>(try $0.int(0)) }
        )
        // Only a person may replace a video that families can watch.
        for index in rows.indices {
            guard let book = rows[index].book?.id, playing.contains(book) else { continue }
            rows[index].replaces = true
            if rows[index].file.choice == nil { rows[index].isWanted = false }
        }
        // What somebody chose goes before what is only suggested, and what is sure before the rest.
        var takers: [ID<Book>: (key: WaitingFile.Key?, name: String)] = [:]
        for (book, name) in try files.chosen(of: books, except: rows.map(\.file.key)) {
            takers[book] = (nil, name)
        }
        let chosen = rows.filter { $0.isWanted && $0.file.choice != nil }
        for row in chosen + rows.filter(\.isWanted) + rows {
            guard let book = row.book?.id, takers[book] == nil else { continue }
            takers[book] = (row.file.key, row.file.name)
        }
        for index in rows.indices {
            guard let book = rows[index].book?.id else { continue }
            guard let taker = takers[book], taker.key != rows[index].file.key else { continue }
            rows[index].rival = taker.name
            if rows[index].file.choice == nil { rows[index].isWanted = false }
        }
    }

    /// A file that waits; nil if it doesn't any more.
    func find(_ key: WaitingFile.Key) throws -> WaitingFile? {
        switch key {
        case .upload(let id): return try files.find(id)
        case .inbox(let name):
            guard VideoName.isVideo(name), let file = inbox.file(name),
                try !videos.namesInUse().contains(name)
            else { return nil }
            return try files.inbox([file], Inbox.Contents()).first
        }
    }

    /// Looks for new files in the inbox, to find out how long they are.
    func notice() throws {
        if try files.notice(inbox, without: videos.namesInUse()) { site.vitals.jobBell.ring() }
    }

    // MARK: Adding

    /// What is wrong with adding files to books, by their keys; nothing if they can be added.
    func errors(in wanted: [ManyVideosForm.Line]) throws -> [WaitingFile.Key: String] {
        var errors: [WaitingFile.Key: String] = [:]
        let books = try matcher.traits(of: Set(wanted.compactMap(\.book)))
        var takers: [ID<Book>: String] = [:]
        for line in wanted {
            guard let file = try find(line.key) else { continue }
            guard let book = line.book else {
                errors[line.key] = "Choose a book for this video, or leave the video out."
                continue
            }
            if books[book] == nil {
                errors[line.key] = "This book is no longer in the catalog. Choose another."
            } else if let other = takers[book] {
                errors[line.key] =
                    "“\(other)” is for the same book. Choose another, or leave one video out."
            } else {
                takers[book] = file.name
            }
        }
        return errors
    }

    /// Has a video made of a file that waits. What can't be done is noted at the file.
    ///
    /// The captions that came with it; nil if the file no longer waits, because somebody else was faster or
    /// it was taken away.
    func add(_ key: WaitingFile.Key, to book: ID<Book>, by actor: Actor) throws -> BesideCaptions? {
        guard let file = try find(key) else { return nil }
        let inbox = inbox
        var captions = BesideCaptions()
        let spoken = try VideoStore(database: database, now: now).spokenLanguage(of: book)
        switch key {
        case .upload(let id):
            let beside = try files.captions(beside: file.name)
            let folder = VideoFolder(site.configuration)
            for one in beside {
                captions.take(newCaptions(one, beside: file.name, folder, spoken), one.name)
            }
            try videos.add(
                {
                    guard let source = try files.source(of: id) else { throw Failure.notFound }
                    return source
                },
                named: file.name,
                to: book,
                captions: captions.read,
                by: actor
            ) { try files.leave(key, as: $0, beside.map(\.file)) }
            beside.forEach { folder.remove($0.file) }
        case .inbox(let name):
            captions = inbox.newCaptions(beside: name, spoken: spoken)
            try videos.add(
                { .inbox(name) },
                named: name,
                to: book,
                captions: captions.read,
                by: actor
            ) { try files.leave(key, as: $0, []) }
        }
        return captions
    }

    /// Captions that were uploaded with a video; nil if they can't be read.
    private func newCaptions(
        _ captions: (name: String, file: String),
        beside video: String,
        _ folder: VideoFolder,
        _ spoken: String?
    ) -> NewCaptions? {
        guard let name = CaptionName(captions.name, beside: video),
            let bytes = try? Folder.read(folder.path(of: captions.file)).bytes,
            let file = try? CaptionFile(
                bytes,
                ReadingOptions(fileName: captions.name, language: name.language ?? spoken)
            )
        else { return nil }
        return NewCaptions(file, name)
    }
}

extension Visit {
    var manyVideos: ManyVideos { ManyVideos(database: database, now: now, site: site) }
}
