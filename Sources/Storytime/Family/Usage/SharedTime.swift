/// Gives each moment of a child to one viewing: of those that played, to the one that began last.
///
/// The moments at which a viewing starts or stops playing cut time into pieces. One viewing after
/// the other takes those of its pieces that nobody has yet, the one that began last first, and what
/// is taken is skipped by all others. So sharing costs about as much as there are times, however
/// many viewings played at once.
struct SharedTime {
    /// When a viewing played, and what that gives it.
    struct Claim: Sendable {
        let turn: PlayedTime.Turn
        let played: PlayedTime
        /// It keeps what it has, against all others.
        var isFrozen = false
        /// It takes nothing from others.
        var isLeftOut = false

        init(
            _ key: Viewing.Key,
            _ played: PlayedTime,
            isFrozen: Bool = false,
            isLeftOut: Bool = false
        ) {
            turn = PlayedTime.Turn(
                startedMS: played.startedMS,
                session: key.session,
                book: key.book
            )
            self.played = played
            self.isFrozen = isFrozen
            self.isLeftOut = isLeftOut
        }

        /// Whether it takes its pieces before another one.
        fileprivate func isBefore(_ other: Claim) -> Bool {
            isFrozen == other.isFrozen ? other.turn < turn : isFrozen
        }
    }

    /// The moments between the pieces, in order.
    private let cuts: [Int]
    /// For each piece itself if it is free, otherwise a later one: the next free one, or one on the
    /// way there. What begins with the last cut is always free.
    private var later: [Int]

    /// What of each claim counts, in the order of the claims; of one that is left out, for how long
    /// in each quarter of an hour.
    static func counted(_ claims: [Claim]) -> [PlayedTime] {
        var counted = claims.map(\.played)
        guard claims.count > 1 else { return counted }
        var shared = SharedTime(claims)
        let order = claims.indices.sorted { claims[$0].isBefore(claims[$1]) }
        for index in order {
            let times = shared.take(claims[index])
            if !claims[index].isFrozen { counted[index].times = times }
        }
        return counted
    }

    private init(_ claims: [Claim]) {
        var moments: [Int] = []
        for claim in claims {
            for time in claim.played.times {
                moments.append(time.lowerBound)
                moments.append(time.upperBound)
            }
        }
        moments.sort()
        var cuts: [Int] = []
        for moment in moments where moment != cuts.last { cuts.append(moment) }
        self.cuts = cuts
        later = Array(cuts.indices)
    }

    /// The times in which a claim finds its pieces free. They aren’t afterwards, unless it is left
    /// out. Many that are left out may find the same pieces free, and of them only matters for how
    /// long they played on each day: the pieces of a quarter of an hour are put together.
    private mutating func take(_ claim: Claim) -> [Range<Int>] {
        var taken: [Range<Int>] = []
        for time in claim.played.times {
            let end = piece(at: time.upperBound)
            var piece = firstFree(from: piece(at: time.lowerBound))
            while piece < end {
                let first = piece
                while piece < end, later[piece] == piece {
                    if !claim.isLeftOut { later[piece] = piece + 1 }
                    piece += 1
                }
                let range = cuts[first]..<cuts[piece]
                if claim.isLeftOut, let last = taken.last, Self.areInOneQuarter(last, range) {
                    taken[taken.count - 1] = last.lowerBound..<(last.upperBound + range.count)
                } else {
                    taken.append(range)
                }
                piece = firstFree(from: piece)
            }
        }
        return taken
    }

    /// Days begin with a quarter of an hour, in every zone.
    private static func areInOneQuarter(_ one: Range<Int>, _ later: Range<Int>) -> Bool {
        one.lowerBound / 900_000 == (later.upperBound - 1) / 900_000
    }

    /// Shortens the way for whoever comes next.
    private mutating func firstFree(from piece: Int) -> Int {
        var piece = piece
        while later[piece] != piece {
            later[piece] = later[later[piece]]
            piece = later[piece]
        }
        return piece
    }

    /// The piece that begins with a cut.
    private func piece(at moment: Int) -> Int {
        var (low, high) = (0, cuts.count)
        while low < high {
            let middle = (low + high) / 2
            if cuts[middle] < moment { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
