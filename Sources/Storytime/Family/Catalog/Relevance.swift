/// How well a book fits the words of a search, from the best to the last.
///
/// Parents look for titles and authors: where words stand says more than how often. Each step is an
/// expression of its own for the search index, so that a page asks for as many as it needs to be
/// full, and nothing is reckoned book by book.
enum Relevance: CaseIterable {
    /// The title begins with them.
    case titleBegins
    /// The title has all of them.
    case title
    /// The title has all of them, the last one as a beginning.
    case titleBegun
    /// Title and author have them together.
    case titleAndAuthor

    /// What finds the books of this step, and maybe those of better ones; nil where nothing does.
    func expression(_ filter: BookFilter) -> String? {
        let words = SearchWords(filter.words)
        let spellings = filter.spellings
        switch self {
        case .titleBegins:
            guard spellings.isEmpty, !words.isEmpty else { return nil }
            return "title_key : ^\"" + words.terms.joined(separator: " ") + "\""
        case .title:
            return words.expression(in: "title_key", spelled: spellings, isLastBegun: false)
        case .titleBegun: return words.expression(in: "title_key", spelled: spellings)
        case .titleAndAuthor:
            return words.expression(in: "title_key author_key", spelled: spellings)
        }
    }
}
