/// A language as it was written before Unicode: in which encodings, and with which letters beyond ASCII.
struct WrittenLanguage: Sendable {
    let tag: String
    /// The commonest first.
    let letters: String
    let encodings: [TextEncoding]

    /// Whether its words have ASCII letters, too.
    let isLatin: Bool

    /// How much a character says for the language, up to 1; nil if it is no letter of it.
    let weights: [Unicode.Scalar: Double]

    private init(_ tag: String, _ encodings: [TextEncoding], _ letters: String) {
        self.tag = tag
        self.letters = letters
        self.encodings = encodings
        isLatin = letters.unicodeScalars.contains { $0.value < 0x250 }
        var weights: [Unicode.Scalar: Double] = [:]
        let scalars = Array(letters.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            // Rare letters say less, and so do capitals: in a wrong encoding text is full of both.
            let weight = 1 - 0.6 * Double(place) / Double(scalars.count)
            weights[scalar] = max(weight, weights[scalar] ?? 0)
            let capital = scalar.properties.uppercaseMapping.unicodeScalars
            if capital.count == 1, let capital = capital.first, !capital.isASCII, capital != scalar
            {
                weights[capital] = max(0.7 * weight, weights[capital] ?? 0)
            }
        }
        self.weights = weights
    }

    /// Those of a language tag: some are written in two scripts.
    static func of(_ tag: String) -> [WrittenLanguage] {
        let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
        return all.filter { $0.tag == language }
    }

    // MARK: Where what was usual

    private static func named(_ names: String) -> [TextEncoding] {
        names.split(separator: " ").compactMap { TextEncoding(label: String($0)) }
    }

    private static let western = named("windows-1252 iso-8859-15 macintosh cp850")
    private static let central = named("windows-1250 iso-8859-2 cp852 mac-centraleurope")
    private static let romanian = named("windows-1250 iso-8859-2 iso-8859-16 cp852")
    private static let baltic = named("windows-1257 iso-8859-13 iso-8859-4 cp775")
    private static let cyrillic = named("windows-1251 koi8-r ibm866 iso-8859-5 mac-cyrillic")
    private static let ukrainian = named("windows-1251 koi8-u ibm866 iso-8859-5 mac-cyrillic")
    private static let greek = named("windows-1253 iso-8859-7 cp737")
    private static let hebrew = named("windows-1255 cp862")
    private static let arabic = named("windows-1256 iso-8859-6")
    private static let turkish = named("windows-1254 cp857")
    private static let vietnamese = named("windows-1258 viscii")
    /// The Vietnamese encoding in which nearly every byte is a letter: any text could be in it.
    static let full = TextEncoding(label: "viscii")
    private static let thai = named("windows-874")
    private static let southern = named("iso-8859-3")

    /// The encodings that are used where this one is: other letters, the same part of the world.
    static func neighbors(of encoding: TextEncoding) -> [TextEncoding] {
        [
            western, central + romanian, baltic, cyrillic + ukrainian, greek, hebrew, arabic,
            turkish, vietnamese, thai, southern,
        ].first { $0.contains(encoding) } ?? []
    }

    // MARK: Letters

    static let all: [WrittenLanguage] = [
        WrittenLanguage("en", western, "éèñçêëïâàôöüáíóåäæøúîûùœ"),
        WrittenLanguage("de", western, "üäößéèà"),
        WrittenLanguage("fr", western, "éèàêçôîâùûœëïüæÿ"),
        WrittenLanguage("es", western, "óíáñéú¿¡üªº"),
        WrittenLanguage("it", western, "èàùòéìóîêºª"),
        WrittenLanguage("pt", western, "ãçáéíóêâõúàôüèªº"),
        WrittenLanguage("nl", western, "ëéïèöüêóáàçâîûôä"),
        WrittenLanguage("sv", western, "äåöéàüè"),
        WrittenLanguage("da", western, "øæåéäöüè"),
        WrittenLanguage("nb", western, "åøæéòôóèêäöü"),
        WrittenLanguage("nn", western, "åøæéòôóèêäöü"),
        WrittenLanguage("no", western, "åøæéòôóèêäöü"),
        WrittenLanguage("fi", western, "äöåéšžü"),
        WrittenLanguage("is", western, "áíðéóþúæýö"),
        WrittenLanguage("fo", western, "íáóøúðýæ"),
        WrittenLanguage("ca", western, "àòéèçóíúïü·"),
        WrittenLanguage("gl", western, "óáíéñúüï¿¡"),
        WrittenLanguage("eu", western, "ñüéçáíóú"),
        WrittenLanguage("ga", western, "áéíóú"),
        WrittenLanguage("gd", western, "àèìòùéó"),
        WrittenLanguage("cy", western, "âôêîŵŷûöïëáéóí"),
        WrittenLanguage("af", western, "êëéôïöèûîáóú"),
        WrittenLanguage("lb", western, "éäëöüèê"),
        WrittenLanguage("sq", western, "ëç"),
        WrittenLanguage("id", western, "éèêñö"),
        WrittenLanguage("ms", western, "éèêñö"),
        WrittenLanguage("tl", western, "ñáéíóúàèìòùâêîôû"),
        WrittenLanguage("sw", western, "éèêñö"),
        WrittenLanguage("pl", central, "łęąóżśćńź"),
        WrittenLanguage("cs", central, "íáěéýůčžřšúňóďť"),
        WrittenLanguage("sk", central, "áíčéýžšľúťňôóďäĺŕ"),
        WrittenLanguage("hu", central, "áéóöőűíüú"),
        WrittenLanguage("sl", central, "čšžćđ"),
        WrittenLanguage("hr", central, "čžšćđ"),
        WrittenLanguage("bs", central, "čžšćđ"),
        WrittenLanguage("sr", central, "čžšćđ"),
        WrittenLanguage("ro", romanian, "ăîșşâțţ"),
        WrittenLanguage("lt", baltic, "ėšųįžūčąę"),
        WrittenLanguage("lv", baltic, "āīēšņūļžķģčō"),
        WrittenLanguage("et", named("windows-1257 windows-1252 iso-8859-13 iso-8859-4"), "äõüöšž"),
        WrittenLanguage("tr", turkish, "ıüşçöğİâîû"),
        WrittenLanguage("mt", southern, "ħżġċàèìòù"),
        WrittenLanguage("eo", southern, "ĉĝŝŭĵĥ"),
        WrittenLanguage("ru", cyrillic, "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),
        WrittenLanguage("bg", cyrillic, "аиоентсрвлкдпмзгъубяйчщжхцшюьф"),
        WrittenLanguage("uk", ukrainian, "оаниівтерслкудмпзяьбгйчхїєжцшющфґ"),
        WrittenLanguage("be", ukrainian, "анірояелтскдвупзмыьшгхйчюўжцэёф"),
        WrittenLanguage("sr", cyrillic, "аиоеснтрувдкјмлпзгбћњшчцљжхђфџ"),
        WrittenLanguage("mk", cyrillic, "аоеинтрскувлдпмзгбјчшжњцфќѓљхџѕ"),
        WrittenLanguage("el", greek, "αοιετσνηυρπκμλςήίόάγέδθχύώφβξζψϊϋΐΰ"),
        WrittenLanguage(
            "he",
            hebrew,
            "יוהלאתמשרבנדעחקפכםטןגסצזךףץ\u{5B0}\u{5B1}\u{5B2}\u{5B3}\u{5B4}\u{5B5}\u{5B6}\u{5B7}\u{5B8}\u{5B9}\u{5BB}\u{5BC}\u{5BE}\u{5C1}\u{5C2}"
        ),
        WrittenLanguage(
            "ar",
            arabic,
            "اليمنورتبةعدسفحكقهجشطصخأإذىضغزثءئظآؤ\u{640}\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\u{650}\u{651}\u{652}"
        ),
        WrittenLanguage(
            "fa",
            arabic,
            "ايیرندمهوتبشسكکگخزفقعجآلپحطصضغذژثظچئءأؤ\u{640}\u{64B}\u{64E}\u{64F}\u{650}\u{651}"
        ),
        WrittenLanguage("ur", arabic, "ايیرکنوہهتسمدلبپجگآقعفشٹںےھخحصزچغطڈضظئءأؤث\u{64B}\u{651}"),
        WrittenLanguage(
            "vi",
            vietnamese,
            "đưôơêăâ\u{301}\u{300}\u{309}\u{303}\u{323}àáảãạấầẩẫậắằẳẵặèéẻẽẹếềểễệìíỉĩịòóỏõọốồổỗộớờởỡợùúủũụứừửữựỳýỷỹỵ"
        ),
        WrittenLanguage(
            "th",
            thai,
            "านรอกเงมยลวดทสตะปบคหแจพชขใไโผซถศธณษญฐฎฆฉภฏฑฒฌฟฝฮฤๆฯำๅ\u{E31}\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}"
        ),
    ]

    // MARK: Characters

    /// Marks that any language has, which say nothing.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA3, 0xA7, 0xA9, 0xAB, 0xAE, 0xB0, 0xBB, 0x60C, 0x61B, 0x61F: true
        case 0x2018, 0x201A...0x201E, 0x2022, 0x2030: true
        case 0x2039, 0x203A, 0x20AC, 0x2116, 0x2122, 0x266A, 0x266B: true
        default: isInWords(scalar)
        }
    }

    /// Those of them that may stand between two letters: spaces, dashes, dots, and the apostrophe.
    static func isInWords(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0, 0xAD, 0xB7, 0x200C...0x200F, 0x2013...0x2015, 0x2019, 0x2026: true
        default: false
        }
    }
}
