import HTTP
import Quill

/// A conversation about some words of a story.
struct ExplanationShowPage: Page {
    static let template = "family/explaining/show.html"

    let first: Explanation
    let turns: [Explanation]
    /// The story’s.
    let title: String
    let way: ReadingWay
    /// What stands for the answer that is still coming; nil if none is.
    let coming: String?
    /// Whether the one that is coming ends without an answer.
    var hasFailed = false
    let isOn: Bool
    let assistant: AssistantLink?

    private var views: [ExplanationTurn] {
        turns.map { turn in
            ExplanationTurn(
                explanation: turn,
                coming: turn.id == turns.last?.id ? coming : nil,
                hasFailed: hasFailed,
                isLast: turn.id == turns.last?.id,
                query: way.query
            )
        }
    }

    /// Below an answer that is still coming there is the form, too, unless it is the first and fails.
    private var canAsk: Bool {
        let isAnswered =
            first.state == .done || (coming != nil && turns.count == 1 && !hasFailed)
        return isOn && isAnswered && turns.count < ExplanationStore.mostOfThread
    }

    private var hasFailedAtOnce: Bool { turns.count == 1 && (hasFailed || first.state == .failed) }

    /// What was asked last and has no answer: it is in the field again.
    private var unanswered: String {
        guard let last = turns.last, last.state == .failed || hasFailed else { return "" }
        return last.question
    }

    static let fields: [Field<ExplanationShowPage>] = [
        .text("heading") { $0.first.heading },
        .text("title") { $0.title },
        .text("text") { $0.first.text },
        .text("language") { LanguageTag.name(of: $0.first.language) ?? $0.first.language },
        .text("watch_href") { $0.way.of($0.first).href },
        .text("list_href") { page in
            ConversationListPages.path + "?" + PercentEncoding.encodeQuery(page.way.named)
        },
        .text("ask_href") { ExplanationPages.path($0.first.book) + $0.way.query },
        .text("delete_href") { $0.first.href + "/delete" + $0.way.query },
        .text("thread") { "\($0.first.thread)" },
        .list("turns") { $0.views },
        .bool("can_ask") { $0.canAsk },
        .text("question") { $0.unanswered },
        .bool("can_ask_again") { $0.isOn && $0.hasFailedAtOnce },
        .list("hidden") { $0.hasFailedAtOnce ? ExplanationForm($0.first).hidden : [] },
        .optionalText("assistant") { $0.assistant?.name },
        .text("assistant_href") { page in
            page.assistant?.template.replacing(
                AssistantLink.placeholder,
                with: PercentEncoding.encodeComponent(page.first.text)
            ) ?? ""
        },
    ]
}

/// A question and its answer.
struct ExplanationTurn: Record {
    let explanation: Explanation
    let coming: String?
    /// Whether what is coming ends without an answer.
    let hasFailed: Bool
    let isLast: Bool
    /// Of the page.
    let query: String

    private var answer: String {
        switch explanation.state {
        case .done: explanation.answer
        case .asking: coming ?? ChatTrouble.interrupted.description
        case .failed: explanation.trouble ?? ""
        }
    }

    /// Where the answer is from.
    private var source: String {
        if coming != nil, hasFailed { return "Not answered." }
        guard explanation.state == .done || coming != nil else { return "" }
        return explanation.model.isEmpty
            ? "From another caption track."
            : "From the model \(explanation.model). It can be wrong."
    }

    static let fields: [Field<ExplanationTurn>] = [
        .text("question") { $0.explanation.question },
        .text("answer") { $0.answer },
        .bool("is_last") { $0.isLast },
        .bool("is_coming") { $0.coming != nil },
        .text("cancel_href") { turn in
            ExplanationPages.path(turn.explanation.book) + "/\(turn.explanation.id)/cancel"
                + turn.query
        },
        .bool("has_failed") { $0.explanation.state != .done && $0.coming == nil },
        .text("note") {
            $0.explanation.isCut ? Explanation.cutNote + " " + $0.source : $0.source
        },
    ]
}

/// Why something isn't explained now.
struct ExplanationRefusedPage: Page {
    static let template = "family/explaining/refused.html"

    let message: String
    let form: ExplanationForm
    let way: ReadingWay
    /// Whether the same may be answered later.
    let canRetry: Bool

    private var backHref: String {
        form.thread.map { "\(ExplanationPages.path(way.book))/\($0)\(way.query)" } ?? way.href
    }

    static let fields: [Field<ExplanationRefusedPage>] = [
        .text("message") { $0.message },
        .text("back_href") { $0.backHref },
        .bool("can_retry") { $0.canRetry },
        .text("path") { ExplanationPages.path($0.way.book) + $0.way.query },
        .list("hidden") { $0.form.hidden },
        .bool("continues") { $0.form.thread != nil },
        .text("text") { $0.form.text },
        .text("question") { $0.form.question },
    ]
}
