import Server

/// A column of the list of people, besides the name and the address.
enum PeopleColumn: String, ListColumn {
    case role, family
    case secondFactor = "second_factor"
    case signedIn = "signed_in"
    case added, status
    case timeZone = "time_zone"

    static let list = "users"
    static let path = PeopleAddress.path
    static let plural = "people"
    static let usual: [PeopleColumn] = [.role, .family, .secondFactor, .signedIn, .added, .status]

    var label: String {
        switch self {
        case .role: "Role"
        case .family: "Family"
        case .secondFactor: "Second factor"
        case .signedIn: "Last sign-in"
        case .added: "Added"
        case .status: "Status"
        case .timeZone: "Time zone"
        }
    }

    /// The heading, which sorts the list if the list has that order.
    func heading(_ address: PeopleAddress) -> ListHeading {
        var heading = ListHeading(label: label)
        switch self {
        case .signedIn: heading.sort = address.heading(label, .signedInDescending, .signedIn)
        case .added: heading.sort = address.heading(label, .addedDescending, .added)
        default: break
        }
        return heading
    }

    func cell(of person: Person, now: Int, _ times: TimeText) -> ListCell {
        let user = person.user
        var cell = ListCell(column: rawValue)
        switch self {
        case .role:
            cell.text = user.role.label
            cell.isFit = true
        case .family:
            cell.text = person.familyName
            cell.nothing = ""
            cell.href = user.family.map { "/admin/families/\($0)" }
        case .secondFactor:
            cell.unit = label + ": "
            cell.text = person.hasSecondFactor ? "On" : nil
            cell.nothing = "Off"
            cell.isFit = true
        case .signedIn:
            cell.unit = label + ": "
            cell.text = person.signedInAt.map { times.relative($0, now: now) }
            cell.nothing = "Never"
            cell.time = person.signedInAt.map { ListTime($0, times) }
        case .added:
            cell.unit = "Added "
            cell.text = times.day(user.createdAt)
            cell.isFit = true
        case .status:
            cell.text = user.isDisabled ? "Disabled" : "Active"
            cell.pill = user.isDisabled ? "bad" : "good"
        case .timeZone:
            cell.unit = label + ": "
            cell.text = user.timeZone
            cell.nothing = "The server’s"
        }
        return cell
    }
}
