import HTTP
import SQLite
import Testing

@testable import Storytime

/// The seeded console with a family that uses all rooms, and everyone who comes: what one of them sends
/// leaves no trace for the next.
final class WholeHouse {
    /// Whose browser or program it is.
    enum Guest: String, CaseIterable, Sendable {
        case stranger, parent, admin, child

        /// Where they begin.
        var start: [String] {
            switch self {
            case .stranger: ["/login"]
            case .parent, .admin: ["/"]
            case .child: ["/kids"]
            }
        }
    }

    let console: Console
    private var cookies: [Guest: [String: String]] = [:]
    private var tokens: [Guest: String] = [:]
    private var count = 0

    init() throws {
        console = try Console.seeded()
        let family = try console.families.find(ID(1))
        let parent = try console.addParent("reader@example.test", in: family)
        try console.fillRooms(of: family, parent)
        let admin = try console.addUser("admin@example.test", .admin)
        try console.addSavedViews()
        for (guest, user) in [(Guest.admin, admin), (.parent, parent), (.child, parent)] {
            console.cookies = [:]
            try console.signIn(user)
            if guest == .child {
                #expect(try console.post("/children/1/kids").location == "/kids")
            } else {
                tokens[guest] = try console.bearer(user)
            }
            cookies[guest] = console.cookies
        }
        console.cookies = [:]
    }

    /// What their browser shows them, from where they begin.
    func crawl(as guest: Guest) throws -> [String: Answer] {
        console.cookies = cookies[guest] ?? [:]
        return try console.crawl(from: guest.start)
    }

    private struct Undone: Error {}

    /// The answer to a request of somebody's, after which everything is as it was. Nil for what the server
    /// would refuse before any page sees it.
    func answer(
        _ guest: Guest,
        _ route: Route,
        _ target: String,
        _ type: String? = nil,
        _ body: [UInt8] = []
    ) throws -> Answer? {
        count += 1
        var fields = [("Host", console.host)] + (type.map { [("Content-Type", $0)] } ?? [])
        if route.isForAPI {
            if let token = tokens[guest] { fields.append(("Authorization", "Bearer \(token)")) }
        } else if let kept = cookies[guest] {
            fields.append(("Cookie", kept.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")))
        }
        guard
            let request = Request(
                method: route.method,
                target: target,
                headers: Headers(fields),
                body: body,
                // The throttle counts visitors.
                peer: "10.\(count / 62_500 % 250).\(count / 250 % 250).\(count % 250 + 1)"
            )
        else { return nil }
        var answer: Answer?
        do {
            try console.database.write {
                answer = Answer(console.application.respond(to: request))
                throw Undone()
            }
        } catch is Undone {}
        return answer
    }
}

extension Console {
    /// Puts something into each of a family's rooms.
    fileprivate func fillRooms(of family: Family, _ parent: ID<User>) throws {
        let fox = try books.find(ID(3))
        try keepForReading(fox, by: parent)
        try addTrack(["Once", "upon a time"], to: try addAsset(of: fox), "en")
        let document = try CaptionDocument.pack(.ofLines(["Det var en gång"]))
        let (home, reader) = (family.id.value, parent.value)
        try database.execute(
            """
            UPDATE families SET kids_pin_hash = \(try PasswordHash.cheap(of: "4711").text),
                kids_pin_set_at = \(time.now), kids_pin_set_by = \(reader) WHERE id = \(home)
            """
        )
        let rows: [SQL] = [
            """
            INSERT INTO photo_categories (id, family_id, name, name_key, color, icon_name,
                display_order, created_at, updated_at)
            VALUES (60, \(home), 'Zoo', 'zoo', '#112233', 'pawprint', 10, 1, 1)
            """,
            """
            INSERT INTO photos (id, family_id, category_id, file_key, content_hash, name, format, state,
                width, height, color, taken_at, place, bytes, has_original, created_at)
            VALUES (61, \(home), 60, 'AAAAAAAAAAAAAAAAAAAAAAAA', zeroblob(32), 'a.jpg', 'jpeg', 'ready',
                4, 3, '#445566', '2024-05-06', 1.5, 100, 0, 1)
            """,
            """
            INSERT INTO family_captions (family_id, book_id, language, format, document, cue_count,
                created_at, created_by)
            VALUES (\(home), \(fox.id.value), 'sv', 'srt', \(document), 1, 1, 'Astrid')
            """,
            """
            INSERT INTO web_videos (id, family_id, kind, url, title, created_at, created_by)
            VALUES (1, \(home), 'file', 'https://films.example/fox.mp4', 'Fox', 1, 'Astrid')
            """,
            """
            INSERT INTO family_captions (family_id, web_video_id, language, format, document, cue_count,
                created_at, created_by)
            VALUES (\(home), 1, 'sv', 'srt', \(document), 1, 1, 'Astrid')
            """,
            "INSERT INTO watch_history (user_id, web_video_id, turn, opened_at) VALUES (\(reader), 1, 99, 1)",
            "INSERT INTO parent_switches VALUES (\(reader), 'live', 1)",
            """
            INSERT INTO live_sessions (id, user_id, title, language, way, started_at)
            VALUES (1, \(reader), 'Live', 'en', 'browser', \(time.now))
            """,
            "INSERT INTO live_pieces VALUES (1, 1, 0, 1000, 'Once')",
            """
            INSERT INTO explanations (id, family_id, user_id, book_id, track, cue, kind, text, language,
                content_hash, model, state, answer, asked_at)
            VALUES (1, \(home), \(reader), \(fox.id.value), '1', 0, 'explain', 'Once', 'en', zeroblob(32),
                'm', 'done', 'Hi', 1)
            """,
            """
            INSERT INTO child_series (child_id, series_id, status, listed_at, updated_at)
            VALUES (1, 1, 'watching', 1, 1)
            """,
            "INSERT INTO caption_imports (id, user_id, made_at) VALUES (1, \(reader), \(time.now))",
            """
            INSERT INTO caption_drafts (import_id, file_name, content)
            VALUES (1, 'a.srt', \(Array("1\n00:00:01,000 --> 00:00:02,000\na\n".utf8)))
            """,
            "UPDATE children SET may_read_along = 1",
        ]
        for row in rows { try database.execute(row) }
    }
}
