import Subtitles
import Testing

/// A name that a file says once, and many pieces that it holds for.
///
/// Whatever is copied, hashed, compared or written for each piece makes the cost of a file the product of the two
/// halves: 400 KB took six gigabytes.
@Suite("Long names and many pieces")
struct NameCostTests {
    /// Small files with everything that a format has. Between `‹›` are names, which may be of any length; between
    /// `«»` is what may be there any number of times.
    private static let files: [(name: String, text: String)] = [
        (
            "VTT",
            """
            WEBVTT ‹h›
            Kind: ‹k›

            «STYLE
            ::cue(‹s›) {}

            »«REGION
            id:‹r› width:40%

            »«NOTE ‹n›

            »‹i›
            00:00.000 --> 00:09.000 region:‹r›
            <lang ‹l›><v ‹v›><c.‹c›.‹d›><ruby>a«x<rt>y</rt>»</ruby>«<b>x</b>y»«<v a>x</v>»«<00:01.000>x»«&amp;»

            «00:09.000 --> 00:10.000
            x

            »
            """
        ),
        (
            "SRT",
            """
            1
            00:00:00,000 --> 00:00:09,000 X1:‹x›
            <font face="‹f›" color="‹c›" size="‹s›">«x<font color="red">y</font>»«<b>x</b>y»«{\\an8}x»{‹o›}

            «2
            00:00:09,000 --> 00:00:10,000
            x

            »
            """
        ),
        ("SBV", "«0:00:00.000,0:00:09.000\n‹t›«[br]x»\n\n»"),
        (
            "CSV",
            """
            start,end,text,speaker,id,settings,words,markup,‹a›«,b»
            0,9,x«y»,‹v›,‹i›,‹s›,«1@0 »,"<v ‹w›>«<b>x</b>»",‹f›«,z»
            «9,10,x,,,,,,a
            »«9,10,x,v,,,,,,,,a
            »
            """
        ),
        (
            "LRC",
            "«[‹k›:‹t›]\n»«# ‹n›\n»«[00:01.00]»‹x›«<00:01.50>x»\n«[00:04.00]x\n»"
        ),
        (
            "TTML",
            """
            <‹e›:tt xmlns:‹e›="http://www.w3.org/ns/ttml" xmlns:‹z›="http://www.w3.org/ns/ttml#styling" \
            xmlns:‹w›="http://www.w3.org/ns/ttml#metadata" xmlns="http://www.w3.org/ns/ttml" \
            xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:‹p›="‹u›" xml:lang="‹l›"><head><metadata>\
            <ttm:title>‹t›</ttm:title>«<ttm:agent xml:id="‹g›"><ttm:name>‹n›</ttm:name></ttm:agent>»</metadata>\
            <styling>«<style xml:id="‹s›" style="‹q› a a a" tts:color="‹c›" tts:textAlign="‹A›"/>»\
            <style xml:id="a" style="a a a a a a a a"/></styling><layout>«<region xml:id="‹r›" style="‹s›"/>»</layout>\
            </head>«<head/>»<body region="‹r›" style="‹s›" tts:textAlign="‹b›" xml:lang="‹m›"><div region="‹r›" \
            style="‹s›" ttm:agent="‹g›" xml:lang="‹m›" tts:color="‹c›" tts:textAlign="‹d›" ‹p›:x="‹y›">\
            «<p begin="1s" end="2s">x</p>»«<p ‹p›:x="a" region="r">x</p>»\
            <p begin="1s" end="9s" region="‹r›" tts:x="‹k›" xml:id="‹i›">«x<span tts:color="red">y</span>»\
            «<span begin="1s" end="2s">x</span>»«<br/>»</p></div></body></‹e›:tt>
            """
        ),
        (
            "SubStation Alpha",
            """
            [Script Info]
            Title: ‹t›

            [V4+ Styles]
            Format: Name, PrimaryColour, Bold«, x»
            «Style: ‹s›,‹c›,1
            »
            [Events]
            Format: Start, End, Style, Name, Text
            Dialogue: 0:00:01.00,0:00:09.00,‹s›,‹v›,«{\\b1}x{\\b0}y»«{\\r‹s›}x»«\\N»«{\\1c&H0000FF&}x{\\1c}»
            «Dialogue: 0:00:09.00,0:00:10.00,a,a,x
            »
            """
        ),
    ]

    @Test(
        "A file costs no more than its length, however it is shared out",
        arguments: files.map(\.name)
    )
    func cost(name: String) throws {
        let file = Template(try #require(Self.files.first { $0.name == name }).text)
        #expect(try !Captions.read(file.bytes(0, name: 0, piece: 0)).cues.isEmpty)
        for name in file.names.indices {
            for piece in 0..<file.pieces {
                let bytes = file.bytes(1 << 17, name: name, piece: piece)
                var large = Self.seconds(bytes)
                // Most take a few milliseconds, which is too short to be compared.
                guard large > 0.08 else { continue }
                let small = (0..<3).map { _ in
                    Self.seconds(file.bytes(1 << 14, name: name, piece: piece))
                }
                // Eight times as much; a product of the halves is 64 times.
                let most = 20 * (small.min() ?? 0) + 0.08
                // On a machine that is busy with much else, the same takes longer now and then.
                for _ in 0..<2 where large > most { large = min(large, Self.seconds(bytes)) }
                #expect(large <= most, "‹\(file.names[name])›, piece \(piece)")
            }
        }
    }

    /// To read a file, to write it in each format, and to say what that loses.
    private static func seconds(_ bytes: [UInt8]) -> Double {
        let before = processorSeconds()
        // What is larger is kept by nobody, and so never written.
        if let captions = try? Captions.read(bytes), captions.codedBytes <= 16 << 20 {
            for format in CaptionFormat.allCases { _ = captions.losses(to: format) }
        }
        return processorSeconds() - before
    }
}

/// A file of which a name can be made longer, and a piece repeated.
private struct Template {
    private indirect enum Part {
        case text(String)
        case name(Int, String)
        case piece(Int, [Part])
    }

    private var parts: [Part] = []
    /// What stands in several places is one name.
    private(set) var names: [String] = []
    private(set) var pieces = 0

    init(_ text: String) {
        var rest = text[...]
        parts = read(&rest)
    }

    /// Up to the end of a piece, or of all.
    private mutating func read(_ rest: inout Substring) -> [Part] {
        var parts: [Part] = []
        while let sign = rest.first, sign != "»" {
            switch sign {
            case "‹":
                let name = String(rest.dropFirst().prefix { $0 != "›" })
                rest = rest.dropFirst(name.count + 2)
                if !names.contains(name) { names.append(name) }
                parts.append(.name(names.firstIndex(of: name) ?? 0, name))
            case "«":
                rest.removeFirst()
                let number = pieces
                pieces += 1
                parts.append(.piece(number, read(&rest)))
                rest.removeFirst()
            default:
                let plain = rest.prefix { !"‹«»".contains($0) }
                rest = rest.dropFirst(plain.count)
                parts.append(.text(String(plain)))
            }
        }
        return parts
    }

    /// Half of the file is this name, and the other half this piece.
    func bytes(_ count: Int, name: Int, piece: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        write(parts, count / 2, name: name, piece: piece, isRepeated: false, to: &bytes)
        return bytes
    }

    private func write(
        _ parts: [Part],
        _ count: Int,
        name: Int,
        piece: Int,
        isRepeated: Bool,
        to bytes: inout [UInt8]
    ) {
        for part in parts {
            switch part {
            case .text(let text): bytes += text.utf8
            case .name(let number, let text):
                bytes += text.utf8
                guard number == name, !isRepeated else { continue }
                // Their hashes take longer than those of other letters.
                for _ in 0..<count / 2 { bytes += "é".utf8 }
            case .piece(let number, let inner):
                let start = bytes.count
                repeat {
                    let isMany = isRepeated || number == piece
                    write(inner, count, name: name, piece: piece, isRepeated: isMany, to: &bytes)
                } while number == piece && bytes.count - start < count
            }
        }
    }
}
