import HTTP

/// A short list as a whole, `{"data": […]}`.
struct WholeList<Content: NamedRecord>: APIAnswer {
    let records: [Content]
    /// The records that were removed, if only changes were requested.
    var removed: RemovedRecords?
    /// For how long everybody may keep it; nil means nobody may.
    var maximumAgeSeconds: Int?

    func response(to visit: Visit) throws -> Response {
        let content = JSONWriter.bytes { json in
            json.object { json in
                json.name("data")
                json.list(records)
                json.removed(removed)
            }
        }
        guard let maximumAgeSeconds else { return try visit.tagged(content) }
        return try visit.tagged(content, caching: "public, max-age=\(maximumAgeSeconds)")
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .ok,
                meaning: "All of them.",
                headers: [.etag],
                schema: .object(
                    [Schema.dataMember(.list(Content.schema))] + RemovedRecords.members
                ),
                example: JSONWriter.bytes { $0.data([Content.example]) }
            ),
            .notModified,
        ]
    }
}

/// A page of a list: `{"data": […], "page": 1, "per_page": 20, "total_count": 202}`, with links to
/// its neighbors.
struct ListPage<Content: NamedRecord>: APIAnswer {
    let records: [Content]
    let query: PageQuery
    let total: Int
    /// The keys of the first and the last entry, in a list whose neighboring pages begin beside an
    /// entry (`ListPlace`).
    var edges: (first: Int, last: Int)?
    /// The records that were removed, if only changes were requested.
    var removed: RemovedRecords?

    func response(to visit: Visit) throws -> Response {
        var response = try visit.tagged(content)
        let links = links(visit)
        if !links.isEmpty { response.headers.add("Link", links) }
        return response
    }

    private var content: [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.name("data")
                json.list(records)
                for (name, number) in [
                    ("page", query.page), ("per_page", query.perPage), ("total_count", total),
                ] {
                    json.name(name)
                    json.integer(number)
                }
                json.removed(removed)
            }
        }
    }

    private func links(_ visit: Visit) -> String {
        if let removed { return removed.link(visit) }
        let last = max(1, (total + query.perPage - 1) / query.perPage)
        var links = [("first", 1), ("last", last)]
        if query.page > 1 { links.append(("prev", min(query.page - 1, last))) }
        if query.page < last { links.append(("next", query.page + 1)) }
        let others = ((try? visit.query().pairs) ?? []).filter {
            !["page", "after", "before"].contains($0.name)
        }
        return links.filter { $0.1 != query.page }.map { name, page in
            let pairs = others + [(name: "page", value: String(page))] + place(name, page)
            let path = visit.request.path + "?" + PercentEncoding.encodeQuery(pairs)
            return "<\(visit.absolute(path))>; rel=\"\(name)\""
        }.joined(separator: ", ")
    }

    /// The entry beside which a neighboring page begins. The first page begins at the start.
    private func place(_ link: String, _ page: Int) -> [(name: String, value: String)] {
        switch (link, edges) {
        case ("next", let edges?): [(name: "after", value: String(edges.last))]
        case ("prev", let edges?) where page > 1: [(name: "before", value: String(edges.first))]
        default: []
        }
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        let example = ListPage(
            records: [Content.example],
            query: PageQuery(page: 1, perPage: PageQuery.standardSize),
            total: 1
        )
        let numbers = [
            ("page", "The number of this page."), ("per_page", "The number of entries per page."),
            ("total_count", "The number of entries on all pages."),
        ]
        return [
            AnswerDescription(
                status: .ok,
                meaning: "One page of the list.",
                headers: [.etag, .link],
                schema: .object(
                    [Schema.dataMember(.list(Content.schema))]
                        + numbers.map {
                            SchemaMember(
                                name: $0.0,
                                schema: .integer(),
                                meaning: $0.1,
                                isRequired: true
                            )
                        } + RemovedRecords.members
                ),
                example: example.content
            ),
            .notModified,
        ]
    }
}

/// What a list also says if only its changes were requested.
struct RemovedRecords: Sendable {
    let ids: [Int]
    /// The moment up to which a program with this page knows all changes.
    let until: Int
    let next: ChangesQuery.Place?

    /// The changed records that are not among those that were found.
    init(_ changes: ChangeList, but found: some Sequence<Int>) {
        ids = changes.removed(but: found)
        until = changes.until
        next = changes.next
    }

    static let members = [
        SchemaMember(
            name: "removed_ids",
            schema: .list(.integer()),
            meaning: "With `updated_since`: the ids of records that aren’t in the list.",
            isRequired: false
        ),
        SchemaMember(
            name: "updated_until",
            schema: .text(format: "date-time"),
            meaning: "With `updated_since`: the value to send next time.",
            isRequired: false
        ),
    ]

    /// The address of the next page.
    fileprivate func link(_ visit: Visit) -> String {
        guard let next else { return "" }
        let others = ((try? visit.query().pairs) ?? []).filter { $0.name != "after" }
        let pairs = others + [(name: "after", value: next.text)]
        let path = visit.request.path + "?" + PercentEncoding.encodeQuery(pairs)
        return "<\(visit.absolute(path))>; rel=\"next\""
    }
}

extension JSONWriter {
    fileprivate mutating func removed(_ removed: RemovedRecords?) {
        guard let removed else { return }
        name("removed_ids")
        list { json in for id in removed.ids { json.integer(id) } }
        member("updated_until", TimeText.iso(removed.until))
    }
}
