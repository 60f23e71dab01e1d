import Foundation
import Testing

@testable import Received

@Suite("In which encoding a text is")
struct TextRecognitionTests {
    private static let text = "title;author\r\nDer Grüffelo;Axel Scheffler\r\n日本の話 🦊;é\r\n"

    private static func utf16(_ text: String, _ encoding: String.Encoding) -> [UInt8] {
        Array(text.data(using: encoding) ?? Data())
    }

    private static let written: [(String, [UInt8], TextEncoding, Int)] = [
        ("nothing", [], .utf8, 0), ("ASCII", Array("a,b".utf8), .utf8, 0),
        ("UTF-8", Array(text.utf8), .utf8, 0),
        ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8, 3),
        (
            "UTF-16LE with a mark", [0xFF, 0xFE] + utf16(text, .utf16LittleEndian),
            .utf16LittleEndian, 2
        ),
        ("UTF-16BE with a mark", [0xFE, 0xFF] + utf16(text, .utf16BigEndian), .utf16BigEndian, 2),
        ("UTF-16LE", utf16(text, .utf16LittleEndian), .utf16LittleEndian, 0),
        ("UTF-16BE", utf16(text, .utf16BigEndian), .utf16BigEndian, 0),
    ]

    @Test("Marks, zeros and strict UTF-8 say it for sure", arguments: written)
    func sure(name: String, bytes: [UInt8], encoding: TextEncoding, markBytes: Int) throws {
        let found = TextRecognition(bytes)
        #expect(found.encoding == encoding && found.markBytes == markBytes, "\(name)")
        #expect(!found.isGuessed)
        let (text, strays) = TextConverter.convert(bytes, found)
        #expect(strays.isEmpty)
        #expect(["", "a,b", Self.text].contains(String(decoding: text, as: UTF8.self)), "\(name)")
    }

    @Test("Mostly Chinese UTF-16 is recognized by its commas and line ends")
    func chinese() {
        let row = String(repeating: "床前明月光疑是地上霜", count: 2) + ",李白\r\n"
        let text = String(repeating: row, count: 20)
        let littleEndian = TextRecognition(Self.utf16(text, .utf16LittleEndian))
        #expect(littleEndian.encoding == .utf16LittleEndian)
        #expect(TextRecognition(Self.utf16(text, .utf16BigEndian)).encoding == .utf16BigEndian)
    }

    @Test("A stray zero byte makes no UTF-16, nor do some on both sides")
    func zeroBytes() {
        let text = String(repeating: "The Gruffalo,Julia Donaldson\r\n", count: 5) + "\0"
        #expect(TextRecognition(Array(text.utf8)).encoding == .utf8)
        #expect(TextRecognition(Array("a\0\0b\0\0".utf8)).encoding == .utf8)
    }

    @Test("An encoding that was chosen by hand is the one, and only its own mark is left out")
    func chosen() {
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61]
        let utf8 = TextRecognition(marked, chosen: .utf8)
        #expect(utf8.encoding == .utf8 && utf8.markBytes == 3)
        let other = TextRecognition(marked, chosen: .windows1252)
        #expect(other.encoding == .windows1252 && other.markBytes == 0)
    }

    @Test(
        "A character that is cut is a fault at the end of a file, and none at the end of a sample",
        arguments: [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0xA6]] as [[UInt8]]
    )
    func cut(character: [UInt8]) {
        let start = Array("é".utf8)
        let sample = TextRecognition(start + character, isWhole: false)
        #expect(sample.encoding == .utf8 && !sample.isGuessed)
        #expect(TextRecognition([0x61] + character, isWhole: true).isGuessed)
        #expect(TextRecognition([0x61] + character + [0x61], isWhole: false).isGuessed)
    }

    @Test("A mark before text that has no character of UTF-8 is an editor’s mistake")
    func falseMark() {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("Gr".utf8) + [0xFC, 0xDF, 0x65]
        let found = TextRecognition(bytes, language: "de")
        #expect(found.encoding == .windows1252 && found.markBytes == 3 && found.isGuessed)
        let text = TextConverter.convert(bytes, found).text
        #expect(String(decoding: text, as: UTF8.self) == "Grüße")
    }

    @Test("Seven bits with escapes are Japanese mail")
    func mail() {
        let bytes = [0x1B, 0x24, 0x42, 0x24, 0x2B, 0x24, 0x4E, 0x1B, 0x28, 0x42] as [UInt8]
        let found = TextRecognition(bytes)
        #expect(found.encoding.name == "iso-2022-jp")
        #expect(String(decoding: TextConverter.convert(bytes, found).text, as: UTF8.self) == "かの")
    }

    // MARK: From before Unicode

    /// A language, a text in it, and the encodings that were usual there.
    private static let samples: [(tag: String, text: String, encodings: [String])] = [
        (
            "ro", "Vulpea şi ursul pleacă în pădure. „Unde eşti?” întreabă mama, mulţumesc!",
            ["windows-1250"]
        ),
        (
            "pl", "Żółw i jeż poszli do lasu. Dziękuję ci bardzo, mały lisku!",
            ["windows-1250", "iso-8859-2", "cp852"]
        ),
        (
            "cs", "Želva a ježek šli do lesa. Děkuji ti, že jsi přišel, můj malý!",
            ["windows-1250", "iso-8859-2", "cp852"]
        ),
        ("sk", "Líška a medveď idú do lesa. Ďakujem, že si prišla, ľúbim ťa!", ["windows-1250"]),
        ("hu", "A róka és a medve erdőbe megy. Köszönöm, hogy eljöttél, kűldj!", ["windows-1250"]),
        (
            "hr", "Lisica i jež idu u šumu. Gdje si, maleni? Već žurim, noću šuška.",
            ["windows-1250"]
        ),
        (
            "el", "Η αλεπού και η αρκούδα πάνε στο δάσος. Άντε, πού είσαι;",
            ["windows-1253", "iso-8859-7"]
        ),
        (
            "ru", "Лиса и медведь идут в лес. Спасибо, что пришёл!",
            ["windows-1251", "koi8-r", "ibm866", "iso-8859-5"]
        ),
        (
            "uk", "Лисиця і ведмідь ідуть до лісу. Дякую, що прийшов, її ґава!",
            ["windows-1251", "koi8-u"]
        ),
        ("bg", "Лисицата и мечката отиват в гората. Благодаря, че дойде!", ["windows-1251"]),
        ("he", "השועל והדוב הולכים ליער", ["windows-1255"]),
        (
            "tr", "Kırmızı tilki ormana gidiyor. Teşekkür ederim! Şimdi ağaçların içinde",
            ["windows-1254"]
        ),
        ("ar", "الثعلب والدب يذهبان إلى الغابة", ["windows-1256", "iso-8859-6"]),
        ("lt", "Lapė ir meška eina į mišką. Ačiū, kad atėjai, žiūrėk!", ["windows-1257"]),
        ("lv", "Lapsa un lācis iet uz mežu. Paldies, ka atnāci, mīļais!", ["windows-1257"]),
        ("et", "Rebane ja karu lähevad metsa. Aitäh, et tulid, õunapuu šokk!", ["windows-1257"]),
        ("th", "สุนัขจิ้งจอกกับหมีไปป่า", ["windows-874"]),
        ("ja", "きつねとくまは森へいきます。ありがとう", ["shift-jis", "euc-jp"]),
        ("ko", "여우와 곰은 숲으로 갑니다", ["euc-kr"]),
        ("zh", "狐狸和熊去森林。谢谢你来", ["gbk"]),
        ("zh-Hant", "狐狸和熊去森林。謝謝你來", ["big5"]),
        ("de", "Der Fuchs träumt schön. Grüße vom Bären!", ["windows-1252", "cp850", "macintosh"]),
        ("fr", "Le garçon rêve à l’été, où le cœur est léger", ["windows-1252"]),
        ("is", "Refurinn og björninn fara út í skóg. Þakka þér fyrir, góði!", ["windows-1252"]),
    ]

    private static let cases = samples.flatMap { sample in
        sample.encodings.map { (sample.tag, sample.text, $0) }
    }

    private func captions(_ text: String, _ label: String) throws -> [UInt8] {
        let encoding = try #require(TextEncoding(label: label))
        let cue = "1\n00:00:01,000 --> 00:00:03,000\n\(text)\n\n"
        return encoding.encode(Array((cue + cue).utf8))
    }

    @Test("With a language, even a line says it", arguments: cases)
    func inLanguage(tag: String, text: String, label: String) throws {
        let bytes = try captions(text, label)
        let found = TextRecognition(bytes, language: tag)
        #expect(found.isGuessed)
        let (read, strays) = TextConverter.convert(bytes, found)
        #expect(String(decoding: read, as: UTF8.self).contains(text), "\(found.encoding)")
        #expect(strays.isEmpty)
    }

    @Test(
        "One line of Western letters is read with its language and without",
        arguments: [
            ("es", "¿Dónde estás, pequeño zorro?"), ("es", "¡Mañana será otro día!"),
            ("es", "¡Hola, niño!"), ("es", "¿Qué?"), ("es", "¡MAÑANA SERÁ OTRO DÍA!"),
            ("es", "¡Ya voy, Papá!"), ("pt", "Não, Você está aí!"), ("pt", "NÃO! É o CORAÇÃO!"),
            ("fr", "« Où es-tu, Zoé ? » À l’été !"), ("fr", "Ça alors ! L’ÉCOLE brûle !"),
            ("it", "È tardi, papà! PERCHÉ?"), ("it", "È VERITÀ!"),
        ]
    )
    func line(tag: String, text: String) throws {
        let cue = "1\r\n00:00:01,000 --> 00:00:03,000\r\n\(text)\r\n"
        let bytes = TextEncoding.windows1252.encode(Array(cue.utf8))
        for language in [tag, "\(tag)-419", nil] {
            let found = TextRecognition(bytes, language: language)
            #expect(found.encoding == .windows1252 && found.isGuessed, "\(found.encoding)")
            let read = TextConverter.convert(bytes, found).text
            #expect(String(decoding: read, as: UTF8.self) == cue)
        }
    }

    @Test(
        "Spanish of DOS and the Mac is read if its language is known",
        arguments: ["cp850", "macintosh"]
    )
    func olderSpanish(label: String) throws {
        for text in ["¿Dónde estás, pequeño zorro?", "¡Mañana será otro día!", "¡Hola, niño!"] {
            let bytes = try captions(text, label)
            #expect(TextRecognition(bytes, language: "es").encoding.name == label)
        }
    }

    @Test("Vietnamese is put together from letters and marks")
    func vietnamese() {
        // “Cáo và gấu đi vào rừng”: in Windows-1258 marks follow their letters.
        let bytes: [UInt8] =
            [0x43, 0x61, 0xEC, 0x6F, 0x20, 0x76, 0x61, 0xCC, 0x20, 0x67, 0xE2, 0xEC, 0x75, 0x20]
            + [0xF0, 0x69, 0x20, 0x76, 0x61, 0xCC, 0x6F, 0x20, 0x72, 0xFD, 0xCC, 0x6E, 0x67]
        let found = TextRecognition(bytes, language: "vi")
        #expect(found.encoding.name == "windows-1258")
        let text = String(decoding: TextConverter.convert(bytes, found).text, as: UTF8.self)
        #expect(Array(text.unicodeScalars) == Array("Cáo và gấu đi vào rừng".unicodeScalars))
    }

    @Test("Rows in UTF-8 and rows in an older encoding are read each in its own")
    func mixed() throws {
        let rows = ["title,author", "Pippi Långstrump,Astrid", "Emil i Lönneberga,A", "på väg,A"]
        for (utf8, older) in [([1], [2, 3]), ([2], [1, 3]), ([1, 3], [2]), ([2, 3], [1])] {
            var bytes: [UInt8] = []
            for (index, row) in rows.enumerated() {
                let line = Array("\(row)\n".utf8)
                bytes += older.contains(index) ? TextEncoding.windows1252.encode(line) : line
            }
            let found = TextRecognition(bytes)
            #expect(found.encoding == .utf8 && !found.isGuessed, "\(utf8)")
            let text = TextConverter.convert(bytes, found).text
            #expect(String(decoding: text, as: UTF8.self) == rows.joined(separator: "\n") + "\n")
        }
        // What is a text in an older encoding is that, even if a word of it could be a letter of UTF-8.
        let russian = try captions("Лиса и медведь идут в лес. РЎ", "windows-1251")
        #expect(TextRecognition(russian).encoding.name == "windows-1251")
    }

    @Test("VISCII, in which any bytes are letters, is only tried if the language is known")
    func viscii() throws {
        let bytes = try captions("Cáo và gấu đi vào rừng", "viscii")
        #expect(TextRecognition(bytes, language: "vi").encoding.name == "viscii")
        #expect(TextRecognition(bytes).encoding.name != "viscii")
    }

    @Test(
        "Without one, the letters of some lines say it",
        arguments: cases.filter {
            ["ru", "pl", "cs", "el", "ja", "ko", "zh", "tr", "de"].contains($0.0)
        }
    )
    func inAny(tag: String, text: String, label: String) throws {
        // What only DOS and the Mac had is too much to ask of German.
        guard tag != "de" || label == "windows-1252" else { return }
        let bytes = try captions(text, label)
        let found = TextRecognition(bytes)
        let read = String(decoding: TextConverter.convert(bytes, found).text, as: UTF8.self)
        #expect(read.contains(text), "\(found.encoding)")
    }

    @Test("A language that the letters aren’t of is no help, and does no harm")
    func wrongLanguage() throws {
        let russian = try captions("Лиса и медведь идут в лес. Спасибо!", "windows-1251")
        #expect(TextRecognition(russian, language: "ja").encoding.name == "windows-1251")
        let french = try captions("Le café d’été", "windows-1252")
        #expect(TextRecognition(french, language: "ja").encoding == .windows1252)
        #expect(TextRecognition(french, language: "x-none").encoding == .windows1252)
    }

    @Test("Only quotation marks of Windows leave English English")
    func quotes() throws {
        let bytes = try captions("“It’s me – really…”", "windows-1252")
        for language in ["en", "nl", nil] {
            #expect(TextRecognition(bytes, language: language).encoding == .windows1252)
        }
    }

    @Test("A byte that is lost costs an old encoding of two bytes no more than UTF-8")
    func lostByte() throws {
        var bytes = try captions("きつねとくまは森へいきます。ありがとう", "shift-jis")
        let lost = try #require(bytes.firstIndex(of: 0x90))
        bytes.remove(at: lost)
        let found = TextRecognition(bytes, language: "ja")
        #expect(found.encoding.name == "shift-jis")
        let read = String(decoding: TextConverter.convert(bytes, found).text, as: UTF8.self)
        #expect(read.contains("きつねとくまは") && read.contains("\nきつねとくまは森へ"))
    }

    @Test("Every encoding that is tried is one that the system has")
    func tables() {
        for encoding in WrittenLanguage.all.flatMap(\.encodings) {
            #expect(EncodingTable.of(encoding) != nil, "\(encoding)")
        }
        for encoding in EastAsian.encodings { #expect(ByteConverter(encoding) != nil) }
    }
}
