import Quill

/// The form of a child, new or there already.
struct ChildForm: Record {
    var name: FormField
    var birthDate: FormField
    private(set) var avatar: Avatar?
    private var avatarError: String?
    let settings: Child.Settings
    /// The categories that the form shows, and those of them that are ticked.
    let categories: [Category]
    private let shown: Set<ID<Category>>
    let ticked: Set<ID<Category>>
    /// Whether it was said that a child of the same name is another one.
    private(set) var isAnother = false
    /// A child of the family who is called the same, if that was not said.
    private(set) var namesake: String?
    /// What is wrong with the categories that a program names; a browser sends what it was shown.
    var hiddenError: String?

    /// Older than this is no child whom somebody reads to, but a year that was mistyped.
    private static let oldestYears = 25

    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        maximumLength: 100,
        autocomplete: "off"
    )

    static let birthSpec = FieldSpec(
        name: "birth_date",
        label: "Birth date",
        kind: .day,
        maximumLength: 10,
        autocomplete: "off"
    )

    /// An empty form: everything may be seen.
    init(_ categories: [Category]) {
        self.categories = categories
        name = FormField(Self.nameSpec)
        birthDate = FormField(Self.birthSpec)
        avatar = .fox
        settings = Child.Settings()
        shown = Set(categories.map(\.id))
        ticked = shown
    }

    /// The form of a child as they are.
    init(_ child: Child, _ categories: [Category]) {
        self.categories = categories
        name = FormField(Self.nameSpec, initially: child.name)
        birthDate = FormField(Self.birthSpec, initially: child.birthDate.iso)
        avatar = child.avatar
        settings = child.settings
        shown = Set(categories.map(\.id))
        ticked = shown.subtracting(child.hidden)
    }

    /// The form that was sent on a day of the family.
    init(_ fields: Fields, on today: CalendarDay, _ categories: [Category]) {
        self.categories = categories
        name = FormField(Self.nameSpec, fields)
        birthDate = FormField(Self.birthSpec, fields)
        avatar = fields.text("avatar").flatMap(Avatar.init)
        avatarError = avatar == nil ? "Choose one of the pictures shown." : nil
        settings = Child.Settings(
            mayScrub: fields.isOn("may_scrub"),
            hasCaptions: fields.isOn("has_captions"),
            hasReducedMotion: fields.isOn("has_reduced_motion"),
            speaksTitles: fields.isOn("speaks_titles"),
            showsCategories: fields.isOn("shows_categories"),
            mayReadAlong: fields.isOn("may_read_along")
        )
        isAnother = fields.isOn("is_another")
        // A category that was added or deleted since the form was made is none of its business.
        let known = Set(categories.map(\.id))
        shown = Self.ids(fields.all("shown_category_ids")).intersection(known)
        ticked = Self.ids(fields.all("category_ids")).intersection(shown)
        judgeBirth(today)
    }

    private static func ids(_ texts: [String]) -> Set<ID<Category>> {
        Set(texts.compactMap { ID(pathSegment: $0[...]) })
    }

    private mutating func judgeBirth(_ today: CalendarDay) {
        guard let day = birthDate.value.flatMap(CalendarDay.init(iso:)) else { return }
        if day > today {
            birthDate.reject("The birth date is in the future. Check the year.")
        } else if Age(bornOn: day, on: today).years > Self.oldestYears {
            birthDate.reject("That is more than \(Self.oldestYears) years ago. Check the year.")
        }
    }

    var draft: Child.Draft? {
        guard let name = name.value, let avatar, hiddenError == nil,
            let birth = birthDate.value.flatMap(CalendarDay.init(iso:))
        else { return nil }
        return Child.Draft(
            name: name,
            birthDate: birth,
            avatar: avatar,
            settings: settings,
            shown: shown,
            ticked: ticked
        )
    }

    var errors: [FormError] {
        [name, birthDate].errors
            + (namesake.map {
                [FormError(href: "#namesake", message: "A child called \($0) already exists.")]
            } ?? [])
            + (avatarError.map { [FormError(href: "#avatar-fox", message: $0)] } ?? [])
            + (hiddenError.map { [FormError(href: "#hidden-category-ids", message: $0)] } ?? [])
    }

    var trimmingNote: String { [name, birthDate].trimmingNote }

    static let tooMany = Allowance.children.refusal
    static let binIsFull =
        "There are \(ChildStore.maximumListed) children in the bin already. Erase some of them first."

    /// Asks whether it is another child than the one who is called the same.
    mutating func ask(about namesake: String) { self.namesake = namesake }

    /// Says that there is no room for another child.
    mutating func rejectAsTooMany() { name.reject(Self.tooMany) }

    mutating func rejectAsBinIsFull() { name.reject(Self.binIsFull) }

    /// What the form would save, field by field, to stand beside what someone else saved.
    func differences(from theirs: Child) -> [ConflictRow] {
        let word = { (isOn: Bool) in isOn ? "Yes" : "No" }
        let names = { (hidden: (Category) -> Bool) in
            categories.filter(hidden).map(\.name).joined(separator: ", ")
        }
        let yours = settings
        return [
            ConflictRow(field: "Name", theirs: theirs.name, yours: name.typed),
            ConflictRow(
                field: "Birth date",
                theirs: theirs.birthDate.iso,
                yours: birthDate.typed
            ),
            ConflictRow(
                field: "Picture",
                theirs: theirs.avatar.label,
                yours: avatar?.label ?? ""
            ),
            ConflictRow(
                field: "Skipping",
                theirs: word(theirs.settings.mayScrub),
                yours: word(yours.mayScrub)
            ),
            ConflictRow(
                field: "Captions",
                theirs: word(theirs.settings.hasCaptions),
                yours: word(yours.hasCaptions)
            ),
            ConflictRow(
                field: "Reduced motion",
                theirs: word(theirs.settings.hasReducedMotion),
                yours: word(yours.hasReducedMotion)
            ),
            ConflictRow(
                field: "Spoken titles",
                theirs: word(theirs.settings.speaksTitles),
                yours: word(yours.speaksTitles)
            ),
            ConflictRow(
                field: "Categories",
                theirs: word(theirs.settings.showsCategories),
                yours: word(yours.showsCategories)
            ),
            ConflictRow(
                field: "Reading along",
                theirs: word(theirs.settings.mayReadAlong),
                yours: word(yours.mayReadAlong)
            ),
            ConflictRow(
                field: "Hidden categories",
                theirs: names { theirs.hidden.contains($0.id) },
                yours: names { shown.contains($0.id) && !ticked.contains($0.id) }
            ),
        ].filter { $0.theirs != $0.yours }
    }

    private var pictures: [AvatarChoice] {
        Avatar.allCases.map { AvatarChoice(avatar: $0, isChecked: $0 == avatar) }
    }

    private var checks: [CheckboxRow] {
        categories.map { category in
            CheckboxRow(
                id: "category-\(category.id)",
                value: String(category.id.value),
                label: category.name,
                icon: category.iconName,
                isChecked: ticked.contains(category.id) || !shown.contains(category.id)
            )
        }
    }

    private var switches: [CheckField] {
        [
            CheckField(
                name: "may_scrub",
                label: "Can skip forward and back",
                hint: "Otherwise, stories play from start to finish and can only be paused.",
                isChecked: settings.mayScrub
            ),
            CheckField(
                name: "has_captions",
                label: "Show captions",
                hint: "If a story has them.",
                isChecked: settings.hasCaptions
            ),
            CheckField(
                name: "has_reduced_motion",
                label: "Reduce motion",
                hint: "No animations around the stories.",
                isChecked: settings.hasReducedMotion
            ),
            CheckField(
                name: "speaks_titles",
                label: "Read titles aloud",
                hint: "The device speaks a story’s title when its cover is touched.",
                isChecked: settings.speaksTitles
            ),
            CheckField(
                name: "shows_categories",
                label: "Show categories",
                hint: "As pictures above the stories, so your child can browse by category.",
                isChecked: settings.showsCategories
            ),
            CheckField(
                name: "may_read_along",
                label: "Can read along",
                hint: "Stories with captions get a button that shows the words large.",
                isChecked: settings.mayReadAlong
            ),
        ]
    }

    static let fields: [Field<ChildForm>] = [
        .record("name") { $0.name },
        .optionalText("namesake") { $0.namesake },
        .record("birth_date") { $0.birthDate },
        .list("pictures") { $0.pictures },
        .optionalText("avatar_error") { $0.avatarError },
        .list("switches") { $0.switches },
        .list("categories") { $0.checks },
    ]
}

/// A picture to choose.
struct AvatarChoice: Record {
    let avatar: Avatar
    let isChecked: Bool

    static let fields: [Field<AvatarChoice>] = [
        .text("value") { $0.avatar.rawValue },
        .text("label") { $0.avatar.label },
        .bool("is_checked") { $0.isChecked },
    ]
}
