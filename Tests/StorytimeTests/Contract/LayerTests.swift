import Foundation
import Quill
import Testing

@testable import Storytime

/// The floors of the house: each folder of `Sources/Storytime` may name types of its own floor and of those
/// below it. `docs/architecture.md` has the map.
@Suite("Floors")
struct LayerTests {
    /// The lowest first.
    private static let floors = ["Ground", "Console", "Library", "Family", "App"]

    /// The sources of a floor, without comments, without text that isn't code, and without keys: an
    /// `ID<Family>` is a number that says nothing of families.
    private static let sources: [String: [String: String]] = {
        var sources: [String: [String: String]] = [:]
        for floor in floors {
            let folder = Repository.folder + "/Sources/Storytime/" + floor
            for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
            where name.hasSuffix(".swift") {
                let text = (try? Folder.text(folder + "/" + name)) ?? ""
                sources[floor, default: [:]][floor + "/" + name] = code(of: text)
            }
        }
        return sources
    }()

    private static func code(of text: String) -> String {
        text.replacing(#///[^\n]*/#, with: "")
            .replacing(#/"""[\s\S]*?"""/#) { interpolations(in: $0.output) }
            .replacing(#/"(?:[^"\\\n]|\\.)*"/#) { interpolations(in: $0.output) }
            .replacing(#/\bID<\w+>/#, with: "")
    }

    /// What of a text is code.
    private static func interpolations(in text: Substring) -> String {
        text.matches(of: #/\\\(([^"]*)\)/#).map { String($0.1) }.joined(separator: " ")
    }

    /// The types of a floor that others could name.
    private static func types(of floor: String) -> Set<String> {
        let declaration =
            #/(?m)^(?:(?:final|indirect) )*(?:struct|class|enum|protocol|typealias|actor) (\w+)/#
        return (sources[floor] ?? [:]).values.reduce(into: []) { types, text in
            types.formUnion(text.matches(of: declaration).map { String($0.1) })
        }
    }

    @Test("Every file is on a floor")
    func everyFile() throws {
        let folder = Repository.folder + "/Sources/Storytime"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(names) == Set(Self.floors))
        #expect(Self.sources.values.map(\.count).reduce(0, +) > 500)
    }

    @Test("Templates are on the same floors, and include nothing from above")
    func templates() throws {
        let floors = ["shared", "layouts"] + Self.floors.dropFirst().map { $0.lowercased() }
        for source in try Templates.sources(in: Repository.folder + "/Templates", prefix: "") {
            let folder = String(source.name.prefix { $0 != "/" })
            let own = try #require(floors.firstIndex(of: folder), "\(source.name)")
            for use in source.text.matches(of: #/{%-? (?:include|extends) "(\w+)\//#) {
                let used = try #require(floors.firstIndex(of: String(use.1)), "\(use.0)")
                #expect(used <= own, "\(source.name): \(use.0)")
            }
        }
    }

    @Test("A floor names no type of a floor above it", arguments: floors)
    func looksDown(floor: String) throws {
        let place = try #require(Self.floors.firstIndex(of: floor))
        let above = Self.floors[(place + 1)...].map(Self.types).reduce(into: Set()) {
            $0.formUnion($1)
        }
        for (file, text) in Self.sources[floor] ?? [:] {
            // A nested type may have the name of one above.
            let own = Set(
                text.matches(of: #/(?:struct|class|enum|protocol|typealias|case) (\w+)/#)
                    .map { String($0.1) }
            )
            // What follows a dot is a member.
            let named = Set(text.matches(of: #/(?:^|[^.\w])([A-Z]\w+)/#).map { String($0.1) })
            let upwards = named.intersection(above).subtracting(own).sorted()
            #expect(upwards == [], "\(file)")
        }
    }
}
