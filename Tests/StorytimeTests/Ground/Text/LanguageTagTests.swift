import Foundation
import Testing

@testable import Storytime

@Suite("Language tags")
struct LanguageTagTests {
    @Test(
        "A language is known by its tag, its English name, its own, and that of other tables",
        arguments: [
            ("de", "de"), ("German", "de"), ("deutsch", "de"), ("Français", "fr"),
            ("francais", "fr"),
            ("Portuguese (Brazil)", "pt-BR"), ("Chinese (Traditional)", "zh-Hant"),
            ("Englisch", "en"), ("日本語", "ja"), ("Klingonish", nil), ("German (Atlantis)", nil),
            ("german (", nil),
        ] as [(String, String?)]
    )
    func named(text: String, tag: String?) {
        #expect(LanguageTag(named: text)?.text == tag)
    }

    @Test(
        "A tag is written as BCP 47 recommends",
        arguments: [
            ("EN-us", "en-US"), ("en", "en"), ("PT-br", "pt-BR"), ("ZH-HANT-tw", "zh-Hant-TW"),
            ("sr-latn", "sr-Latn"), ("es-419", "es-419"), ("FIL", "fil"),
            ("sl-ROZAJ-Biske", "sl-rozaj-biske"),
            ("de-ch-1996", "de-CH-1996"), ("zh-YUE", "zh-yue"),
            ("zh-cmn-hans-cn", "zh-cmn-Hans-CN"),
            // RFC 5646 §2.1.1 and appendix A.
            ("EN-ca-X-CA", "en-CA-x-ca"), ("AZ-latn-X-LATN", "az-Latn-x-latn"),
            ("MN-cYRL-mn", "mn-Cyrl-MN"),
            ("sGN-be-FR", "sgn-BE-FR"), ("X-WHATEVER", "x-whatever"), ("i-KLINGON", "i-klingon"),
            ("EN-gb-OED", "en-GB-oed"), ("qaa-QAAA-qm-X-southern", "qaa-Qaaa-QM-x-southern"),
            ("de-DE-u-CO-phonebk", "de-DE-u-co-phonebk"), ("en-a-BBB-x-a-CCC", "en-a-bbb-x-a-ccc"),
            ("art-LOJBAN", "art-lojban"), ("hy-latn-it-arevela", "hy-Latn-IT-arevela"),
        ]
    )
    func canonical(text: String, canonical: String) {
        #expect(LanguageTag(text)?.text == canonical)
        #expect(LanguageTag(canonical)?.text == canonical)
    }

    @Test(
        "What the grammar does not describe is no tag",
        arguments: [
            "", "-", "e", "en-", "-en", "en--US", "en_US", "en US", "english-language", "12",
            "english", "English",
            "de-419-DE", "a-DE", "ar-a-aaa-b-bbb-a-ccc", "de-1996-1996", "x", "x-", "en-x", "en-u",
            "en-a-x-b", "en-12", "en-Latn-Cyrl", "en-US-GB", "é", "ｅｎ", "\u{212A}o", "en\0",
            "zh-abc-def-ghi-jkl", "i-nothing", "en-abcdefghi",
            "en-abcdefg-hijklmn-opqrstu-vwxyzabcd",
        ]
    )
    func refused(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test("The parts are known")
    func parts() throws {
        let tag = try #require(LanguageTag("zh-yue-hant-hk-1994-x-a"))
        #expect(tag.language == "zh" && tag.script == "Hant" && tag.region == "HK")
        #expect(tag.others == ["yue", "1994", "x", "a"])
        #expect("\(tag)" == "zh-yue-Hant-HK-1994-x-a")
    }

    @Test(
        "A tag has an English name",
        arguments: [
            ("pt-BR", "Portuguese (Brazil)"), ("en", "English"),
            ("EN-gb", "English (United Kingdom)"),
            ("zh-Hant-TW", "Chinese (Traditional, Taiwan)"), ("sr-Latn", "Serbian (Latin)"),
            ("es-419", "Spanish (Latin America)"), ("de-1996", "German (1996)"),
            ("en-QQ", "English (QQ)"),
            ("uk-Glag", "Ukrainian (Glag)"), ("zxx", "Without words"), ("gsw", "Swiss German"),
            ("qaa", nil), ("x-mine", nil), ("i-klingon", nil), ("english", nil), ("??", nil),
        ]
    )
    func names(text: String, name: String?) {
        #expect(LanguageTag.name(of: text) == name)
    }

    @Test(
        "What is shown of a tag is never empty",
        arguments: [("de", "German"), ("und", "Unknown language"), ("qaa", "qaa")]
    )
    func shownNames(text: String, name: String) {
        #expect(LanguageTag.shownName(of: text) == name)
    }

    @Test("The languages of the picker are tags, each once and in order")
    func picker() {
        let all = LanguageNames.all
        #expect(all.count == 212 && Set(all.map(\.code)).count == 212)
        for entry in all {
            #expect(LanguageTag(entry.code)?.text == entry.code)
            #expect(LanguageTag.name(of: entry.code) == entry.name)
        }
        #expect(all.first?.name == "Abkhazian" && all.last?.name == "Zulu")
        #expect(Set(all.map(\.name)).count == 212)
    }

    @Test("Every language that Foundation knows by two letters has a name")
    func isComplete() {
        let codes = Locale.LanguageCode.isoLanguageCodes.map(\.identifier)
            .filter { $0.count == 2 }
        #expect(codes.count > 150)
        // Names of before 1989, and one that was split up since.
        let withdrawn: Set = ["in", "iw", "ji", "jw", "mo", "sh"]
        let missing = Set(codes).subtracting(LanguageNames.all.map(\.code)).subtracting(withdrawn)
        #expect(missing.isEmpty)
    }
}

@Suite("Territories")
struct TerritoriesTests {
    @Test("There are 249, each with its own code and name, in the order of the names")
    func all() {
        let all = Territories.all
        #expect(all.count == 249)
        #expect(Set(all.map(\.code)).count == 249 && Set(all.map(\.name)).count == 249)
        #expect(all.map(\.name).prefix(3) == ["Afghanistan", "Åland Islands", "Albania"])
        for entry in all {
            #expect(entry.code.count == 2 && entry.code == entry.code.uppercased())
            #expect(entry.name.first?.isUppercase == true && !entry.name.hasSuffix(" "))
        }
    }

    @Test("Every one is a region to Foundation too")
    func areKnown() {
        let known = Set(Locale.Region.isoRegions.map(\.identifier))
        #expect(Set(Territories.all.map(\.code)).subtracting(known).isEmpty)
    }

    @Test("A name is found by its code in capitals")
    func names() {
        #expect(Territories.name(of: "BR") == "Brazil")
        #expect(Territories.name(of: "ZW") == "Zimbabwe")
        for code in ["br", "", "XX", "BRA", "419"] { #expect(Territories.name(of: code) == nil) }
    }
}
