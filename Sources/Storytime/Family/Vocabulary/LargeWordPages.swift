import HTTP
import Quill

/// Somebody’s words in large letters: for parents to show, and for children who read along.
enum LargeWordPages {
    static let path = "/watch/words/large"
    private static let perPage = 60

    static let routes: [Route] = [
        get("/watch/words/large", for: .parent, show),
        get("/kids/words", for: .child, showChild),
    ]

    static func href(_ owner: WordOwner) -> String { "\(path)?whose=\(owner.text)" }

    static func show(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let owners = try visit.wordOwners(of: scope.family)
        let wanted = WordOwner(try visit.query().text("whose")) ?? .parents
        guard let owner = owners.first(where: { $0.owner == wanted }) else {
            throw Failure.notFound
        }
        let (words, pagination) = try words(visit, of: owner.owner, in: scope.family.id)
        return try visit.page(
            LargeWordsPage(
                owner: owner,
                owners: owners,
                words: words,
                pagination: pagination
            )
        )
    }

    /// Only where reading along is allowed.
    static func showChild(_ visit: Visit) throws -> Response {
        let library = try visit.kidsLibrary()
        guard library.child.settings.mayReadAlong else { throw Failure.notFound }
        let (words, pagination) = try words(
            visit,
            of: .child(library.child.id),
            in: library.device.family.id
        )
        return try visit.page(
            KidsWordsPage(child: library.child, words: words, pagination: pagination)
        )
    }

    private static func words(_ visit: Visit, of owner: WordOwner, in family: ID<Family>) throws
        -> ([KeptWord], Pagination)
    {
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.keptWords.count(of: owner, in: family)
        )
        let words = try visit.keptWords.shown(
            of: owner,
            in: family,
            limit: perPage,
            offset: pagination.offset
        )
        return (words, pagination)
    }
}

/// A word in large letters, which is said when it is touched.
struct LargeWord: Record {
    let word: KeptWord

    static let fields: [Field<LargeWord>] = [
        .text("term") { $0.word.term },
        .optionalText("tag") { large in
            large.word.language == WordEditForm.unknownLanguage ? nil : large.word.language
        },
    ]
}

/// The page for parents, who show it.
struct LargeWordsPage: Page {
    static let template = "family/vocabulary/large.html"

    let owner: WordOwnerName
    let owners: [WordOwnerName]
    let words: [KeptWord]
    let pagination: Pagination

    static let fields: [Field<LargeWordsPage>] = [
        .text("back_href") { page in
            "\(KeptWordPages.path)?whose=\(page.owner.owner.text)"
        },
        .text("title") { page in
            page.owner.owner == .parents
                ? "Your words" : Possessive.text(page.owner.name) + " words"
        },
        .list("owners") { page in
            page.owners.map { each in
                ChipLink(
                    label: each.name,
                    href: LargeWordPages.href(each.owner),
                    isCurrent: each.owner == page.owner.owner
                )
            }
        },
        .list("words") { $0.words.map { LargeWord(word: $0) } },
        .record("pagination") { page in
            page.pagination.view(
                path: LargeWordPages.path,
                query: [(name: "whose", value: page.owner.owner.text)]
            )
        },
    ]
}

/// The page for a child.
struct KidsWordsPage: PageForKids {
    static let template = "family/vocabulary/kids.html"
    static let path = "/kids/words"

    let child: Child
    let words: [KeptWord]
    let pagination: Pagination

    private func href(_ page: Int) -> String? {
        (1...pagination.pageCount).contains(page) ? "\(Self.path)?page=\(page)" : nil
    }

    static let fields: [Field<KidsWordsPage>] = [
        .optionalText("manifest_href") { "/kids/manifest/\($0.child.id)" },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .text("back_href") { _ in KidsShelfPages.path },
        .list("words") { $0.words.map { LargeWord(word: $0) } },
        .optionalText("previous_href") { $0.href($0.pagination.page - 1) },
        .optionalText("next_href") { $0.href($0.pagination.page + 1) },
    ]
}
