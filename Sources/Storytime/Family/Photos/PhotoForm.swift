import Quill

/// What parents say of a photo: what it shows, when it was taken, and where it belongs.
struct PhotoForm: EditForm {
    typealias Kept = Photo

    private static let wordsSpec = FieldSpec(
        name: "words",
        label: "What does it show?",
        kind: .lines,
        hint: "Screen readers read it aloud to those who can’t see the photo. "
            + "“Grandma and Pippi on the pier” is enough.",
        isRequired: false,
        maximumLength: 500,
        autocomplete: "off"
    )

    private static let takenSpec = FieldSpec(
        name: "taken",
        label: "Day it was taken",
        kind: .day,
        isRequired: false,
        autocomplete: "off"
    ) { text in
        TakenAt(kept: text) == nil ? "The first photo was taken in 1826. Choose a later day." : nil
    }

    var words = FormField(wordsSpec)
    var taken = FormField(takenSpec)
    var category: SelectField
    private let today: CalendarDay?

    init() { self.init(categories: [], today: nil) }

    init(categories: [PhotoCategory], today: CalendarDay?) {
        category = SelectField(
            name: "category",
            label: "Category",
            options: categories.map { (String($0.id.value), $0.name) },
            initially: ""
        )
        self.today = today
    }

    static let entries: [Entry<PhotoForm>] = [
        Entry(\.words) { $0.words },
        Entry(\.taken) { $0.dayTaken?.iso ?? "" },
        Entry(\.category) { String($0.category.value) },
    ]

    mutating func read(_ fields: Fields) {
        let shown = taken.typed
        readEntries(fields)
        // Far in the east it is tomorrow already, and a camera whose clock is ahead is none of theirs.
        if let day = taken.day, let today, day > today.adding(1), taken.typed != shown {
            taken.reject("The day it was taken can’t be in the future.")
        }
    }

    var draft: Photo.Draft? {
        guard let words = words.value, taken.value != nil, let category = category.value,
            let id = ID<PhotoCategory>(pathSegment: category[...])
        else { return nil }
        return Photo.Draft(words: words, dayTaken: taken.day, category: id)
    }

    static let fields = entries.map(\.field)
}
