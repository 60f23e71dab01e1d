import HTTP
import Server

/// What players of our own pages tell of captions: that somebody turned them on or off in a story of a
/// series, by a parent who watches with a child and in Kids Mode.
enum SeriesCaptionPages {
    static let path = "/captions"
    static let kidsPath = "/kids/captions"

    static let routes: [Route] = [
        post("/captions", for: .parent, ofParent),
        post("/kids/captions", for: .child, ofChild),
    ]

    private static func ofParent(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        guard let text = fields.text("child"), let id = ID<Child>(pathSegment: text[...]) else {
            throw Failure.badRequest("“child” must be the number of a child.")
        }
        let child = try visit.children.find(id, of: scope.family.id)
        let (book, choice) = try sent(fields)
        guard try visit.shelf(of: scope.family).mayWatch(book) else { throw Failure.notFound }
        return try remember(choice, of: child, for: book, visit)
    }

    private static func ofChild(_ visit: Visit) throws -> Response {
        let library = try visit.kidsLibrary()
        let (book, choice) = try sent(try visit.fields())
        guard try library.holds(book) else { throw Failure.notFound }
        return try remember(choice, of: library.child, for: book, visit)
    }

    private static func sent(_ fields: Fields) throws -> (ID<Book>, CaptionChoice) {
        guard let text = fields.text("book"), let book = ID<Book>(pathSegment: text[...]),
            let choice = fields.text("captions").flatMap(CaptionChoice.init)
        else {
            throw Failure.badRequest(
                "“book” must be the number of a book, and “captions” a language or “off”."
            )
        }
        return (book, choice)
    }

    private static func remember(
        _ choice: CaptionChoice,
        of child: Child,
        for book: ID<Book>,
        _ visit: Visit
    ) throws -> Response {
        guard try visit.seriesCaptions.remember(choice, of: child.id, for: book) else {
            throw Failure.notFound
        }
        return Response(status: 204)
    }
}
