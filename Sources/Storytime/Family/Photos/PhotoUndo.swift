import HTTP
import SQLite

/// What takes a change of many photos back, as the address of a form has it.
enum PhotoUndo: Equatable {
    /// Out of the bin again.
    case bin([ID<Photo>])
    /// By quarters to the right.
    case turn(by: Int, [ID<Photo>])
    /// Into the categories in which they were.
    case moves([ID<PhotoCategory>: [ID<Photo>]])

    static let path = PhotoPages.path + "/undo"
    /// A longer address doesn't fit into the cookie of the notice: then there is no Undo.
    private static let longest = 1500

    /// Reads "bin", "turn-3" or "move" with the photos: "1-2-3", and for moves "4:1-2.5:3".
    init?(_ query: Fields) {
        let photos = query.text("photos") ?? ""
        switch query.text("undo").flatMap({ PhotoChange($0) }) {
        case .bin: self = .bin(Self.ids(photos[...]))
        case .turn(let quarters): self = .turn(by: quarters, Self.ids(photos[...]))
        default:
            guard query.text("undo") == "move" else { return nil }
            var moves: [ID<PhotoCategory>: [ID<Photo>]] = [:]
            for part in photos.split(separator: ".") {
                let halves = part.split(separator: ":", maxSplits: 1)
                guard halves.count == 2, let category = ID<PhotoCategory>(pathSegment: halves[0])
                else { continue }
                moves[category, default: []] += Self.ids(halves[1])
            }
            self = .moves(moves)
        }
    }

    private static func ids(_ text: Substring) -> [ID<Photo>] {
        text.split(separator: "-").compactMap { ID<Photo>(pathSegment: $0) }
    }

    /// Its address, which leads back to where the change was made; nil if it would be too long.
    func href(_ back: PhotoChangeReturn) -> String? {
        let list = { (ids: [ID<Photo>]) in ids.map { String($0.value) }.joined(separator: "-") }
        let (name, photos): (String, String) =
            switch self {
            case .bin(let ids): ("bin", list(ids))
            case .turn(let quarters, let ids): ("turn-\(quarters)", list(ids))
            case .moves(let moves):
                (
                    "move",
                    moves.sorted { $0.key.value < $1.key.value }
                        .map { "\($0.key):\(list($0.value))" }.joined(separator: ".")
                )
            }
        let query = PercentEncoding.encodeQuery(
            [(name: "undo", value: name), (name: "photos", value: photos)] + back.query
        )
        let href = "\(Self.path)?\(query)"
        return href.utf8.count <= Self.longest ? href : nil
    }
}

extension PhotoStore {
    /// Takes it back, and says so.
    func carryOut(_ undo: PhotoUndo, of scope: FamilyScope) throws -> Flash {
        let family = scope.family.id
        switch undo {
        case .bin(let ids):
            return PhotoPages.restored(try restore(ids, of: family, by: scope.actor))
        case .turn(let quarters, let ids):
            let count = try turn(ids, of: family, by: quarters)
            return Flash(.info, "Rotating \(Counted.text(count, "photo", "photos")) back…")
        case .moves(let moves):
            let count = try database.write {
                let known = Set(try categories(of: family).map(\.id))
                return try moves.filter { known.contains($0.key) }
                    .reduce(0) { $0 + (try move($1.value, of: family, to: $1.key)) }
            }
            return count == 0
                ? Flash(.info, "These photos can’t be moved back: they or their category are gone.")
                : Flash(.good, "\(Counted.text(count, "photo", "photos")) moved back.")
        }
    }
}
