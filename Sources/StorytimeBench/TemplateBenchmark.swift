import FoundationEssentials
import Glibc
import Quill

/// W6: the page of W1, rendered in one thread from values that are in memory already.
struct TemplateBenchmark {
    private let values: Values
    private let template: Template<CategoryPages.Index, Shell>

    /// Takes the values from the kit's `w6.json`.
    init(_ folder: String) throws {
        let json = Data(try Files.bytes(of: "\(folder)/w6.json"))
        values = try JSONDecoder().decode(Values.self, from: json)
        template = try Templates().categories
    }

    /// Renders for some seconds, says how often, and writes the page to the file `$W6_OUT`.
    func run(seconds: Double) throws {
        let page = values.page
        let shell = values.shell
        var bytes: [UInt8] = []
        let clock = ContinuousClock()
        let start = clock.now
        var renders = 0
        while start.duration(to: clock.now) < .seconds(seconds) {
            // Looking at the clock costs nothing beside a hundred pages.
            for _ in 0..<100 {
                bytes = try template.render(page, globals: shell)
            }
            renders += 100
        }
        let elapsed = start.duration(to: clock.now) / .seconds(1)
        let rate = Double(renders) / elapsed
        let megabytes = rate * Double(bytes.count) / 1e6
        Console.say("quill \(rounded(rate)) renders/s \(rounded(megabytes)) MB/s")
        if let path = getenv("W6_OUT") {
            try Data(bytes).write(to: URL(filePath: String(cString: path)))
        }
    }

    private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}

extension TemplateBenchmark {
    /// The kit's file.
    private struct Values: Decodable {
        let user, role, csrf: String
        let nav: [Item]
        let rows: [Row]

        struct Item: Decodable {
            let label, href: String
            let current: Bool
        }

        struct Row: Decodable {
            let id: Int
            let name, slug, description: String
            let active: Bool
            let created: String
            let books: Int
        }

        var shell: Shell {
            let nav = nav.map {
                NavigationItem(label: $0.label, href: $0.href, isCurrent: $0.current)
            }
            return Shell(nav: nav, user: user, role: role, csrf: csrf)
        }

        var page: CategoryPages.Index {
            CategoryPages.Index(
                rows: rows.map {
                    CategoryRow(
                        id: $0.id,
                        name: $0.name,
                        slug: $0.slug,
                        description: $0.description,
                        isActive: $0.active,
                        created: $0.created,
                        books: $0.books
                    )
                }
            )
        }
    }
}
