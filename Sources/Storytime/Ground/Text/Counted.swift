/// Numbers and counted things in sentences: "1,204 books", "1 book", "no books".
enum Counted {
    /// The number with a comma between thousands.
    static func number(_ number: Int) -> String {
        guard number.magnitude >= 1000 else { return String(number) }
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// "Mia", "Mia and Jonas", "Mia, Jonas and Lotta".
    static func list(_ names: [String], _ word: String = "and") -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(word) " + last
    }

    static func text(_ count: Int, _ singular: String, _ plural: String) -> String {
        switch count {
        case 0: "no \(plural)"
        case 1: "1 \(singular)"
        default: "\(number(count)) \(plural)"
        }
    }

    /// The same at the beginning of a sentence.
    static func capitalized(_ count: Int, _ singular: String, _ plural: String) -> String {
        let text = text(count, singular, plural)
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
