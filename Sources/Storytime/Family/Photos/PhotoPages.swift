import HTTP
import Quill
import Server

/// A family's photos for its parents: the list, one photo, what is done to many, the bin.
enum PhotoPages {
    static let path = "/family/photos"
    static let perPage = 60

    static let routes: [Route] = [
        get("/family/photos", for: .parent, index),
        get("/family/photos/{id}", for: .parent, show),
        post("/family/photos/{id}", for: .parent, keepsText: true, update),
        // Opening a file may wait for a disk.
        get("/family/photos/{id}/original", for: .parent, lane: .worker, original),
        post("/family/photos/changes", for: .parent, change),
        post("/family/photos/sort", for: .parent, sort),
        get("/family/photos/bin", for: .parent, bin),
        post("/family/photos/bin", for: .parent, empty),
        post("/family/photos/undo", for: .parent, undo),
    ]

    // MARK: The list

    static func index(_ visit: Visit) throws -> Response {
        guard try visit.familyIfAny() != nil else { return try visit.page(NoFamilyPage()) }
        let address = PhotoListAddress(try visit.query())
        return try visit.page(try page(visit, address))
    }

    /// The list again, with what was wrong with a form on it.
    static func page(
        _ visit: Visit,
        _ address: PhotoListAddress,
        uploadNotice: String? = nil,
        uploadErrors: [String] = [],
        changeError: String? = nil,
        selected: Set<ID<Photo>> = []
    ) throws -> PhotoIndexPage {
        let family = try visit.family().family.id
        let store = visit.photos
        let categories = try store.categories(of: family)
        let counts = try store.counts(of: family)
        let space = try store.space(of: family)
        // A category that is gone, as from an old bookmark, shows all.
        let category = categories.first { $0.id == address.category }
        let pagination = Pagination(
            page: address.page,
            perPage: perPage,
            total: category.map { counts[$0.id] ?? 0 } ?? space.count
        )
        return PhotoIndexPage(
            address: PhotoListAddress(category: category?.id, page: pagination.page),
            categories: categories,
            counts: counts,
            space: space,
            photos: try store.list(
                of: family,
                in: category?.id,
                limit: perPage,
                offset: pagination.offset
            ),
            pagination: pagination,
            failures: try store.failures(of: family, limit: PhotoIndexPage.shownFailures),
            failedCount: try store.failedCount(of: family),
            hasWaiting: try store.hasWaiting(of: family),
            binnedCount: try store.binnedCount(of: family),
            limitBytes: store.space.limitBytes,
            missingProgram: visit.missingPhotoProgram,
            times: visit.times,
            uploadNotice: uploadNotice,
            uploadErrors: uploadErrors,
            changeError: changeError,
            selected: selected
        )
    }

    // MARK: One photo

    static func show(_ visit: Visit, _ id: ID<Photo>) throws -> Response {
        let photo = try visit.photos.find(id, of: visit.family().family.id)
        return try visit.page(try page(visit, photo, try form(visit).showing(photo)))
    }

    private static func form(_ visit: Visit) throws -> PhotoForm {
        let family = try visit.family().family
        return PhotoForm(
            categories: try visit.photos.categories(of: family.id),
            today: family.today(visit.now)
        )
    }

    private static func page(_ visit: Visit, _ photo: Photo, _ form: PhotoForm) throws
        -> PhotoShowPage
    {
        let store = visit.photos
        return PhotoShowPage(
            photo: photo,
            category: try store.category(photo.category, of: photo.family),
            form: form,
            version: VersionField(photo.version),
            neighbors: try store.neighbors(of: photo),
            times: visit.times
        )
    }

    static func update(_ visit: Visit, _ id: ID<Photo>) throws -> Response {
        let scope = try visit.family()
        let photo = try visit.photos.find(id, of: scope.family.id)
        let fields = try visit.fields()
        let form = try form(visit).showing(photo).reading(fields)
        var page = try page(visit, photo, form)
        page.isTyped = true
        page.version = VersionField(fields, current: photo.version)
        guard let draft = form.draft, let shown = page.version.value, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            let saved = try visit.photos.update(
                id,
                of: scope.family.id,
                version: shown,
                draft,
                restoringBy: fields.isOn("restores") ? scope.actor : nil
            )
            return try visit.redirect(
                to: saved.href,
                notice: Flash(.good, "Changes saved." + form.trimmingNote)
            )
        } catch PhotoStore.ChangeRefusal.isInBin {
            return try visit.page(page, status: 409)
        } catch PhotoStore.ChangeRefusal.changedMeanwhile(let current) {
            page.version = VersionField(current.version)
            // Nobody keeps who says what of a photo.
            page.conflict = Conflict(
                other: Conflict.Other(name: "Someone", whenText: "meanwhile", isSelf: false),
                changes: form.differences(from: current)
            )
            return try visit.page(page, status: 409)
        }
    }

    /// The file as it was uploaded, for its parents alone: it says where the photo was taken.
    static func original(_ visit: Visit, _ id: ID<Photo>) throws -> Response {
        let photo = try present(visit, id)
        guard photo.hasOriginal else { throw Failure.notFound }
        return try visit.photos.folder.original(photo, to: visit.request)
    }

    /// A photo of the parent's family that isn't in the bin.
    private static func present(_ visit: Visit, _ id: ID<Photo>) throws -> Photo {
        let photo = try visit.photos.find(id, of: visit.family().family.id)
        guard photo.deletedAt == nil else { throw Failure.notFound }
        return photo
    }

    // MARK: Many

    /// What is done to the photos that were chosen.
    static func change(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        let back = PhotoChangeReturn(fields)
        let ids = Array(fields.all("ids").compactMap { ID<Photo>(pathSegment: $0[...]) })
        guard !ids.isEmpty else {
            return try refuse(visit, back, "Select some photos first.")
        }
        let act = fields.text("act") == "bin" ? "bin" : fields.text("what") ?? ""
        guard let change = PhotoChange(act) else {
            return try refuse(visit, back, "Choose what to do with the selected photos.", ids)
        }
        let notice: Flash
        do {
            notice = try visit.photos.carryOut(change, on: ids, of: scope, back)
        } catch Failure.notFound {
            return try refuse(visit, back, "This category is gone. Choose another one.", ids)
        }
        switch change {
        case .turn, .again: visit.site.vitals.jobBell.ring()
        case .move, .put, .bin: break
        }
        return try visit.redirect(to: back.href(after: change), notice: notice)
    }

    /// What was selected stays so.
    private static func refuse(
        _ visit: Visit,
        _ back: PhotoChangeReturn,
        _ error: String,
        _ selected: [ID<Photo>] = []
    ) throws -> Response {
        try visit.page(
            try page(visit, back.address, changeError: error, selected: Set(selected)),
            status: visit.formStatus
        )
    }

    /// Puts a category's photos in the order in which they were taken.
    static func sort(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        guard let id = PhotoListAddress(fields).category else {
            throw Failure.badRequest("Choose a category.")
        }
        let category = try visit.photos.category(id, of: scope.family.id)
        let former = try visit.photos.sortByDay(id, of: scope.family.id)
        return try visit.redirect(
            to: PhotoListAddress(category: id).href,
            notice: Flash(
                .good,
                "Photos in “\(category.name)” are now sorted by date taken.",
                undo: PhotoUndo.order([former], in: id).href(PhotoChangeReturn(fields))
            )
        )
    }

    // MARK: The bin

    static func bin(_ visit: Visit) throws -> Response {
        try visit.page(try binPage(visit))
    }

    private static func binPage(_ visit: Visit, error: String? = nil) throws -> PhotoBinPage {
        let family = try visit.family().family.id
        let store = visit.photos
        let pagination = Pagination(
            page: try visit.request.method == .post ? 1 : visit.pageNumber(),
            perPage: perPage,
            total: try store.binnedCount(of: family)
        )
        return PhotoBinPage(
            photos: try store.binned(of: family, limit: perPage, offset: pagination.offset),
            pagination: pagination,
            times: visit.times,
            error: error
        )
    }

    /// Restores what was chosen, deletes it for good, or everything: that asks first.
    static func empty(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let family = scope.family.id
        let fields = try visit.fields()
        let act = fields.text("act") ?? ""
        let ids = fields.all("ids").compactMap { ID<Photo>(pathSegment: $0[...]) }
        guard act == "empty" || !ids.isEmpty else {
            let page = try binPage(visit, error: "Select some photos first.")
            return try visit.page(page, status: visit.formStatus)
        }
        switch act {
        case "restore":
            let count = try visit.photos.restore(ids, of: family, by: scope.actor)
            return try visit.redirect(to: binPath, notice: Self.restored(count))
        case "remove", "empty":
            guard fields.isOn("sure") else {
                let count =
                    act == "empty" ? try visit.photos.binnedCount(of: family) : ids.count
                return try visit.page(PhotoRemovePage(act: act, ids: ids, count: count))
            }
            let count =
                act == "empty"
                ? try visit.photos.emptyBin(of: family, by: scope.actor)
                : try visit.photos.remove(ids, of: family, by: scope.actor)
            let photos = Counted.text(count, "photo", "photos")
            return try visit.redirect(
                to: binPath,
                notice: count == 0
                    ? Flash(.info, "These photos were already gone.")
                    : Flash(.good, "\(photos) deleted for good.")
            )
        default: throw Failure.badRequest("Choose to restore the photos or to delete them.")
        }
    }

    static let binPath = path + "/bin"

    /// Takes back what was just done to some photos.
    static func undo(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let query = try visit.query()
        guard let undo = PhotoUndo(query) else {
            throw Failure.badRequest("“undo” must be bin, move, order, or turn-1 to turn-3.")
        }
        let notice = try visit.photos.carryOut(undo, of: scope)
        if case .turn = undo { visit.site.vitals.jobBell.ring() }
        return try visit.redirect(to: PhotoChangeReturn(query).href, notice: notice)
    }

    static func restored(_ count: Int) -> Flash {
        count == 0
            ? Flash(.info, "These photos had already been restored, or deleted for good.")
            : Flash(.good, "\(Counted.text(count, "photo", "photos")) restored.")
    }
}

/// Which photos a list shows.
struct PhotoListAddress: Sendable, Equatable {
    /// Nil for all of them.
    var category: ID<PhotoCategory>?
    var page = 1

    init(category: ID<PhotoCategory>? = nil, page: Int = 1) {
        self.category = category
        self.page = page
    }

    /// Reads it from a query, or from the hidden fields of a form.
    init(_ fields: Fields) {
        category = fields.text("category").flatMap { ID(pathSegment: $0[...]) }
        page = max(fields.number("page") ?? 1, 1)
    }

    /// Its parameters, without the page.
    var query: [(name: String, value: String)] {
        category.map { [(name: "category", value: String($0.value))] } ?? []
    }

    var href: String {
        let pairs = query + (page > 1 ? [(name: "page", value: String(page))] : [])
        return PhotoPages.path + (pairs.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(pairs))
    }
}

/// Where a change of photos leads back to: the list, or the page of the one photo.
struct PhotoChangeReturn {
    let address: PhotoListAddress
    private let photo: ID<Photo>?

    init(_ fields: Fields) {
        address = PhotoListAddress(fields)
        photo = fields.text("photo").flatMap { ID(pathSegment: $0[...]) }
    }

    init(_ photo: Photo) {
        address = PhotoListAddress(category: photo.category)
        self.photo = photo.id
    }

    /// Its parameters.
    var query: [(name: String, value: String)] {
        address.query
            + (address.page > 1 ? [(name: "page", value: String(address.page))] : [])
            + (photo.map { [(name: "photo", value: String($0.value))] } ?? [])
    }

    var href: String { photo.map { "\(PhotoPages.path)/\($0)" } ?? address.href }

    func href(after change: PhotoChange) -> String {
        photo != nil && change != .bin ? href : address.href + Flash.anchor
    }
}

extension Photo {
    /// Its page for parents.
    var href: String { "\(PhotoPages.path)/\(id)" }

    /// The address of a picture of it.
    func pictureHref(_ size: PhotoSize) -> String { PhotoMediaPages.href(key, size) }
}
