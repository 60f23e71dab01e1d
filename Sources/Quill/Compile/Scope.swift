/// What the names mean at one place of a template.
struct Scope {
    /// What a name stands for.
    enum Binding {
        /// A value in a record, reached from a frame. `field` is its name as seen from the page,
        /// if it comes from the page.
        case path(frame: Int, Access, field: String?)
        case slot(Int, Shape)
        case constant(Value, Shape)
    }

    /// A stretch of template with names of its own.
    struct Level {
        enum Kind {
            /// A whole template, a block, an include or a loop's body.
            case closed
            /// A branch of an `if`, which may change variables around it, as in Jinja.
            case branch
        }

        let kind: Kind
        var names: [String: Binding] = [:]
        /// The loop whose body this is.
        var loop: Int?
    }

    var levels: [Level]
    /// Nil inside an include, which sees only what it is given.
    let page: RecordShape?
    let globals: RecordShape

    init(page: RecordShape?, globals: RecordShape) {
        levels = [Level(kind: .closed)]
        self.page = page
        self.globals = globals
    }

    /// Variables first, from the innermost level outwards; then the page; then globals.
    func binding(of name: String) -> Binding? {
        for level in levels.reversed() {
            if let binding = level.names[name] { return binding }
        }
        if let field = page?.field(name) {
            return .path(frame: Frame.page, field.access, field: name)
        }
        if let field = globals.field(name) {
            return .path(frame: Frame.globals, field.access, field: nil)
        }
        return nil
    }

    /// The innermost loop's level.
    var loop: Int? { levels.last { $0.loop != nil }?.loop }

    /// All names that mean something here, for suggestions.
    var names: Set<String> {
        var names = Set(levels.flatMap(\.names.keys))
        names.formUnion(page?.fields.map(\.name) ?? [])
        names.formUnion(globals.fields.map(\.name))
        if loop != nil { names.insert("loop") }
        return names
    }

    mutating func bind(_ name: String, to binding: Binding) {
        levels[levels.count - 1].names[name] = binding
    }

    /// Changes the meaning of a name where it was bound.
    mutating func rebind(_ name: String, to binding: Binding) {
        guard let level = levels.lastIndex(where: { $0.names[name] != nil }) else { return }
        levels[level].names[name] = binding
    }

    /// The variable that a `set` at this place changes: an existing one with only branches between
    /// it and this place.
    func assignable(_ name: String) -> Binding? {
        for level in levels.reversed() {
            if let binding = level.names[name] { return binding }
            if level.kind == .closed { return nil }
        }
        return nil
    }

    var isInBranch: Bool { levels.last?.kind == .branch }
}
