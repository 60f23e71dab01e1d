/// The records of a list that a bulk act is about.
enum ListTarget<Filter: ListFilter>: Sendable, Equatable {
    /// Those that were ticked.
    case checked([ID<Filter.Row>])
    /// All that match a filter, on every page. Their keys are never sent: the filter is run again where
    /// it is needed.
    case matching(Filter)

    /// Nil if nothing was ticked. At most one page can be ticked at once; `noun` is the word for them in
    /// messages.
    init?(_ fields: Fields, _ address: ListAddress<Filter>, _ noun: String) throws {
        guard !fields.isOn("all") else {
            self = .matching(address.request.filter)
            return
        }
        let ids = fields.all("ids").map { ID<Filter.Row>(pathSegment: $0[...]) }
        let maximum = ListAddress<Filter>.perPageChoices.max() ?? 0
        guard ids.count <= maximum, !ids.contains(nil) else {
            throw Failure.badRequest("“ids” must be \(noun) on one page of the list.")
        }
        guard !ids.isEmpty else { return nil }
        self = .checked(Array(Set(ids.compactMap(\.self))).sorted { $0.value < $1.value })
    }

    /// The fields with which a form sends them on.
    var fields: [(name: String, value: String)] {
        switch self {
        case .checked(let ids): ids.map { (name: "ids", value: String($0.value)) }
        case .matching: [(name: "all", value: "1")]
        }
    }
}
