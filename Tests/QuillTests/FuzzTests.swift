import Foundation
import Synchronization
import Testing

@testable import Quill

/// Templates mutilated at random, always in the same way: the compiler must answer each with a
/// program or an error, and what compiles must render, without a trap, an endless loop or a value
/// that gets out of its place.
@Suite struct FuzzTests {
    /// Enough to meet every kind of damage many times; takes a few seconds in a debug build.
    static let rounds = 2000

    static let seeds = [
        "<p title=\"{{ s }}\">{{ s|upper }}{% if n %}a{% elif m %}b{% else %}c{% endif %}</p>",
        "{% for r in rows %}<a href=\"/x/{{ r.id }}?q={{ r.name }}\">{{ loop.index }}</a>{% else %}-{% endfor %}",
        "{% extends \"base\" %}{% block a %}{{ super() }}{% set x = s ~ n %}{{ x }}{% endblock %}",
        "{% include \"part\" with v=s, w=n + 1 * (2 - n) %}{# comment #}{%- if m -%} {{- m -}} {%- endif +%}\n",
        "<img srcset=\"{{ s }} 1x, /{{ s }} 2x\"><input{% if n %} checked{% endif %} value='{{ s|json }}'>",
        "<title>{{ s }}</title><textarea>{{ s }}</textarea><script>x < 1</script><!-- c -->{{ s }}",
        "{{ 'a' if s == 'b' and not n in [1, 2.5] or m else s|truncate(3, true, '…')|default('x') }}",
    ]

    static let words = [
        "{{", "}}", "{%", "%}", "{#", "#}", "if", "endif", "for", "in", "endfor", "block",
        "endblock",
        "|", "(", ")", "\"", "'", "<", ">", "=", "/", "-", "<script>", "</script>", "href=\"",
        "<!--",
        "-->", "s", "n", "rows", ".", "[", "]", "~", "é", "\0", "\n", " ", "{% if s %}", "{{ s }}",
    ]

    @Test("No mutilated template traps, hangs or lets a value out of its place")
    func mutations() {
        var random = SeededGenerator(state: 0x5EED)
        var compiled = 0
        for round in 0..<Self.rounds {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0...Int.random(in: 0...3, using: &random) { mutate(&bytes, &random) }
            if renders(String(decoding: bytes, as: UTF8.self)) { compiled += 1 }
        }
        #expect(compiled > Self.rounds / 20, "most damage must not be fatal, or nothing is tested")
    }

    @Test(
        "What nests too deeply or grows too large is an error",
        arguments: [
            String(repeating: "(", count: 100_000),
            "{{ " + String(repeating: "(", count: 10_000) + "1"
                + String(repeating: ")", count: 10_000) + " }}",
            "{{ " + String(repeating: "[", count: 10_000) + " }}",
            "{{ " + String(repeating: "not ", count: 10_000) + "n }}",
            "{{ " + String(repeating: "-", count: 10_000) + "n }}",
            "{{ n" + String(repeating: " + n", count: 10_000) + " }}",
            "{{ s" + String(repeating: "|upper", count: 10_000) + " }}",
            "{{ s" + String(repeating: ".a", count: 10_000) + " }}",
            "{{ " + String(repeating: "n if n else ", count: 10_000) + "n }}",
            String(repeating: "{% if n %}", count: 10_000)
                + String(repeating: "{% endif %}", count: 10_000),
            String(repeating: "{% for i in [1] %}", count: 10_000),
            String(repeating: "<p", count: 100_000) + "{{ s }}",
            "<" + String(repeating: "a", count: 100_000),
            "<p " + String(repeating: "a", count: 100_000) + "=\"{{ s }}\">",
            "<a href=\"" + String(repeating: "a", count: 100_000) + "{{ s }}\">",
            String(repeating: "x", count: Limits.templateBytes + 1) + "{{",
        ]
    )
    func tooDeep(_ template: String) {
        _ = renders(template)
    }

    @Test("Includes that multiply are stopped by the limit on a page's size")
    func includeBomb() {
        var sources = [TemplateSource(name: "0", text: "x")]
        for level in 1...12 {
            let include = "{% include \"\(level - 1)\" %}"
            let text = String(repeating: include, count: 20)
            sources.append(TemplateSource(name: "\(level)", text: text))
        }
        let error = #expect(throws: TemplateError.self) {
            try DynamicPage("12", in: Library(sources), shapedLike: [.record([:])])
        }
        #expect(error?.message == "the page is too large with all that it includes")
    }

    @Test("Text that is included again and again is stopped by the limit on a page's text")
    func textBomb() {
        let include = "{% include \"big\" %}"
        let sources = [
            TemplateSource(name: "big", text: String(repeating: "x", count: 100_000)),
            TemplateSource(name: "t", text: String(repeating: include, count: 1000)),
        ]
        let error = #expect(throws: TemplateError.self) {
            try DynamicPage("t", in: Library(sources), shapedLike: [.record([:])])
        }
        #expect(error?.message == "the page is too large with all that it includes")
    }

    @Test("Loops inside a tag, each of which is compiled twice, don't multiply without end")
    func loopBomb() {
        let open = String(repeating: "{% for i in [1] %} a=\"b\"", count: 20)
        let close = String(repeating: " c{% endfor %}", count: 20)
        let error = #expect(throws: TemplateError.self) {
            try DynamicPage.render("<p \(open)\(close)>")
        }
        #expect(error?.message == "the page is too large with all that it includes")
    }

    @Test(
        "The deepest template that compiles fits the stack of a thread of 1 MiB, even unoptimised"
    )
    func stack() throws {
        let tags = Limits.compileDepth / 2 - 2
        let parentheses = Limits.expressionDepth - 2
        let operand =
            String(repeating: "(", count: parentheses) + "n"
            + String(repeating: " + n)", count: parentheses)
        let open = String(repeating: "{% for i in [n] %}{% if i %}", count: tags / 2)
        let close = String(repeating: "{% endif %}{% endfor %}", count: tags / 2)
        let sources = [
            TemplateSource(name: "t", text: "\(open){% include \"u\" with n=n %}\(close)"),
            TemplateSource(name: "u", text: "\(open){{ \(operand) }}\(close)"),
        ]
        let result = Mutex<Result<String, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            result.withLock {
                $0 = Result {
                    let page = Value.record(["n": .int(1)])
                    return try DynamicPage("t", in: Library(sources), shapedLike: [page]).render(
                        page
                    )
                }
            }
            isDone.signal()
        }
        thread.stackSize = 1 << 20
        thread.start()
        isDone.wait()
        let output = try #require(result.withLock { $0 }).get()
        #expect(output == "\(parentheses + 1)")
    }

    private static let page = Value.record([
        "s": .text("\"'><script>&\0"),
        "n": .int(3),
        "m": .none,
        "rows": .list([
            .record(["id": .int(1), "name": .text("<a>")]),
            .record(["id": .int(2), "name": .text("javascript:")]),
        ]),
    ])

    /// Whether the template compiled; if so it was rendered.
    private func renders(_ template: String) -> Bool {
        let sources = [
            TemplateSource(name: "t", text: template),
            TemplateSource(name: "base", text: "<b>{% block a %}base{% endblock %}</b>"),
            TemplateSource(name: "part", text: "{{ v }}{% if w %}{{ w }}{% endif %}"),
        ]
        do {
            let page = try DynamicPage("t", in: Library(sources), shapedLike: [Self.page])
            let output = try page.render(Self.page)
            #expect(!output.contains("\"'><script>"), "a value got out of its place in \(template)")
            return true
        } catch {
            #expect(error is TemplateError)
            return false
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, at + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(at..<end)
        case 1: bytes.insert(contentsOf: bytes[at..<end], at: 0)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
        case 3:
            let seed = Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)]
            bytes.replaceSubrange(
                at..<end,
                with: seed.utf8.suffix(Int.random(in: 0...40, using: &random))
            )
        default:
            let word = Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
            bytes.insert(contentsOf: word.utf8, at: at)
        }
    }
}

/// SplitMix64: small, and the same on every machine.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
