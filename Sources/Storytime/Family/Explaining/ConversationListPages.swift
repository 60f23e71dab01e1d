import HTTP
import Quill

/// What a family asked about its stories, to be read again without the film.
enum ConversationListPages {
    static let path = "/watch/conversations"
    private static let perPage = 50

    static let routes: [Route] = [get("/watch/conversations", for: .parent, index)]

    static func index(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let family = scope.family.id
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.explanations.count(of: family)
        )
        let list = try visit.explanations.list(
            of: family,
            limit: perPage,
            offset: pagination.offset
        )
        let books = Set(list.map(\.first.book))
        return try visit.page(
            ConversationListPage(
                head: ReadingHead(path, visit, scope.family),
                list: list,
                watchable: try visit.shelf(of: scope.family).watchable(among: Array(books)),
                pagination: pagination,
                times: visit.times
            )
        )
    }
}

/// A family’s conversations, the latest first.
struct ConversationListPage: Page {
    static let template = "family/explaining/conversations.html"

    let head: ReadingHead
    let list: [ConversationSummary]
    let watchable: Set<ID<Book>>
    let pagination: Pagination
    let times: TimeText

    static let fields: [Field<ConversationListPage>] = [
        .record("head") { $0.head },
        .list("conversations") { page in
            page.list.map { summary in
                ConversationRow(
                    summary: summary,
                    isWatchable: page.watchable.contains(summary.first.book),
                    times: page.times
                )
            }
        },
        .record("pagination") { page in
            page.pagination.view(path: ConversationListPages.path, query: page.head.query)
        },
    ]
}

struct ConversationRow: Record {
    private static let mostAnswerCharacters = 200

    let summary: ConversationSummary
    let isWatchable: Bool
    let times: TimeText

    private var answer: String {
        let answer = summary.first.answer
        let short = answer.prefix(Self.mostAnswerCharacters)
        return short.endIndex == answer.endIndex ? answer : short + "…"
    }

    static let fields: [Field<ConversationRow>] = [
        .text("heading") { $0.summary.first.heading },
        .text("answer") { $0.answer },
        .text("language") { row in
            LanguageTag.name(of: row.summary.first.language) ?? row.summary.first.language
        },
        .optionalText("book") { $0.summary.bookTitle },
        .text("when") { $0.times.day($0.summary.first.askedAt) },
        .int("follow_ups") { $0.summary.followUps },
        // Of a story that may not be watched now, nothing is opened.
        .optionalText("href") { $0.isWatchable ? $0.summary.first.href : nil },
        .text("delete_href") { $0.summary.first.href + "/delete" },
    ]
}
