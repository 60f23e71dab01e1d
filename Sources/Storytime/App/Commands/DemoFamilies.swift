import SQLite

/// The families of the demo: made up, marked as such by their names, and taken away again as a whole.
extension Demo {
    /// A family to be made.
    struct Household: Sendable {
        let name: String
        let territory: String
        let timeZone: String
        let language: String
        let parent: (name: String, email: String)
        let children: [DemoChild]
    }

    /// A child to be made, and how they watch.
    struct DemoChild: Sendable {
        let name: String
        let avatar: Avatar
        let years: Int
        /// When the stories of an evening begin, in minutes since midnight.
        let bedtime: Int
        /// How many of a hundred days go by without a story.
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

    /// How far back they have watched.
    static let watchedDays = 90

    /// The demo's families that are there.
    func families() throws -> [ID<Family>] {
        try database.all("SELECT id FROM families WHERE is_demo = 1 ORDER BY id") {
            ID(try $0.int(0))
        }
    }

    /// Adds the families with everything that they have watched, unless some are there. Their parents
    /// come with a password that whoever runs this gives them; without one, nobody can sign in.
    func addFamilies(password: PasswordHash?) throws -> Int {
        try database.write {
            guard try families().isEmpty else { return 0 }
            for (index, household) in Self.households.enumerated() {
                try add(household, password, seed: UInt64(index + 1))
            }
            return Self.households.count
        }
    }

    /// Erases the families, as an admin could: nothing of them is left.
    func removeFamilies() throws -> Int {
        let families = try families()
        for family in families {
            try Eraser(database: database, features: Features(Program.features), now: now).erase(
                .family(family),
                by: .commandLine
            )
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

    /// When they began to watch.
    private var began: Int { now - (Self.watchedDays + 1) * 86_400 }
}
