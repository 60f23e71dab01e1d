import Received
import HTTP
import Quill

/// An operation in a list of them.
struct OperationLink: Record {
    let entry: APIReference.Entry
    var isCurrent = false

    static let fields: [Field<OperationLink>] = [
        .text("href") { $0.entry.href },
        .text("method") { $0.entry.route.method.name },
        .text("path") { $0.entry.route.pattern.description },
        .text("summary") { $0.entry.operation.summary },
        .bool("is_current") { $0.isCurrent },
    ]
}

/// One of an operation's answers when it succeeds.
struct AnswerRow: Record {
    let answer: AnswerDescription

    private var rows: [SchemaRow] { answer.schema.map { SchemaRow.all(in: $0) } ?? [] }

    private var headers: [HeaderRow] { answer.headers.map(HeaderRow.init) }

    private var example: String? {
        answer.example.isEmpty
            ? nil : ExampleJSON(OwnText.decode(answer.example)).lines
    }

    static let fields: [Field<AnswerRow>] = [
        .int("code") { $0.answer.status.code },
        .text("reason") { $0.answer.status.reasonPhrase },
        .record("meaning") { DocumentText($0.answer.meaning) },
        .list("headers") { $0.headers },
        .list("rows") { $0.rows },
        .text("rows_caption") { "Members of the \($0.answer.status.code) answer" },
        .optionalText("example") { $0.example },
    ]
}

/// A header field of an answer, with its meaning.
struct HeaderRow: Record {
    let header: AnswerHeader

    static let fields: [Field<HeaderRow>] = [
        .text("name") { $0.header.rawValue },
        .record("meaning") { DocumentText($0.header.meaning) },
    ]
}

/// A way in which an operation may be refused.
struct RefusalRow: Record {
    let refusal: Operation.Refusal

    static let fields: [Field<RefusalRow>] = [
        .int("code") { $0.refusal.status.code },
        .text("reason") { $0.refusal.status.reasonPhrase },
        .record("meaning") { DocumentText($0.refusal.meaning) },
        .texts("headers") { $0.refusal.headers.map(\.rawValue) },
    ]
}

/// A word for an error.
struct CodeRow: Record {
    let code: ErrorCode

    /// The statuses that it comes with.
    private var place: String {
        if code == .refused { return "any status" }
        let statuses = code.statuses.map(String.init)
        return statuses.isEmpty ? "in details" : statuses.joined(separator: ", ")
    }

    static let fields: [Field<CodeRow>] = [
        .text("code") { $0.code.rawValue },
        .text("place") { $0.place },
        .record("cause") { DocumentText($0.code.cause) },
        .record("remedy") { DocumentText($0.code.remedy) },
    ]
}

/// How the reader signs in: the commands, and whether they use a made-up address.
struct TokenView: Record {
    let commands: TokenCommands
    /// Whether the e-mail address is the reader's own.
    let isOwn: Bool

    static let fields: [Field<TokenView>] = [
        .text("ask") { _ in TokenCommands.ask },
        .text("sign_in") { $0.commands.signIn },
        .bool("is_own") { $0.isOwn },
    ]
}
