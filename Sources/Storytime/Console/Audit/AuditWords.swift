/// The sentences of the history: "Ada moved the book Owl to the bin". The stored actions, and
/// those in files, stay as they are.
struct AuditWords {
    /// What comes before the name of the record.
    let lead: String
    /// What comes after it, if anything.
    let ending: String?

    init(action: String, kind: String) {
        let goesToBin = action == "binned" && Self.kindsWithBin.contains(kind)
        ending = goesToBin ? "to the bin" : nil
        lead =
            switch (kind, action) {
            case (_, "binned") where goesToBin: "moved the \(kind)"
            case ("child", "binned"): "removed"
            case ("child", "created"): "added"
            case ("child", "changed"): "edited the settings of"
            case ("child", "moved"), ("child", "restored"): action
            case ("invitation", "created"): "invited"
            case ("invitation", "revoked"): "canceled the invitation for"
            case ("user", "created"): "created an account for"
            case ("user", "changed"), ("user", "enabled"), ("user", "disabled"):
                "\(action) the account of"
            // "changed the password of", "added a rights window to": the latter needs a noun.
            case ("user", _) where action.contains(" "): action
            case (_, "created") where Self.kindsAdded.contains(kind): "added the \(kind)"
            // A number is left of its name: "erased family no. 58".
            case (_, "erased"): "erased \(kind)"
            case (_, "exported"): "saved the data of the \(kind)"
            case ("family", "deleted photos for good of"):
                "permanently deleted photos of the family"
            case ("backup", "copied"): "wrote a backup to"
            case ("batch", "made"): "made a bulk change:"
            case ("alert", "hidden"): "hid the alert"
            case ("import_match", _): "\(action) the import match"
            // Their names say what they are: "English captions (Goodnight Moon)".
            case ("captions", "created"): "added"
            case ("captions", _): action
            case ("alert", "shown"): "brought back the alert"
            case (_, "cancelled"): "canceled the \(kind)"
            default: "\(action) the \(kind)"
            }
    }

    /// The name of an action on its own, in a list to choose from.
    static func name(of action: String) -> String {
        let words =
            switch action {
            case "binned": "moved to the bin"
            case "created": "added"
            case "cancelled": "canceled"
            case "made": "made a backup"
            case "copied": "wrote a backup elsewhere"
            default:
                prepositions.first(where: action.hasSuffix).map { action.dropLast($0.count) }
                    .map { String($0) } ?? action
            }
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The kinds whose bin people see.
    private static let kindsWithBin: Set = ["book", "category", "publisher", "series"]
    /// What is added rather than created: it comes from elsewhere.
    private static let kindsAdded = kindsWithBin.union(["video"])
    private static let prepositions = [" of", " to", " for"]

    /// The name of a kind of record on its own.
    static func name(ofKind kind: String) -> String {
        let words = kind == "user" ? "person" : kind.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The label of a field that was changed.
    static func field(_ name: String, of kind: String? = nil) -> String {
        switch name {
        // Forms ask for the country of a family, and for the territory of rights.
        case "territory" where kind == "family": "country"
        case "access_key": "access key"
        case "age_max": "oldest age"
        case "age_min": "youngest age"
        case "avatar": "picture"
        case "keeps_originals": "keep originals"
        case "books_moved_from": "books moved here from"
        case "books_moved_to": "books moved to"
        case "continue_watching": "Continue Watching"
        case "cover_url": "cover address"
        case "display_order", "place": "position"
        case "email": "e-mail address"
        case "csv_files": "CSV files"
        case "density": "lists"
        case "ends": "expires"
        case "external_id": "number for programs"
        case "events_kept_for_days": "days the player log is kept"
        case "icon_name": "icon"
        case "isbn": "ISBN"
        case "journey": "for the journey"
        case "page_count": "pages"
        case "series_number": "number in the series"
        case "theme": "colors"
        case "watched": "place in the story"
        default: name.replacing("_", with: " ")
        }
    }

    /// A value as pages call it: the log keeps those of forms and files, like “de” and “draft”.
    static func value(_ text: String, of field: String) -> String {
        switch field {
        case "language": LanguageTag.shownName(of: text)
        case "territory": Territories.name(of: text) ?? text
        case "birth_date", "first_day", "last_day": CalendarDay(iso: text)?.words ?? text
        case "avatar", "status", "kind", "provider", "role":
            text.prefix(1).uppercased() + text.dropFirst()
        default: text
        }
    }
}
