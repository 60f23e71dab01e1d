import Testing

@testable import Storytime

@Suite("Garbled text")
struct GarbledTextTests {
    private func found(_ text: String) -> [String]? {
        GarbledText.first(in: Array(text.utf8)).map { [$0.found, $0.meant] }
    }

    @Test(
        "UTF-8 that was read as Windows-1252 is found, with what was meant",
        arguments: [
            ("a,CafÃ© au lait", "CafÃ©", "Café"), ("GrÃ¼ffelo;x", "GrÃ¼ffelo", "Grüffelo"),
            ("itâ€™s", "itâ€™s", "it’s"), ("\"â€žJaâ€œ\"", "â€žJaâ€œ", "„Ja“"),
            ("Â©2020", "Â©2020", "©2020"), ("Ã‰tÃ©", "Ã‰tÃ©", "Été"),
        ]
    )
    func finds(text: String, word: String, meant: String) {
        #expect(found(text) == [word, meant])
    }

    @Test(
        "Good text is left alone",
        arguments: [
            "", "Café, naïve, Übermut", "AMANHÃ… IRMÃ”", "«CAFÉ»", "ÂNGELA, CONVÊNIO", "Ã\u{A0}",
            "ROMÂNIA",
            "â", "Ã", "日本", "pâte à €", "Łódź",
        ]
    )
    func spares(text: String) {
        #expect(found(text) == nil)
    }
}
