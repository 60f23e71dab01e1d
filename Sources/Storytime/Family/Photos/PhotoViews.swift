import Quill

/// A photo in a list.
struct PhotoTile: Record {
    let photo: Photo
    let times: TimeText
    var isSelected = false

    private var picture: String? {
        photo.picture.map { _ in photo.pictureHref(.small) }
    }

    private var larger: String? {
        photo.picture.map { _ in photo.pictureHref(.medium) }
    }

    static let fields: [Field<PhotoTile>] = [
        .text("id") { String($0.photo.id.value) },
        .text("href") { $0.photo.href },
        .optionalText("picture") { $0.picture },
        .optionalText("larger") { $0.larger },
        .text("color") { $0.photo.picture?.color ?? "" },
        .text("alt") { $0.photo.alternative },
        .text("name") { $0.photo.name },
        .text("day") { $0.photo.takenText ?? "Added \($0.times.day($0.photo.createdAt))" },
        .bool("is_pending") { $0.photo.isPending },
        .bool("is_selected") { $0.isSelected },
        .bool("has_failed") { $0.photo.trouble != nil },
    ]
}

extension Photo {
    /// "4 March 2026"; nil if nobody knows.
    var takenText: String? { dayTaken?.words }

    /// What stands for it where it can't be seen.
    var alternative: String {
        guard words.isEmpty else { return words }
        return takenText.map { "Photo from \($0)" } ?? "Photo “\(name)”"
    }

    /// Whether its pictures are being made, the first time or turned.
    var isPending: Bool { state == .waiting || (state == .ready && turns != turnsMade) }

    /// What became of the film in its file; nil if there is none.
    var filmNote: String? {
        guard hasFilm, state != .failed else { return nil }
        return hasOriginal
            ? "The original moves, too. Here, only its picture is shown."
            : "The file that was uploaded moved, too. Only its picture is kept."
    }

    /// Whether it was given up although its file may be whole.
    var canTryAgain: Bool { state == .failed && hasOriginal }
}

/// A family's photos.
struct PhotoIndexPage: Page {
    static let template = "family/photos/index.html"

    let address: PhotoListAddress
    let categories: [PhotoCategory]
    /// How many are listed in each.
    let counts: [ID<PhotoCategory>: Int]
    let space: PhotoSpace
    let photos: [Photo]
    let pagination: Pagination
    /// Those that couldn't be read, as many as are named.
    let failures: [Photo]
    let failedCount: Int
    /// Whether some are still being prepared.
    let hasWaiting: Bool
    let binnedCount: Int
    let limitBytes: Int
    let missingProgram: String?
    let times: TimeText
    /// What became of the files of a form of which some were refused.
    let uploadNotice: String?
    let uploadErrors: [String]
    let changeError: String?
    let selected: Set<ID<Photo>>

    /// More than anybody reads one by one.
    static let shownFailures = 20

    private var category: PhotoCategory? {
        categories.first { $0.id == address.category }
    }

    /// What is said aloud when some turn out to be no photos.
    private var troubleText: String {
        failedCount == 0
            ? "" : "\(Counted.text(failedCount, "photo", "photos")) couldn’t be read"
    }

    private var scopes: [ScopeLink] {
        [
            ScopeLink(
                label: "All",
                href: PhotoPages.path,
                count: space.count,
                isCurrent: address.category == nil
            )
        ]
            + categories.map {
                ScopeLink(
                    label: $0.name,
                    href: PhotoListAddress(category: $0.id).href,
                    count: counts[$0.id] ?? 0,
                    isCurrent: $0.id == address.category
                )
            }
    }

    /// Into which category new photos go.
    private var targets: [Choice] {
        let chosen = address.category ?? categories.first?.id
        return categories.map {
            Choice(value: String($0.id.value), label: $0.name, isChosen: $0.id == chosen)
        }
    }

    /// To which of them the selected photos may be moved.
    private var moves: [Choice] {
        categories.filter { $0.id != address.category }.map {
            Choice(value: "move-\($0.id)", label: "Move to “\($0.name)”", isChosen: false)
        }
    }

    private var errors: [FormError] {
        uploadErrors.map { FormError(href: "#field-files", message: $0) }
            + [changeError.map { FormError(href: "#photos", message: $0) }].compactMap(\.self)
    }

    static let fields: [Field<PhotoIndexPage>] = [
        .text("path") { _ in PhotoPages.path },
        .text("files_path") { _ in PhotoUploadPages.filesPath },
        .text("categories_href") { _ in PhotoCategoryPages.path },
        .text("settings_href") { _ in GalleryPages.settingsPath },
        .text("bin_href") { _ in PhotoPages.binPath },
        .int("binned") { $0.binnedCount },
        .text("space") {
            SpaceText.text($0.space, unreadable: $0.failedCount, of: $0.limitBytes)
        },
        .text("limit") { _ in String(PhotoFile.maximumBytes) },
        .text("limit_text") { _ in ByteCount.text(PhotoFile.maximumBytes) },
        .text("form_limit_text") { _ in ByteCount.text(PhotoUploadPages.formBytes) },
        .optionalText("missing_program") { $0.missingProgram },
        .list("errors") { $0.errors },
        .optionalText("upload_notice") { $0.uploadNotice },
        .list("upload_errors") { $0.uploadErrors.map(PhotoError.init) },
        .list("failures") { $0.failures.map(PhotoFailure.init) },
        .int("failed") { $0.failedCount },
        .text("trouble_text") { $0.troubleText },
        .bool("has_waiting") { $0.hasWaiting },
        .list("targets") { $0.targets },
        .list("moves") { $0.moves },
        .list("scopes") { $0.scopes },
        .text("category") { $0.address.category.map { String($0.value) } ?? "" },
        .optionalText("category_name") { $0.category?.name },
        .int("page") { $0.address.page },
        .bool("has_any") { $0.space.count > 0 },
        .int("total") { $0.pagination.total },
        .list("photos") { page in
            page.photos.map {
                PhotoTile(photo: $0, times: page.times, isSelected: page.selected.contains($0.id))
            }
        },
        .record("pagination") {
            $0.pagination.view(path: PhotoPages.path, query: $0.address.query)
        },
    ]
}

/// Why a file was not taken.
struct PhotoError: Record {
    let message: String

    static let fields: [Field<PhotoError>] = [.text("message") { $0.message }]
}

/// A photo that couldn't be read.
struct PhotoFailure: Record {
    let photo: Photo

    static let fields: [Field<PhotoFailure>] = [
        .text("id") { String($0.photo.id.value) },
        .text("href") { $0.photo.href },
        .text("name") { $0.photo.name },
        .text("trouble") { $0.photo.trouble ?? "" },
    ]
}

/// How much room photos take, in words.
enum SpaceText {
    /// "1,204 photos, 2 can’t be read · 3.1 GB of 20 GB used".
    static func text(_ space: PhotoSpace, unreadable: Int, of limitBytes: Int) -> String {
        let photos = space.count == 1 ? "photo" : "photos"
        let note = unreadable == 0 ? "" : ", \(Counted.number(unreadable)) can’t be read"
        let used = used(space.bytes, of: limitBytes)
        return "\(Counted.number(space.count)) \(photos)\(note) · \(used) used"
    }

    /// "3.1 GB of 20 GB"; "0 of 20 GB" before the first photo.
    static func used(_ bytes: Int, of limitBytes: Int) -> String {
        let taken = bytes == 0 ? "0" : ByteCount.text(bytes)
        return "\(taken) of \(ByteCount.text(limitBytes))"
    }
}

/// One photo, large, with what its parents say about it.
struct PhotoShowPage: Page {
    static let template = "family/photos/show.html"

    let photo: Photo
    let category: PhotoCategory
    let form: PhotoForm
    var version: VersionField
    var conflict: Conflict?
    /// Whether the form has what somebody typed: of a photo in the bin, too, it is shown then.
    var isTyped = false
    let neighbors: (before: ID<Photo>?, after: ID<Photo>?)
    let times: TimeText

    private var isInBin: Bool { photo.deletedAt != nil }

    private static func href(_ id: ID<Photo>?) -> String? {
        id.map { "\(PhotoPages.path)/\($0)" }
    }

    static let fields: [Field<PhotoShowPage>] = [
        .text("title") { $0.photo.takenText.map { "Photo from \($0)" } ?? $0.photo.name },
        .text("id") { String($0.photo.id.value) },
        .text("href") { $0.photo.href },
        .text("list_href") { PhotoListAddress(category: $0.category.id).href },
        .text("changes_path") { _ in PhotoPages.path + "/changes" },
        .text("category") { String($0.category.id.value) },
        .text("category_name") { $0.category.name },
        .text("name") { $0.photo.name },
        .text("format") { $0.photo.format.name },
        .text("alt") { $0.photo.alternative },
        .optionalText("taken") { $0.photo.takenText },
        .text("added") { $0.times.day($0.photo.createdAt) },
        .bool("is_in_bin") { $0.isInBin },
        .bool("has_form") { !$0.isInBin || $0.isTyped },
        .optionalText("restore_path") { page in
            page.isInBin ? PhotoUndo.bin([page.photo.id]).href(PhotoChangeReturn(page.photo)) : nil
        },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
        .optionalText("picture") { page in
            page.photo.picture.map { _ in page.photo.pictureHref(.large) }
        },
        .optionalText("largest") { page in
            page.photo.picture.map { _ in page.photo.pictureHref(.full) }
        },
        .int("width") { $0.photo.picture?.size.width ?? 0 },
        .int("height") { $0.photo.picture?.size.height ?? 0 },
        .text("color") { $0.photo.picture?.color ?? "" },
        .bool("is_pending") { $0.photo.isPending },
        .bool("can_try_again") { $0.photo.canTryAgain },
        .optionalText("trouble") { $0.photo.trouble },
        .optionalText("film_note") { $0.photo.filmNote },
        .optionalText("original_href") { page in
            page.photo.hasOriginal ? page.photo.href + "/original" : nil
        },
        .optionalText("previous_href") { href($0.neighbors.before) },
        .optionalText("next_href") { href($0.neighbors.after) },
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
    ]
}

/// The photos in a family's bin.
struct PhotoBinPage: Page {
    static let template = "family/photos/bin.html"

    let photos: [Photo]
    let pagination: Pagination
    let times: TimeText
    let error: String?

    static let fields: [Field<PhotoBinPage>] = [
        .text("path") { _ in PhotoPages.binPath },
        .text("back_href") { _ in PhotoPages.path },
        .int("kept_days") { _ in PhotoStore.keptDays },
        .int("total") { $0.pagination.total },
        .list("photos") { page in page.photos.map { PhotoTile(photo: $0, times: page.times) } },
        .list("errors") { page in
            page.error.map { [FormError(href: "#photos", message: $0)] } ?? []
        },
        .record("pagination") { $0.pagination.view(path: PhotoPages.binPath) },
    ]
}

/// The question before photos are deleted for good.
struct PhotoRemovePage: Page {
    static let template = "family/photos/remove.html"

    let act: String
    let ids: [ID<Photo>]
    let count: Int

    static let fields: [Field<PhotoRemovePage>] = [
        .text("path") { _ in PhotoPages.binPath },
        .text("act") { $0.act },
        .int("count") { $0.count },
        .list("ids") { page in
            page.ids.map { HiddenField(name: "ids", value: String($0.value)) }
        },
    ]
}

// MARK: Categories

/// A category of photos in their list.
struct PhotoCategoryRow: Record {
    let category: PhotoCategory
    let count: Int
    let place: Int
    let total: Int
    let moved: MovedCategory?

    private var isFirst: Bool { place == 0 }
    private var isLast: Bool { place == total - 1 }
    private var wasMoved: Bool { moved?.id == category.id.value }

    /// At an end of the list the button that was used is gone, so the other one takes the focus.
    private var focusesUp: Bool {
        guard wasMoved, let moved else { return false }
        return moved.isUp ? !isFirst : isLast
    }

    private var href: String { "\(PhotoCategoryPages.path)/\(category.id)" }

    static let fields: [Field<PhotoCategoryRow>] = [
        .text("name") { $0.category.name },
        .text("color") { $0.category.color },
        .text("icon") { $0.category.iconName },
        .int("count") { $0.count },
        .text("href") { PhotoListAddress(category: $0.category.id).href },
        .text("edit_href") { $0.href },
        .text("move_href") { $0.href + "/move" },
        .bool("is_first") { $0.isFirst },
        .bool("is_last") { $0.isLast },
        .bool("focus_up") { $0.focusesUp },
        .bool("focus_down") { $0.wasMoved && !$0.focusesUp },
    ]
}

/// The categories of a family's photos.
struct PhotoCategoryIndexPage: Page {
    static let template = "family/photos/categories.html"

    let categories: [PhotoCategory]
    let counts: [ID<PhotoCategory>: Int]
    let moved: MovedCategory?

    static let fields: [Field<PhotoCategoryIndexPage>] = [
        .text("path") { _ in PhotoCategoryPages.path },
        .text("back_href") { _ in PhotoPages.path },
        .list("rows") { page in
            page.categories.enumerated().map { place, category in
                PhotoCategoryRow(
                    category: category,
                    count: page.counts[category.id] ?? 0,
                    place: place,
                    total: page.categories.count,
                    moved: page.moved
                )
            }
        },
    ]
}

/// The form of a new category of photos.
struct PhotoCategoryNewPage: Page {
    static let template = "family/photos/new-category.html"

    let form: PhotoCategoryForm
    private let token: FormToken

    init(form: PhotoCategoryForm) throws {
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<PhotoCategoryNewPage>] = [
        .text("path") { _ in PhotoCategoryPages.path },
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
    ]
}

/// The form of a category of photos that is there already.
struct PhotoCategoryEditPage: Page {
    static let template = "family/photos/edit-category.html"

    let category: PhotoCategory
    var form: PhotoCategoryForm
    let version: VersionField
    var conflict: Conflict?

    private var href: String { "\(PhotoCategoryPages.path)/\(category.id)" }

    static let fields: [Field<PhotoCategoryEditPage>] = [
        .text("name") { $0.category.name },
        .text("list_href") { _ in PhotoCategoryPages.path },
        .text("href") { $0.href },
        .text("delete_href") { $0.href + "/delete" },
        .record("form") { $0.form },
        .text("version") { $0.version.shown },
        .list("errors") { $0.version.errors + $0.form.errors },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// The question before a category of photos is deleted.
struct PhotoCategoryDeletePage: Page {
    static let template = "family/photos/delete-category.html"

    let category: PhotoCategory
    let others: [PhotoCategory]
    /// Whether it has photos, in the bin or not.
    let isUsed: Bool
    /// Those outside the bin.
    let count: Int
    let error: String?

    private var successors: SelectField {
        var field = SelectField(
            name: "successor",
            label: count == 1 ? "Move it to" : "Move them to",
            options: others.map { (String($0.id.value), $0.name) },
            initially: others.first.map { String($0.id.value) } ?? ""
        )
        if let error { field.reject(error) }
        return field
    }

    static let fields: [Field<PhotoCategoryDeletePage>] = [
        .text("name") { $0.category.name },
        .text("href") { "\(PhotoCategoryPages.path)/\($0.category.id)" },
        .bool("is_used") { $0.isUsed },
        .bool("is_only") { $0.others.isEmpty },
        .int("count") { $0.count },
        .record("successors") { $0.successors },
        .list("errors") { page in
            page.error.map { [FormError(href: "#field-successor", message: $0)] } ?? []
        },
    ]
}

// MARK: Settings

/// What is kept of a family's photos, and the way to each child's gallery.
struct PhotoSettingsPage: Page {
    static let template = "family/photos/settings.html"

    let space: PhotoSpace
    let limitBytes: Int
    let originalCount: Int
    let children: [Child]

    private var progress: Progress {
        Progress(
            label: "Space",
            value: min(space.bytes, limitBytes) / 1_000_000,
            maximum: max(limitBytes / 1_000_000, 1),
            text: SpaceText.used(space.bytes, of: limitBytes)
        )
    }

    static let fields: [Field<PhotoSettingsPage>] = [
        .text("back_href") { _ in PhotoPages.path },
        .text("path") { _ in GalleryPages.settingsPath },
        .text("bin_href") { _ in PhotoPages.binPath },
        .text("originals_path") { _ in PhotoPages.path + "/originals" },
        .int("count") { $0.space.count },
        .record("progress") { $0.progress },
        .bool("keeps_originals") { $0.space.keepsOriginals },
        .int("originals") { $0.originalCount },
        .list("children") { page in
            page.children.map {
                ChipLink(label: $0.name, href: GalleryPages.href(of: $0.id), isCurrent: false)
            }
        },
    ]
}

/// The question before all originals are deleted.
struct OriginalsRemovePage: Page {
    static let template = "family/photos/remove-originals.html"

    let count: Int

    static let fields: [Field<OriginalsRemovePage>] = [
        .text("path") { _ in PhotoPages.path + "/originals" },
        .text("back_href") { _ in GalleryPages.settingsPath },
        .int("count") { $0.count },
    ]
}

/// What one child's gallery shows.
struct ChildGalleryPage: Page {
    static let template = "family/photos/child.html"

    let child: Child
    let form: GalleryForm
    let categories: [PhotoCategory]

    private var checks: [CheckboxRow] {
        categories.map { category in
            CheckboxRow(
                id: "category-\(category.id)",
                value: String(category.id.value),
                label: category.name,
                icon: nil,
                isChecked: !form.shown.hidden.contains(category.id)
            )
        }
    }

    static let fields: [Field<ChildGalleryPage>] = [
        .text("title") { Possessive.text($0.child.name) + " gallery" },
        .text("child_name") { $0.child.name },
        .text("action") { GalleryPages.href(of: $0.child.id) },
        .text("back_href") { _ in PhotoPages.path },
        .bool("shows_photos") { $0.form.shown.showsPhotos },
        .bool("shows_covers") { $0.form.shown.showsCovers },
        .list("categories") { $0.checks },
        .record("distance") { $0.form.distance },
        .list("errors") { [$0.form.distance].errors },
    ]
}
