import Markup
import Testing

@testable import Storytime

@Suite("Form fields")
struct FormFieldTests {
    private static let text = FieldSpec(name: "a_b", label: "Name", maximumLength: 5)
    private static let optional = FieldSpec(name: "a_b", label: "Name", isRequired: false)
    private static let number = FieldSpec(name: "a_b", label: "Place", kind: .number, range: 1...9)
    private static let password = FieldSpec(name: "a_b", label: "Password", kind: .password)
    private static let ruled = FieldSpec(name: "a_b", label: "Name") {
        $0 == "no" ? "Not no." : nil
    }

    private func field(_ spec: FieldSpec, _ typed: String?) -> FormField {
        FormField(spec, Fields(typed.map { [(name: "a_b", value: $0)] } ?? []))
    }

    @Test(
        "A value is what was typed, without white space around it",
        arguments: [
            ("abc", "abc"), (" abc ", "abc"), ("\t\u{3000}abc\u{A0}\n", "abc"), ("a  c", "a  c"),
            ("a\u{200D}b", "a\u{200D}b"), ("\u{200B}ab", "\u{200B}ab"),
        ]
    )
    func values(typed: String, value: String) {
        let field = field(Self.text, typed)
        #expect(field.value.map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
        #expect(field.typed == typed)
        #expect(field.wasTrimmed == (typed != value))
        #expect([field].trimmingNote.isEmpty == (typed == value))
        #expect(field.error == nil)
    }

    @Test(
        "A required field is asked for, an optional one is not",
        arguments: [nil, "", " ", "\u{2003}"]
    )
    func required(typed: String?) {
        #expect(field(Self.text, typed).error == "Enter a name.")
        #expect(field(Self.text, typed).value == nil)
        #expect(field(Self.optional, typed).error == nil)
        #expect(field(Self.optional, typed).value == "")
    }

    @Test(
        "Length is counted as browsers count it",
        arguments: [
            ("12345", true), ("123456", false), ("🦊🦊", true), ("🦊🦊🦊", false),
            ("e\u{301}e\u{301}e", true),
            ("e\u{301}e\u{301}e\u{301}", false),
        ]
    )
    func length(typed: String, isShortEnough: Bool) {
        #expect((field(Self.text, typed).error == nil) == isShortEnough)
    }

    @Test(
        "What one line can't show is refused",
        arguments: [
            "a\0b", "a\u{1B}b", "a\nb", "a\rb", "a\u{85}b", "a\u{2028}b", "a\u{2029}b",
            "a\u{202E}b",
            "a\u{2066}b", "\u{200B}", "\u{AD}", "\u{115F}", "\u{E000}", "\u{0378}",
        ]
    )
    func invisible(typed: String) {
        let field = field(Self.text, typed)
        #expect(field.error != nil)
        #expect(field.value == nil)
        #expect(Array(field.typed.unicodeScalars) == Array(typed.unicodeScalars))
    }

    @Test(
        "Marks that languages and emoji need are kept",
        arguments: [
            "👩\u{200D}👧", "नि", "مر\u{200F}", "ก็", "❤\u{FE0F}", "é", "e\u{301}",
        ]
    )
    func visible(typed: String) {
        #expect(field(Self.text, typed).value == typed)
    }

    @Test(
        "A number is one of its range",
        arguments: [
            ("1", 1), (" 9 ", 9), ("0", nil), ("10", nil), ("1.0", nil), ("", nil), ("x", nil),
            ("１", nil),
        ]
    )
    func numbers(typed: String, number: Int?) {
        #expect(field(Self.number, typed).number == number)
    }

    @Test("A password is taken as it is and never shown again")
    func passwords() {
        let field = field(Self.password, "  pass\u{202E} word ")
        #expect(field.value == "  pass\u{202E} word ")
        #expect(!field.wasTrimmed)
    }

    @Test("A field's own rule comes last; a store's word comes after that")
    func rules() {
        #expect(field(Self.ruled, "no").error == "Not no.")
        var taken = field(Self.ruled, "yes")
        taken.reject("Taken.")
        #expect(taken.error == "Taken." && taken.value == nil && taken.typed == "yes")
        #expect(
            [taken, field(Self.ruled, "ok")].errors == [
                FormError(href: "#field-a-b", message: "Taken.")
            ]
        )
    }

    @Test("A form that is shown for the first time has no complaints")
    func fresh() {
        #expect(FormField(Self.text).error == nil)
        #expect(FormField(Self.text, initially: "abc").typed == "abc")
    }

    @Test("Of two values with one name the first counts for a text, all for checkboxes")
    func fields() {
        let fields = Fields([("a", "1"), ("b", "2"), ("a", "3")])
        #expect(fields.text("a") == "1")
        #expect(fields.all("a") == ["1", "3"])
        #expect(fields.isOn("b") && !fields.isOn("c"))
        #expect(fields.text("c") == nil && fields.all("c").isEmpty)
    }

    @Test(
        "What is wrong is tied to the field for those who don't see it",
        arguments: [
            "/admin/categories", "/admin/books", "/setup",
        ]
    )
    func isDescribed(target: String) throws {
        let console = try Console()
        if target != "/setup" { try console.signIn(as: .admin) }
        let page = try console.post(target).markup
        let invalid = page.all("input").filter { $0["aria-invalid"] == "true" }
        #expect(!invalid.isEmpty)
        for input in invalid {
            let described = input["aria-describedby"]?.split(separator: " ").map(String.init) ?? []
            #expect(!described.isEmpty)
            for id in described { #expect(page.first(id: id) != nil, "\(id)") }
        }
        #expect(page.text(where: "role", is: "alert")?.isEmpty == false)
    }
}
