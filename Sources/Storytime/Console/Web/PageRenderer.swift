import Quill

/// Renders pages for one thread; in development it reads templates and assets again when they
/// change.
final class PageRenderer {
    private let site: Site
    private var templates: Templates
    let kept = PageCache()
    private var times: [String: TimeText] = [:]
    /// In development: when the newest template was changed, as far as this thread knows.
    private var newest = 0

    init(site: Site) {
        self.site = site
        templates = site.templates
    }

    /// Times for a reader; made once for each zone and language on this thread. Someone who chose
    /// no zone has their family's, and without a family the console's.
    func times(for session: Session?) -> TimeText {
        let user = session?.user
        let zone = user?.timeZone ?? session?.familyZone ?? site.configuration.timeZone
        let language =
            user?.language.flatMap(DateLanguage.init(tag:)) ?? site.configuration.language
        let key = zone + " " + language.tag
        if let times = times[key] { return times }
        let made = TimeText(zone: zone, language: language)
        times[key] = made
        return made
    }

    var assetLinks: AssetLinks { site.assets.links }

    func render(_ page: some Page, _ chrome: Chrome) throws -> [UInt8] {
        if site.configuration.isDevelopment { try reloadIfChanged() }
        return try templates.render(page, chrome)
    }

    private func reloadIfChanged() throws {
        let folder = site.configuration.resources + "/Templates"
        let changed = try Folder.newestChange(in: folder)
        guard changed != newest else { return }
        templates = try Templates(
            folder: folder,
            pages: site.features.pages,
            icons: assetLinks.icons
        )
        newest = changed
    }
}
