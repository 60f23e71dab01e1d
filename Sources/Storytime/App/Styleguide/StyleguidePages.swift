import HTTP
import Quill
import Server

/// Every part of the design in all its states, for those who build pages; in development only.
enum StyleguidePages {
    static let path = "/admin/styleguide"

    static let routes = [
        get("/admin/styleguide", show),
        post("/admin/styleguide", notify),
    ]

    static func show(_ visit: Visit) throws -> Response {
        try requireDevelopment(visit)
        let query = try visit.query()
        return try visit.page(
            StyleguidePage(
                query: query.text("q") ?? "",
                form: FormSamples(),
                lists: ListSamples(
                    page: try visit.pageNumber(),
                    now: visit.now,
                    times: visit.times
                ),
                data: DataSamples(),
                families: FamilySamples()
            )
        )
    }

    /// Shows a notice of the kind that was asked for, as every act does that is done.
    static func notify(_ visit: Visit) throws -> Response {
        try requireDevelopment(visit)
        let flash =
            switch try visit.fields().text("kind") {
            case "bad": Flash(.bad, "The cover could not be read. Choose a JPEG or PNG file.")
            case "info": Flash(.info, "“Bedtime Stories” is first already.")
            default: Flash(.good, "3 books moved to “Bedtime Stories”.")
            }
        return try visit.redirect(to: path, notice: flash)
    }

    private static func requireDevelopment(_ visit: Visit) throws {
        guard visit.site.configuration.isDevelopment else { throw Failure.notFound }
    }
}

/// The styleguide: samples that are made of the same records and templates as the pages.
struct StyleguidePage: PageWithCovers {
    static let template = "app/styleguide/show.html"

    let query: String
    let form: FormSamples
    let lists: ListSamples
    let data: DataSamples
    let families: FamilySamples

    static let fields: [Field<StyleguidePage>] = [
        .text("path") { _ in StyleguidePages.path },
        .text("words") { $0.query },
        .record("form") { $0.form },
        .record("lists") { $0.lists },
        .record("data") { $0.data },
        .record("families") { $0.families },
    ]
}
