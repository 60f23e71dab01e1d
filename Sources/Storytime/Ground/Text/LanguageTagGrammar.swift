/// Takes a language tag apart (RFC 5646 §2.1), in small letters and without its longest languages.
struct LanguageTagGrammar {
    let subtags: [String]
    private(set) var language = ""
    private(set) var script: String?
    private(set) var region: String?
    private(set) var others: [String] = []
    private var rest: ArraySlice<String>

    init(_ text: String) {
        subtags = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        rest = subtags[...]
    }

    /// Older tags that the grammar does not describe (§2.1, `irregular`). The list is closed.
    private static let irregular: Set = [
        "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux",
        "i-mingo", "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl",
        "sgn-ch-de",
    ]

    /// Whether the grammar describes the tag; its parts are known afterwards.
    mutating func isWellFormed() -> Bool {
        guard subtags.allSatisfy({ (1...8).contains($0.utf8.count) && isAlphanumeric($0) }) else {
            return false
        }
        if Self.irregular.contains(subtags.joined(separator: "-")) {
            language = rest.removeFirst()
            others = Array(rest)
            return true
        }
        if rest.first == "x" {
            language = "x"
            return takePrivateUse()
        }
        guard takeLanguage() else { return false }
        script = take { $0.utf8.count == 4 && isAlphabetic($0) }
        region = take {
            $0.utf8.count == 2 && isAlphabetic($0) || $0.utf8.count == 3 && isNumeric($0)
        }
        guard takeVariants(), takeExtensions() else { return false }
        return rest.isEmpty || takePrivateUse()
    }

    /// Two or three letters, perhaps with up to three extended languages of three.
    private mutating func takeLanguage() -> Bool {
        guard let first = take({ (2...3).contains($0.utf8.count) && isAlphabetic($0) }) else {
            return false
        }
        language = first
        var count = 0
        while count < 3, let extended = take({ $0.utf8.count == 3 && isAlphabetic($0) }) {
            others.append(extended)
            count += 1
        }
        return true
    }

    /// Five to eight letters and digits, or four that begin with a digit; none twice.
    private mutating func takeVariants() -> Bool {
        var seen: Set<String> = []
        while let variant = take(isVariant) {
            guard seen.insert(variant).inserted else { return false }
            others.append(variant)
        }
        return true
    }

    private func isVariant(_ subtag: String) -> Bool {
        subtag.utf8.count >= 5 || subtag.utf8.count == 4 && isNumeric(String(subtag.prefix(1)))
    }

    /// One letter or digit except `x`, without duplicates, each followed by at least one part of
    /// two to eight.
    private mutating func takeExtensions() -> Bool {
        var seen: Set<String> = []
        while let singleton = take({ $0.utf8.count == 1 && $0 != "x" }) {
            guard seen.insert(singleton).inserted else { return false }
            let start = others.count
            others.append(singleton)
            while let part = take({ $0.utf8.count > 1 }) { others.append(part) }
            guard others.count > start + 1 else { return false }
        }
        return true
    }

    /// `x` and at least one part.
    private mutating func takePrivateUse() -> Bool {
        guard rest.first == "x", rest.count > 1 else { return false }
        others += rest
        rest = []
        return true
    }

    private mutating func take(_ matches: (String) -> Bool) -> String? {
        guard let first = rest.first, matches(first) else { return nil }
        rest.removeFirst()
        return first
    }
}

private func isAlphabetic(_ text: String) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
}

private func isNumeric(_ text: String) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}

private func isAlphanumeric(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
