import Quill

/// What is done to many episodes of a season at once, and what was filled in for it.
struct EpisodesChange {
    enum Act: String, CaseIterable {
        case dates, link, unlink, delete

        /// As it is chosen, in a list.
        var label: String {
            switch self {
            case .dates: "Set dates"
            case .link: "Link books"
            case .unlink: "Unlink books"
            case .delete: "Delete"
            }
        }
    }

    static let actName = "act"

    let act: Act
    private(set) var days = EpisodeDaysForm(isRequired: true)
    /// The books of each, by the episode.
    private(set) var books: [ID<Episode>: FormField] = [:]
    private var refusal: String?
    /// The places of the episodes among those that were selected.
    private var order: [ID<Episode>: Int] = [:]

    /// Nil if nobody said what to do.
    init?(_ fields: Fields) {
        guard let act = fields.text(Self.actName).flatMap(Act.init(rawValue:)) else { return nil }
        self.act = act
    }

    mutating func read(_ fields: Fields, _ episodes: [Episode]) {
        for (index, episode) in episodes.enumerated() { order[episode.id] = index }
        switch act {
        case .dates: days = EpisodeDaysForm(fields, isRequired: true)
        case .link:
            var taken: Set<String> = []
            for episode in episodes {
                var field = FormField(Self.spec(episode), fields)
                if let value = field.value, !value.isEmpty,
                    !taken.insert(Folding.fold(value)).inserted
                {
                    field.reject("This book is chosen twice.")
                }
                books[episode.id] = field
            }
        case .unlink, .delete: break
        }
    }

    private static func spec(_ episode: Episode) -> FieldSpec {
        var spec = EpisodeForm.bookSpec
        spec.name = "book_\(episode.id)"
        spec.label = "\(episode.place.description), \(episode.title)"
        spec.hint = nil
        return spec
    }

    /// Fills in what suggests itself: the book that an episode has, or else one of its number or its
    /// title.
    mutating func suggest(_ books: [LinkableBook], for episodes: [Episode]) {
        guard self.books.isEmpty else { return }
        var free = books
        for episode in episodes {
            var link = episode.book
            if link == nil {
                let title = Folding.fold(episode.ownTitle)
                let index =
                    free.firstIndex { !title.isEmpty && Folding.fold($0.link.title) == title }
                    ?? free.firstIndex {
                        episode.place.season == 1 && $0.number == episode.place.episode
                    }
                link = index.map { free.remove(at: $0).link }
            }
            self.books[episode.id] = FormField(
                Self.spec(episode),
                initially: link?.written ?? ""
            )
        }
    }

    /// Says what the database refused; false for what isn't a matter of the form.
    mutating func reject(_ reason: EpisodeStore.Refusal) -> Bool {
        switch reason {
        case .book(let text): refusal = text
        case .bookIs(let other, let title):
            refusal = "“\(title)” is \(other.place) already. Unlink it there first."
        default: return false
        }
        return true
    }

    func draft(of episode: Episode) -> Episode.Draft {
        var draft = Episode.Draft(episode)
        switch act {
        case .dates: draft.airDate = order[episode.id].flatMap(days.day)
        case .link: draft.book = books[episode.id]?.value.flatMap(EpisodeBook.init)
        case .unlink: draft.book = nil
        case .delete: break
        }
        return draft
    }

    var errors: [FormError] {
        (refusal.map { [FormError(href: "#record", message: $0)] } ?? [])
            + (act == .dates ? days.errors : [])
            + books.sorted { $0.key.value < $1.key.value }.map(\.value).errors
    }
}

extension Episode.Draft {
    /// As an episode is.
    init(_ episode: Episode) {
        self.init(
            place: episode.place,
            title: episode.ownTitle,
            description: episode.description,
            airDate: episode.airDate,
            runtimeMinutes: episode.runtimeMinutes,
            book: episode.book.map { .id($0.id) }
        )
    }
}
