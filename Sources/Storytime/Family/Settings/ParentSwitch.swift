import SQLite

/// Something that each parent turns on and off for themselves. What is off is hidden, and nothing of it is
/// deleted. Children and programs don't notice.
enum ParentSwitch: String, Sendable, CaseIterable {
    case vocabulary, playlists, live
    /// For those who build the player.
    case cueDetails = "cue_details"

    /// Those of everybody.
    static let experimental: [ParentSwitch] = [.vocabulary, .playlists, .live]

    /// What it is until a parent sets it.
    var isOnAtFirst: Bool {
        switch self {
        case .vocabulary, .playlists: true
        case .live, .cueDetails: false
        }
    }

    var label: String {
        switch self {
        case .vocabulary: "Vocabulary"
        case .playlists: "Playlists"
        case .live: "Live transcription"
        case .cueDetails: "Show cue numbers and times in the player"
        }
    }

    /// What somebody reads who asks for it while it is off.
    var offText: String { "\(label) \(self == .playlists ? "are" : "is") off" }

    /// Where that is changed: "turn it on in Settings".
    var remedy: String { "turn \(self == .playlists ? "them" : "it") on in Settings" }

    var hint: String {
        switch self {
        case .vocabulary: "Save words from stories, and learn them."
        case .playlists: "Put stories and videos in any order you like."
        case .live:
            "Have what your microphone hears written down. Before it starts, the page says where the "
                + "sound goes."
        case .cueDetails:
            "Below each line: its number, when it begins and ends, and how long it lasts."
        }
    }
}

/// Keeps what parents turned on and off.
struct ParentSwitches {
    let database: Database

    func isOn(_ each: ParentSwitch, of user: ID<User>) throws -> Bool {
        try database.first(
            """
            SELECT is_on FROM parent_switches
            WHERE user_id = \(user.value) AND name = \(each.rawValue)
            """
        ) { try $0.bool(0) } ?? each.isOnAtFirst
    }

    func set(_ each: ParentSwitch, _ isOn: Bool, of user: ID<User>) throws {
        try database.execute(
            """
            INSERT INTO parent_switches (user_id, name, is_on)
            VALUES (\(user.value), \(each.rawValue), \(isOn))
            ON CONFLICT (user_id, name) DO UPDATE SET is_on = excluded.is_on
            """
        )
    }
}

extension Visit {
    var switches: ParentSwitches { ParentSwitches(database: database) }

    /// The switches that there are: those for building the program are only there while it is built.
    var offeredSwitches: [ParentSwitch] {
        ParentSwitch.experimental
            + (site.configuration.isDevelopment ? [ParentSwitch.cueDetails] : [])
    }

    /// Whether the parent of this visit has something turned on. An admin who acts for a family sees it
    /// as it is at first.
    func isOn(_ each: ParentSwitch) throws -> Bool {
        guard offeredSwitches.contains(each) else { return false }
        guard let user = session?.user, user.role == .parent else { return each.isOnAtFirst }
        return try switches.isOn(each, of: user.id)
    }
}
