import HTTP
import Quill

/// A conversation about some words of a story.
struct ExplanationShowPage: Page {
    static let template = "family/explaining/show.html"

    let first: Explanation
    let turns: [Explanation]
    /// What stands for the answer that is still coming; nil if none is.
    let coming: String?
    let isOn: Bool
    let assistant: AssistantLink?

    private var views: [ExplanationTurn] {
        turns.map { turn in
            ExplanationTurn(explanation: turn, coming: turn.id == turns.last?.id ? coming : nil)
        }
    }

    private var canAsk: Bool {
        isOn && coming == nil && first.state == .done
            && turns.count < ExplanationStore.mostOfThread
    }

    private var watchHref: String {
        "/watch/\(first.book)?"
            + PercentEncoding.encodeQuery([(name: "track", value: "\(first.track)")])
    }

    static let fields: [Field<ExplanationShowPage>] = [
        .text("heading") { $0.first.kind == .explain ? "Explanation" : "Translation" },
        .text("text") { $0.first.text },
        .text("language") { LanguageTag.name(of: $0.first.language) ?? $0.first.language },
        .text("watch_href") { $0.watchHref },
        .text("path") { ExplanationPages.path($0.first.book) },
        .text("href") { $0.first.href },
        .text("thread") { "\($0.first.thread)" },
        .text("last_href") { page in
            ExplanationPages.path(page.first.book) + "/\(page.turns.last?.id ?? page.first.id)"
        },
        .list("turns") { $0.views },
        .bool("can_ask") { $0.canAsk },
        .bool("is_coming") { $0.coming != nil },
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

    private var answer: String {
        switch explanation.state {
        case .done: explanation.answer
        case .asking: coming ?? ChatTrouble.interrupted.description
        case .failed: explanation.trouble ?? ""
        }
    }

    /// Where the answer is from.
    private var source: String {
        guard explanation.state == .done else { return "" }
        return explanation.model.isEmpty
            ? "From another caption track."
            : "From the model \(explanation.model). It can be wrong."
    }

    static let fields: [Field<ExplanationTurn>] = [
        .text("question") { $0.explanation.question },
        .text("answer") { $0.answer },
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
    let backHref: String

    static let fields: [Field<ExplanationRefusedPage>] = [
        .text("message") { $0.message },
        .text("back_href") { $0.backHref },
    ]
}
