import SQLite

/// The families of the demo: made up, marked as such by their names, and removed again as a whole.
extension Demo {
    /// A family to create.
    struct Household: Sendable {
        let name: String
        let territory: String
        let timeZone: String
        let language: String
        let parent: (name: String, email: String)
        let children: [DemoChild]
    }

    /// A child to create, and how they watch.
    struct DemoChild: Sendable {
        let name: String
        let avatar: Avatar
        let years: Int
        /// When the stories of an evening begin, in minutes since midnight.
        let bedtime: Int
        /// How many of a hundred days pass without a story.
        let quietDays: Int
    }

    static let households = [
        Household(
            name: "The Lindqvists (demo)",
            territory: "SE",
            timeZone: "Europe/Stockholm",
            language: "en",
            // RFC 2606 §2: nobody has an address there.
            parent: (name: "Karin Lindqvist", email: "karin@lindqvist.example"),
            children: [
                DemoChild(
                    name: "Alma",
                    avatar: .owl,
                    years: 4,
                    bedtime: 18 * 60 + 40,
                    quietDays: 15
                ),
                DemoChild(
                    name: "Nils",
                    avatar: .bear,
                    years: 6,
                    bedtime: 19 * 60 + 20,
                    quietDays: 30
                ),
            ]
        ),
        Household(
            name: "The Okafors (demo)",
            territory: "GB",
            timeZone: "Europe/London",
            language: "en",
            parent: (name: "Ada Okafor", email: "ada@okafor.example"),
            children: [
                DemoChild(
                    name: "Zadie",
                    avatar: .rabbit,
                    years: 5,
                    bedtime: 18 * 60,
                    quietDays: 22
                )
            ]
        ),
    ]

    /// For how many days they have watched.
    static let watchedDays = 90

    /// The demo's families that exist.
    func families() throws -> [ID<Family>] {
        try database.all("SELECT id FROM present_families WHERE is_demo = 1 ORDER BY id") {
            ID(try $0.int(0))
        }
    }

    /// Who of the families can sign in.
    enum SignIn {
        case nobody
        /// The parent of the first family.
        case first(PasswordHash)
        /// The parents of all of them, with the password of the person who runs this.
        case everybody(PasswordHash)

        fileprivate func password(ofFamily index: Int) -> PasswordHash? {
            switch self {
            case .nobody: nil
            case .first(let password): index == 0 ? password : nil
            case .everybody(let password): password
            }
        }
    }

    /// Adds the families with everything that they have watched, unless some exist.
    func addFamilies(_ signIn: SignIn) throws -> Int {
        try database.write {
            guard try families().isEmpty else { return 0 }
            for (index, household) in Self.households.enumerated() {
                try add(household, signIn.password(ofFamily: index), seed: UInt64(index + 1))
            }
            return Self.households.count
        }
    }

    /// Puts the films in front of each child's library, unless they are there, with a week of
    /// watching them. One child has left one in the middle.
    func shelveFilms() throws {
        let films = try films()
        guard !films.isEmpty else { return }
        try database.write {
            for (index, family) in try families().enumerated() {
                let family = try FamilyStore(database: database, now: now).find(family)
                let children = try ChildStore(database: database, now: now).list(of: family.id)
                for (place, child) in children.enumerated() {
                    try shelve(films, for: child, of: family, isFirst: index + place == 0)
                }
            }
        }
    }

    private func shelve(
        _ films: [ID<Book>],
        for child: Child,
        of family: Family,
        isFirst: Bool
    ) throws {
        let began = now - DemoViewing.filmDays * 86_400
        let shelf = FamilyShelf(family, on: began, in: database)
        let change = try LibraryStore(database: database, now: began)
            .add(films, to: child.id, of: shelf, by: .commandLine)
        guard change != nil,
            let habits = Self.households.lazy.flatMap(\.children)
                .first(where: { $0.name == child.name })
        else { return }
        var viewing = DemoViewing(
            database: database,
            family: family,
            habits: habits,
            random: DemoRandom(seed: UInt64(child.name.utf8.reduce(0) { $0 * 31 + Int($1) })),
            name: "demo-film"
        )
        try viewing.watch(films, child, until: now, leavesLast: isFirst)
    }

    /// Erases the families, as an admin could: nothing of them is left.
    func removeFamilies() throws -> Int {
        let families = try families()
        for family in families {
            try Eraser(
                database: database,
                features: Features(Program.features),
                now: now,
                pace: .untilDone
            )
            .erase(.family(family), by: .commandLine)
        }
        return families.count
    }

    private func add(_ household: Household, _ password: PasswordHash?, seed: UInt64) throws {
        let family = try FamilyStore(database: database, now: began).insert(
            .init(
                name: household.name,
                territory: household.territory,
                timeZone: household.timeZone,
                language: household.language
            ),
            by: .commandLine
        )
        try database.execute("UPDATE families SET is_demo = 1 WHERE id = \(family.id.value)")
        if let password { try add(household.parent, to: family, password) }
        for (index, child) in household.children.enumerated() {
            var viewing = DemoViewing(
                database: database,
                family: family,
                habits: child,
                random: DemoRandom(seed: seed << 8 + UInt64(index))
            )
            viewing.films = try films()
            try viewing.watch(try add(child, to: family), from: began, until: now)
        }
    }

    private func add(
        _ parent: (name: String, email: String),
        to family: Family,
        _ password: PasswordHash
    ) throws {
        let users = UserStore(database: database, now: now)
        let id = try users.insert(
            .init(email: parent.email, name: parent.name, role: .parent, passwordHash: password),
            by: .commandLine
        )
        try users.setFamily(family.id, of: try users.find(id), by: .commandLine)
    }

    private func add(_ child: DemoChild, to family: Family) throws -> Child {
        let today = family.today(now)
        return try ChildStore(database: database, now: began).insert(
            .init(
                name: child.name,
                birthDate: today.adding(-child.years * 365 - 100),
                avatar: child.avatar
            ),
            into: family.id,
            by: .commandLine
        )
    }

    /// When they started watching.
    private var began: Int { now - (Self.watchedDays + 1) * 86_400 }
}
