/// Two edits of one record, merged field by field.
///
/// An edit form carries what it was made of in hidden fields ("was.title"). The audit log can't say it:
/// its entries have no versions, and names instead of keys. A field that only one of two people changed
/// is theirs; where both did, the second one is asked ("keep.title").
struct FormMerge {
    private static let basePrefix = "was."
    private static let choicePrefix = "keep."
    private static let minePrefix = "mine."
    /// The names of the fields about which the form asked.
    static let askedName = "asked"

    /// The merged content.
    let fields: Fields
    /// The fields that both changed, to different values. Their content is that of the second person.
    let collisions: [String]
    /// The fields that only the first person changed.
    let taken: [String]

    /// Nil if the form didn't carry what it was made of. Fields that are lists are named again.
    init?(
        base: Fields,
        mine: Fields,
        theirs: Fields,
        of names: [String],
        lists: Set<String> = []
    ) {
        guard !base.pairs.isEmpty else { return nil }
        var merged: [(name: String, value: String)] = []
        var (collisions, taken): ([String], [String]) = ([], [])
        for name in names {
            let (was, own, other) = (base.all(name), mine.all(name), theirs.all(name))
            let values: [String]
            if lists.contains(name) {
                values = Self.merged(was, own, other)
                if Set(other) != Set(was) { taken.append(name) }
            } else if Self.isSame(other, was) || Self.isSame(other, own) {
                values = own
            } else if Self.isSame(own, was) {
                values = other
                taken.append(name)
            } else {
                values = own
                collisions.append(name)
            }
            merged += values.map { (name: name, value: $0) }
        }
        // What isn't a field of the record, like a confirmation, stays as it was sent.
        let known = Set(names)
        merged += mine.pairs.filter { !known.contains($0.name) && !Self.isOurs($0.name) }
        fields = Fields(merged)
        self.collisions = collisions
        self.taken = taken
    }

    /// A list is merged member by member: it has what either added, and not what either removed.
    private static func merged(_ was: [String], _ own: [String], _ other: [String]) -> [String] {
        let added = own.filter { !was.contains($0) && !other.contains($0) }
        let removed = Set(was).subtracting(own)
        return other.filter { !removed.contains($0) } + added
    }

    /// Whether two contents of a field mean the same: a browser changes the ends of lines, and a form
    /// removes the spaces around a text.
    private static func isSame(_ one: [String], _ other: [String]) -> Bool {
        let texts = [one, other].map { values in
            values.map { PlainText.trimmed(PlainText.lines(of: $0)) }.filter { !$0.isEmpty }
        }
        return texts[0] == texts[1]
    }

    private static func isOurs(_ name: String) -> Bool {
        name.hasPrefix(basePrefix) || name.hasPrefix(choicePrefix) || name == askedName
    }

    // MARK: Hidden fields

    /// What a form was made of, for its hidden fields.
    static func hidden(_ record: Fields) -> [HiddenField] {
        record.pairs.map { HiddenField(name: basePrefix + $0.name, value: $0.value) }
    }

    /// What a form that was sent had been made of.
    static func base(of sent: Fields) -> Fields {
        Fields(
            sent.pairs.filter { $0.name.hasPrefix(basePrefix) }
                .map { (name: String($0.name.dropFirst(basePrefix.count)), value: $0.value) }
        )
    }

    // MARK: Choices

    static func choiceName(of field: String) -> String { choicePrefix + field }

    /// What the form of the question is made of: besides the record, what the second person had typed.
    /// A field in which something else comes back was edited below the question, which answers it.
    static func asking(about names: [String], of record: Fields, mine: Fields) -> Fields {
        Fields(
            record.pairs
                + names.flatMap { name in
                    mine.all(name).map { (name: minePrefix + name, value: $0) }
                }
        )
    }

    /// Which version of a field was chosen, "theirs" or "mine"; nil if none was.
    static func choice(of name: String, in sent: Fields) -> String? {
        let shown = base(of: sent).all(minePrefix + name)
        if !shown.isEmpty, !isSame(shown, sent.all(name)) { return "mine" }
        return sent.text(choiceName(of: name)).flatMap {
            ["theirs", "mine"].contains($0) ? $0 : nil
        }
    }

    /// What was sent, with the choices made, and the fields about which none was.
    static func choosing(_ sent: Fields) -> (fields: Fields, undecided: [String]) {
        let asked = sent.all(askedName)
        guard !asked.isEmpty else { return (sent, []) }
        let base = base(of: sent)
        let theirs = asked.filter { choice(of: $0, in: sent) == "theirs" }
        let undecided = asked.filter { choice(of: $0, in: sent) == nil }
        let pairs =
            sent.pairs.filter { !theirs.contains($0.name) }
            + theirs.flatMap { name in base.all(name).map { (name: name, value: $0) } }
        return (Fields(pairs), undecided)
    }
}
