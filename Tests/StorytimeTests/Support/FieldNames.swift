import Foundation

@testable import Storytime

/// What programs and browsers can send, as the sources have it.
enum FieldNames {
    /// The names that forms, queries and records of JSON have.
    static let all: [String] = {
        let sources = Repository.folder + "/Sources/Storytime"
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: sources)) ?? []
        var names: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let text = (try? Folder.text(sources + "/" + file)) ?? ""
            for pattern in [
                #/name: "([a-z_]+)"/#, #/text\("([a-z_]+)"/#, #/\.[a-z]+\("([a-z_]+)"/#,
            ] {
                names.formUnion(text.matches(of: pattern).map { String($0.1) })
            }
        }
        return names.sorted()
    }()
}
