/// How the console looks to someone.
struct Look: Sendable, Equatable {
    enum Theme: String, Sendable, CaseIterable {
        case system, light, dark

        var label: String {
            switch self {
            case .system: "Same as the device"
            case .light: "Light"
            case .dark: "Dark"
            }
        }
    }

    /// How closely the rows of lists are set, where there is a mouse.
    enum Density: String, Sendable, CaseIterable {
        case compact, comfortable

        var label: String {
            switch self {
            case .compact: "Compact"
            case .comfortable: "Comfortable"
            }
        }
    }

    var theme = Theme.system
    var density = Density.compact
}

extension Look {
    /// As the database has it.
    init(_ theme: String, _ density: String) {
        self.init(
            theme: Theme(rawValue: theme) ?? .system,
            density: Density(rawValue: density) ?? .compact
        )
    }
}
