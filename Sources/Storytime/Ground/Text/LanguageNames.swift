/// English names for the parts of language tags, for pickers and pages.
enum LanguageNames {
    /// The languages to choose from, in the order of their names: all with a two-letter code in
    /// ISO 639-1, and of those with three letters the ones that children's books are written in;
    /// among them `mul` and `zxx` of ISO 639-2, for a book in several languages and for a picture
    /// book without words.
    static var all: [NameTable.Entry] { languages.entries }

    static func language(_ code: String) -> String? { languages.name(of: code) }

    /// A script (ISO 15924), for languages in which people choose between two: "Serbian (Latin)".
    static func script(_ code: String) -> String? { scripts.name(of: code) }

    /// A region: a territory of ISO 3166-1, or one of the few areas of UN M.49 that occur in tags.
    static func region(_ code: String) -> String? {
        Territories.name(of: code) ?? areas.name(of: code)
    }

    private static let languages = NameTable(languageText)

    private static let scripts = NameTable(
        """
        Arab Arabic; Armn Armenian; Beng Bengali; Cans Syllabics; Cyrl Cyrillic; Deva Devanagari;
        Ethi Ethiopic; Geor Georgian; Grek Greek; Guru Gurmukhi; Hans Simplified; Hant Traditional;
        Hebr Hebrew; Jpan Japanese; Kore Korean; Latn Latin; Mong Mongolian; Thai Thai; Tibt Tibetan
        """
    )

    private static let areas = NameTable("001 world; 150 Europe; 419 Latin America")

    // swift-format-ignore
    private static let languageText = """
        aa Afar; ab Abkhazian; ae Avestan; af Afrikaans; ak Akan; am Amharic; an Aragonese;
        ar Arabic; as Assamese; ast Asturian; av Avar; ay Aymara; az Azerbaijani; ba Bashkir;
        be Belarusian; bg Bulgarian; bh Bihari; bi Bislama; bm Bambara; bn Bengali; bo Tibetan;
        br Breton; bs Bosnian; ca Catalan; ce Chechen; ceb Cebuano; ch Chamorro; chr Cherokee;
        ckb Central Kurdish; cmn Mandarin; cnr Montenegrin; co Corsican; cr Cree; cs Czech;
        cu Church Slavonic; cv Chuvash; cy Welsh; da Danish; de German; dsb Lower Sorbian;
        dv Divehi; dz Dzongkha; ee Ewe; el Greek; en English; eo Esperanto; es Spanish;
        et Estonian; eu Basque; fa Persian; ff Fula; fi Finnish; fil Filipino; fj Fijian;
        fo Faroese; fr French; frr North Frisian; fur Friulian; fy Frisian; ga Irish;
        gd Scottish Gaelic; gl Galician; gn Guarani; gsw Swiss German; gu Gujarati; gv Manx;
        ha Hausa; haw Hawaiian; he Hebrew; hi Hindi; hmn Hmong; ho Hiri Motu; hr Croatian;
        hsb Upper Sorbian; ht Haitian Creole; hu Hungarian; hy Armenian; hz Herero;
        ia Interlingua; id Indonesian; ie Interlingue; ig Igbo; ii Sichuan Yi; ik Inupiaq; io Ido;
        is Icelandic; it Italian; iu Inuktitut; ja Japanese; jv Javanese; ka Georgian; kab Kabyle;
        kg Kongo; ki Kikuyu; kj Kuanyama; kk Kazakh; kl Greenlandic; km Khmer; kn Kannada;
        ko Korean; kr Kanuri; ks Kashmiri; ku Kurdish; kv Komi; kw Cornish; ky Kyrgyz; la Latin;
        lad Ladino; lb Luxembourgish; lg Ganda; li Limburgish; ln Lingala; lo Lao; lt Lithuanian;
        lu Luba-Katanga; lv Latvian; mai Maithili; mg Malagasy; mh Marshallese; mi Māori;
        mk Macedonian; ml Malayalam; mn Mongolian; mr Marathi; ms Malay; mt Maltese;
        mul Several languages; my Burmese; na Nauru; nap Neapolitan; nb Norwegian Bokmål;
        nd North Ndebele; nds Low German; ne Nepali; ng Ndonga; nl Dutch; nn Norwegian Nynorsk;
        no Norwegian; nr South Ndebele; nso Northern Sotho; nv Navajo; ny Chichewa; oc Occitan;
        oj Ojibwa; om Oromo; or Odia; os Ossetic; pa Punjabi; pi Pali; pl Polish; ps Pashto;
        pt Portuguese; qu Quechua; rm Romansh; rn Kirundi; ro Romanian; rom Romany; ru Russian;
        rw Kinyarwanda; sa Sanskrit; sc Sardinian; scn Sicilian; sco Scots; sd Sindhi;
        se Northern Sami; sg Sango; si Sinhala; sk Slovak; sl Slovenian; sm Samoan; sn Shona;
        so Somali; sq Albanian; sr Serbian; ss Swati; st Southern Sotho; su Sundanese; sv Swedish;
        sw Swahili; szl Silesian; ta Tamil; te Telugu; tg Tajik; th Thai; ti Tigrinya; tk Turkmen;
        tl Tagalog; tn Tswana; to Tongan; tr Turkish; ts Tsonga; tt Tatar; tw Twi; ty Tahitian;
        ug Uyghur; uk Ukrainian; ur Urdu; uz Uzbek; ve Venda; vec Venetian; vi Vietnamese;
        vo Volapük; wa Walloon; wo Wolof; xh Xhosa; yi Yiddish; yo Yoruba; yue Cantonese;
        za Zhuang; zh Chinese; zu Zulu; zxx Without words;
        """
}
