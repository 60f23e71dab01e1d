import HTTP

extension Command {
    static let routes = Command(
        name: "routes",
        usage: "",
        summary: "Lists every route: who can use it, the scope for keys, and when to confirm.",
        takesSettings: false
    ) { invocation in
        try invocation.expectNothing()
        for route in Program.routes {
            let proof = route.confirms == .never ? "" : ", \(route.confirms.rawValue)"
            let scopes = route.entrance.scopes.map(\.rawValue).joined(separator: " or ")
            let access = route.access.rawValue + proof + (scopes.isEmpty ? "" : ", " + scopes)
            let gap = String(repeating: " ", count: max(33 - access.count, 1))
            let method = route.method.name + (route.method == .get ? "  " : " ")
            Console.print("\(method) \(access)\(gap)\(route.pattern)")
        }
    }

    static let config = Command(
        name: "config",
        usage: "",
        summary: "Lists every setting with its current value; secrets are hidden."
    ) { invocation in
        try invocation.expectNothing()
        for setting in Program.settings {
            Console.print("\(setting.name)=\(invocation.configuration.shownText(of: setting))")
            Console.print(
                "    \(setting.help) (\(setting.range); default: "
                    + "\(setting.defaultText.isEmpty ? "none" : setting.defaultText))"
            )
        }
    }

    static let version = Command(
        name: "version",
        usage: "",
        summary: "Prints the version.",
        takesSettings: false
    ) { invocation in
        try invocation.expectNothing()
        Console.print(Version.current)
    }
}
