/// Whom a file is about.
enum FileSubject {
    case child(Child)
    case family(Family)
    case everybody

    fileprivate var name: (text: String, fallback: String) {
        switch self {
        case .child(let child): (child.name, "child-\(child.id)")
        case .family(let family): (family.name, "family-\(family.id)")
        case .everybody: ("All families", "all-families")
        }
    }
}

extension FileName {
    /// "alma-minutes-by-day-2026-11-16–22.csv".
    init(_ subject: FileSubject, _ content: String, _ days: ReportDays) {
        let (plain, full) = (days.fileWords(joint: "-to-"), days.fileWords(joint: "–"))
        self.init(
            subject.name.text,
            or: subject.name.fallback,
            ("\(content)-\(plain)", "\(content)-\(full)")
        )
    }

    /// "alma-never-opened-2026-11-22.csv".
    init(_ subject: FileSubject, _ content: String, _ words: String) {
        let rest = "\(content)-\(words)"
        self.init(subject.name.text, or: subject.name.fallback, (rest, rest))
    }

    /// The file of a part of a report.
    init(
        _ subject: FileSubject,
        _ file: ReportFile,
        _ form: ReportForm,
        by division: ReportDivision? = nil
    ) {
        let content =
            switch file {
            case .parts: "minutes-by-\(form.grouping.rawValue)"
            case .books: "minutes-by-story"
            case .series: "minutes-by-series"
            case .children: "minutes-by-child"
            case .rows: "minutes-by-\(division?.rawValue ?? "row")"
            case .stops: "where-stories-were-left"
            case .hours: "when-in-the-week"
            case .unopened: "never-opened"
            }
        self.init(subject, content + form.leastWords, form.range.days)
    }
}

extension ReportForm {
    /// Which plays are in a file, unless they are the usual ones.
    fileprivate var leastWords: String {
        switch least {
        case Self.usualLeast: ""
        case 0: "-all-plays"
        default: "-plays-from-\(least)-s"
        }
    }
}

extension ReportDays {
    /// "2026-11-16–22": of the last day only what differs from the first.
    fileprivate func fileWords(joint: String) -> String {
        let (from, to) = (first.parts, last.parts)
        if first == last { return first.iso }
        let same = from.year != to.year ? 0 : from.month != to.month ? 5 : 8
        return first.iso + joint + last.iso.dropFirst(same)
    }
}
