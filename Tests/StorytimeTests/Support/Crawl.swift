import HTTP
import Markup

@testable import Storytime

extension Console {
    /// The pages that links lead to, from the given ones on. Records are alike, and filters and orders
    /// can be combined without end: of each kind of address, some are followed.
    func crawl(from starts: [String]) throws -> [String: Answer] {
        var pages: [String: Answer] = [:]
        var followed: [[String]: Int] = [:]
        var waiting = starts
        while let target = waiting.popLast() {
            let kind = Crawl.kind(of: target)
            // A film at another site's address is not ours to visit.
            guard target.hasPrefix("/"), pages[target] == nil,
                followed[kind, default: 0] < 20 / (1 + kind.count)
            else {
                continue
            }
            followed[kind, default: 0] += 1
            let answer = try get(target)
            pages[target] = answer
            let markup = answer.markup
            waiting += answer.location.map { [$0] } ?? markup.targets
            // A search, a filter and a form that is sent with GET are links, too.
            for form in markup.forms where form.method == "get" {
                let pairs = form.fields.map { field in
                    let isDay = ["from", "to"].contains(field.name)
                    return (name: field.name, value: isDay ? "2026-11-21" : "fox")
                }
                // Without an action it goes to its own page (HTML §4.10.21.3).
                let action = form.action.isEmpty ? String(target.prefix { $0 != "?" }) : form.action
                waiting.append(action + "?" + PercentEncoding.encodeQuery(pairs))
            }
        }
        return pages
    }
}

/// What pages that were crawled have in common.
enum Crawl {
    /// The path without the numbers of records, and which parameters there are.
    static func kind(of target: String) -> [String] {
        let parts = target.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
        let path = (parts.first ?? "").split(separator: "/")
            .map { $0.allSatisfy(\.isNumber) ? "{id}" : $0 }.joined(separator: "/")
        let names = parts.dropFirst().first?.split(separator: "&").map { $0.prefix { $0 != "=" } }
        return [path] + (names ?? []).map(String.init).sorted()
    }

    /// One form of each kind: those that differ in nothing but a record's id are one.
    static func forms(of pages: [String: Answer]) -> [MarkupForm] {
        var kinds: [String: MarkupForm] = [:]
        for (_, answer) in pages.sorted(by: { $0.key < $1.key }) {
            for form in answer.markup.forms where form.method == "post" {
                let kind = form.action.split(separator: "/")
                    .map { $0.allSatisfy(\.isNumber) ? "{id}" : $0 }.joined(separator: "/")
                if kinds[kind] == nil { kinds[kind] = form }
            }
        }
        return kinds.values.sorted { $0.action < $1.action }
    }
}
