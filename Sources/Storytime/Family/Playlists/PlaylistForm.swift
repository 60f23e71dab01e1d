import Quill

/// The form of a playlist, new or there already.
struct PlaylistForm: Record {
    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "Children see it above the shelf if you give it to them.",
        maximumLength: 60,
        autocomplete: "off"
    )
    static let childrenName = "child_ids"
    static let nameIsTaken =
        "There is already a playlist with this name. Choose a different one."

    var name = FormField(nameSpec)
    var isShared = false
    var chosen: Set<ID<Child>> = []
    var childError: String?
    /// Those of the family.
    let children: [Child]

    init(_ children: [Child]) {
        self.children = children
    }

    /// Nil if something is wrong.
    var draft: Playlist.Draft? {
        guard let name = name.value, childError == nil else { return nil }
        return Playlist.Draft(name: name, isShared: isShared, children: chosen)
    }

    var errors: [FormError] {
        [name].errors
            + (childError.map { [FormError(href: "#child-ids", message: $0)] } ?? [])
    }

    mutating func show(_ playlist: Playlist) {
        name.show(playlist.name)
        isShared = playlist.isShared
        chosen = Set(playlist.children)
    }

    mutating func read(_ fields: Fields) {
        name.read(fields)
        isShared = fields.isOn("is_shared")
        let ids = fields.all(Self.childrenName).compactMap { ID<Child>(pathSegment: $0[...]) }
        chosen = Set(ids)
        let unknown = chosen.subtracting(children.map(\.id)).map(\.value).min()
        childError = unknown.map { "Child \($0) doesn’t exist." }
    }

    /// What a browser showing a playlist would send.
    static func pairs(of playlist: Playlist) -> [(name: String, value: String)] {
        [(name: nameSpec.name, value: playlist.name)]
            + (playlist.isShared ? [(name: "is_shared", value: "on")] : [])
            + playlist.children.map { (name: childrenName, value: String($0.value)) }
    }

    /// Where what was typed differs from a playlist that somebody else saved meanwhile.
    func differences(from playlist: Playlist) -> [ConflictRow] {
        let words = { (isShared: Bool) in isShared ? "Shared with your family" : "Only you" }
        let names = { (ids: Set<ID<Child>>) in
            Counted.list(children.filter { ids.contains($0.id) }.map(\.name))
        }
        return [
            ConflictRow(field: "Name", theirs: playlist.name, yours: name.typed),
            ConflictRow(
                field: "Who sees it",
                theirs: words(playlist.isShared),
                yours: words(isShared)
            ),
            ConflictRow(
                field: "Shelf in Kids Mode",
                theirs: names(Set(playlist.children)),
                yours: names(chosen)
            ),
        ].filter { $0.theirs != $0.yours }
    }

    static let fields: [Field<PlaylistForm>] = [
        .record("name") { $0.name },
        .record("shared") { form in
            CheckField(
                name: "is_shared",
                label: "Share with your family",
                hint: "The other parents can see, change and delete it.",
                isChecked: form.isShared
            )
        },
        .optionalText("child_error") { $0.childError },
        .list("children") { form in
            form.children.map { child in
                CheckboxRow(
                    id: "child-\(child.id)",
                    value: String(child.id.value),
                    label: child.name,
                    icon: nil,
                    isChecked: form.chosen.contains(child.id)
                )
            }
        },
    ]
}

/// The same form as programs fill it in.
extension PlaylistForm: ProgramForm {
    static let members: [FormMember] = [
        .field(nameSpec), .flag("is_shared"),
        .ids(childrenName, upTo: Family.maximumChildren),
    ]

    static let meanings = [
        "name": "The name; a parent has each name once.",
        "is_shared": "Whether the other parents of the family see and change it, too.",
        childrenName: "The ids of the children who have it as a shelf in Kids Mode.",
    ]

    static let example = #"{"name": "Bedtime"}"#
    static let change = #"{"name": "Rainy days"}"#
}
