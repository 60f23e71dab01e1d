import Quill

/// A story on a shelf, and on its own page.
protocol KidsStoryRecord: Record {
    var shelved: ShelvedBook { get }
    /// Where it begins, in seconds; nil at its beginning.
    var position: Int? { get }
    /// The address of its film.
    var film: String { get }
}

extension KidsStoryRecord {
    fileprivate var book: Book { shelved.summary.book }
    fileprivate var seconds: Int? { shelved.video?.seconds }
    var film: String { "/kids/film/\(book.id)" }
    var position: Int? { shelved.place }

    static var storyFields: [Field<Self>] {
        [
            .text("book_id") { String($0.book.id.value) },
            .text("title") { $0.book.title },
            .text("film") { $0.film },
            .text("seconds") { $0.seconds.map { String($0) } ?? "" },
            .text("position") { $0.position.map { String($0) } ?? "" },
            .text("language") { $0.book.language ?? "" },
        ]
    }
}

/// A story on a child's shelf, or the one to watch next of a series, for which it stands.
struct KidsTile: KidsStoryRecord {
    let shelved: ShelvedBook
    /// Nil for a story by itself.
    var series: ShelvedSeries?
    /// On the page of its series: whether the child has watched it, and whether it is the next one.
    var isWatched = false
    var isNext = false
    /// Whether it is on the shelf of what a device keeps, where its film and its cover have addresses
    /// of their own.
    var isKept = false

    /// Stays the same while the story of a series' cover changes.
    private var key: String { series.map { "series-\($0.id)" } ?? "book-\(book.id)" }

    var film: String {
        isKept ? KidsJourneyPages.keptHref(book.id, "film") : "/kids/film/\(book.id)"
    }

    private var picture: CoverPicture? {
        guard isKept else { return CoverPicture(book.cover) }
        guard case .file(_, let width, let height, _) = book.cover else { return nil }
        let size = PixelSize(width, height)
        return CoverPicture(
            KidsJourneyPages.keptHref(book.id, "cover"),
            size: size,
            isCut: CoverPlacement.isCut(size),
            sizes: []
        )
    }

    private var cover: StoryCard {
        StoryCard(
            title: book.title,
            author: book.author,
            href: "/kids/watch/\(book.id)",
            palette: book.palette,
            icon: shelved.summary.icon,
            picture: picture
        )
    }

    /// How much of it was watched, in percent; nil at the beginning, or if its length isn't known.
    private var progress: Int? {
        guard let place = shelved.place, let seconds, seconds > 0 else { return nil }
        return max(1, min(place * 100 / seconds, 100))
    }

    static let fields: [Field<KidsTile>] =
        storyFields + [
            .text("href") { $0.cover.href },
            .record("cover") { $0.cover },
            .text("badge") { $0.seconds.map(PlayingTime.text) ?? "" },
            .text("progress") { $0.progress.map { String($0) } ?? "" },
            .text("key") { $0.key },
            .optionalText("series_name") { $0.series?.name },
            .text("series_href") { $0.series.map { "/kids/series/\($0.id)" } ?? "" },
            .bool("is_watched") { $0.isWatched },
            .bool("is_next") { $0.isNext },
        ]
}

extension KidsTile {
    init(_ shelved: ShelvedBook) { self.init(shelved: shelved) }

    init(_ cover: ShelfCover) { self.init(shelved: cover.shelved, series: cover.series) }
}

/// A picture above the shelf: a category, or the one that leads back to all stories.
struct KidsCategory: Record {
    /// None for all stories.
    let category: Category?
    let isCurrent: Bool

    static let fields: [Field<KidsCategory>] = [
        .text("name") { $0.category?.name ?? "All Stories" },
        .text("icon") { $0.category.map { $0.iconName ?? "brand" } ?? "books" },
        .text("href") {
            KidsShelfPages.path + ($0.category.map { "?category=\($0.id)" } ?? "")
        },
        .bool("is_current") { $0.isCurrent },
    ]
}

/// The player of Kids Mode, empty on a shelf and with a story on its own page.
struct KidsStage: Record {
    let child: Child
    var story: KidsStory?
    /// Whether a story is read along already.
    var isRead = false

    /// Whether captions show to begin with: as chosen for the story's series, or else as the
    /// child's settings say.
    private var hasCaptions: Bool {
        story?.captionMemory?.choice.map { $0 != .off } ?? child.settings.hasCaptions
    }

    static let fields: [Field<KidsStage>] = [
        .bool("may_read") { $0.child.settings.mayReadAlong && !$0.isRead },
        .text("child_id") { String($0.child.id.value) },
        .text("events_href") { _ in "/kids/events" },
        .bool("may_scrub") { $0.child.settings.mayScrub },
        .bool("has_captions") { $0.hasCaptions },
        .text("captions_href") { _ in SeriesCaptionPages.kidsPath },
        .text("back_href") { _ in KidsShelfPages.path },
        .optionalRecord("story") { $0.story },
    ]
}

/// A story with all that its player needs, for the page and for the shelf's script.
struct KidsStory: JSONRecord, KidsStoryRecord {
    let shelved: ShelvedBook
    /// Nil for a story that is in no series.
    let captionMemory: CaptionMemory?
    /// The next story of its series; nil behind the last one.
    let following: KidsFollowing?
    let position: Int?
    private let playback: Playback
    private let storyboard: String?

    init(
        _ shelved: ShelvedBook,
        _ asset: VideoAsset,
        _ playback: Playback,
        _ captionMemory: CaptionMemory?,
        following: ShelvedBook?,
        at moment: Int? = nil
    ) {
        self.shelved = shelved
        position = moment ?? shelved.place
        self.following = following.map(KidsFollowing.init)
        self.captionMemory = captionMemory
        self.playback = playback.beginning(with: captionMemory?.choice)
        storyboard = VideoMedia(asset)?.storyboard
    }

    private var choice: String? { captionMemory?.choice?.text }

    private var captions: [KidsCaptions] {
        playback.tracks.filter { !$0.isElsewhere }.map(KidsCaptions.init)
    }

    static let fields: [Field<KidsStory>] =
        storyFields + [
            .list("captions") { $0.captions },
            .optionalText("poster") { $0.playback.poster },
            .optionalText("storyboard") { $0.storyboard },
            .int("source_count") { $0.playback.sources.count },
            .text("expires_at") { $0.playback.expiresAt.map { String($0) } ?? "" },
            .bool("is_in_series") { $0.captionMemory != nil },
            .text("captions_choice") { $0.choice ?? "" },
            .optionalRecord("following") { $0.following },
        ]

    static let json: [JSONField<KidsStory>] = [
        .integer("book_id", "The id of the book.") { $0.book.id.value },
        .text("title", "The title.") { $0.book.title },
        .text("film", "The address of the film.") { "/kids/film/\($0.book.id)" },
        .integer("source_count", "How many forms of it there are.") { $0.playback.sources.count },
        .optionalInteger("duration_seconds", "Its length.") { $0.seconds },
        .integer("resume_position_seconds", "Where to go on.") { $0.shelved.place ?? 0 },
        .optionalInteger("expires_at", "When to ask for a fresh address.") {
            $0.playback.expiresAt
        },
        .optionalText("poster", "A picture of it.") { $0.playback.poster },
        .optionalText("storyboard", "The pictures along the bar.") { $0.storyboard },
        .list("captions", "Its captions.") { $0.captions },
        .bool("is_in_series", "Whether what is chosen of captions is remembered here.") {
            $0.captionMemory != nil
        },
        .optionalText("captions_choice", "What was chosen for its series.") { $0.choice },
        .optionalRecord("following", "The next story of its series.") { $0.following },
    ]
}

/// The story that comes after another one of its series: offered at the end, never begun by itself.
struct KidsFollowing: Record, JSONRecord {
    let shelved: ShelvedBook

    private var book: Book { shelved.summary.book }
    private var seconds: Int? { shelved.video?.seconds }
    private var href: String { "/kids/watch/\(book.id)" }

    static let fields: [Field<KidsFollowing>] = [.text("href") { $0.href }]

    static let json: [JSONField<KidsFollowing>] = [
        .integer("book", "The id of the book.") { $0.book.id.value },
        .text("title", "The title.") { $0.book.title },
        .text("href", "The address of its page.") { $0.href },
        .text("film", "The address of the film.") { "/kids/film/\($0.book.id)" },
        .text("language", "Its language, or nothing.") { $0.book.language ?? "" },
        .optionalInteger("seconds", "Its length.") { $0.seconds },
        .integer("position", "Where to go on.") { $0.shelved.place ?? 0 },
    ]
}

/// A text of a story.
struct KidsCaptions: Record, JSONRecord {
    let track: Playback.Track

    static let fields: [Field<KidsCaptions>] = [
        .text("language") { $0.track.language },
        .text("label") { $0.track.label },
        .text("kind") { $0.track.kind.rawValue },
        .text("href") { $0.track.href },
        .bool("is_default") { $0.track.isDefault },
    ]

    static let json: [JSONField<KidsCaptions>] = [
        .text("language", "Its language.") { $0.track.language },
        .text("label", "Its name.") { $0.track.label },
        .text("kind", "Captions or subtitles.") { $0.track.kind.rawValue },
        .text("url", "The address.") { $0.track.href },
        .bool("is_default", "Whether it is the one to begin with.") { $0.track.isDefault },
    ]
}

// MARK: Pages

/// A child's shelf.
struct KidsShelfPage: PageForKids, PageWithCovers, PageWithVideo {
    static let template = "family/kids/shelf.html"

    let device: KidsDevice
    let child: Child
    let continuing: [ShelvedBook]
    let playlists: [KidsPlaylists.Shelf]
    let covers: [ShelfCover]
    let categories: [Category]
    let category: ID<Category>?
    let moreNumber: Int?
    /// Whether there are family photos for the child.
    let hasPhotos: Bool
    /// Whether there are words of the child's own, and they read along.
    let hasWords: Bool

    private var moreHref: String? {
        moreNumber.map { number in
            KidsShelfPages.path + "?" + (category.map { "category=\($0)&" } ?? "")
                + "page=\(number)"
        }
    }

    static let fields: [Field<KidsShelfPage>] = [
        .text("leave_href") { _ in KidsLeavePages.path },
        .optionalText("photos_href") { $0.hasPhotos ? KidsGalleryPages.path : nil },
        .optionalText("words_href") { $0.hasWords ? KidsWordsPage.path : nil },
        .optionalText("manifest_href") { "/kids/manifest/\($0.child.id)" },
        .text("child_name") { $0.child.name },
        .text("avatar") { $0.child.avatar.rawValue },
        .bool("speaks_titles") { $0.child.settings.speaksTitles },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .bool("may_switch") { $0.device.children.count > 1 },
        .list("continuing") { $0.continuing.map { KidsTile($0) } },
        .list("playlists") { $0.playlists.map(KidsPlaylistRow.init) },
        .list("categories") { page in
            let all: [Category?] = page.categories.isEmpty ? [] : [nil]
            return (all + page.categories).map {
                KidsCategory(category: $0, isCurrent: $0?.id == page.category)
            }
        },
        .text("stories_heading") { page in
            page.categories.first { $0.id == page.category }?.name ?? "All Stories"
        },
        .list("stories") { $0.covers.map { KidsTile($0) } },
        .optionalText("more_href") { $0.moreHref },
        .record("stage") { KidsStage(child: $0.child) },
        .bool("is_empty") { $0.covers.isEmpty && $0.continuing.isEmpty },
    ]
}

/// The stories of a series, in their order.
struct KidsSeriesPage: PageForKids, PageWithCovers, PageWithVideo {
    static let template = "family/kids/series.html"

    let child: Child
    let id: ID<Series>
    let name: String
    let next: ID<Book>?
    let stories: [StoryOfSeries]
    let moreNumber: Int?

    static let fields: [Field<KidsSeriesPage>] = [
        .text("leave_href") { _ in KidsLeavePages.path },
        .text("back_href") { _ in KidsShelfPages.path },
        .optionalText("manifest_href") { "/kids/manifest/\($0.child.id)" },
        .bool("speaks_titles") { $0.child.settings.speaksTitles },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .text("name") { $0.name },
        .list("stories") { page in
            page.stories.map {
                KidsTile(
                    shelved: $0.shelved,
                    isWatched: $0.isWatched,
                    isNext: $0.shelved.item.book == page.next
                )
            }
        },
        .optionalText("more_href") { page in
            page.moreNumber.map { "/kids/series/\(page.id)?page=\($0)" }
        },
        .record("stage") { KidsStage(child: $0.child) },
    ]
}

/// A story by its own address.
struct KidsWatchPage: PageForKids, PageWithVideo {
    static let template = "family/kids/watch.html"

    let child: Child
    let story: KidsStory

    static let fields: [Field<KidsWatchPage>] = [
        .optionalText("manifest_href") { "/kids/manifest/\($0.child.id)" },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .text("title") { $0.story.shelved.summary.book.title },
        .record("stage") { KidsStage(child: $0.child, story: $0.story) },
    ]
}

/// "Who is watching?"
struct KidsWhoPage: PageForKids {
    static let template = "family/kids/who.html"

    let device: KidsDevice
    /// For whom the PIN is asked.
    var chosen: Child?
    var trouble: PINTrouble?

    struct Face: Record {
        let child: Child
        let isCurrent: Bool

        static let fields: [Field<Face>] = [
            .text("id") { String($0.child.id.value) },
            .text("name") { $0.child.name },
            .text("avatar") { $0.child.avatar.rawValue },
            .bool("is_current") { $0.isCurrent },
        ]
    }

    static let fields: [Field<KidsWhoPage>] = [
        .text("leave_href") { _ in KidsLeavePages.path },
        .optionalText("manifest_href") { _ in nil },
        .list("children") { page in
            page.device.children.map {
                Face(child: $0, isCurrent: $0.id == page.device.child?.id)
            }
        },
        .bool("needs_pin") { !$0.device.switchesFreely && $0.device.child != nil },
        .optionalRecord("chosen") { $0.chosen.map { Face(child: $0, isCurrent: false) } },
        .optionalRecord("trouble") { $0.trouble },
    ]
}

/// The corner that leads out.
struct KidsLeavePage: PageForKids {
    static let template = "family/kids/leave.html"

    /// Whether the device keeps stories for a journey, which it loses.
    let hasStories: Bool
    var trouble: PINTrouble?
    var email = ""
    var parentError: String?
    /// Whether the parent who was typed has a second factor.
    var isCodeNeeded = false

    static let fields: [Field<KidsLeavePage>] = [
        .optionalText("manifest_href") { _ in nil },
        .bool("has_stories") { $0.hasStories },
        .optionalRecord("trouble") { $0.trouble },
        .text("email") { $0.email },
        .optionalText("parent_error") { $0.parentError },
        .bool("is_parent_open") { $0.parentError != nil },
        .bool("code_needed") { $0.isCodeNeeded },
    ]
}

/// A friendly page where there is nothing to watch.
struct KidsMessagePage: PageForKids {
    static let template = "family/kids/message.html"

    let heading: String
    let text: String
    let picture: String
    var button: Button?
    var href: (address: String, label: String)?

    /// The child or the parent is gone: only a grown-up can help.
    static let lost = KidsMessagePage(
        heading: "No stories here right now",
        text: "Ask a grown-up to help.",
        picture: "kids-empty",
        href: (KidsLeavePages.path, "For grown-ups")
    )

    /// A parent ended it, or changed the password.
    static let ended = KidsMessagePage(
        heading: "Kids Mode is off",
        text: "A grown-up can sign in to start it again.",
        picture: "kids-end",
        button: Button(label: "Sign in", action: "/kids/done")
    )

    struct Button: Record {
        let label: String
        let action: String

        static let fields: [Field<Button>] = [
            .text("label") { $0.label },
            .text("action") { $0.action },
        ]
    }

    static let fields: [Field<KidsMessagePage>] = [
        .optionalText("manifest_href") { _ in nil },
        .text("heading") { $0.heading },
        .text("text") { $0.text },
        .text("picture") { $0.picture },
        .optionalRecord("button") { $0.button },
        .optionalText("href") { $0.href?.address },
        .text("href_label") { $0.href?.label ?? "" },
    ]
}

/// What is shown without a network.
struct KidsOfflinePage: PageForKids {
    static let template = "family/kids/offline.html"

    static let fields: [Field<KidsOfflinePage>] = [.optionalText("manifest_href") { _ in nil }]
}

/// Asks a parent who opened a child's icon whether this browser is to be handed over.
struct KidsHandoverPage: Page {
    static let template = "family/kids/handover.html"

    let child: Child

    static let fields: [Field<KidsHandoverPage>] = [
        .text("child_name") { $0.child.name },
        .text("avatar") { $0.child.avatar.rawValue },
        .text("action") { "\(ChildPages.path)/\($0.child.id)/kids" },
        .text("back_href") { _ in ChildPages.path },
    ]
}

/// Kids Mode for parents.
struct KidsSettingsPage: Page {
    static let template = "family/kids/show.html"

    let pinSetAt: Int?
    let children: [Child]
    let devices: [KidsDevice]
    /// What those keep for a journey, by their keys.
    let journeys: [ID<HandedDevice>: JourneyDeviceText]
    /// Whether a browser would keep anything at the address at which this page is seen.
    let isSecure: Bool
    let attempts: (count: Int, last: Int)
    let error: String?
    let times: TimeText
    let now: Int

    private var attemptsText: String? {
        guard attempts.count > 0 else { return nil }
        let last = times.relative(attempts.last, now: now)
        let isOne = attempts.count == 1
        return Counted.text(attempts.count, "wrong PIN was", "wrong PINs were")
            + " entered recently, \(isOne ? last : "most recently \(last)")."
    }

    struct Row: Record {
        let device: KidsDevice
        let since: String
        let journey: JourneyDeviceText?

        private var watcher: String {
            if let child = device.child { return child.name }
            return device.children.isEmpty ? "Nobody" : Counted.list(device.children.map(\.name))
        }

        static let fields: [Field<Row>] = [
            .text("name") { Device.name($0.device.userAgent) },
            .text("watcher") { $0.watcher },
            .text("since") { $0.since },
            .text("by") { $0.device.parentName },
            .bool("is_permanent") { $0.device.isPermanent },
            .optionalRecord("journey") { $0.journey },
            .text("end_href") { "\(KidsSettingsPages.path)/\($0.device.id)/end" },
        ]
    }

    private var checks: [CheckboxRow] {
        children.map { child in
            CheckboxRow(
                id: "child-\(child.id)",
                value: String(child.id.value),
                label: child.name,
                icon: nil,
                isChecked: true
            )
        }
    }

    static let fields: [Field<KidsSettingsPage>] = [
        .text("back_href") { _ in ChildPages.path },
        .text("pin_href") { _ in "/family/pin" },
        .text("device_action") { _ in KidsSettingsPages.path + "/device" },
        .optionalText("pin_text") { page in page.pinSetAt.map { page.times.day($0) } },
        .list("errors") { page in
            page.error.map { [FormError(href: "#children", message: $0)] } ?? []
        },
        .optionalText("error") { $0.error },
        .list("children") { $0.checks },
        .list("devices") { page in
            page.devices.map {
                Row(
                    device: $0,
                    since: page.times.since($0.createdAt, now: page.now),
                    journey: page.journeys[$0.id]
                )
            }
        },
        .optionalText("attempts_text") { $0.attemptsText },
        .bool("is_secure") { $0.isSecure },
    ]
}

/// The form of the PIN.
struct KidsPINPage: Page {
    static let template = "family/kids/pin.html"

    /// Shown as it is typed: whoever sets it should see it once, and it needn't be typed again.
    static let spec = FieldSpec(
        name: "pin",
        label: "PIN",
        kind: .code,
        hint: "Use 4 to 8 digits your children won’t guess. Don’t use a birthday.",
        maximumLength: 20,
        autocomplete: "off",
        isVerbatim: true
    ) { text in
        guard let pin = KidsPIN(text) else { return KidsPIN.complaint }
        return pin.isEasy ? KidsPIN.easyComplaint : nil
    }

    let field: FormField
    let child: Child?
    let isNew: Bool

    static let fields: [Field<KidsPINPage>] = [
        .record("field") { $0.field },
        .list("errors") { [$0.field].errors },
        .bool("is_new") { $0.isNew },
        .text("child_id") { ($0.child?.id.value).map { String($0) } ?? "" },
        .optionalText("child_name") { $0.child?.name },
        .text("action") { _ in "/family/pin" },
        .text("back_href") { _ in KidsSettingsPages.path },
    ]
}
