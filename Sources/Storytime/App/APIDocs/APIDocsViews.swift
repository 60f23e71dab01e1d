import HTTP
import Quill

/// The overview: what the API is, how to sign in, and all of its operations.
struct APIDocsPage: Page {
    static let template = "app/api-docs/index.html"

    let reference: APIReference
    let firstRequest: String
    let token: TokenView
    /// Requests a minute; 0 if there is no limit.
    let requestsPerMinute: Int

    /// An example of a refusal; all have this shape.
    private static let errorExample = ExampleJSON(
        #"""
        {"error":{"code":"invalid","message":"Some of what you sent is not valid; see the \#
        details.","details":[{"field":"page","code":"out_of_range","message":"“page” must be a whole number \#
        from 1 to 1000000."}]}}
        """#
    ).lines

    static let fields: [Field<APIDocsPage>] = [
        .list("chapters") { $0.reference.chapters.map { ChapterView($0) } },
        .int("operations_count") { $0.reference.entries.count },
        .text("first_request") { $0.firstRequest },
        .text("document_href") { _ in OpenAPIPages.path },
        .record("token") { $0.token },
        .int("requests_per_minute") { $0.requestsPerMinute },
        .int("standard_size") { _ in PageQuery.standardSize },
        .int("maximum_size") { _ in PageQuery.sizes.upperBound },
        .text("error_example") { _ in errorExample },
        .list("codes") { _ in ErrorCode.allCases.map(CodeRow.init) },
    ]
}

/// The Swift client: how to use it, and its whole text.
struct SwiftClientPage: Page {
    static let template = "app/api-docs/swift.html"

    let client: SwiftClient
    let origin: String

    static let fields: [Field<SwiftClientPage>] = [
        .text("file_name") { _ in SwiftClient.fileName },
        .text("text") { $0.client.text },
        .int("lines_count") { $0.client.text.utf8.count { $0 == UInt8(ascii: "\n") } },
        .text("use") { SwiftClientFrame.use(origin: $0.origin) },
    ]
}

/// The operations of a chapter.
struct ChapterView: Record {
    let chapter: APIReference.Chapter
    var current: String?

    init(_ chapter: APIReference.Chapter, current: String? = nil) {
        self.chapter = chapter
        self.current = current
    }

    static let fields: [Field<ChapterView>] = [
        .text("id") { $0.chapter.id },
        .text("title") { $0.chapter.title },
        .list("operations") { view in
            view.chapter.entries.map {
                OperationLink(entry: $0, isCurrent: $0.operation.name == view.current)
            }
        },
    ]
}

/// One operation: what it takes, what it answers, and a command that calls it.
struct OperationPage: Page {
    static let template = "app/api-docs/operation.html"

    let entry: APIReference.Entry
    let chapter: ChapterView
    let previous: APIReference.Entry?
    let next: APIReference.Entry?
    let curl: String
    let token: TokenView
    /// Whether the numbers in the command are those of the reader's own records.
    let isOwn: Bool

    private var parameters: [SchemaRow] {
        entry.operation.parameters.map {
            SchemaRow($0.member, place: $0.place)
        }
    }

    private var sent: [SchemaRow] {
        if case .json(let schema, _) = entry.operation.request {
            SchemaRow.all(in: schema)
        } else {
            []
        }
    }

    /// The type of a file that is sent.
    private var sentType: String? {
        if case .file(let type, _) = entry.operation.request { type } else { nil }
    }

    private var sentExample: String? {
        if case .json(_, let example) = entry.operation.request {
            ExampleJSON(example).lines
        } else {
            nil
        }
    }

    static let fields: [Field<OperationPage>] = [
        .text("summary") { $0.entry.operation.summary },
        .record("details") { DocumentText($0.entry.operation.details) },
        .text("method") { $0.entry.route.method.name },
        .text("path") { $0.entry.route.pattern.description },
        .text("name") { $0.entry.operation.name },
        .text("people") { $0.entry.route.access.people },
        .optionalText("scope") { $0.entry.route.entrance.scope?.rawValue },
        .optionalText("scope_meaning") { $0.entry.route.entrance.scope?.meaning },
        .text("curl") { $0.curl },
        .bool("is_own") { $0.isOwn },
        .record("token") { $0.token },
        .list("parameters") { $0.parameters },
        .list("sent") { $0.sent },
        .optionalText("sent_example") { $0.sentExample },
        .optionalText("sent_type") { $0.sentType },
        .list("answers") { $0.entry.operation.answers.map(AnswerRow.init) },
        .list("refusals") { $0.entry.operation.refusals.map(RefusalRow.init) },
        .record("chapter") { $0.chapter },
        .optionalRecord("previous") { $0.previous.map { OperationLink(entry: $0) } },
        .optionalRecord("next") { $0.next.map { OperationLink(entry: $0) } },
    ]
}
