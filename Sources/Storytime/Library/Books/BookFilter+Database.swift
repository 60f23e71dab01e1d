import SQLite

/// What the database is asked.
extension BookFilter {
    /// The expression for `books_search`; nil when nothing is filtered.
    ///
    /// Filters are words of the column `facets`, as the view `books_facets` spells them.
    var expression: String? {
        var parts = wordsExpression.map { [$0] } ?? []
        parts += facetChoices.map { facets in
            facets.count == 1
                ? "facets : \"\(facets[0])\""
                : "facets : (" + facets.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
        }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    /// The words alone.
    var wordsExpression: String? {
        let columns = "title_key author_key description_key"
        return SearchWords(words).expression(in: columns, spelled: spellings)
    }

    /// The filters, words and rights aside: a book must have one facet of each list.
    var facetChoices: [[String]] {
        var choices = facets.map { [$0] }
        if isImpossible { choices.append([Self.noFacet]) }
        if case .anyOf(let years) = age { choices.append(years.map(Self.facet(ofAge:))) }
        return choices
    }

    /// No facet is spelled so.
    private static let noFacet = "qqnothing"

    private var facets: [String] {
        var facets: [String] = []
        if let status { facets.append(Self.facet(of: status)) }
        if let category { facets.append("qqc" + Self.text(category)) }
        if let publisher { facets.append("qqp" + Self.text(publisher)) }
        if let series { facets.append("qqr" + Self.text(series)) }
        if let tag { facets.append("qqt" + Self.text(tag)) }
        switch language {
        case .tag(let tag): facets.append("qql" + Self.letters(of: tag))
        case .unknown: facets.append("qqlnone")
        case nil: break
        }
        switch age {
        case .years(let years): facets.append(Self.facet(ofAge: years))
        case .unknown: facets.append("qqanone")
        // Any of several facets is no facet: `facetChoices` has them.
        case .anyOf, nil: break
        }
        if let hasCover { facets.append(hasCover ? "qqvyes" : "qqvno") }
        if let video { facets.append("qqm" + video.rawValue) }
        return facets
    }

    static func facet(of status: Book.Status) -> String { "qqs" + status.rawValue }

    private static func facet(ofAge years: Int) -> String {
        "qqa" + (years < 10 ? "0" : "") + String(years)
    }

    /// The letters and digits of a language tag, as the facets spell it.
    private static func letters(of tag: String) -> String {
        tag.lowercased().replacing("-", with: "")
    }

    /// The same as a condition on a row `b` of `books`, the words aside.
    var condition: SQL {
        var condition: SQL = "b.deleted_at IS NULL"
        if isImpossible { condition = condition + " AND 0" }
        if let status { condition = condition + " AND b.status = \(status.rawValue)" }
        switch category {
        case .id(let id):
            condition =
                condition
                    + """
                     AND EXISTS (SELECT 1 FROM book_categories AS bc
                        WHERE bc.book_id = b.id AND bc.category_id = \(id.value))
                    """
        case .missing: condition = condition + " AND b.category_count = 0"
        case nil: break
        }
        switch publisher {
        // Unary plus: the index on publishers is not in the order of the list.
        case .id(let id): condition = condition + " AND +b.publisher_id = \(id.value)"
        case .missing: condition = condition + " AND +b.publisher_id IS NULL"
        case nil: break
        }
        switch series {
        case .id(let id): condition = condition + " AND +b.series_id = \(id.value)"
        case .missing: condition = condition + " AND +b.series_id IS NULL"
        case nil: break
        }
        condition = condition + tagCondition
        condition = condition + languageCondition + ageCondition + coverCondition + videoCondition
        return rights.map { "\(sql: condition) AND \(sql: $0.condition)" } ?? condition
    }

    private var tagCondition: SQL {
        switch tag {
        case .id(let id):
            """
             AND EXISTS (SELECT 1 FROM book_tags AS bt
                WHERE bt.book_id = b.id AND bt.tag_id = \(id.value))
            """
        case .missing: " AND NOT EXISTS (SELECT 1 FROM book_tags AS bt WHERE bt.book_id = b.id)"
        case nil: ""
        }
    }

    private var languageCondition: SQL {
        switch language {
        case .tag(let tag):
            " AND (b.language LIKE \(tag) OR b.language LIKE \(tag + "-%"))"
        case .unknown: " AND +b.language IS NULL"
        case nil: ""
        }
    }

    private var ageCondition: SQL {
        switch age {
        case .years(let years):
            """
             AND coalesce(b.age_min, 0) <= \(years)
                AND coalesce(b.age_max, \(AgeRange.allowed.upperBound)) >= \(years)
            """
        case .anyOf(let years):
            """
             AND coalesce(b.age_min, 0) <= \(years.upperBound)
                AND coalesce(b.age_max, \(AgeRange.allowed.upperBound)) >= \(years.lowerBound)
            """
        case .unknown: " AND b.age_min IS NULL AND b.age_max IS NULL"
        case nil: ""
        }
    }

    private var coverCondition: SQL {
        switch hasCover {
        case true?: " AND (b.cover_key IS NOT NULL OR b.cover_url IS NOT NULL)"
        case false?: " AND b.cover_key IS NULL AND b.cover_url IS NULL"
        case nil: ""
        }
    }

    private var videoCondition: SQL {
        let (start, end): (SQL, SQL) = (
            " EXISTS (SELECT 1 FROM video_assets AS v WHERE v.book_id = b.id AND v.is_current = 1",
            ")"
        )
        return switch video {
        case .ready?: " AND\(sql: start) AND v.status = 'ready'\(sql: end)"
        case .unready?: " AND NOT\(sql: start) AND v.status = 'ready'\(sql: end)"
        case .preparing?:
            " AND\(sql: start) AND v.status IN ('waiting', 'preparing')\(sql: end)"
        case .errored?: " AND\(sql: start) AND v.status = 'errored'\(sql: end)"
        case BookFilter.Video.none?: " AND NOT\(sql: start)\(sql: end)"
        case nil: ""
        }
    }
}
