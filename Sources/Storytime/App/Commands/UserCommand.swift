import Glibc
import SQLite

extension Command {
    static let user = Command(
        name: "user",
        usage: "add|password|list|disable|enable|reset-second-factor [OPTIONS]",
        summary:
            "Adds people, lists them, changes their passwords, and enables or disables their accounts.",
        details: [
            "  user add --email E --role admin|parent [--name NAME] --password-stdin",
            "  user password --email E --password-stdin",
            "  user list",
            "  user disable --email E     (signs them out at once)",
            "  user enable --email E",
            "  user reset-second-factor --email E     (for a lost phone; signs them out)",
            "",
            "The password is read from the first line of standard input, so it doesn't appear in",
            "process lists or the shell history.",
        ]
    ) { invocation in
        let words = invocation.arguments
        guard let action = words.first else { throw UsageError("choose an action: \(actions)") }
        let rest = invocation.withoutAction
        switch action {
        case "add": try add(rest)
        case "password": try changePassword(rest)
        case "list": try list(rest)
        case "disable": try setDisabled(true, rest)
        case "enable": try setDisabled(false, rest)
        case "reset-second-factor": try resetSecondFactor(rest)
        default:
            throw UsageError("“\(action)” must be one of \(actions)")
        }
    }

    private static let actions = "add, password, list, disable, enable, reset-second-factor"

    /// The people in the database, which is only created once the command is known to make sense.
    private static func users(_ invocation: Invocation) throws -> UserStore {
        let database = try prepareDatabase(invocation)
        return UserStore(database: database, now: Int(time(nil)))
    }

    private static func add(_ invocation: Invocation) throws {
        try invocation.expectOnly(options: ["email", "role", "name"], flags: ["password-stdin"])
        let email = try required("email", invocation)
        guard let role = Role(rawValue: try required("role", invocation)) else {
            throw UsageError("--role must be admin or parent")
        }
        let name = try invocation.option("name") ?? String(email.prefix { $0 != "@" })
        try check(AccountFields.email, email)
        try check(AccountFields.name, name)
        let hash = try PasswordHash(password: try readPassword(invocation))
        do {
            _ = try users(invocation).insert(
                .init(email: email, name: name, role: role, passwordHash: hash),
                by: .commandLine
            )
        } catch is UserStore.EmailIsTaken {
            throw UsageError("\(email) already exists")
        }
        Console.print("Added \(email) as \(role.rawValue).")
    }

    private static func changePassword(_ invocation: Invocation) throws {
        try invocation.expectOnly(options: ["email"], flags: ["password-stdin"])
        let email = try required("email", invocation)
        let hash = try PasswordHash(password: try readPassword(invocation))
        let users = try users(invocation)
        let user = try find(email, users)
        try users.setPassword(hash, of: user, by: .commandLine)
        Console.print("\(user.email) has a new password and is signed out everywhere.")
    }

    private static func list(_ invocation: Invocation) throws {
        try invocation.expectNothing()
        let database = try databaseToRead(invocation.configuration)
        for user in try UserStore(database: database, now: Int(time(nil))).all() {
            let state = user.isDisabled ? "disabled" : "active"
            Console.print("\(user.email)\t\(user.role.rawValue)\t\(state)\t\(user.name)")
        }
    }

    private static func setDisabled(_ isDisabled: Bool, _ invocation: Invocation) throws {
        try invocation.expectOnly(options: ["email"])
        let email = try required("email", invocation)
        let users = try users(invocation)
        let user = try find(email, users)
        try users.setDisabled(isDisabled, of: user, by: .commandLine)
        Console.print("\(user.email) is \(isDisabled ? "disabled" : "enabled").")
        guard isDisabled, try !users.all().contains(where: { $0.role == .admin && !$0.isDisabled })
        else { return }
        Console.print("No admin can sign in now. Let one back in with `storytime user enable`.")
    }

    private static func resetSecondFactor(_ invocation: Invocation) throws {
        try invocation.expectOnly(options: ["email"])
        let email = try required("email", invocation)
        let users = try users(invocation)
        let user = try find(email, users)
        let factors = SecondFactorStore(database: users.database, now: users.now)
        guard try factors.reset(for: user, by: .commandLine) else {
            throw UsageError("\(user.email) has no second factor")
        }
        Console.print("\(user.email) was signed out, and now signs in with a password only.")
    }

    private static func find(_ email: String, _ users: UserStore) throws -> User {
        guard let found = try users.find(email: email) else {
            throw UsageError("nobody has the e-mail address \(email)")
        }
        return found.user
    }

    private static func required(_ option: String, _ invocation: Invocation) throws -> String {
        guard let value = try invocation.option(option) else {
            throw UsageError("--\(option) is missing")
        }
        return value
    }

    /// The first line of standard input.
    static func readPassword(_ invocation: Invocation) throws -> String {
        guard invocation.hasFlag("password-stdin") else {
            throw UsageError("--password-stdin is missing: passwords are read from standard input")
        }
        let password = readLine() ?? ""
        try check(AccountFields.newPassword, password)
        return password
    }

    /// The rules of the forms apply here too.
    private static func check(_ spec: FieldSpec, _ text: String) throws {
        if let complaint = spec.complaint(about: text) { throw UsageError(complaint) }
    }
}
