extension Captions {
    /// The language of the texts if it is plain, as a tag; nil if they are too short, or if it could as
    /// well be another. It is meant as a suggestion.
    package var likelyLanguage: String? {
        var count = WordCount()
        for cue in cues {
            guard count.words < WordCount.enough else { break }
            count.add(cue.text)
        }
        return count.language
    }
}

/// Counts what tells languages from each other: their scripts, and the words that every text of theirs
/// is full of.
private struct WordCount {
    /// More would say the same.
    static let enough = 3_000
    /// Fewer could be anything: a name, a line of a song.
    private static let fewest = 20

    private(set) var words = 0
    private var hits: [String: Int] = [:]
    private var kana = 0
    private var hangul = 0
    private var han = 0

    mutating func add(_ text: String) {
        var word = ""
        for scalar in text.lowercased().unicodeScalars {
            if scalar.properties.isAlphabetic, !addIdeograph(scalar) {
                word.unicodeScalars.append(scalar)
            } else {
                // Apostrophes, too: “l’ours” and “don’t” begin with something that says a lot.
                end(&word)
            }
        }
        end(&word)
    }

    private mutating func end(_ word: inout String) {
        guard !word.isEmpty else { return }
        words += 1
        for language in CommonWords.languages[word] ?? [] { hits[language, default: 0] += 1 }
        word = ""
    }

    /// Scripts without spaces between words, or with one language.
    private mutating func addIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF: kana += 1
        case 0xAC00...0xD7AF: hangul += 1
        case 0x3400...0x9FFF, 0xF900...0xFAFF: han += 1
        default: return false
        }
        return true
    }

    var language: String? {
        // Two signs are about a word.
        let signs = (kana + hangul + han) / 2
        if signs > words {
            guard signs >= Self.fewest else { return nil }
            if hangul > kana + han { return "ko" }
            if kana * 5 > han { return "ja" }
            return kana * 50 < han ? "zh" : nil
        }
        guard words >= Self.fewest else { return nil }
        let order = hits.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        // In real texts a third of the words are among these, and at most half as many are a neighbor’s.
        guard let first = order.first, first.value * 6 >= words,
            order.count < 2 || first.value * 2 >= order[1].value * 3
        else { return nil }
        return first.key
    }
}

/// The commonest words of some languages, those that stand in every text.
private enum CommonWords {
    /// Each word with the languages that have it.
    static let languages: [String: [String]] = {
        var languages: [String: [String]] = [:]
        for (language, words) in table {
            for word in words.split(separator: " ") {
                languages[String(word), default: []].append(language)
            }
        }
        return languages
    }()

    // Danish and Norwegian are here so that neither is taken for Swedish; one for the other is never plain.
    private static let table: [(String, String)] = [
        (
            "da",
            """
            og i at det en den til er som på de med han af for ikke der var mig sig men et har om vi min havde \
            ham hun nu over da fra du ud sin dem os op man hans hvor eller hvad skal selv her alle vil blev kunne \
            ind når være jeg
            """
        ),
        (
            "de",
            """
            der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus \
            er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder \
            aber vor zur bis mehr durch man ich du wir ihr mein dein was wenn doch hier
            """
        ),
        (
            "en",
            """
            the of and to a in is you that it he was for on are as with his they i at be this have from or one had \
            by but not what all were we when your can said there an each which she do how their if will up other \
            about out many then them these so some her would make like him into has my our don no
            """
        ),
        (
            "es",
            """
            de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si \
            sin sobre este ya entre cuando todo esta ser son dos también fue había era muy hasta desde mi está yo \
            qué te tú él ella
            """
        ),
        (
            "fr",
            """
            de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont l d n c \
            qu s j avec son mais comme ou si leur y dont cette on ses été elle nous vous je tu être très tout fait \
            aux bien sa ces où même
            """
        ),
        (
            "it",
            """
            di e il la che in un a per è una non sono del da con si le dei come i al ma più della nel gli alla lo \
            anche ha se o mi ci questo quando era io tu lui lei noi cosa molto ho hai solo dove chi perché così \
            dal
            """
        ),
        (
            "nb",
            """
            og i det er på til som en å for av at har med de ikke den han om et fra men vi var jeg seg sin ved da \
            så hun nå over ut kan skal vil ble oss meg deg dem hva hvor eller bare alle etter opp når være noen
            """
        ),
        (
            "nl",
            """
            de en het van ik te dat die in een hij niet zijn is was op aan met als voor had er maar om hem dan zou \
            of wat mijn men dit zo door over ze zich bij ook tot je mij uit der daar haar naar heb hoe heeft hebben \
            deze nog zal wij kan geen
            """
        ),
        (
            "pl",
            """
            i w z na nie do to że się jest o co jak ale po tak od za ja ty on ona my czy mnie ten już tylko był \
            była było tego jego być dla gdy więc tym są mam może bardzo
            """
        ),
        (
            "pt",
            """
            de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à \
            seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era você meu \
            minha
            """
        ),
        (
            "ru",
            """
            и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой от так о для ты \
            же все тот вы его как мне нет да был было если когда только
            """
        ),
        (
            "sv",
            """
            och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan \
            när år under också efter eller nu sin där vid mot ska skulle kommer ut får finns vara hade alla andra \
            mycket än här då du hon min ja nej
            """
        ),
    ]
}
