import Quill

/// A story on a shelf: its cover with what matters at a glance, and its names.
struct StoryCard: Record {
    let title: String
    let author: String
    let href: String
    let palette: Int
    var icon: String?
    /// The cover's picture; without one the cover is drawn.
    var picture: CoverPicture?
    /// A word or two on the cover's corner, such as "12 min".
    var badge: String?
    /// The kind of the badge, as of a status pill.
    var badgeKind = "quiet"
    var progress: Progress?

    static let fields: [Field<StoryCard>] = [
        .text("title") { $0.title },
        .text("author") { $0.author },
        .text("href") { $0.href },
        .int("palette") { $0.palette },
        .optionalText("icon") { $0.icon },
        .optionalRecord("picture") { $0.picture },
        .optionalText("badge") { $0.badge },
        .text("badge_kind") { $0.badgeKind },
        .optionalRecord("progress") { $0.progress },
    ]
}
