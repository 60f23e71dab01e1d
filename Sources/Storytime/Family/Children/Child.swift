/// A child of a family: who they are, and what Kids Mode does for them.
struct Child: Sendable, Equatable {
    let id: ID<Child>
    let family: ID<Family>
    var name: String
    var birthDate: CalendarDay
    var avatar: Avatar
    var settings: Settings
    /// The categories that they don't see.
    var hidden: Set<ID<Category>> = []
    /// Rises with every change: a form says which version it showed.
    var version = 1
    var createdAt = 0
    var updatedAt = 0

    /// What Kids Mode does for a child.
    struct Settings: Sendable, Equatable {
        /// Whether they may skip forward and back in a story.
        var mayScrub = true
        var hasCaptions = false
        var hasReducedMotion = false
        /// Whether the title of a story is spoken when its cover is touched.
        var speaksTitles = false
        /// Whether the shelf has the categories as pictures.
        var showsCategories = false
        /// Whether they may read along: their stories with the words, one line at a time.
        var mayReadAlong = false
    }

    /// What a valid form makes of its fields, and the only thing that a store accepts.
    struct Draft: Sendable, Equatable {
        var name: String
        var birthDate: CalendarDay
        var avatar: Avatar
        var settings = Settings()
        /// Of the categories that the form showed, those that were ticked. Of a category that it did
        /// not show nothing is known, and what was chosen before stays.
        var shown: Set<ID<Category>> = []
        var ticked: Set<ID<Category>> = []

        /// What is hidden when this is saved over what was hidden before.
        func hidden(_ before: Set<ID<Category>>) -> Set<ID<Category>> {
            before.subtracting(shown).union(shown.subtracting(ticked))
        }
    }

    var subject: Subject { Subject(.child, id.value, name, of: family) }

    /// How old they are on a day, in full years.
    func years(on day: CalendarDay) -> Int { Age(bornOn: birthDate, on: day).years }
}

/// A picture that stands for a child: one of our own drawn set (`Public/img/avatars.svg`), because a
/// photograph of a child has no place in it.
enum Avatar: String, Sendable, CaseIterable {
    case fox, bear, owl, rabbit, cat, frog, whale, lion, penguin, mouse

    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
