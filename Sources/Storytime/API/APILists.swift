import HTTP

/// A short list as a whole, `{"data": […]}`.
struct WholeList<Content: NamedRecord>: APIAnswer {
    let records: [Content]
    /// For how long everybody may keep it; nil is nobody.
    var maximumAgeSeconds: Int?

    func response(to visit: Visit) throws -> Response {
        let content = JSONWriter.bytes { $0.data(records) }
        guard let maximumAgeSeconds else { return try visit.tagged(content) }
        return try visit.tagged(content, caching: "public, max-age=\(maximumAgeSeconds)")
    }

    static func descriptions(of method: Method) -> [AnswerDescription] {
        [
            AnswerDescription(
                status: .ok,
                meaning: "All there are.",
                headers: [.etag],
                schema: .data(.list(Content.schema)),
                example: JSONWriter.bytes { $0.data([Content.example]) }
            ),
            .notModified,
        ]
    }
}

/// A page of a list: `{"data": […], "page": 1, "per_page": 20, "total_count": 202}`, with links to
/// its neighbours.
struct ListPage<Content: NamedRecord>: APIAnswer {
    let records: [Content]
    let query: PageQuery
    let total: Int
    /// The keys of the first and the last entry, of a list whose neighbouring pages begin beside an
    /// entry (`ListPlace`).
    var edges: (first: Int, last: Int)?

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
            }
        }
    }

    private func links(_ visit: Visit) -> String {
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

    /// Beside which entry a neighbouring page lies. The first lies at the beginning.
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
            ("page", "Which page this is."), ("per_page", "How many entries a page has."),
            ("total_count", "How many entries there are on all pages."),
        ]
        return [
            AnswerDescription(
                status: .ok,
                meaning: "A page of the list.",
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
                        }
                ),
                example: example.content
            ),
            .notModified,
        ]
    }
}
