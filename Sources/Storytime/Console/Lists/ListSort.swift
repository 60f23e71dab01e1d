/// The columns by which a list can be sorted, as its address spells them.
protocol ListSort: RawRepresentable<String>, CaseIterable, Sendable, Equatable {
    /// The order after a first click on the column's heading: names from A, times from the latest.
    var first: SortDirection<Self> { get }
}

/// The column by which a list is sorted, and whether the order is reversed.
struct SortDirection<Sort: ListSort>: Sendable, Equatable {
    var by: Sort
    var isDescending: Bool

    init(_ by: Sort, isDescending: Bool = false) {
        self.by = by
        self.isDescending = isDescending
    }

    /// Reads "author" or "-author"; nil when it is neither.
    init?(_ text: String?) {
        let name = text ?? ""
        let isTurned = name.hasPrefix("-")
        guard let by = Sort(rawValue: String(isTurned ? name.dropFirst() : name[...])) else {
            return nil
        }
        self.init(by, isDescending: isTurned)
    }

    var text: String { (isDescending ? "-" : "") + by.rawValue }

    var reversed: Self { Self(by, isDescending: !isDescending) }
}
