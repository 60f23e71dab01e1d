import HTTP
import Received
import SQLite

/// What parents do to many photos at once.
enum PhotoChange: Equatable {
    /// A place among the others of the category.
    enum Place: String {
        case first, last, earlier, later
    }

    case move(ID<PhotoCategory>)
    /// By quarters to the right.
    case turn(Int)
    case put(Place)
    /// To prepare those once more that were given up.
    case again
    case bin

    /// Reads "move-7", "turn-1", "put-first", "again" and "bin".
    init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1)
        switch (parts.first, parts.count > 1 ? parts[1] : "") {
        case ("again", ""): self = .again
        case ("bin", ""): self = .bin
        case ("move", let id):
            guard let id = ID<PhotoCategory>(pathSegment: id) else { return nil }
            self = .move(id)
        case ("turn", let quarters):
            guard let quarters = ReceivedNumber.integer(quarters), (1...3).contains(quarters) else {
                return nil
            }
            self = .turn(quarters)
        case ("put", let place):
            guard let place = Place(rawValue: String(place)) else { return nil }
            self = .put(place)
        default: return nil
        }
    }
}

extension PhotoStore {
    /// Does it, and says what was done.
    func carryOut(
        _ change: PhotoChange,
        on ids: [ID<Photo>],
        of scope: FamilyScope,
        _ back: PhotoChangeReturn
    ) throws -> Flash {
        let family = scope.family.id
        switch change {
        case .move(let id):
            let category = try category(id, of: family)
            var former: [ID<PhotoCategory>: [ID<Photo>]] = [:]
            let count = try database.write {
                former = try origins(of: ids, of: family, besides: id)
                return try move(ids, of: family, to: id)
            }
            return count == 0
                ? Flash(.info, "All of these photos are already in “\(category.name)”.")
                : Flash(
                    .good,
                    "\(Self.photos(count)) moved to “\(category.name)”.",
                    undo: PhotoUndo.moves(former).href(back)
                )
        case .turn(let quarters):
            let count = try turn(ids, of: family, by: quarters)
            return count == 0
                ? Flash(.info, "None of these photos can be rotated.")
                // It isn't done yet.
                : Flash(
                    .info,
                    "Rotating \(Self.photos(count))…",
                    undo: PhotoUndo.turn(by: 4 - quarters, ids).href(back)
                )
        case .put(let place):
            guard let category = back.address.category else {
                return Flash(.info, "Choose a category first: photos have an order within one.")
            }
            let former = try put(ids, of: family, at: place, in: category)
            return former.isEmpty
                ? Flash(.info, "These photos are already there.")
                : Flash(
                    .good,
                    "\(Self.photos(former.reduce(0) { $0 + $1.photos.count })) moved.",
                    undo: PhotoUndo.order(former, in: category).href(back)
                )
        case .again:
            let count = try tryAgain(ids, of: family)
            return count == 0
                ? Flash(.info, "None of these photos can be tried again.")
                : Flash(.info, "Preparing \(Self.photos(count))…")
        case .bin:
            let binned = try bin(ids, of: family, by: scope.actor)
            guard !binned.isEmpty else {
                return Flash(.info, "These photos are already in the bin.")
            }
            return Flash(
                .good,
                "\(Self.photos(binned.count)) moved to the bin.",
                undo: PhotoUndo.bin(binned).href(back)
            )
        }
    }

    private static func photos(_ count: Int) -> String { Counted.text(count, "photo", "photos") }
}
