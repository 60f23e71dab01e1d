import HTTP

/// Who is asking: what a program needs to know about the owner of its token.
enum MeAPI {
    static let routes = [
        signedInAPI(
            .get,
            "/api/v1/me",
            OperationText(
                .tokens,
                "getMe",
                "Who am I?",
                "Returns the owner of the token or key, a parent’s family, and what the token or key can "
                    + "do. Any valid one works; no scope is needed."
            ),
            show
        )
    ]

    static func show(_ visit: Visit) throws -> Details<MeAnswer> {
        guard let session = visit.session else { throw Failure.notSignedIn }
        let family = try session.user.family.map { try visit.families.find($0) }
        return Details(
            record: MeAnswer(
                user: session.user,
                zone: session.user.timeZone ?? visit.site.configuration.timeZone,
                language: session.user.language ?? visit.site.configuration.language.tag,
                family: family,
                credential: try credential(of: session, visit)
            )
        )
    }

    private static func credential(of session: Session, _ visit: Visit) throws -> CredentialAnswer {
        guard let inUse = session.key else {
            return CredentialAnswer(
                kind: .session,
                scopes: Scope.all(for: session.user.role),
                expiresAt: try SessionStore(visit.database).endsAt(session)
            )
        }
        // It has been revoked since it was checked.
        let keys = try visit.accessKeys.list(of: session.user.id)
        guard let key = keys.first(where: { $0.id == inUse.id }) else {
            throw APIFailure.invalidToken
        }
        return CredentialAnswer(
            kind: .key,
            name: key.name,
            scopes: Scope.allCases.filter(inUse.scopes.contains),
            expiresAt: key.expiresAt
        )
    }
}

/// The person who is asking, in an answer of the API.
struct MeAnswer: NamedRecord {
    let user: User
    let zone: String
    let language: String
    let family: Family?
    let credential: CredentialAnswer

    static let schemaName = "Me"
    static let example = MeAnswer(
        user: User(
            id: ID(2),
            email: "karin@lindqvist.example",
            name: "Karin",
            role: .parent,
            family: ID(1)
        ),
        zone: "Europe/Stockholm",
        language: "en-GB",
        family: Family(
            id: ID(1),
            name: "The Lindqvists",
            territory: "SE",
            timeZone: "Europe/Stockholm"
        ),
        credential: .example
    )

    static let json: [JSONField<MeAnswer>] = [
        .integer("id", "The person’s id.") { $0.user.id.value },
        .text("name", "Their name.") { $0.user.name },
        .text("email", "The e-mail address they sign in with.", format: "email") {
            $0.user.email
        },
        .choice("role", "Their role: parents have a family, admins manage the catalog.") {
            $0.user.role
        },
        .text("language", "The language of their dates, as a tag (BCP 47).") {
            $0.language
        },
        .text("time_zone", "The zone their times are shown in, like `Europe/Stockholm`.") {
            $0.zone
        },
        .optionalRecord(
            "family",
            "A parent’s family; null for admins, and until a parent is added to one."
        ) { $0.family.map(FamilyAnswer.init) },
        .record("credential", "What the request was authenticated with.") { $0.credential },
    ]
}

/// A family, for its parents.
struct FamilyAnswer: NamedRecord {
    let family: Family

    static let schemaName = "Family"
    static let example = FamilyAnswer(
        family: Family(
            id: ID(1),
            name: "The Lindqvists",
            territory: "SE",
            timeZone: "Europe/Stockholm"
        )
    )

    static let json: [JSONField<FamilyAnswer>] = [
        .integer("id", "The family’s id.") { $0.family.id.value },
        .text("name", "The name.") { $0.family.name },
        .text("territory", "The country they watch in (ISO 3166-1 alpha-2).") {
            $0.family.territory
        },
        .text("time_zone", "Their time zone, used for birthdays and the days of reports.") {
            $0.family.timeZone
        },
        .optionalText("language", "Their default book language (BCP 47).") {
            $0.family.language
        },
    ]
}

/// The token or key of the request.
struct CredentialAnswer: NamedRecord {
    /// The session of an app that signed in, or the key of a script.
    enum Kind: String, CaseIterable {
        case session, key
    }

    let kind: Kind
    var name: String?
    let scopes: [Scope]
    let expiresAt: Int?

    static let schemaName = "Credential"
    static let example = CredentialAnswer(
        kind: .key,
        name: "Backup of the catalog",
        scopes: [.readCatalog, .readLibrary],
        expiresAt: 1_802_937_600
    )

    static let json: [JSONField<CredentialAnswer>] = [
        .choice("kind", "`session` for an access token, `key` for an access key.") { $0.kind },
        .optionalText("name", "The name of the key; null for a session.") { $0.name },
        .texts("scopes", "What it can be used for; a session can do everything its owner can.") {
            $0.scopes.map(\.rawValue)
        },
        .optionalTime(
            "expires_at",
            "When the key expires (null: never), or when the session ends if it is no longer used."
        ) { $0.expiresAt },
    ]
}
