import HTTP

/// A command that calls an operation, to paste into a shell. It expects the token in `$TOKEN`, and
/// other secrets in variables, too: `TokenCommands` sets them.
struct CurlCommand {
    /// Members of the content that are secret.
    private static let secrets: [String: ShellWord.Variable] = [
        "password": .password, "refresh_token": .refreshToken,
    ]

    /// Parameters that name no record of this library.
    private static let examples = ["isbn": "9780399257759"]

    let text: String

    init(_ entry: APIReference.Entry, origin: String, samples: Samples, email: String) {
        let route = entry.route
        var lines: [String] = []
        if route.entrance != .nothing {
            lines.append("-H \"Authorization: Bearer $TOKEN\"")
        }
        switch entry.operation.request {
        case .nothing, .query: break
        case .json(_, let example):
            lines.append("-H 'Content-Type: application/json'")
            lines.append("-d \(Self.content(example, samples, email).quoted)")
        case .file(let type, _):
            lines.append("-H 'Content-Type: \(type)'")
            lines.append("--data-binary @\(Self.fileName(type))")
        }
        // With content curl sends a POST, without any a GET.
        let isPost = lines.contains { $0.hasPrefix("-d ") || $0.hasPrefix("--data-binary ") }
        let isSaid = route.method == (isPost ? .post : .get)
        let method = isSaid ? "" : "-X \(route.method.name) "
        let address = ShellWord(origin + Self.path(route, samples) + Self.query(entry, samples))
        lines.insert("curl -sS \(method)\(address.quoted)", at: 0)
        text = lines.joined(separator: " \\\n  ")
    }

    private static func path(_ route: Route, _ samples: Samples) -> String {
        route.pattern.description.split(separator: "/", omittingEmptySubsequences: false)
            .map { segment in
                guard segment.hasPrefix("{") else { return String(segment) }
                return samples.value(named: segment.dropFirst().dropLast()) ?? "1"
            }.joined(separator: "/")
    }

    /// The parameters without which it is refused: what reading needs at all, what changing this
    /// record needs, like the number of its books, and which child it is about.
    private static func query(_ entry: APIReference.Entry, _ samples: Samples) -> String {
        let isReading = entry.route.method == .get
        let pairs: [(name: String, value: String)] = entry.operation.parameters.compactMap {
            member,
            place in
            guard place == "query",
                member.isRequired || !isReading || member.name == "child_id"
            else { return nil }
            return (samples.value(named: member.name) ?? Self.examples[member.name]).map {
                (name: member.name, value: $0)
            }
        }
        return pairs.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(pairs)
    }

    /// A name for a file of this type.
    static func fileName(_ type: String) -> String {
        switch type {
        case "text/csv": "books.csv"
        case "text/vtt": "captions.vtt"
        default: "film.mp4"
        }
    }

    /// The example with the reader's own numbers and address.
    private static func content(_ example: String, _ samples: Samples, _ email: String)
        -> ShellWord
    {
        var json = ExampleJSON(example)
        var counts: [String: Int] = [:]
        json.replaceValues { name, value in
            let index = counts[name, default: 0]
            counts[name] = index + 1
            if let variable = secrets[name] { return "\"\(variable.mark)\"" }
            if name == "email" { return JSONText.quoted(email) }
            guard let sample = samples.value(named: name, at: index) else { return nil }
            return value.hasPrefix("\"") ? JSONText.quoted(sample) : sample
        }
        return ShellWord(json.line)
    }
}

/// The commands that set `$TOKEN` and `$REFRESH_TOKEN`, for somebody who signs in with a password.
struct TokenCommands {
    /// Asks for the password without showing it, and makes it fit for JSON. It is a separate
    /// command, because anything pasted after it would be taken for the password.
    static let ask =
        "printf 'Password: '; stty -echo; read -r PASSWORD; stty echo; echo; "
        + #"PASSWORD=$(printf %s "$PASSWORD" | sed 's/[\\"]/\\&/g')"#

    let origin: String
    let email: String

    /// Signs in, and takes the tokens from the answer.
    var signIn: String {
        let content = ShellWord(
            #"{"email": \#(JSONText.quoted(email)), "password": "${PASSWORD}"}"#
        )
        return """
            TOKENS=$(curl -sS \(ShellWord(origin + "/api/v1/auth/token").quoted) \\
              -H 'Content-Type: application/json' \\
              -d \(content.quoted))
            TOKEN=$(printf %s "$TOKENS" | \(Self.member("access_token")))
            REFRESH_TOKEN=$(printf %s "$TOKENS" | \(Self.member("refresh_token")))
            if [ "$TOKEN" ]; then echo 'Signed in.'; else echo "$TOKENS"; fi
            """
    }

    /// Tokens have no quotes in them.
    private static func member(_ name: String) -> String {
        #"sed -n 's/.*"\#(name)":"\([^"]*\)".*/\1/p'"#
    }
}
