extension LanguageTag {
    /// Reads a tag, or the name of a language: as the console writes it (“Portuguese (Brazil)”), or as those
    /// write it who speak it, or as German and French tables have it.
    init?(named text: String) {
        if let tag = LanguageTag(text) {
            self = tag
            return
        }
        let parts = text.split(separator: "(", maxSplits: 1).map { String($0) }
        guard let code = LanguageNames.code(named: Self.bare(parts.first ?? "")) else { return nil }
        guard parts.count > 1 else {
            guard !text.contains("(") else { return nil }
            self.init(code)
            return
        }
        guard text.hasSuffix(")"), let details = parts.last?.dropLast() else { return nil }
        let subtags = details.split(separator: ",").map {
            LanguageNames.subtag(named: Self.bare(String($0)))
        }
        guard !subtags.contains(nil) else { return nil }
        self.init(([code] + subtags.compactMap(\.self)).joined(separator: "-"))
    }

    private static func bare(_ text: String) -> String {
        Folding.fold(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension LanguageNames {
    /// The code of a language by its folded name.
    fileprivate static func code(named name: String) -> String? { codes[name] }

    /// The code of a script or a region by its folded name.
    fileprivate static func subtag(named name: String) -> String? { subtags[name] }

    private static let codes: [String: String] = {
        let own = NameTable(otherNames).entries.flatMap { entry in
            entry.name.split(separator: "/").map { (Folding.fold(String($0)), entry.code) }
        }
        let english = all.map { (Folding.fold($0.name), $0.code) }
        return Dictionary(english + own, uniquingKeysWith: { first, _ in first })
    }()

    private static let subtags: [String: String] = {
        let regions = Territories.all.map { (Folding.fold($0.name), $0.code) }
        let scripts = ["Cyrl", "Hans", "Hant", "Latn"].compactMap { code in
            script(code).map { (Folding.fold($0), code) }
        }
        return Dictionary(scripts + regions, uniquingKeysWith: { first, _ in first })
    }()

    private static let otherNames = """
        ar العربية/Arabisch/Arabe; cs Čeština/Tschechisch; da Dansk/Dänisch; de Deutsch/Allemand;
        el Ελληνικά/Griechisch; en Englisch/Anglais/Inglés; es Español/Spanisch/Espagnol;
        fi Suomi/Finnisch; fr Français/Französisch; he עברית/Hebräisch; hu Magyar/Ungarisch;
        it Italiano/Italienisch/Italien; ja 日本語/Japanisch; ko 한국어/Koreanisch;
        nl Nederlands/Niederländisch/Néerlandais; no Norsk/Norwegisch; pl Polski/Polnisch;
        pt Português/Portugiesisch/Portugais; ro Română/Rumänisch; ru Русский/Russisch/Russe;
        sv Svenska/Schwedisch; tr Türkçe/Türkisch; uk Українська/Ukrainisch; zh 中文/Chinesisch
        """
}
