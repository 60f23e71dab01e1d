import Foundation
import Testing

@testable import Storytime

/// What docs/style.md asks of words, as far as a program can tell.
@Suite("The words that people read")
struct WordingTests {
    /// What reads like translated German. None of it has a use in templates and messages.
    private static let tics = [
        "in between", "works? no more", "shall", "anew", "of ours", "of theirs", "whoever",
        "so many", "is told", "nobody said", "misspelt", "hand over", "(?:is|are) kept of",
        "for ever", "shut out", "was heard", "stands in", "the (?:newest|latest) first",
        "save it all the same", "taken back", "be mended", "by itself", "by themselves", "towards",
        "untick\\w*", "files? of captions", "(?:with|most) trouble", "it was meant",
        "as it should be", "goes before both", "alone is then", "in this time",
        "you have seen what",
    ]

    /// Comments may say what they like.
    private func text(of path: String) throws -> String {
        let text = try Folder.text(path)
        guard path.hasSuffix(".swift") else {
            return text.replacing(/\{#.*?#\}/.dotMatchesNewlines(), with: "")
        }
        return text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            .joined(separator: "\n")
    }

    @Test("Nothing on pages or in messages is said as nobody would say it")
    func tics() throws {
        let pattern = "(?i)\\b(?:" + Self.tics.joined(separator: "|") + ")\\b"
        for folder in ["/Templates", "/Sources/Storytime"].map({ Repository.folder + $0 }) {
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
            where name.hasSuffix(".html") || name.hasSuffix(".swift") {
                // The pages of the style guide are for those who build the others.
                guard !name.hasPrefix("app/styleguide/") else { continue }
                let text = try text(of: folder + "/" + name)
                let found = text.range(of: pattern, options: .regularExpression)
                #expect(found == nil, "\(name): “\(found.map { text[$0] } ?? "")”")
            }
        }
    }

    @Test(
        "Words that a source document quotes are there, letter by letter",
        arguments: [
            ("All Ages", "Sources/Storytime/Family/Catalog/AgeBand.swift"),
            ("Already Added", "Templates/family/catalog/row.html"),
            ("Already in Library", "Templates/family/catalog/book.html"),
            ("Browse Catalog", "Templates/family/libraries/show.html"),
            ("Continue Watching", "Templates/family/libraries/show.html"),
            ("Continue from ", "Templates/family/catalog/player.html"),
            (
                "No stories yet! Tap the button below to find some.",
                "Templates/family/libraries/show.html"
            ),
            ("Recently Added", "Sources/Storytime/Family/Libraries/LibrarySort.swift"),
            ("Recently Watched", "Sources/Storytime/Family/Libraries/LibrarySort.swift"),
            ("Title A-Z", "Sources/Storytime/Family/Libraries/LibrarySort.swift"),
        ]
    )
    func quoted(words: String, file: String) throws {
        #expect(try Folder.text(Repository.folder + "/" + file).contains(words))
    }

    @Test(
        "The history reads as a sentence",
        arguments: [
            ("created", "category", "added the category", nil),
            ("binned", "book", "moved the book", "to the bin"),
            ("binned", "child", "removed", nil),
            ("created", "child", "added", nil),
            ("created", "video", "added the video", nil),
            ("created", "captions", "added", nil),
            ("deleted", "captions", "deleted", nil),
            (
                "deleted photos for good of", "family",
                "permanently deleted photos of the family", nil
            ),
            ("created", "invitation", "invited", nil),
            ("erased", "family", "erased family", nil),
            ("changed the password of", "user", "changed the password of", nil),
            ("added a rights window to", "book", "added a rights window to the book", nil),
        ] as [(String, String, String, String?)]
    )
    func history(action: String, kind: String, lead: String, ending: String?) {
        let words = AuditWords(action: action, kind: kind)
        #expect(words.lead == lead && words.ending == ending)
    }

    @Test(
        "What was changed is said as forms call it, and as people read it",
        arguments: [
            ("territory", "family", "SE", "country", "Sweden"),
            ("territory", "book", "Germany", "territory", "Germany"),
            ("avatar", "child", "bear", "picture", "Bear"),
            ("birth_date", "child", "2020-08-18", "birth date", "18 August 2020"),
            ("last_day", "book", "", "last day", ""),
        ]
    )
    func changes(field: String, kind: String, value: String, name: String, text: String) {
        #expect(AuditWords.field(field, of: kind) == name)
        #expect(AuditWords.value(value, of: field) == text)
    }
}
