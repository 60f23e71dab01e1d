import HTTP
import Quill
import Server

/// The catalog, and the page of each book, as a family sees them: parents, and admins who act for
/// them.
enum CatalogPages {
    static let routes =
        familyPage("/catalog", whenNoneYet: { try $0.page(NoFamilyPage()) }, index)
        // On a worker: it shows up to 500 books at once.
        + familyPage("/catalog/add", lane: .worker, CatalogAddPages.ask)
        + familyForm("/catalog/add", CatalogAddPages.add)
        // On a worker: addresses at Mux are signed one by one.
        + familyPage("/catalog/books/{id}", lane: .worker, show)

    static func index(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let address = CatalogAddress(try visit.query(), path: scope.catalogPath)
        let shelf = visit.shelf(of: scope.family)
        let categories = try visit.categories.all()
        let list = try visit.catalog(shelf)
        let slice = try list.slice(address, address.filter(categories))
        let ids = slice.books.map(\.book.id)
        let owners = try LibraryOwners(visit, scope, of: ids)
        let videos = try shelf.videos(of: ids)
        let shown = CatalogShown(address, slice)
        let places = shown.places(hasPlaylists: try visit.isOn(.playlists))
        let today = scope.family.today(visit.now)
        return try visit.page(
            CatalogPage(
                scope: scope,
                shown: shown,
                form: CatalogForm(
                    address: address,
                    categories: categories,
                    publishers: try list.offered(visit.publishers.offered()) {
                        BookFilter(publisher: .id($0.id))
                    },
                    languages: try list.offered(visit.bookList.languages()) {
                        BookFilter(language: .tag($0))
                    },
                    familyLanguage: scope.family.language,
                    children: owners.children.map { ($0, $0.years(on: today)) }
                ),
                rows: slice.books.enumerated().map { index, summary in
                    CatalogRow(
                        summary,
                        videos[summary.book.id],
                        owners.targets(of: summary),
                        places[index / CatalogAddress.perPage]
                    )
                },
                hasChildren: !owners.children.isEmpty
            )
        )
    }

    static func show(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Book>) throws -> Response {
        let shelf = visit.shelf(of: scope.family)
        guard let book = try shelf.findIfAny(id) else {
            return try visit.gone(id, in: scope, to: scope.catalogPath + Flash.anchor)
        }
        let video = try visit.videos.current(of: id)
        let query = try visit.query()
        let address = CatalogAddress(carriedBy: query, path: scope.catalogPath)
        let owners = try LibraryOwners(visit, scope, of: [id])
        let categories = try visit.books.categories(of: id)
        let company = try WatchingWith(
            query,
            scope,
            owners,
            id,
            categories,
            from: CatalogPlace(address),
            captions: { try visit.seriesCaptions.memory(of: $0, for: id) },
            place: {
                try LibraryList(database: visit.database, shelf: shelf, child: $0).find(id)?.place
            }
        )
        return try visit.page(
            CatalogBookPage(
                summary: BookSummary(book: book, categories: categories),
                allCategories: try visit.categories.all(),
                video: video,
                player: try visit.player(of: video, id, on: shelf, with: company),
                owners: owners,
                packers: try video.flatMap(JourneyFilm.init).map { _ in
                    try visit.journeys.packers(of: id, among: owners.children.map(\.id))
                },
                scope: scope,
                address: address,
                hasPlaylists: try visit.isOn(.playlists)
            )
        )
    }
}
