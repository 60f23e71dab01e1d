import Quill

/// The surroundings of every page: who is signed in, the navigation, the notice, the assets.
///
/// Every template knows the names of its fields.
struct Chrome: Record {
    var user: CurrentUser?
    var nav: [NavItem] = []
    var quickLinks: [QuickLink] = []
    var search: SearchField?
    /// The page that gives this list a name.
    var saveViewHref: String?
    var flash: FlashView?
    var assets: AssetLinks
    var requestID: String
    var publicWarning: String?
    /// Whether the page is a parent’s, whoever reads it: admins see families’ pages as well.
    var showsFamily = false

    static let fields: [Field<Chrome>] = [
        .optionalRecord("user") { $0.user },
        .list("nav") { $0.nav },
        .list("quick_links") { $0.quickLinks },
        .optionalRecord("search") { $0.search },
        .optionalText("save_view_href") { $0.saveViewHref },
        .optionalRecord("flash") { $0.flash },
        .record("assets") { $0.assets },
        .text("icons_href") { $0.assets.icons },
        .text("avatars_href") { $0.assets.avatars },
        .text("request_id") { $0.requestID },
        .optionalText("public_warning") { $0.publicWarning },
        .bool("shows_family") { $0.showsFamily },
    ]
}

/// The person who is signed in, for the page's head.
struct CurrentUser: Record {
    let id: ID<User>
    let name: String
    let email: String
    let role: Role
    var look = Look()

    /// The first letters of the first and the last word of the name.
    var initials: String {
        let words = name.split(separator: " ")
        let letters = [words.first?.first, words.count > 1 ? words.last?.first : nil]
        return String(letters.compactMap(\.self)).uppercased()
    }

    static let fields: [Field<CurrentUser>] = [
        .text("id") { String($0.id.value) },
        .text("name") { $0.name },
        .text("email") { $0.email },
        .text("role") { $0.role.label },
        .text("initials") { $0.initials },
        .bool("is_admin") { $0.role == .admin },
        .optionalText("theme") { $0.look.theme == .system ? nil : $0.look.theme.rawValue },
        .text("density") { $0.look.density.rawValue },
    ]
}

/// A notice for templates.
struct FlashView: Record {
    let flash: Flash

    static let fields: [Field<FlashView>] = [
        .text("kind") { $0.flash.kind.rawValue },
        .text("message") { $0.flash.message },
        .optionalText("link") { $0.flash.link },
        .optionalText("undo") { $0.flash.undo },
    ]
}

/// The addresses of a page's style sheet, script and icons, which change with their content.
struct AssetLinks: Record {
    var css: String
    var js: String
    /// The scripts that only some pages need.
    var adminJS: String
    /// For the pages of parents.
    var familyCSS: String
    var watchCSS: String
    var watchJS: String
    var chartsCSS: String
    var chartsJS: String
    var captionsCSS: String
    var workbenchCSS: String
    var workbenchJS: String
    var orderingJS: String
    /// Of books that come from files and other catalogs.
    var intakeCSS: String
    var uploadingCSS: String
    var uploadingJS: String
    /// Of family photos.
    var photosCSS: String
    var photosJS: String
    /// Of what parents opened, and their playlists.
    var historyCSS: String
    var historyJS: String
    /// Of a family's vocabulary.
    var vocabularyCSS: String
    var vocabularyJS: String
    /// Of children's series.
    var seriesCSS: String
    var seriesJS: String
    /// Of the pages for developers: the styleguide and the reference of the API.
    var developersCSS: String
    /// The same of Kids Mode.
    var kidsCSS: String
    var kidsJS: String
    /// Of reading along, in place of the console's own, and what Kids Mode needs for it besides.
    var readingCSS: String
    var readingJS: String
    var kidsReadingCSS: String
    var kidsReadingJS: String
    /// Of videos that are opened by their address.
    var addressesCSS: String
    var addressesJS: String
    /// Of live transcription, which has the style sheet of reading along, too.
    var liveCSS: String
    var liveJS: String
    /// Of photos in Kids Mode.
    var galleryCSS: String
    var galleryJS: String
    var favicon: String
    var icons: String
    var avatars: String

    static let fields: [Field<AssetLinks>] = [
        .text("css") { $0.css },
        .text("js") { $0.js },
        .text("admin_js") { $0.adminJS },
        .text("family_css") { $0.familyCSS },
        .text("watch_css") { $0.watchCSS },
        .text("watch_js") { $0.watchJS },
        .text("charts_css") { $0.chartsCSS },
        .text("charts_js") { $0.chartsJS },
        .text("captions_css") { $0.captionsCSS },
        .text("workbench_css") { $0.workbenchCSS },
        .text("workbench_js") { $0.workbenchJS },
        .text("ordering_js") { $0.orderingJS },
        .text("intake_css") { $0.intakeCSS },
        .text("uploading_css") { $0.uploadingCSS },
        .text("uploading_js") { $0.uploadingJS },
        .text("history_css") { $0.historyCSS },
        .text("history_js") { $0.historyJS },
        .text("photos_css") { $0.photosCSS },
        .text("photos_js") { $0.photosJS },
        .text("vocabulary_css") { $0.vocabularyCSS },
        .text("vocabulary_js") { $0.vocabularyJS },
        .text("series_css") { $0.seriesCSS },
        .text("series_js") { $0.seriesJS },
        .text("developers_css") { $0.developersCSS },
        .text("kids_css") { $0.kidsCSS },
        .text("kids_js") { $0.kidsJS },
        .text("reading_css") { $0.readingCSS },
        .text("reading_js") { $0.readingJS },
        .text("kids_reading_css") { $0.kidsReadingCSS },
        .text("kids_reading_js") { $0.kidsReadingJS },
        .text("addresses_css") { $0.addressesCSS },
        .text("addresses_js") { $0.addressesJS },
        .text("live_css") { $0.liveCSS },
        .text("live_js") { $0.liveJS },
        .text("gallery_css") { $0.galleryCSS },
        .text("gallery_js") { $0.galleryJS },
        .text("favicon") { $0.favicon },
    ]
}
