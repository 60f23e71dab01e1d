import Quill

/// Renders pages for one thread; in development it reads templates and assets again when they changed.
final class PageRenderer {
    private let site: Site
    private var templates: Templates
    /// In development: when the newest template was changed, as far as this thread knows.
    private var newest = 0

    init(site: Site) {
        self.site = site
        templates = site.templates
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
        templates = try Templates(folder: folder, pages: Program.pages)
        newest = changed
    }
}
