import HTTP
import Received
import SQLite
import Subtitles

/// The forms in which a session is saved.
enum LiveFile: String, PathParameter, CaseIterable, Sendable {
    case text = "transcript.txt"
    case vtt = "transcript.vtt"
    case csv = "transcript.csv"

    init?(pathSegment: Substring) {
        self.init(rawValue: String(pathSegment))
    }

    var contentType: String {
        switch self {
        case .text: "text/plain; charset=utf-8"
        case .vtt: "text/vtt; charset=utf-8"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    private var ending: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

    /// “live-25-november-2026-18-30.vtt”.
    func name(of session: LiveSession, _ times: TimeText) -> FileName {
        FileName(session.title, or: "live-\(times.isoDay(session.startedAt))", ending: ending)
    }

    /// What was said, a line for each piece.
    static func text(_ pieces: [LivePiece]) -> [UInt8] {
        Array(pieces.map { $0.text + "\n" }.joined().utf8)
    }

    static func vtt(_ session: LiveSession, _ pieces: [LivePiece]) -> [UInt8] {
        var captions = Captions(
            format: .vtt,
            cues: pieces.map {
                // A cue without a length isn’t one.
                Cue(
                    start: MediaTime(milliseconds: $0.start),
                    end: MediaTime(milliseconds: max($0.end, $0.start + 1)),
                    text: $0.text
                )
            }
        )
        captions.language = session.language == "und" ? nil : session.language
        return CaptionFormatForm(.vtt).write(captions, language: session.language, seconds: nil)
    }
}

/// A session as a table.
struct LiveExport: ExportedList {
    static let name = "live"

    static let columns: [CSVColumn<LivePiece>] = [
        .integer("number", "The line’s number.") { $0.number },
        .text("start", "When it begins, in seconds from the beginning of the session.") {
            seconds($0.start)
        },
        .text("end", "When it ends, in the same way.") { seconds($0.end) },
        .text("text", "What was said.") { $0.text },
    ]

    private let session: ID<LiveSession>
    private var last = 0

    init(_ session: LiveSession) { self.session = session.id }

    var columns: [CSVColumn<LivePiece>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [LivePiece] {
        let pieces = try database.all(
            """
            SELECT \(sql: LivePiece.columns) FROM live_pieces
            WHERE session_id = \(session.value) AND number > \(last)
            ORDER BY number LIMIT \(limit)
            """,
            LivePiece.init
        )
        last = pieces.last?.number ?? last
        return pieces
    }

    /// “75.250”.
    private static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
