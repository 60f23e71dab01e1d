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
    /// To their former places in a category.
    case order([PhotoRun], in: ID<PhotoCategory>)

    static let path = PhotoPages.path + "/undo"
    /// A longer address doesn't fit into the cookie of the notice: then there is no Undo.
    private static let longest = 1500

    /// Reads "bin", "turn-3", "move" or "order" with the photos: "1-2-3"; for moves "4:1-2.5:3", with
    /// the category first; and for an order the same with the next photo, or nothing at the end.
    init?(_ query: Fields) {
        let photos = query.text("photos") ?? ""
        switch query.text("undo").flatMap({ PhotoChange($0) }) {
        case .bin: self = .bin(Self.ids(photos[...]))
        case .turn(let quarters): self = .turn(by: quarters, Self.ids(photos[...]))
        default:
            let parts = Self.parts(photos)
            switch (query.text("undo"), PhotoListAddress(query).category) {
            case ("move", _):
                let moves = parts.compactMap { part in
                    ID<PhotoCategory>(pathSegment: part.head).map { ($0, part.photos) }
                }
                self = .moves(Dictionary(moves, uniquingKeysWith: +))
            case ("order", let category?):
                let runs = parts.map {
                    PhotoRun(photos: $0.photos, next: ID(pathSegment: $0.head))
                }
                self = .order(runs, in: category)
            default: return nil
            }
        }
    }

    /// "4:1-2.5:3"
    private static func parts(_ text: String) -> [(head: Substring, photos: [ID<Photo>])] {
        text.split(separator: ".").compactMap { part in
            let halves = part.split(
                separator: ":",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return halves.count == 2 ? (halves[0], ids(halves[1])) : nil
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
            // The category is that of the list to which it leads back.
            case .order(let runs, _):
                (
                    "order",
                    runs.map { "\($0.next.map { "\($0)" } ?? ""):\(list($0.photos))" }
                        .joined(separator: ".")
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
        case .order(let runs, let category):
            let count = try putBack(runs, of: family, in: category)
            return count == 0
                ? Flash(
                    .info,
                    "These photos can’t be moved back: they or their neighbors are gone."
                )
                : Flash(.good, "\(Counted.text(count, "photo", "photos")) moved back.")
        }
    }
}
